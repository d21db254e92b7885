import { LRUCache } from "lru-cache";
import { pool } from "@/lib/platform/pool";
import { processSingleton } from "@/lib/platform/singleton";
import { hasWords } from "./words";

/** Some of a user's links, by their block (see `LinkBlock` in schema.prisma). */
export interface LinkBlock {
  block: number;
  /** how many of them are meant: all in a list, or those that a search finds */
  links: number;
}

interface Version {
  block: number;
  /** another after every change to what a search finds in the block */
  version: string;
}

/** A search's links by block, with the block's version when they were counted. */
type Counts = Map<number, { links: number; version: string }>;

export type SearchCache = LRUCache<string, Counts>;

/** What a search finds. */
export interface Matches {
  /** the newest first */
  blocks: LinkBlock[];
  /** the same object as long as the search finds the same; another one of every other search */
  version: object;
}

/** Counts kept, over all searches. The few words that find much cost the most and are asked for again with each page. */
const maxCounts = 250_000;

const searches = () =>
  processSingleton(
    "linkSearches",
    (): SearchCache => new LRUCache({ maxSize: maxCounts, sizeCalculation: (counts) => counts.size + 1 }),
  );

/** Up to so many blocks are faster read one by one than through the index of texts. */
export const fewBlocks = 8;

/** A user's links, or those that are archived, the newest block first. */
export async function blocksOf(userId: number, archived = false): Promise<LinkBlock[]> {
  const { rows } = await pool.query<LinkBlock>({
    name: archived ? "archived link blocks" : "link blocks",
    text: `select block, ${archived ? "archived as links" : "links"} from link_blocks where user_id = $1 order by block desc`,
    values: [userId],
  });
  return rows;
}

/**
 * A user's links whose texts have the words. Exact: what has been counted before
 * is taken for the blocks that have not changed since.
 */
export async function matchingBlocks(userId: number, words: string[]): Promise<Matches> {
  const key = [userId, ...words].join(" ");
  const known: Counts = searches().get(key) ?? new Map();
  const { rows } = await pool.query<Version>({
    name: "link block versions",
    text: "select block, xmin::text as version from link_blocks where user_id = $1 order by block desc",
    values: [userId],
  });
  const changed = rows.filter(({ block, version }) => known.get(block)?.version !== version).map(({ block }) => block);
  const few = known.size > 0 && changed.length <= fewBlocks;
  const counted = changed.length > 0 ? await countMatches(userId, words, few ? changed : null) : [];
  const counts: Counts = new Map();
  for (const { block } of rows) {
    const count = known.get(block);
    if (count) counts.set(block, count);
  }
  for (const { block, ...count } of counted) counts.set(block, count);
  const version = changed.length === 0 && counts.size === known.size ? known : counts;
  searches().set(key, version);
  const found = [...counts].filter(([, { links }]) => links > 0);
  const blocks = found.map(([block, { links }]) => ({ block, links })).sort((a, b) => b.block - a.block);
  return { blocks, version };
}

/** In a few blocks not as the index of texts has it: that would find all links with a frequent word. */
export const searchedText = (everywhere: boolean) => (everywhere ? "text" : "(text || '')");

/** Counts in these blocks, or in all. One statement, so that counts and versions are of the same moment. */
async function countMatches(userId: number, words: string[], blocks: number[] | null) {
  const values: unknown[] = [userId, blocks];
  // Without a name: a plan for any word would suit neither the rare nor the frequent ones.
  const { rows } = await pool.query<LinkBlock & Version>(
    `select block, link_blocks.xmin::text as version, coalesce(found.links, 0)::int as links
     from link_blocks left join (
       select block, count(*) as links from link_texts
       where user_id = $1 and ${hasWords(searchedText(blocks === null), words, values)}
         and ($2::int[] is null or block = any($2)) group by block
     ) as found using (block)
     where user_id = $1 and ($2::int[] is null or block = any($2))`,
    values,
  );
  return rows;
}
