import type { Client } from "pg";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import { arrayOf } from "./copy";

/** Marks which clicks are their visitor's first on a variant. Bots and untracked visitors have none. */
export async function markNewVariants(client: Client, clicks: EnrichedClick[]): Promise<void> {
  const meetings = new Map<string, EnrichedClick>();
  for (const click of clicks) {
    const link = click.subjects.find(({ subject }) => subject === "link");
    if (!link || !click.variant || click.visitor === null || click.robot !== null) continue;
    const key = `${link.id},${click.variant},${click.visitor}`;
    if (!meetings.has(key)) meetings.set(key, click);
  }
  if (meetings.size === 0) return;
  // A fixed order, so that two drains with the same visitors cannot deadlock.
  const columns = [...meetings.keys()].sort().map((key) => key.split(","));
  const inserted = await client.query<{ key: string }>(
    `insert into click_variant_visitors (link_id, variant, visitor)
     select * from unnest($1::int[], $2::text[], $3::bigint[]) on conflict do nothing
     returning link_id || ',' || variant || ',' || visitor as key`,
    [0, 1, 2].map((column) => arrayOf(columns.map((values) => values[column] ?? ""))),
  );
  for (const { key } of inserted.rows) {
    const click = meetings.get(key);
    if (click) click.firstOfVariant = true;
  }
}
