import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { boundsOf } from "@/lib/clicks/statistics/calendar";
import { type ConversionScope, conversionFigures, presentFigures } from "@/lib/clicks/statistics/conversion-figures";
import { clicksByDay, clicksOfLinks, statisticsOf } from "@/lib/clicks/statistics/stats";
import { lastDays, type Period } from "@/lib/clicks/store/period";
import { refusedField } from "@/lib/contract/errors";
import { statement } from "@/lib/platform/database/statement";
import { foldTag } from "@/lib/resources/tags/names";
import type { FiguresQuery } from "./schema";

/** Returns the conversions of a link, campaign or tag of the account, or of all its links, with their clicks. */
export async function countConversions(actor: Actor, query: FiguresQuery) {
  authorize(actor, "conversions:read");
  const scope = await scopeOf(actor, query);
  const period = periodOf(query);
  const [clicks, figures] = await Promise.all([
    period ? clicksWithin(scope, period) : clicksOf(scope),
    conversionFigures(scope, period ? boundsOf(period, "UTC") : {}),
  ]);
  return { data: { clicks, ...presentFigures(figures, clicks) } };
}

const owned = {
  linkid: ["link", "SELECT id FROM links WHERE user_id = $1 AND id = $2"],
  campaignid: ["campaign", "SELECT id FROM campaigns WHERE user_id = $1 AND id = $2"],
  tag: ["tag", "SELECT id FROM tags WHERE user_id = $1 AND name_folded = $2"],
} as const;

async function scopeOf({ userId }: Actor, query: FiguresQuery): Promise<ConversionScope> {
  const [field, other] = (Object.keys(owned) as (keyof typeof owned)[]).filter((name) => query[name] !== undefined);
  if (!field) return { of: "account", id: userId };
  if (other) throw refusedField(other, "not_together", { other: field });
  const [what, text] = owned[field];
  const rows = await statement<{ id: number }>(text, [userId, query.tag ? foldTag(query.tag) : query[field]]);
  if (!rows[0]) throw refusedField(field, "not_yours", { what });
  return { of: what, id: rows[0].id };
}

/** No click is older. */
const BEGINNING = "2000-01-01";

const periodOf = ({ from, to }: FiguresQuery): Period | null =>
  from || to ? { from: from ?? BEGINNING, to: to ?? lastDays(1).to } : null;

async function clicksWithin({ of, id }: ConversionScope, period: Period): Promise<number> {
  if (of === "link" || of === "campaign") {
    const days = (await clicksByDay(of, [id], period)).get(id) ?? new Map<string, number>();
    return [...days.values()].reduce((sum, clicks) => sum + clicks, 0);
  }
  const rows = await statement<{ id: number }>(
    `SELECT links.id FROM links JOIN link_counts ON link_id = links.id WHERE ${counted[of]} AND link_counts.clicks > 0`,
    [id],
  );
  return clicksOfLinks(
    rows.map((row) => row.id),
    period,
  );
}

const counted = {
  link: "links.id = $1",
  tag: `links.id IN (SELECT "A" FROM "_LinkToTag" WHERE "B" = $1)`,
  account: "links.user_id = $1",
};

async function clicksOf({ of, id }: ConversionScope): Promise<number> {
  if (of === "campaign") return (await statisticsOf("campaign", id, { limit: null })).clicks;
  const rows = await statement<{ clicks: number }>(
    `SELECT coalesce(sum(link_counts.clicks - imported_clicks), 0)::float8 AS clicks
     FROM links JOIN link_counts ON link_id = links.id WHERE ${counted[of]}`,
    [id],
  );
  return rows[0]?.clicks ?? 0;
}
