import { readQuery } from "@/lib/contract/query";

/** Returns the links that a query selects: `?ids=1,2`, or a filter with the `count` of what it finds. */
export function readSelection(query: URLSearchParams) {
  const { ids, count, ...filter } = readQuery(query);
  if (ids !== undefined) return { ids: String(ids).split(",") };
  return count === undefined ? undefined : { filter, count };
}
