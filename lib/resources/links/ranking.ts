import { LRUCache } from "lru-cache";
import { pool } from "@/lib/platform/pool";
import { processSingleton } from "@/lib/platform/singleton";
import type { Matches } from "./blocks";
import { hasWords } from "./words";

export interface Range {
  skip: number;
  take: number;
}

/** What words are found in the texts of a user's links. */
export interface Search extends Matches {
  words: string[];
}

/** The ids of all links that a search finds, most clicked first: four bytes each. */
type Ranking = Buffer;

/** By the version of what the search finds. */
export type RankingCache = LRUCache<object, Ranking>;

const maxBytes = 32 * 2 ** 20;
/** How long a link keeps its place among others, whatever clicks come: who turns pages meets no link twice. */
const keptFor = 30_000;

const rankings = () =>
  processSingleton(
    "linkRankings",
    (): RankingCache =>
      new LRUCache({ maxSize: maxBytes, sizeCalculation: (ranking) => ranking.length + 1, ttl: keptFor }),
  );

/** The ids of a part of what a search finds, most clicked first. Ranks all of them, once for all their pages. */
export async function rankedIds(userId: number, { words, version }: Search, { skip, take }: Range): Promise<number[]> {
  let ranking = rankings().get(version);
  if (!ranking) {
    ranking = await rank(userId, words);
    rankings().set(version, ranking);
  }
  const last = Math.min(skip + take, ranking.length / 4);
  return Array.from({ length: Math.max(0, last - skip) }, (_, index) => ranking.readInt32BE((skip + index) * 4));
}

async function rank(userId: number, words: string[]): Promise<Ranking> {
  const values: unknown[] = [userId];
  // One value, not a row for each link: a million rows would hold up every other request while they are read.
  const { rows } = await pool.query<{ ids: Ranking | null }>(
    `select string_agg(int4send(link_id), '' order by clicks desc, link_id desc) as ids
     from link_counts join link_texts using (link_id) where link_counts.user_id = $1 and link_texts.user_id = $1 and ${hasWords("text", words, values)}`,
    values,
  );
  return rows[0]?.ids ?? Buffer.alloc(0);
}
