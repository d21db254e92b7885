import { statement } from "@/lib/platform/database/statement";
import type { ConversionFigures } from "./conversion-figures";

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
