import type { Client } from "pg";
import type { Counted } from "@/lib/clicks/correction";
import type { ClickedSubject, EnrichedClick } from "@/lib/clicks/enriched-click";
import { arrayOf } from "./copy";
import { keepExisting } from "./existing";
import { uncountUsage } from "./usage";

/**
 * Takes back what was counted of people's clicks on what is still there: their accounts' usage, and their visitors. `mark` makes
 * them what they are, and returns those that were people's until then. The caller adds up what is left to correct.
 */
export async function takeBack<Click extends Counted>(
  client: Client,
  counted: Click[],
  mark: () => Promise<Click[]>,
): Promise<Click[]> {
  const existing = await keepExisting(
    client,
    counted.map(({ click }) => click),
  );
  const kept = new Map(counted.map((one, place) => [one, existing.clicks[place]]));
  const present: Click[] = [];
  for (const one of await mark()) {
    const click = kept.get(one);
    if (click) present.push({ ...one, click });
  }
  const clicks = present.map(({ click }) => click);
  await forgetVisitors(client, present);
  await forgetVariants(client, clicks);
  await uncountUsage(client, clicks, existing.owners);
  return present;
}

/**
 * Whoever met a thing with one of these clicks has not met it. Of a click's campaign only the row of who has met it says
 * whether that was new, too.
 */
async function forgetVisitors(client: Client, counted: Counted[]): Promise<void> {
  const meetings = new Map<string, ClickedSubject>();
  for (const { click } of counted) {
    if (click.visitor === null || !click.subjects[0]?.first) continue;
    for (const clicked of click.subjects) {
      const key = `${clicked.subject},${clicked.id},${click.visitor}`;
      if (!meetings.has(key)) meetings.set(key, clicked);
    }
  }
  if (meetings.size === 0) return;
  const columns = [...meetings.keys()].map((key) => key.split(","));
  const { rows } = await client.query<{ key: string }>(
    `delete from click_visitors as known using unnest($1::"ClickSubject"[], $2::int[], $3::bigint[]) as gone (subject, subject_id, visitor)
     where known.subject = gone.subject and known.subject_id = gone.subject_id and known.visitor = gone.visitor
     returning known.subject || ',' || known.subject_id || ',' || known.visitor as key`,
    [0, 1, 2].map((column) => arrayOf(columns.map((values) => values[column] ?? ""))),
  );
  for (const { key } of rows) {
    const clicked = meetings.get(key);
    if (clicked) clicked.first = true;
  }
}

/** The same of links' variants; each of these clicks knows whether it was the first. */
async function forgetVariants(client: Client, clicks: EnrichedClick[]): Promise<void> {
  const first = clicks.flatMap(({ subjects: [clicked], variant, visitor, firstOfVariant }) =>
    firstOfVariant && clicked && variant && visitor ? [[String(clicked.id), variant, visitor]] : [],
  );
  if (first.length === 0) return;
  await client.query(
    `delete from click_variant_visitors as known
     using unnest($1::int[], $2::text[], $3::bigint[]) as gone (link_id, variant, visitor)
     where known.link_id = gone.link_id and known.variant = gone.variant and known.visitor = gone.visitor`,
    [0, 1, 2].map((column) => arrayOf(first.map((values) => values[column] ?? ""))),
  );
}
