import { LRUCache } from "lru-cache";
import { statement } from "@/lib/platform/database/statement";
import { processSingleton } from "@/lib/platform/singleton";

/** The most words that are searched one by one. A frequent word costs as much as the first. */
const most = 8;

/** The words of a search, and what the text index looks up to find them. */
export interface SearchedWords {
  /** A text matches if it contains all of these. */
  words: string[];
  /** The words, or parts of them. A text with all words contains all of these too. */
  indexed: string[];
}

/** Returns the words of a search. From the eighth on, they are one phrase. */
export function parseSearchWords(q: string): string[] {
  const words = q.split(/\s+/).filter((word) => word !== "");
  return words.length <= most ? words : [...words.slice(0, most - 1), words.slice(most - 1).join(" ")];
}

/**
 * A part of a word with a trigram that at least this share of texts contains is not looked up. The text index would read
 * a long list for it, and find few texts less.
 */
const FREQUENT = 0.75;
/** Six letters or digits are enough to look up, if all their trigrams are rare. */
const isEnough = (part: string) => /[a-z0-9]{6}/.test(part);
const hasTrigram = (part: string) => /[a-z0-9]{3}/.test(part);

/** Chooses what the text index looks up. It reads the list of each trigram, and those of frequent ones are long. */
export const withIndexed = async (words: string[]): Promise<SearchedWords> => ({
  words,
  indexed: indexedParts(words, await trigramShares()),
});

/** Returns the rare parts of words, or else the parts that are not frequent, or else the words. */
export function indexedParts(words: string[], shares: TrigramShares): string[] {
  const share = (trigram: string) => shares.get(trigram) ?? 0;
  const rare = words
    .filter(isPlain)
    .map((word) => longestPart(word, (trigram) => share(trigram) <= RARE))
    .filter(isEnough);
  if (rare.length > 0) return rare;
  const parts = words.map((word) => {
    if (!isPlain(word)) return word;
    const part = longestPart(word, (trigram) => share(trigram) < FREQUENT);
    return part === "" || hasTrigram(part) ? part : word;
  });
  const others = parts.filter((part) => part !== "");
  return others.length > 0 ? others : words;
}

/** Returns whether a word has trigrams, and whether its parts are stored in the same form as in the word. */
const isPlain = (word: string) => /^[ -~]{3,}$/.test(word);

/** Returns the longest part of a word whose trigrams are all suitable; empty if none is. */
function longestPart(word: string, isSuitable: (trigram: string) => boolean): string {
  const letters = word.toLowerCase();
  let longest = "";
  let start = 0;
  for (let at = 0; at <= letters.length - 2; at++) {
    const trigram = letters.slice(at, at + 3);
    if (trigram.length === 3 && isSuitable(trigram)) continue;
    const part = letters.slice(start, at + 2);
    if (part.length > Math.max(2, longest.length)) longest = part;
    start = at + 1;
  }
  return longest;
}

/**
 * Returns an SQL condition for texts with all the words, and appends its parameters to `values`. The function that it
 * uses is in prisma/sql/links.sql.
 */
export const containsWords = (text: string, words: string[], values: unknown[]): string =>
  words.map((word) => `${text} LIKE search_pattern($${values.push(word)})`).join(" AND ");

/** As `containsWords`, for a column with a text index. */
export function matchesWords(column: string, { words, indexed }: SearchedWords, values: unknown[]): string {
  const lookedUp = containsWords(column, indexed, values);
  const others = words.filter((word) => !indexed.includes(word));
  return others.length > 0 ? `${lookedUp} AND ${containsWords(unindexed(column), others, values)}` : lookedUp;
}

/** Returns an SQL expression for the same text that no index is used for. */
export const unindexed = (column: string) => `(${column} || '')`;

/** By trigram, the share of texts that contain it. Shares up to `RARE` are left out. */
type TrigramShares = ReadonlyMap<string, number>;

/** A trigram is rare if at most this share of texts contains it. */
const RARE = 0.03;
/** A smaller sample says too little. */
const FEWEST = 50;
const FRESH_FOR_MS = 10 * 60_000;

const cache = () =>
  processSingleton(
    "trigramShares",
    () => new LRUCache<"links", TrigramShares>({ max: 1, ttl: FRESH_FOR_MS, fetchMethod: readShares }),
  );

/** The trigrams in the texts of this instance's links that searches look through. */
const trigramShares = (): Promise<TrigramShares> => cache().forceFetch("links");

/** The planner keeps about a hundred of the texts as a sample, which autovacuum renews. */
async function readShares(): Promise<TrigramShares> {
  const rows = await statement<{ texts: string[] | null }>(
    `select histogram_bounds::text::text[] as texts from pg_stats
     where schemaname = current_schema() and tablename = 'link_texts' and attname = 'text'`,
  );
  return estimateTrigramShares(rows[0]?.texts ?? []);
}

/** Returns the shares in a sample; none if it is small. */
export function estimateTrigramShares(texts: string[]): TrigramShares {
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
