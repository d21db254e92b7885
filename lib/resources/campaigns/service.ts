import type { Campaign, Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize, withPermissions } from "@/lib/auth/permissions";
import { eraseCounts } from "@/lib/clicks/maintenance/erase";
import { type Listed, type Page, rangeOf } from "@/lib/contract/pagination";
import { formatDate } from "@/lib/contract/timestamp";
import type { Versions } from "@/lib/contract/version";
import { announce } from "@/lib/platform/database/changes";
import { db } from "@/lib/platform/database/db";
import { statement } from "@/lib/platform/database/statement";
import { include as linkInclude } from "@/lib/resources/links/read";
import { getLink } from "@/lib/resources/links/service";
import { updateLink } from "@/lib/resources/links/writing/save";
import { getOwnedRow, listOwnedRows } from "@/lib/resources/owned-rows";
import { deleteOwnedRow, updateOwnedRow } from "@/lib/resources/ownership";
import { requireFeature, withinLimit } from "@/lib/resources/plans/quota";
import { mapTakenSlug, slugColumns } from "@/lib/resources/slug";
import type { CreateCampaign, UpdateCampaign } from "./schema";

/** A page of the actor's campaigns; with `q`, only those whose name contains it. */
export const listCampaigns = (actor: Actor, page: Page, q = "") => listOwnedRows(actor, "campaign", page, { q });

/** Returns the names of the campaigns that links belong to, by id. */
export async function campaignNames(
  actor: Actor,
  links: { campaignId: number | null }[],
): Promise<Map<number | null, string>> {
  authorize(actor, "campaigns:read");
  const ids = [...new Set(links.flatMap(({ campaignId }) => campaignId ?? []))];
  if (ids.length === 0) return new Map();
  const { userId } = actor;
  const found = await db.campaign.findMany({ where: { id: { in: ids }, userId }, select: { id: true, name: true } });
  return new Map(found.map(({ id, name }) => [id, name]));
}

export const getCampaign = (actor: Actor, id: number) => getOwnedRow(actor, "campaign", id);

export async function createCampaign(actor: Actor, input: CreateCampaign): Promise<Campaign> {
  authorize(actor, "campaigns:write");
  requireFeature(actor, "bundle");
  const { name = `Campaign ${formatDate(new Date())}`, slug, ...rest } = input;
  const data = { ...rest, name, ...(slug && slugColumns(slug)), userId: actor.userId };
  return withinLimit(actor, "campaigns", (tx) => tx.campaign.create({ data })).catch(mapTakenSlug);
}

export async function updateCampaign(
  actor: Actor,
  id: number,
  input: UpdateCampaign,
  versions?: Versions,
): Promise<Campaign> {
  authorize(actor, "campaigns:write");
  const { slug, ...rest } = input;
  const data = { ...rest, ...(slug && slugColumns(slug)) };
  await updateOwnedRow(db.campaign, actor, id, data, "campaign", versions).catch(mapTakenSlug);
  invalidateRotators();
  return getCampaign(actor, id);
}

/** Moves the link into the campaign and out of its previous one. Its weight stays unless a new one is sent. */
export async function assignToCampaign(actor: Actor, id: number, linkId: number, weight?: number): Promise<void> {
  authorize(actor, "campaigns:write");
  await updateLink(withPermissions(actor, "links:write"), linkId, { campaign: id, campaignweight: weight }).catch(
    async (error: unknown) => {
      // In a link, a campaign that does not exist is a bad field. Here the path names it, so the answer is 404.
      await getCampaign(actor, id);
      throw error;
    },
  );
}

/** Deleting rewrites the search text of all the campaign's links, which may be very many. */
const timeout = 60_000;

/** Deletes the campaign with its statistics. Its links keep theirs. */
export async function deleteCampaign(actor: Actor, id: number): Promise<void> {
  authorize(actor, "campaigns:write");
  await db.$transaction(
    async (tx) => {
      await deleteOwnedRow(tx.campaign, actor, id, "campaign");
      await eraseCounts(tx, "campaign", [id]);
    },
    { timeout },
  );
  invalidateRotators();
}

/** Invalidates cached rotators: at once in this process, a moment later in the others. */
function invalidateRotators(): void {
  announce("campaign_changed");
}

const include = { domain: true, disabled: true, counts: linkInclude.counts } satisfies Prisma.LinkInclude;

type Member = Prisma.LinkGetPayload<{ include: typeof include }>;

/** A page of the campaign's links, newest first, and the sum of the weights of all of them. */
export async function listMembers(actor: Actor, id: number, page: Page): Promise<Listed<Member> & { weights: number }> {
  await getCampaign(actor, id);
  const where = { campaignId: id, userId: actor.userId };
  const listed = { ...where, archived: false };
  const [rows, total, { _sum }] = await Promise.all([
    db.link.findMany({ where: listed, include, orderBy: { id: "desc" }, ...rangeOf(page) }),
    db.link.count({ where: listed }),
    // Archived links count too, because the rotator also redirects to them.
    db.link.aggregate({ where, _sum: { campaignWeight: true } }),
  ]);
  return { rows, total, weights: _sum.campaignWeight ?? 0 };
}

/**
 * All clicks on the links of a campaign, including those before they joined it, and separately the clicks that imported
 * links brought from another service.
 */
export async function memberClicks(actor: Actor, id: number): Promise<{ clicks: number; imported: number }> {
  await getCampaign(actor, id);
  const [counted] = await statement<{ clicks: number; imported: number }>(
    `SELECT coalesce(sum(counts.clicks), 0)::float8 AS clicks, coalesce(sum(imported_clicks), 0)::float8 AS imported
     FROM links LEFT JOIN link_counts AS counts ON counts.link_id = links.id
     WHERE campaign_id = $1 AND links.user_id = $2`,
    [id, actor.userId],
    { quick: true },
  );
  return counted ?? { clicks: 0, imported: 0 };
}

/** Counts the links of each of these campaigns. Campaigns without links are missing from the map. */
export async function memberCounts(ids: number[]): Promise<Map<number | null, number>> {
  const counts = await db.link.groupBy({
    by: "campaignId",
    where: { campaignId: { in: ids }, archived: false },
    _count: true,
  });
  return new Map(counts.map(({ campaignId, _count }) => [campaignId, _count]));
}

/** Removes the link from the campaign, unless it has moved to another one meanwhile. Its weight stays. */
export async function removeFromCampaign(actor: Actor, id: number, linkId: number): Promise<void> {
  authorize(actor, "campaigns:write");
  await getCampaign(actor, id);
  const allowed = withPermissions(actor, "links:write");
  const link = await getLink(allowed, linkId);
  if (link.campaignId === id) await updateLink(allowed, linkId, { campaign: null });
}
