import { LRUCache } from "lru-cache";
import { pool } from "@/lib/platform/pool";
import { processSingleton } from "@/lib/platform/singleton";
import { matchesWords } from "./words";

/** Some of a user's links, by their block (see `LinkBlock` in schema.prisma). */
export interface LinkBlock {
  block: number;
  /** the number of links in the block: all that are listed, or those that match a search */
  links: number;
}

interface Version {
  block: number;
  /** changes whenever the searched texts of the block change */
  version: string;
}

/** A search's matches by block, with the block's version when they were counted. */
type Counts = Map<number, { links: number; version: string }>;

export type SearchCache = LRUCache<string, Counts>;

export interface Matches {
  /** newest first */
  blocks: LinkBlock[];
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
export const fewBlocks = 8;

/** A user's links, or the archived ones, newest block first. */
export async function blocksOf(userId: number, archived = false): Promise<LinkBlock[]> {
  const { rows } = await pool.query<LinkBlock>({
    name: archived ? "archived link blocks" : "link blocks",
    text: `select block, ${archived ? "archived as links" : "links"} from link_blocks where user_id = $1 order by block desc`,
    values: [userId],
  });
  return rows;
}

/** A user's links that match all words, exactly counted. Blocks that have not changed keep earlier counts. */
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

/** In a few blocks, this avoids the text index, which would find all links with a frequent word. */
export const searchedText = (everywhere: boolean) => (everywhere ? "text" : "(text || '')");

/** Counts matches in these blocks, or in all. One statement, so that counts and versions are from the same moment. */
async function countMatches(userId: number, words: string[], blocks: number[] | null) {
  const values: unknown[] = [userId, blocks];
  // Not prepared: a generic plan would suit neither rare nor frequent words.
  const { rows } = await pool.query<LinkBlock & Version>(
    `select block, link_blocks.xmin::text as version, coalesce(found.links, 0)::int as links
     from link_blocks left join (
       select block, count(*) as links from link_texts
       where user_id = $1 and ${matchesWords(searchedText(blocks === null), words, values)}
         and ($2::int[] is null or block = any($2)) group by block
     ) as found using (block)
     where user_id = $1 and ($2::int[] is null or block = any($2))`,
    values,
  );
  return rows;
}
