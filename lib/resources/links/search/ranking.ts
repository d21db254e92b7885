import { LRUCache } from "lru-cache";
import { statement } from "@/lib/platform/database/statement";
import { processSingleton } from "@/lib/platform/singleton";
import type { Matches } from "./blocks";
import { matchesWords, type SearchedWords } from "./words";

/** What links are sorted by: a column with an index that begins with the account and the archive and ends with the ID. */
export const orders = {
  date: { table: "links", key: "links.created_at", id: "links.id" },
  click: { table: "link_counts", key: "link_counts.clicks", id: "link_counts.link_id" },
} as const;

export type OrderName = keyof typeof orders;

/** Joins the searched texts of links. */
export const textsJoinedTo = (order: OrderName) => `join link_texts on link_texts.link_id = ${orders[order].id}`;

// Not prepared: the best plan depends on the values.
export async function selectIds(text: string, values: unknown[]): Promise<number[]> {
  const rows = await statement<{ id: number }>(text, values);
  return rows.map(({ id }) => id);
}

export interface Range {
  skip: number;
  take: number;
}

/** A search for words, with its matches in a user's links. */
export type Search = SearchedWords & Matches;

/** The ids of all links that match a search, in an order, highest first: four bytes each. */
type Ranking = Buffer;

/** By the version of the search's matches. */
type RankingCache = LRUCache<object, Ranking>;

/** for each order */
const maxBytes = 16 * 2 ** 20;
/** How long a ranking is kept despite new clicks, so that no link appears twice while a person turns pages. */
const maxAgeMs = 30_000;

const newCache = (): RankingCache =>
  new LRUCache({ maxSize: maxBytes, sizeCalculation: (ranking) => ranking.length + 1, ttl: maxAgeMs });

const rankings = () => processSingleton("linkRankings", () => ({ date: newCache(), click: newCache() }));

/** Returns the ids of a page of a search's matches, highest first. Ranks all matches, once for all pages. */
export async function rankedIds(
  userId: number,
  order: OrderName,
  search: Search,
  { skip, take }: Range,
): Promise<number[]> {
  const known = rankings()[order];
  let ranking = known.get(search.version);
  if (!ranking) {
    ranking = await rank(userId, order, search);
    known.set(search.version, ranking);
  }
  const last = Math.min(skip + take, ranking.length / 4);
  return Array.from({ length: Math.max(0, last - skip) }, (_, index) => ranking.readInt32BE((skip + index) * 4));
}

async function rank(userId: number, order: OrderName, search: SearchedWords): Promise<Ranking> {
  const values: unknown[] = [userId];
  const { table, key, id } = orders[order];
  // One value instead of a row for each link: reading a million rows would block every other request.
  const rows = await statement<{ ids: Ranking | null }>(
    `select string_agg(int4send(${id}), '' order by ${key} desc, ${id} desc) as ids
     from ${table} ${textsJoinedTo(order)}
     where ${table}.user_id = $1 and link_texts.user_id = $1 and ${matchesWords("text", search, values)}`,
    values,
  );
  return rows[0]?.ids ?? Buffer.alloc(0);
}
