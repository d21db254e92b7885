import type { Domain, Link } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize, withPermissions } from "@/lib/auth/permissions";
import { notFound } from "@/lib/contract/errors";
import type { Page, Paged } from "@/lib/contract/pagination";
import type { Versions } from "@/lib/contract/version";
import type { Design } from "@/lib/drawing/design";
import { describePicture, plainDesign, readDesign, readLinkDesign, redesigned } from "@/lib/drawing/designs";
import { studio } from "@/lib/drawing/drawing-processes";
import { atVersion, db, isMissingRow } from "@/lib/platform/database/db";
import { escapeLike, readList, selectColumns } from "@/lib/platform/database/rows";
import type { LinkWithRelations } from "@/lib/resources/links/read";
import { getLink, invalidateLink } from "@/lib/resources/links/service";
import { linkPayloadOf, shortUrlOf } from "@/lib/resources/links/short-url";
import { requireStorageToGrow } from "@/lib/resources/plans/storage";
import { uploadCode } from "@/lib/resources/uploads/code";
import { publicImage, saveImage } from "@/lib/resources/uploads/service";
import { saveLogo } from "./logo";
import type { DesignLink } from "./schema";
import { findQrCodeTo, getLogo } from "./service";
import { templateDesign } from "./templates";

interface LinkDesign {
  link: LinkWithRelations;
  design: Design;
  /** the id of the QR code whose design is used; null if the link has its own design or the plain one */
  lender: number | null;
}

/** Returns the design of the link's code: its own, or that of the newest QR code to it, or the plain one. */
export async function linkDesign(actor: Actor, id: number): Promise<LinkDesign> {
  authorize(actor, "links:read");
  const link = await getLink(actor, id);
  const own = readLinkDesign(link.qrDesign);
  if (own) return { link, design: own, lender: null };
  const code = await findQrCodeTo(withPermissions(actor, "qr:read"), shortUrlOf(link));
  return { link, design: code ? readDesign(code) : plainDesign, lender: code?.id ?? null };
}

/** Returns the logo of a link's code. */
export async function linkLogo({ design: { logo }, lender }: Omit<LinkDesign, "link">): Promise<Uint8Array | null> {
  if (lender !== null) return getLogo(lender);
  const code = logo && uploadCode(logo);
  return code ? publicImage(code) : null;
}

/** A link that has its own design, in a list. */
export interface DesignedLink extends Pick<Link, "id" | "alias" | "title" | "qrDesign" | "createdAt"> {
  domain: Pick<Domain, "userId" | "scheme" | "host">;
}

/** A page of the actor's links with their own designs, newest first: all, or those whose title or alias contains `q`. */
export function listDesignedLinks(actor: Actor, page: Page, q = ""): Promise<Paged<DesignedLink>> {
  authorize(actor, "qr:read");
  authorize(actor, "links:read");
  const words = q === "" ? "" : " AND (own.title ILIKE $2 OR own.alias ILIKE $2)";
  return readList<DesignedLink>(
    {
      columns: `${selectColumns(["id", "alias", "title", "qrDesign", "createdAt"], "own")},
        json_build_object('userId', domains.user_id, 'scheme', domains.scheme, 'host', domains.host) AS domain`,
      from: "links AS own JOIN domains ON domains.id = own.domain_id",
      where: `own.user_id = $1 AND own.qr_design IS NOT NULL${words}`,
      keys: ["own.id"],
      values: q === "" ? [actor.userId] : [actor.userId, `%${escapeLike(q)}%`],
    },
    page,
  );
}

/** Changes the design of the link's code, after checking that its picture is readable. */
export async function designLink(
  actor: Actor,
  id: number,
  { template, ...sent }: DesignLink,
  versions?: Versions,
): Promise<Date> {
  authorize(actor, "links:write");
  const present = await linkDesign(actor, id);
  const { link } = present;
  const base = template === undefined ? present.design : await templateDesign(actor, template);
  const design = redesigned(base, sent);
  const author = withPermissions(actor, "qr:write");
  // A logo that is left out replaces nothing.
  const logo = (await logoFor(author, design, present)) ?? (sent.logo ? await logoFor(author, base, present) : null);
  await studio().have("assertReadable", describePicture(linkPayloadOf(link), design, logo?.image ?? null), actor);
  const qrDesign = { ...design, logo: logo?.path ?? null };
  await requireStorageToGrow(actor, async () => link, { qrDesign });
  const where = { id, userId: actor.userId };
  const { updatedAt } = await atVersion(db, "links", { id, versions }, (tx) =>
    tx.link.update({ where, data: { qrDesign }, select: { updatedAt: true } }),
  ).catch((error) => {
    throw isMissingRow(error) ? notFound("link") : error;
  });
  invalidateLink(link);
  return updatedAt;
}

/**
 * Returns a new design's logo as an upload, because images at other addresses may change or disappear. Null if it has
 * none, or one that is left out.
 */
async function logoFor(actor: Actor, { logo }: Design, present: LinkDesign) {
  if (!logo) return null;
  const image = logo === present.design.logo ? await linkLogo(present) : null;
  if (!image) return saveLogo(actor, logo);
  return { image, path: present.lender === null ? logo : await saveImage(actor, image, "logo") };
}
