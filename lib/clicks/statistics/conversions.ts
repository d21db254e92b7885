import { pool } from "@/lib/platform/pool";

/** Returns how many visitors of each variant of a link have ever converted. */
export async function conversionsByVariant(linkId: number): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ variant: string; visitors: number }>({
    name: "conversions-by-variant",
    text: `SELECT variant, count(*)::int AS visitors
      FROM link_conversions JOIN click_variant_visitors USING (link_id, visitor) WHERE link_id = $1 GROUP BY variant`,
    values: [linkId],
  });
  return new Map(rows.map(({ variant, visitors }) => [variant, visitors]));
}
