import type { z } from "@/lib/contract/zod";
import { statement } from "@/lib/platform/database/statement";
import type { conversionFiguresShown } from "./schema";

/** What conversions are counted for; for an account, those on all of its links. */
export interface ConversionScope {
  of: "link" | "campaign" | "tag" | "account";
  id: number;
}

const conditions = {
  link: "link_id = $1",
  campaign: "campaign_id = $1",
  tag: `link_id IN (SELECT "A" FROM "_LinkToTag" WHERE "B" = $1)`,
  account: "link_id IN (SELECT id FROM links WHERE user_id = $1)",
};

/** The figures of conversions, the same wherever they are shown. */
export interface ConversionFigures {
  /** clicks, and visitors of counting addresses, with at least one conversion */
  count: number;
  /** number of reports by event, the ten most frequent */
  events: { event: string; count: number }[];
  /** sums of amounts in minor units by currency */
  revenue: { currency: string; amount: number }[];
}

export const NO_CONVERSIONS: ConversionFigures = { count: 0, events: [], revenue: [] };

/** Counts the conversions that happened from `start` to before `end` (ms); by default all. */
export async function conversionFigures(
  { of, id }: ConversionScope,
  { start = Number.NEGATIVE_INFINITY, end = Number.POSITIVE_INFINITY } = {},
): Promise<ConversionFigures> {
  const rows = await statement<ConversionFigures>(
    `WITH counted AS MATERIALIZED (
        SELECT click, visitor, event, currency, amount FROM counted_conversions
        WHERE ${conditions[of]} AND at >= to_timestamp($2) AND at < to_timestamp($3))
      SELECT (SELECT count(DISTINCT click) + count(visitor) FROM counted)::int AS count,
        (SELECT coalesce(json_agg(top), '[]') FROM (
          SELECT event, count(*)::int AS count FROM counted GROUP BY event ORDER BY 2 DESC, 1 LIMIT 10) AS top) AS events,
        (SELECT coalesce(json_agg(sums), '[]') FROM (
          SELECT currency, sum(amount)::float8 AS amount FROM counted WHERE amount IS NOT NULL
          GROUP BY currency ORDER BY currency) AS sums) AS revenue`,
    [id, start / 1_000, end / 1_000],
  );
  return rows[0] ?? NO_CONVERSIONS;
}

type LinkFigures = Pick<ConversionFigures, "count" | "revenue">;

/** Counts the conversions on each of these links in the same way. Links without any are left out. */
export async function figuresOfLinks(ids: number[]): Promise<Map<number, LinkFigures>> {
  const rows = await statement<LinkFigures & { id: number }>(
    `SELECT link_id AS id, (count(DISTINCT click) + count(visitor))::int AS count,
        (SELECT coalesce(json_agg(sums), '[]') FROM (
          SELECT currency, sum(amount)::float8 AS amount FROM counted_conversions AS own
          WHERE own.link_id = counted.link_id AND amount IS NOT NULL GROUP BY currency ORDER BY currency) AS sums) AS revenue
      FROM counted_conversions AS counted WHERE link_id = ANY($1::int[]) GROUP BY link_id`,
    [ids],
  );
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

/** Conversions per click. A click may turn out to be a bot's after it was converted, so there may be more of these. */
export const conversionRate = ({ count }: Pick<ConversionFigures, "count">, clicks: number) =>
  clicks > 0 ? Math.min(1, count / clicks) : 0;

export const presentFigures = (
  { count, events, revenue }: ConversionFigures,
  clicks: number,
): z.infer<typeof conversionFiguresShown> => ({
  count,
  rate: conversionRate({ count }, clicks),
  events: Object.fromEntries(events.map((one) => [one.event, one.count])),
  revenue: presentRevenue(revenue),
});

export const presentRevenue = (revenue: ConversionFigures["revenue"]) =>
  Object.fromEntries(revenue.map(({ currency, amount }) => [currency, amount]));

/**
 * Returns how often each variant of a link has ever converted: once for each click that is known by its id, and once for each
 * visitor who opened the counting address.
 */
export async function conversionsByVariant(linkId: number): Promise<Map<string, number>> {
  const rows = await statement<{ variant: string; conversions: number }>(
    `SELECT variant, sum(count)::int AS conversions FROM (
        SELECT variant, count(*) FROM link_conversions JOIN click_variant_visitors USING (link_id, visitor)
        WHERE link_id = $1 GROUP BY variant
        UNION ALL SELECT variant, count(DISTINCT click) FROM counted_conversions
        WHERE link_id = $1 AND click IS NOT NULL AND variant IS NOT NULL GROUP BY variant
      ) AS counted GROUP BY variant`,
    [linkId],
  );
  return new Map(rows.map(({ variant, conversions }) => [variant, conversions]));
}

/** Returns the revenue of each variant of a link. */
export async function revenueByVariant(linkId: number): Promise<Map<string, ConversionFigures["revenue"]>> {
  const rows = await statement<{ variant: string; currency: string; amount: number }>(
    `SELECT variant, currency, sum(amount)::float8 AS amount FROM counted_conversions
      WHERE link_id = $1 AND variant IS NOT NULL AND amount IS NOT NULL GROUP BY variant, currency ORDER BY currency`,
    [linkId],
  );
  const revenue = new Map<string, ConversionFigures["revenue"]>();
  for (const { variant, ...sum } of rows) revenue.set(variant, [...(revenue.get(variant) ?? []), sum]);
  return revenue;
}
