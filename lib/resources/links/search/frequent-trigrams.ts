import { LRUCache } from "lru-cache";
import { pool } from "@/lib/platform/pool";
import { processSingleton } from "@/lib/platform/singleton";

/**
 * A trigram is frequent if at least this share of texts contains it. Below that, leaving it out of a look-up could
 * leave more texts to compare than the shorter look-up saves.
 */
const FREQUENT = 0.75;
/** A smaller sample says too little. */
const FEWEST = 50;
const FRESH_FOR_MS = 10 * 60_000;

const cache = () =>
  processSingleton(
    "frequentTrigrams",
    () => new LRUCache<"links", Set<string>>({ max: 1, ttl: FRESH_FOR_MS, fetchMethod: readFrequent }),
  );

/** The trigrams that most links of this instance have in the texts that searches look through. */
export const frequentTrigrams = (): Promise<ReadonlySet<string>> => cache().forceFetch("links");

/** The planner keeps about a hundred of the texts as a sample, which autovacuum renews. */
async function readFrequent(): Promise<Set<string>> {
  const { rows } = await pool.query<{ texts: string[] }>(
    `select histogram_bounds::text::text[] as texts from pg_stats
     where schemaname = current_schema() and tablename = 'link_texts' and attname = 'text'`,
  );
  return frequentIn(rows[0]?.texts ?? []);
}

/** Returns the trigrams that most of the texts contain; none if there are few texts. */
export function frequentIn(texts: string[]): Set<string> {
  const counts = new Map<string, number>();
  for (const text of texts) for (const trigram of trigramsOf(text)) counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
  const frequent = [...counts].filter(([, count]) => count >= FREQUENT * Math.max(FEWEST, texts.length));
  return new Set(frequent.map(([trigram]) => trigram));
}

function trigramsOf(text: string): Set<string> {
  const trigrams = new Set<string>();
  for (let at = 0; at <= text.length - 3; at++) trigrams.add(text.slice(at, at + 3));
  return trigrams;
}
