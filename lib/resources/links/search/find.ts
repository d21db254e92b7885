import type { Position, Total } from "@/lib/contract/pagination";
import { countLinks, countMatchingLinks } from "./blocks";
import { idsAfter } from "./find-after";
import { findFiltered, isNarrowed, type LinkFilters } from "./find-filtered";
import { type OrderName, orders, selectIds, textsJoinedTo } from "./orders";
import { type Range, rankedIds, type Search } from "./ranking";
import { matchesWords, parseSearchWords, withIndexed } from "./words";

export interface LinkOrder extends LinkFilters {
  order?: "date" | "click";
  /** `asc`: oldest, or fewest clicks, first */
  direction?: "asc" | "desc";
  /** words that must all match */
  q?: string;
}

/** Up to this depth, links are read or found one by one in order. Deeper, only an index or a ranking is read. */
const shallow = 500;

/** Returns whether a page is one of the first of all links, or of all archived ones, newest first. */
export const isNewest = ({ order, direction, q, archived: _, ...filters }: LinkOrder, { skip }: Range) =>
  skip <= shallow &&
  order !== "click" &&
  direction !== "asc" &&
  parseSearchWords(q ?? "").length === 0 &&
  !isNarrowed(filters);
/** Up to this number of links, ranking them is faster than finding the first among all links. */
const few = 5_000;

/** Returns the ids of a page of a user's links in order, optionally after a position, and how many there are. */
export async function findLinkIds(
  userId: number,
  { order, direction, q, archived = false, ...filters }: LinkOrder,
  { after, ...range }: Range & { after?: Position },
): Promise<{ ids: number[] } & Total> {
  const words = parseSearchWords(q ?? "");
  const searched = words.length > 0 ? await withIndexed(words) : undefined;
  // A search's text index contains only links that are not archived.
  if (isNarrowed(filters) || (archived && searched)) {
    return findFiltered(userId, { ...filters, archived, order, direction, search: searched }, { ...range, after });
  }
  // Deep pages are read from the nearer end, or from a ranking, so they need an exact count.
  const isExact = !after && range.skip > shallow;
  const search = searched && { ...searched, ...(await countMatchingLinks(userId, searched, isExact)) };
  const total = search?.total ?? (await countLinks(userId, archived));
  if (after || search?.atMost !== undefined) {
    const part = after ? { after, take: range.take } : range;
    const ids = await idsAfter(userId, { order, direction, archived }, searched, part);
    return { ids, total, atMost: search?.atMost };
  }
  if (range.skip >= total) return { ids: [], total };
  const backwards = direction === "asc";
  const part = backwards ? fromEnd(range, total) : range;
  const ids = await inOrder(userId, order ?? "date", archived, search, total, part);
  return { ids: backwards ? ids.reverse() : ids, total };
}

/** The same part of a list, counted from its end. */
const fromEnd = ({ skip, take }: Range, total: number): Range => ({
  skip: Math.max(0, total - skip - take),
  take: Math.min(take, total - skip),
});

/**
 * Highest first. Pages in the second half are read from the end, and a search is ranked as a whole before its deep pages
 * are shown.
 */
async function inOrder(
  userId: number,
  order: OrderName,
  archived: boolean,
  search: Search | undefined,
  total: number,
  { skip, take }: Range,
) {
  const after = Math.max(0, total - skip - take);
  // Clicks change all the time, so a ranking by them is used only where it is needed.
  const isRanked = Math.min(skip, after) > shallow || (order === "date" && total <= few);
  if (search && isRanked) return rankedIds(userId, order, search, { skip, take });
  const backwards = after < skip;
  const way = backwards ? "asc" : "desc";
  const range = backwards ? [after, Math.min(take, total - skip)] : [skip, take];
  const values: unknown[] = [userId, ...range];
  const { table, key, id } = orders[order];
  const found = search ? `and link_texts.user_id = $1 and ${matchesWords("text", search, values)}` : "";
  const ids = await selectIds(
    `select ${id} as id from ${table} ${search ? textsJoinedTo(order) : ""}
     where ${table}.user_id = $1 and ${archived ? "archived" : "not archived"} ${found}
     order by ${key} ${way}, ${id} ${way} offset $2 limit $3`,
    values,
  );
  return backwards ? ids.reverse() : ids;
}
