import { LRUCache } from "lru-cache";
import { statement } from "@/lib/platform/database/statement";
import { processSingleton } from "@/lib/platform/singleton";

/** By trigram, the share of texts that contain it. Shares up to `RARE` are left out. */
export type TrigramShares = ReadonlyMap<string, number>;

/** A trigram is rare if at most this share of texts contains it. */
export const RARE = 0.03;
/** A smaller sample says too little. */
const FEWEST = 50;
const FRESH_FOR_MS = 10 * 60_000;

const cache = () =>
  processSingleton(
    "trigramShares",
    () => new LRUCache<"links", TrigramShares>({ max: 1, ttl: FRESH_FOR_MS, fetchMethod: readShares }),
  );

/** The trigrams in the texts of this instance's links that searches look through. */
export const trigramShares = (): Promise<TrigramShares> => cache().forceFetch("links");

/** The planner keeps about a hundred of the texts as a sample, which autovacuum renews. */
async function readShares(): Promise<TrigramShares> {
  const rows = await statement<{ texts: string[] | null }>(
    `select histogram_bounds::text::text[] as texts from pg_stats
     where schemaname = current_schema() and tablename = 'link_texts' and attname = 'text'`,
  );
  return sharesIn(rows[0]?.texts ?? []);
}

/** Returns the shares in a sample; none if it is small. */
export function sharesIn(texts: string[]): TrigramShares {
  if (texts.length < FEWEST) return new Map();
  const counts = new Map<string, number>();
  for (const text of texts) for (const trigram of trigramsOf(text)) counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
  const shares = [...counts].map(([trigram, count]) => [trigram, count / texts.length] as const);
  return new Map(shares.filter(([, share]) => share > RARE));
}

function trigramsOf(text: string): Set<string> {
  const trigrams = new Set<string>();
  for (let at = 0; at <= text.length - 3; at++) trigrams.add(text.slice(at, at + 3));
  return trigrams;
}
