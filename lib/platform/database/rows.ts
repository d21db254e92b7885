import {
  type Listed,
  mostCounted,
  type Page,
  type Paged,
  type Position,
  paged,
  rangeAndOneMore,
  type Total,
  totalOf,
} from "@/lib/contract/pagination";
import { statement } from "./statement";

// Prisma reads a row and each of its relations one by one, and builds each statement again. Lists and pages use our own
// statements, whose rows have the same form as Prisma's.

/** The parts of a list's statement, in SQL. */
interface List<Row> {
  columns: string;
  from: string;
  where: string;
  /** an ORDER BY of names from `columns`, which include `id`, highest first */
  order?: string;
  /** the ordering as expressions of `from`, the id last; `positionOf` returns their values for a row */
  keys?: string[];
  positionOf?: (row: Row) => Position;
  values: unknown[];
}

/** Reads a part of a list and its total in one statement. */
export async function readList<Row extends { id: number }>(
  { columns, from, where, order = "id DESC", keys = ["id"], positionOf = ({ id }) => [id], values }: List<Row>,
  page: Page,
): Promise<Paged<Row>> {
  const { take, skip } = rangeAndOneMore(page);
  const { after = [] } = page;
  const place = (index: number) => `$${values.length + index + 1}`;
  const behind = after.length > 0 ? ` AND (${keys}) < (${after.map((_, index) => place(index + 2))})` : "";
  const rows = await statement<Row & Counted>(
    `SELECT counted.*, page.* FROM (${countedFrom(`${from} WHERE ${where}`, keys.at(-1) as string)}) AS counted
     LEFT JOIN (
       SELECT ${columns} FROM ${from} WHERE ${where}${behind} ORDER BY ${order} LIMIT ${place(0)} OFFSET ${place(1)}
     ) AS page ON true ORDER BY ${order}`,
    [...values, take, skip, ...after],
    { quick: true },
  );
  // An empty page has one row without an id, which only contains the count.
  const found = rows.filter(({ id }) => id !== null).map(({ counted, most, ...row }) => row as unknown as Row);
  return paged(page, { rows: found, ...totalIn(page, rows, found.length) }, positionOf);
}

/** What `countedFrom` selects. */
export interface Counted {
  counted: number;
  most: number | null;
}

/**
 * Returns a statement that counts the rows of a list up to `mostCounted` + 1. If there are so many, it also selects a
 * number of rows that the list cannot exceed, from its lowest and highest id.
 *
 * @param list everything from the FROM clause on
 * @param id the expression for the id of a row
 */
export const countedFrom = (list: string, id: string) =>
  `SELECT counted::int, CASE WHEN counted > ${mostCounted} THEN (SELECT max(${id}) - min(${id}) + 1 FROM ${list})::float8 END AS most
   FROM (SELECT count(*) AS counted FROM (SELECT FROM ${list} LIMIT ${mostCounted + 1}) AS first) AS counted`;

/** Returns the total of a list from what `countedFrom` selected, and the number of rows that were read for the page. */
export const totalIn = (page: Page, [first]: Counted[], found: number): Total =>
  totalOf({ ...page, ...rangeAndOneMore(page) }, first?.counted ?? 0, found, first?.most ?? 0);

/** Splits rows that each contain the total. An empty page has one row without an id, which only contains the total. */
export function listed<Row extends { id: number }>(rows: (Row & { total: number })[]): Listed<Row> {
  const total = rows[0]?.total ?? 0;
  return { rows: rows.filter(({ id }) => id !== null).map(({ total, ...row }) => row as unknown as Row), total };
}

const BATCH = 5_000;

/** Deletes the rows for which `condition` holds, in batches so that no lock lasts long. Returns how many. */
export async function deleteRows(table: string, condition: string): Promise<number> {
  const batch = `WITH gone AS (DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)) RETURNING 1)
    SELECT count(*)::int AS count FROM gone`;
  let gone = 0;
  for (let count = BATCH; count === BATCH; gone += count)
    [{ count } = { count: 0 }] = await statement<{ count: number }>(batch);
  return gone;
}

/**
 * An SQL condition for rows of accounts that exist. The rows of a deleted account are erased in steps, which can take
 * minutes, and nobody may see them meanwhile. `column` is the column with the account's id, with the name of its table:
 * without it, `user_id` would mean the column of the deletion, and one deletion would hide the rows of all accounts.
 */
export const ofExistingAccount = (column: `${string}.${string}`) =>
  `NOT EXISTS (SELECT FROM account_deletions AS deletion WHERE deletion.user_id = ${column})`;

/** Escapes wildcards, so that LIKE finds exactly this text. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Prisma's filter for values that contain the text, ignoring case. Prisma does not escape wildcards itself. */
export const containsText = (text: string) => ({ contains: escapeLike(text), mode: "insensitive" as const });

/** The database's name of a column, from Prisma's. */
export const columnOf = (field: string) => field.replace(/[A-Z]|(?<=[a-z])\d+/g, (part) => `_${part.toLowerCase()}`);

/** Columns of a table with the alias `table`, named as in Prisma with `prefix`. */
export const selectColumns = (fields: string[], table: string, prefix = "") =>
  fields.map((field) => `${table}."${columnOf(field)}" AS "${prefix}${field}"`).join(", ");
