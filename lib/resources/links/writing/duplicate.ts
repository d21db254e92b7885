import { type Link, Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { fieldRefusalOf } from "@/lib/contract/errors";
import { inactiveRefusal } from "@/lib/resources/domains/service";
import { requireFeatures } from "@/lib/resources/links/features";
import { presentLinkDetails } from "@/lib/resources/links/presenter";
import type { LinkWithRelations } from "@/lib/resources/links/read";
import type { UpdateLink } from "@/lib/resources/links/schema";
import { getLink } from "@/lib/resources/links/service";
import { begunTests } from "@/lib/resources/links/split-finish";
import { readRules } from "@/lib/resources/links/stored";
import { requireStorage } from "@/lib/resources/plans/storage";
import {
  afterSave,
  assertAllowedDestinations,
  assertNotReserved,
  assertReadableAt,
  insertLink,
  withRoomForLink,
} from "./save";

/** Creates a copy of a link with all its settings but without clicks. The copy of a disabled link is disabled too. */
export async function duplicateLink(actor: Actor, id: number, custom?: string): Promise<LinkWithRelations> {
  authorize(actor, "links:write");
  const link = await getLink(actor, id);
  const settings = { ...presentLinkDetails(link), url: link.destination, custom } as UpdateLink;
  await assertAllowedDestinations(settings);
  if (link.domain.status !== "active") throw fieldRefusalOf("domain", await inactiveRefusal(actor, link.domain));
  await requireFeatures(actor, settings, link.domainId);
  await assertReadableAt(actor, link, { alias: custom });
  if (custom) assertNotReserved(custom);
  await requireStorage(actor);
  const copy = {
    ...settingsOf(link),
    rules: begunTests(readRules(link.rules), []) as unknown as Prisma.InputJsonValue,
    alias: custom,
    pixels: link.pixels.map(({ id }) => id),
    tags: link.tags.map(({ id }) => id),
    channels: link.items.map(({ channelId }) => channelId),
  };
  const newId = await withRoomForLink(actor, async (tx) => {
    const { id: linkId } = await insertLink(tx, actor, copy);
    if (link.disabled) await tx.disabledLink.create({ data: { linkId, reason: link.disabled.reason } });
    return linkId;
  });
  return afterSave(await getLink(actor, newId));
}

/** Columns that are not copied: the link's counts and what identifies it. */
const own = [
  "id",
  "alias",
  "aliasFolded",
  "externalId",
  "archived",
  "clickLimitUsed",
  "importedClicks",
  "createdAt",
  "updatedAt",
] as const satisfies (keyof Link)[];

const copied = Object.values(Prisma.LinkScalarFieldEnum).filter((name) => !own.some((one) => one === name));

function settingsOf(link: LinkWithRelations) {
  const values = copied.map((name) => [name, link[name] ?? undefined]);
  return Object.fromEntries(values) as Pick<Link, "userId" | "domainId" | "destination">;
}
