import type { Client } from "pg";
import type { Counted } from "@/lib/clicks/correction";
import type { EnrichedClick } from "@/lib/clicks/enriched-click";
import { arrayOf } from "./copy";
import { keepExisting } from "./existing";
import { uncountUsage } from "./usage";
import { forgetVisitors } from "./visitors";

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

/** As of a link its visitors, of its variants those who went their way; each of these clicks knows whether it was the first. */
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
