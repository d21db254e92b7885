import { LRUCache } from "lru-cache";
import { pool } from "@/lib/platform/pool";
import { processSingleton } from "@/lib/platform/singleton";
import { containsWords, matchesWords, type SearchedWords, unindexed } from "./words";

/** Some of a user's links, by their block (see `LinkBlock` in schema.prisma). */
interface LinkBlock {
  block: number;
  /** the number of links in the block: all that are listed, or those that match a search */
  links: number;
}

/** The version changes whenever the searched texts of the block change. */
type Version = [block: number, version: string];

/** A search's matches by block, with the block's version when they were counted. */
type Counts = Map<number, LinkBlock & { version: string }>;

export type SearchCache = LRUCache<string, Counts>;

export interface Matches {
  /** how many links match */
  total: number;
  /** the same object while the search finds the same links; different for every other search */
  version: object;
}

/** Cached counts over all searches. Words with many matches cost the most, and are needed for every page. */
const maxCounts = 250_000;

const searches = () =>
  processSingleton(
    "linkSearches",
    (): SearchCache => new LRUCache({ maxSize: maxCounts, sizeCalculation: (counts) => counts.size + 1 }),
  );

/** Up to this many blocks are read faster one by one than through the text index. */
const fewBlocks = 8;

/** The number of a user's links, or of the archived ones. */
export async function countLinks(userId: number, archived = false): Promise<number> {
  const { rows } = await pool.query<{ total: number }>({
    name: archived ? "archived links" : "links",
    text: `select coalesce(sum(${archived ? "archived" : "links"}), 0)::int as total from link_blocks where user_id = $1`,
    values: [userId],
  });
  return rows[0]?.total ?? 0;
}

/** A user's links that match all words, exactly counted. Blocks that have not changed keep earlier counts. */
export async function countMatchingLinks(userId: number, search: SearchedWords): Promise<Matches> {
  const key = [userId, ...search.words].join(" ");
  const known = searches().get(key);
  const version = known?.size ? await recount(userId, search, known) : await countMatches(userId, search, null);
  searches().set(key, version);
  return { total: [...version.values()].reduce((sum, { links }) => sum + links, 0), version };
}

/** Returns the same counts if nothing has changed. */
async function recount(userId: number, search: SearchedWords, known: Counts): Promise<Counts> {
  const versions = await versionsOf(userId);
  const changed = versions.filter(([block, version]) => known.get(block)?.version !== version).map(([block]) => block);
  if (changed.length === 0 && versions.length === known.size) return known;
  if (changed.length > fewBlocks) return countMatches(userId, search, null);
  const counted = changed.length > 0 ? await countMatches(userId, search, changed) : new Map();
  const counts: Counts = new Map();
  for (const [block] of versions) {
    const count = counted.get(block) ?? known.get(block);
    if (count) counts.set(block, count);
  }
  return counts;
}

// Both statements return one JSON text, because sending and parsing hundreds of rows takes several times as long.

async function versionsOf(userId: number): Promise<Version[]> {
  const { rows } = await pool.query<{ versions: Version[] | null }>({
    name: "link block versions",
    text: "select json_agg(json_build_array(block, xmin::text)) as versions from link_blocks where user_id = $1",
    values: [userId],
  });
  return rows[0]?.versions ?? [];
}

/** Counts matches in these blocks, or in all. One statement, so that counts and versions are from the same moment. */
async function countMatches(userId: number, search: SearchedWords, blocks: number[] | null): Promise<Counts> {
  const values: unknown[] = [userId, blocks];
  // Not prepared: a generic plan would suit neither rare nor frequent words.
  const { rows } = await pool.query<{ counts: [...Version, number][] | null }>(
    `select json_agg(json_build_array(block, link_blocks.xmin::text, coalesce(found.links, 0))) as counts
     from link_blocks left join (
       select block, count(*) as links from link_texts
       where user_id = $1 and ${matchesIn(blocks?.length ?? null, search, values)}
         and ($2::int[] is null or block = any($2)) group by block
     ) as found using (block)
     where user_id = $1 and ($2::int[] is null or block = any($2))`,
    values,
  );
  const counts = rows[0]?.counts?.map(([block, version, links]) => [block, { block, links, version }] as const);
  return new Map(counts);
}

/**
 * Returns an SQL condition for texts with all the words. In a few blocks, it does without the text index, which would
 * find all links with a frequent word. `blocks` is how many are searched; null: all.
 */
export const matchesIn = (blocks: number | null, search: SearchedWords, values: unknown[]) =>
  blocks !== null && blocks <= fewBlocks
    ? containsWords(unindexed("text"), search.words, values)
    : matchesWords("text", search, values);
