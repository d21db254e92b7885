import { integer, optional } from "./fields";
import { z } from "./zod";

const defaultLimit = 15;
const maximumLimit = 1000;

/** A list that is not counted elsewhere is counted up to this number of items, so that a page's cost does not grow with it. */
export const mostCounted = 10_000;

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

export function toPage(query: Pick<z.infer<typeof pageQuery>, "limit" | "page">): Page {
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

/** What a list response says about the pages of the list. */
export const counters = {
  result: z.int().describe("Items on all pages. If `resultexact` is false, there are more than this."),
  resultexact: z
    .boolean()
    .describe(
      `False: more than ${mostCounted.toLocaleString("en")} items match, and not all were counted. Read on until \`nextcursor\` is null, or a page is empty.`,
    ),
  perpage: z.int(),
  currentpage: z.int().describe("1 with `cursor`."),
  nextpage: z.int(),
  maxpage: z
    .int()
    .describe("No page after this one has items. If `resultexact` is false, the last pages may be empty."),
  nextcursor: z
    .string()
    .nullable()
    .describe("Send it as `cursor` to get the next items. Null: there are no more.")
    .meta({ example: "WzQyXQ.kR0t7yq1Gd9vX2Zb" }),
};

/** `data` of a list response: the counters, and the items under the key of the resource. */
export const pageResult = <Key extends string, Item extends z.ZodType>(key: Key, item: Item) =>
  z.object({
    data: z.object({
      ...counters,
      ...({ [key]: z.array(item) } as Record<Key, z.ZodArray<Item>>),
    }),
  });

/** The number of rows over all pages. */
export interface Total {
  total: number;
  /** Set if counting stopped: there are more than `total`, and no more than this. */
  atMost?: number;
}

/** A page of rows, and the total number over all pages. */
export interface Listed<Row> extends Total {
  rows: Row[];
}

/** The same with the position of the last row; null at the end of the list. */
export interface Paged<Row> extends Listed<Row> {
  next: Position | null;
}

/** Makes a page of the rows that were read by `rangeAndOneMore`. */
export function paged<Row>(
  { limit }: Page,
  { rows, ...total }: Listed<Row>,
  positionOf: (row: Row) => Position,
): Paged<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { ...total, rows: shown, next: last && rows.length > limit ? positionOf(last) : null };
}

/** The part of a list that is read for a page: one row more than it shows. */
interface Part {
  skip: number;
  take: number;
  after?: Position;
}

/**
 * Returns the total of a list whose rows were counted up to `mostCounted` + 1. A page beyond that gives a higher lower
 * bound, and the last page gives the exact number.
 *
 * @param found the number of rows of the part
 * @param atMost a number of rows that the list does not exceed
 */
export function totalOf({ skip, take, after }: Part, counted: number, found: number, atMost: number): Total {
  if (counted <= mostCounted) return { total: counted };
  const between = (total: number, most: number) => ({ total, atMost: Math.max(total + 1, most) });
  if (after) return between(mostCounted, atMost);
  if (found === take) return between(Math.max(mostCounted, skip + take - 1), atMost);
  return found > 0 ? { total: skip + found } : between(mostCounted, Math.min(skip, atMost));
}

/** A page of rows as `pageResult` describes it. */
export function presentPage<Key extends string, Row, Item>(
  { limit, page, cursorOf }: Page,
  { rows, total, atMost, next }: Paged<Row>,
  key: Key,
  present: (row: Row) => Item,
) {
  const maxpage = Math.max(1, Math.ceil((atMost ?? total) / limit));
  const counters = {
    result: total,
    resultexact: atMost === undefined,
    perpage: limit,
    currentpage: page,
    nextpage: Math.min(page + 1, maxpage),
    maxpage,
    nextcursor: (next && cursorOf?.(next)) ?? null,
  };
  return { data: { ...counters, ...({ [key]: rows.map(present) } as Record<Key, Item[]>) } };
}
