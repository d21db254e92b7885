import { LRUCache } from "lru-cache";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { mostCounted, type Total } from "@/lib/contract/pagination";
import { statement } from "@/lib/platform/database/statement";
import { processSingleton } from "@/lib/platform/singleton";
import { clicksThisMonth } from "@/lib/resources/plans/clicks";
import { limitOf } from "@/lib/resources/plans/quota";
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

type SearchCache = LRUCache<string, Counts>;

export interface Matches extends Total {
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

/** How long a search that finds many links is not counted again. */
const MANY_FOR_MS = 60_000;

/** Searches that find more than `mostCounted` links. */
const frequentSearches = () =>
  processSingleton("frequentLinkSearches", () => new LRUCache<string, true>({ max: 10_000, ttl: MANY_FOR_MS }));

/** Up to this many blocks are read faster one by one than through the text index. */
const fewBlocks = 8;

/** The number of a user's links, or of the archived ones. */
export async function countLinks(userId: number, archived = false): Promise<number> {
  const rows = await statement<{ total: number }>(
    `select coalesce(sum(${archived ? "archived" : "links"}), 0)::int as total from link_blocks where user_id = $1`,
    [userId],
    { quick: true },
  );
  return rows[0]?.total ?? 0;
}

/**
 * Counts a user's links that match all words: up to `mostCounted`, or all if `isExact`. Blocks that have not changed keep
 * earlier counts.
 */
export async function countMatchingLinks(userId: number, search: SearchedWords, isExact: boolean): Promise<Matches> {
  const key = [userId, ...search.words].join(" ");
  const most = isExact ? null : mostCounted;
  const known = searches().get(key);
  const isFrequent = !isExact && !known && frequentSearches().has(key);
  const counts = isFrequent ? null : await currentCounts(userId, search, known, most);
  if (!counts) {
    if (!isFrequent) frequentSearches().set(key, true);
    return { total: mostCounted, atMost: Math.max(mostCounted + 1, await countLinks(userId)), version: {} };
  }
  searches().set(key, counts);
  return { total: sumOf(counts), version: counts };
}

const sumOf = (counts: Counts) => [...counts.values()].reduce((sum, { links }) => sum + links, 0);

const currentCounts = (userId: number, search: SearchedWords, known: Counts | undefined, most: number | null) =>
  known?.size ? recount(userId, search, known, most) : countMatches(userId, search, null, most);

/** Returns the same counts if nothing has changed; null if many blocks have, and more than `most` links match. */
async function recount(
  userId: number,
  search: SearchedWords,
  known: Counts,
  most: number | null,
): Promise<Counts | null> {
  const versions = await versionsOf(userId);
  const changed = versions.filter(([block, version]) => known.get(block)?.version !== version).map(([block]) => block);
  if (changed.length === 0 && versions.length === known.size) return known;
  if (changed.length > fewBlocks) return countMatches(userId, search, null, most);
  const counted = changed.length > 0 ? await countMatches(userId, search, changed, null) : null;
  const counts: Counts = new Map();
  for (const [block] of versions) {
    const count = counted?.get(block) ?? known.get(block);
    if (count) counts.set(block, count);
  }
  return counts;
}

// Both statements return one JSON text, because sending and parsing hundreds of rows takes several times as long.

async function versionsOf(userId: number): Promise<Version[]> {
  const rows = await statement<{ versions: Version[] | null }>(
    "select json_agg(json_build_array(block, xmin::text)) as versions from link_blocks where user_id = $1",
    [userId],
    { quick: true },
  );
  return rows[0]?.versions ?? [];
}

/**
 * Counts matches in these blocks, or in all; returns null if there are more than `most`. One statement, so that counts
 * and versions are from the same moment.
 */
async function countMatches(
  userId: number,
  search: SearchedWords,
  blocks: number[] | null,
  most: number | null,
): Promise<Counts | null> {
  const values: unknown[] = [userId, blocks, most === null ? null : most + 1];
  // Not prepared: a generic plan would suit neither rare nor frequent words.
  const rows = await statement<{ counts: [...Version, number][] | null }>(
    `select json_agg(json_build_array(block, link_blocks.xmin::text, coalesce(found.links, 0))) as counts
     from link_blocks left join (
       select block, count(*) as links from (
         select block from link_texts where user_id = $1 and ${matchesIn(blocks?.length ?? null, search, values)}
           and ($2::int[] is null or block = any($2)) limit $3::int
       ) as first group by block
     ) as found using (block)
     where user_id = $1 and ($2::int[] is null or block = any($2))`,
    values,
  );
  const counts: Counts = new Map(
    rows[0]?.counts?.map(([block, version, links]) => [block, { block, links, version }] as const),
  );
  return most !== null && sumOf(counts) > most ? null : counts;
}

/**
 * Returns an SQL condition for texts with all the words. In a few blocks, it does without the text index, which would
 * find all links with a frequent word. `blocks` is how many are searched; null: all.
 */
const matchesIn = (blocks: number | null, search: SearchedWords, values: unknown[]) =>
  blocks !== null && blocks <= fewBlocks
    ? containsWords(unindexed("text"), search.words, values)
    : matchesWords("text", search, values);

export interface PlanUsage {
  /** null for an administrator, who has no plan */
  plan: string | null;
  links: number;
  /** null if there is no limit */
  limit: number | null;
  /** this month; clicks beyond the limit count in totals only */
  clicks: { used: number; limit: number | null };
}

/** How many links and clicks an account has, and its limits. */
export async function planUsage(actor: Actor): Promise<PlanUsage> {
  authorize(actor, "links:read");
  const [links, clicks] = await Promise.all([countLinks(actor.userId), clicksThisMonth(actor)]);
  return { plan: actor.unlimited ? null : actor.plan.name, links, limit: limitOf(actor, "links"), clicks };
}
