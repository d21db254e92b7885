import type { Client } from "pg";
import type { Counted } from "@/lib/clicks/classify/correction";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import { arrayOf } from "./copy";
import { keepExisting } from "./existing";
import { uncountUsage } from "./usage";
import { forgetVisitors } from "./visitors";

/**
 * Takes back the counted usage and visitors of clicks on subjects that still exist. `mark` marks the clicks as a bot's
 * and returns those that were a person's until then. The caller corrects the remaining counts.
 */
export async function uncountClicks<Click extends Counted>(
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

/** Removes the visitors of variants whose first click is among these clicks. */
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
