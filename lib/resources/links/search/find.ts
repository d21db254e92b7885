import type { Position } from "@/lib/contract/pagination";
import { pool } from "@/lib/platform/pool";
import { blocksOf, idRangeOf, type LinkBlock, matchesIn, matchingBlocks } from "./blocks";
import { idsAfter } from "./find-after";
import { findFiltered, isNarrowed, type LinkFilters } from "./find-filtered";
import { type Range, rankedIds, type Search } from "./ranking";
import { matchesWords, type SearchedWords, searchWordsOf, withIndexed } from "./words";

export interface LinkOrder extends LinkFilters {
  order?: "date" | "click";
  /** `asc`: oldest, or fewest clicks, first */
  direction?: "asc" | "desc";
  /** words that must all match */
  q?: string;
}

/** Returns whether a list shows all links, or all archived ones, newest first. */
export const isWhole = ({ order, direction, q, archived: _, ...filters }: LinkOrder) =>
  order !== "click" && direction !== "asc" && searchWordsOf(q ?? "").length === 0 && !isNarrowed(filters);

/** Up to this depth, finding a search's links in order is faster than ranking all of them. */
const shallow = 500;

/**
 * Returns the ids of a page of a user's links in order, optionally after a position, and how many there are. Deep pages
 * cost no more than others.
 */
export async function findLinkIds(
  userId: number,
  { order, direction, q, archived = false, ...filters }: LinkOrder,
  { after, ...range }: Range & { after?: Position },
) {
  const words = searchWordsOf(q ?? "");
  const searched = words.length > 0 ? await withIndexed(words) : undefined;
  // A search's text index contains only links that are not archived.
  if (isNarrowed(filters) || (archived && searched)) {
    return findFiltered(userId, { ...filters, archived, order, direction, search: searched }, range, after);
  }
  const search = searched && { ...searched, ...(await matchingBlocks(userId, searched)) };
  const blocks = search?.blocks ?? (await blocksOf(userId, archived));
  const total = blocks.reduce((sum, { links }) => sum + links, 0);
  if (after) {
    const ids = await idsAfter(userId, { order, direction, archived }, searched, blocks, { after, take: range.take });
    return { ids, total };
  }
  if (range.skip >= total) return { ids: [], total };
  const among = archived ? "archived" : "not archived";
  const backwards = direction === "asc";
  const part = backwards ? fromEnd(range, total) : range;
  const ids = await (order === "click"
    ? byClicks(userId, among, search, total, part)
    : byDate(userId, among, searched, blocks, part));
  return { ids: backwards ? ids.reverse() : ids, total };
}

/** The same part of a list, counted from its end. */
const fromEnd = ({ skip, take }: Range, total: number): Range => ({
  skip: Math.max(0, total - skip - take),
  take: Math.min(take, total - skip),
});

type Among = "archived" | "not archived";

/** Newest first: the blocks show where the page begins. */
async function byDate(
  userId: number,
  among: Among,
  search: SearchedWords | undefined,
  blocks: LinkBlock[],
  { skip, take }: Range,
) {
  let before = 0;
  let first: LinkBlock | undefined;
  let last: LinkBlock | undefined;
  let offset = 0;
  for (const block of blocks) {
    if (!first && before + block.links > skip) {
      first = block;
      offset = skip - before;
    }
    last = block;
    before += block.links;
    if (before >= skip + take) break;
  }
  if (!first || !last) return [];
  const values: unknown[] = [userId, idRangeOf(last)[0], idRangeOf(first)[1], offset, take];
  if (search === undefined) {
    return idsOf(
      `select id from links where user_id = $1 and ${among} and id between $2 and $3
       order by id desc offset $4 limit $5`,
      values,
    );
  }
  const [low, high] = [values.push(last.block), values.push(first.block)];
  return idsOf(
    `select link_id as id from link_texts
     where user_id = $1 and block between $${low} and $${high} and link_id between $2 and $3
       and ${matchesIn(first.block - last.block, search, values)}
     order by link_id desc offset $4 limit $5`,
    values,
  );
}

/**
 * Most clicked first. Clicks change all the time, so there are no blocks. Instead, pages in the second half are read
 * from the end, and a search is ranked as a whole before its deep pages are shown.
 */
async function byClicks(
  userId: number,
  among: Among,
  search: Search | undefined,
  total: number,
  { skip, take }: Range,
) {
  const after = Math.max(0, total - skip - take);
  if (search && Math.min(skip, after) > shallow) return rankedIds(userId, search, { skip, take });
  const backwards = after < skip;
  const direction = backwards ? "asc" : "desc";
  const range = backwards ? [after, Math.min(take, total - skip)] : [skip, take];
  const values: unknown[] = [userId, ...range];
  const order = `order by clicks ${direction}, link_id ${direction} offset $2 limit $3`;
  const ids = await (search === undefined
    ? idsOf(`select link_id as id from link_counts where user_id = $1 and ${among} ${order}`, values)
    : idsOf(
        `select link_id as id from link_counts join link_texts using (link_id)
         where link_counts.user_id = $1 and ${among} and link_texts.user_id = $1
           and ${matchesWords("text", search, values)} ${order}`,
        values,
      ));
  return backwards ? ids.reverse() : ids;
}

// Not prepared: the best plan depends on the values.
async function idsOf(text: string, values: unknown[]): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(text, values);
  return rows.map(({ id }) => id);
}
