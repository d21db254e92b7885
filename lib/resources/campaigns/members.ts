import type { Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize, withPermissions } from "@/lib/auth/permissions";
import { type Listed, type Page, rangeOf } from "@/lib/contract/pagination";
import { db } from "@/lib/platform/database/db";
import { statement } from "@/lib/platform/database/statement";
import { include as linkInclude } from "@/lib/resources/links/read";
import { getLink } from "@/lib/resources/links/service";
import { updateLink } from "@/lib/resources/links/writing/save";
import { getCampaign } from "./service";

const include = { domain: true, disabled: true, counts: linkInclude.counts } satisfies Prisma.LinkInclude;

export type Member = Prisma.LinkGetPayload<{ include: typeof include }>;

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
