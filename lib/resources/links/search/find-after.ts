import { refusedField } from "@/lib/contract/errors";
import type { Position } from "@/lib/contract/pagination";
import { type OrderName, orders, selectIds, textsJoinedTo } from "./orders";
import { matchesWords, type SearchedWords } from "./words";

interface Order {
  order?: OrderName;
  direction?: "asc" | "desc";
}

interface Part {
  /** the position of the link before the part */
  after?: Position;
  /** how many links to leave out */
  skip?: number;
  take: number;
}

/** Returns an SQL condition for the links after a position, and appends its parameters to `values`. */
export function isAfter(
  { direction }: Pick<Order, "direction">,
  columns: { key: string; id: string },
  after: Position,
  values: unknown[],
): string {
  // Earlier versions sorted by ID alone.
  if (after.length !== 2) throw refusedField("cursor", "cursor_unknown");
  const position = after.map((value) => `$${values.push(value)}`);
  return `(${columns.key}, ${columns.id}) ${direction === "asc" ? ">" : "<"} (${position})`;
}

/** Returns the ids of the links after a position, or of the first links, in order, straight from an index. */
export async function idsAfter(
  userId: number,
  { order = "date", direction, archived }: Order & { archived: boolean },
  search: SearchedWords | undefined,
  { after, skip = 0, take }: Part,
): Promise<number[]> {
  const way = direction === "asc" ? "asc" : "desc";
  const values: unknown[] = [userId, take, skip];
  const { table, key, id } = orders[order];
  const found = search ? `and link_texts.user_id = $1 and ${matchesWords("text", search, values)}` : "";
  return selectIds(
    `select ${id} as id from ${table} ${search ? textsJoinedTo(order) : ""}
     where ${table}.user_id = $1 and ${archived ? "archived" : "not archived"} ${found}
     ${after ? `and ${isAfter({ direction }, { key, id }, after, values)}` : ""} order by ${key} ${way}, ${id} ${way} offset $3 limit $2`,
    values,
  );
}
