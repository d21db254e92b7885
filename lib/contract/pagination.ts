import { integer, optional } from "./fields";
import { z } from "./zod";

const defaultLimit = 15;
const maximumLimit = 1000;

/** The query of every list: `limit` above 1,000 is clamped, `page` starts at 1. */
export const pageQuery = z.object({
  limit: optional(integer(1, Number.MAX_SAFE_INTEGER)).describe(
    `Items per page. Default: ${defaultLimit}. At most ${maximumLimit}.`,
  ),
  page: optional(integer(1)).describe("The page number, starting at 1."),
  cursor: optional(z.string().max(500)).describe(
    "Use instead of `page`: the `nextcursor` of the previous response, with the same filters and order. If items are added or deleted meanwhile, none appears twice and none is skipped.",
  ),
});

/** A row's position in its list: the values that the list is sorted by. The id comes last, so no two rows share a position. */
export type Position = (string | number | boolean)[];

export interface Page {
  limit: number;
  page: number;
  /** starts after this position, instead of at `page` */
  after?: Position;
  /** makes the cursor of a position in this list */
  cursorOf?: (position: Position) => string;
}

export function pageOf(query: Pick<z.infer<typeof pageQuery>, "limit" | "page">): Page {
  return { limit: Math.min(query.limit ?? defaultLimit, maximumLimit), page: query.page ?? 1 };
}

/** LIMIT and OFFSET for `page`. */
export function rangeOf({ limit, page }: Page): { take: number; skip: number } {
  return { take: limit, skip: (page - 1) * limit };
}

/** The same with one more row, which shows `paged` that the list continues. */
export const rangeAndOneMore = (page: Page) => ({ ...rangeOf(page), take: page.limit + 1 });

/** The condition for rows after the page's position, for a Prisma list by id with the newest first. */
export const behindId = ({ after }: Page) => (after ? { id: { lt: Number(after.at(-1)) } } : {});

/** `data` of a list response: the five counters, the cursor, and the items under the key of the resource. */
export const pageResult = <Key extends string, Item extends z.ZodType>(key: Key, item: Item) =>
  z.object({
    data: z.object({
      result: z.int().describe("Items on all pages."),
      perpage: z.int(),
      currentpage: z.int().describe("1 with `cursor`."),
      nextpage: z.int(),
      maxpage: z.int(),
      nextcursor: nextCursor(),
      ...({ [key]: z.array(item) } as Record<Key, z.ZodArray<Item>>),
    }),
  });

export const nextCursor = () =>
  z
    .string()
    .nullable()
    .describe("Send it as `cursor` to get the next items. Null: there are no more.")
    .meta({ example: "WzQyXQ.kR0t7yq1Gd9vX2Zb" });

/** A page of rows, and the total number over all pages. */
export interface Listed<Row> {
  rows: Row[];
  total: number;
}

/** The same with the position of the last row; null at the end of the list. */
export interface Paged<Row> extends Listed<Row> {
  next: Position | null;
}

/** Makes a page of the rows that were read by `rangeAndOneMore`. */
export function paged<Row>(
  { limit }: Page,
  { rows, total }: Listed<Row>,
  positionOf: (row: Row) => Position,
): Paged<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, total, next: last && rows.length > limit ? positionOf(last) : null };
}

/** A page of rows as `pageResult` describes it. */
export function presentPage<Key extends string, Row, Item>(
  { limit, page, cursorOf }: Page,
  { rows, total, next }: Paged<Row>,
  key: Key,
  present: (row: Row) => Item,
) {
  const maxpage = Math.max(1, Math.ceil(total / limit));
  const counters = {
    result: total,
    perpage: limit,
    currentpage: page,
    nextpage: Math.min(page + 1, maxpage),
    maxpage,
    nextcursor: (next && cursorOf?.(next)) ?? null,
  };
  return { data: { ...counters, ...({ [key]: rows.map(present) } as Record<Key, Item[]>) } };
}
