import { integer, optional } from "./fields";
import { z } from "./zod";

const defaultLimit = 15;
const maximumLimit = 1000;

/** The query of every list: `limit` above 1,000 is clamped, `page` starts at 1. */
export const pageQuery = z.object({
  limit: optional(integer(1, Number.MAX_SAFE_INTEGER)).describe(
    `Items a page, ${defaultLimit} unless sent, ${maximumLimit} at most.`,
  ),
  page: optional(integer(1)).describe("The page, from 1."),
});

export interface Page {
  limit: number;
  page: number;
}

export function pageOf(query: z.infer<typeof pageQuery>): Page {
  return { limit: Math.min(query.limit ?? defaultLimit, maximumLimit), page: query.page ?? 1 };
}

/** What `page` asks for as LIMIT and OFFSET. */
export function rangeOf({ limit, page }: Page): { take: number; skip: number } {
  return { take: limit, skip: (page - 1) * limit };
}

/** `data` of a list response: the five counters and the items under the resource's own key. */
export const pageResult = <Key extends string, Item extends z.ZodType>(key: Key, item: Item) =>
  z.object({
    data: z.object({
      result: z.int().describe("Items over all pages."),
      perpage: z.int(),
      currentpage: z.int(),
      nextpage: z.int(),
      maxpage: z.int(),
      ...({ [key]: z.array(item) } as Record<Key, z.ZodArray<Item>>),
    }),
  });

/** A page of rows and how many there are over all pages. */
export interface Listed<Row> {
  rows: Row[];
  total: number;
}

/** A page of rows as `pageResult` describes it. */
export function presentPage<Key extends string, Row, Item>(
  { limit, page }: Page,
  { rows, total }: Listed<Row>,
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
  };
  return { data: { ...counters, ...({ [key]: rows.map(present) } as Record<Key, Item[]>) } };
}
