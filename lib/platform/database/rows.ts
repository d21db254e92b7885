import { createHash } from "node:crypto";
import pg from "pg";
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
import { readLines } from "./read-lines";

// Prisma reads a row and each of its relations one by one, and builds each statement again. Lists and pages use our own
// statements, which each connection prepares once. Their rows have the same form as Prisma's.

/** 64-bit integers become BigInt. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: "text") =>
    oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/**
 * A name for a statement, made from its text: Next's bundles share the connections, on which a name must mean one text.
 */
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash("md5").update(text).digest("hex");
  names.set(text, name);
  return name;
}

const names = new Map<string, string>();

/** Runs a statement that reads. There must be few different texts; user input belongs in `values`. */
export const readRows = <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  readLines().query<Row>({ name: nameOf(text), text, values, types });

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
  const rows = await readRows<Row & Counted>(
    `SELECT counted.*, page.* FROM (${countedFrom(`${from} WHERE ${where}`, keys.at(-1) as string)}) AS counted
     LEFT JOIN (
       SELECT ${columns} FROM ${from} WHERE ${where}${behind} ORDER BY ${order} LIMIT ${place(0)} OFFSET ${place(1)}
     ) AS page ON true ORDER BY ${order}`,
    [...values, take, skip, ...after],
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

/** The database's name of a column, from Prisma's. */
export const columnOf = (field: string) => field.replace(/[A-Z]|(?<=[a-z])\d+/g, (part) => `_${part.toLowerCase()}`);

/** Columns of a table with the alias `table`, named as in Prisma with `prefix`. */
export const columnsOf = (fields: string[], table: string, prefix = "") =>
  fields.map((field) => `${table}."${columnOf(field)}" AS "${prefix}${field}"`).join(", ");
