import { createHash } from "node:crypto";
import pg from "pg";
import { type Listed, type Page, type Paged, type Position, paged, rangeAndOneMore } from "@/lib/contract/pagination";
import { readLines } from "./read-lines";

// Prisma asks for a row and each of its relations one by one, and makes each statement anew. What lists and pages are
// read with are statements of our own, which each connection prepares once; their rows are as Prisma has them.

/** What takes 64 bits is a BigInt. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: "text") =>
    oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Of the text: the bundles of Next have the same connections, on which a name is of one text. */
function nameOf(text: string): string {
  const name = names.get(text) ?? createHash("md5").update(text).digest("hex");
  names.set(text, name);
  return name;
}

const names = new Map<string, string>();

/** Rows of a statement that reads. Its text is one of few: what people sent is in `values`. */
export const readRows = <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  readLines().query<Row>({ name: nameOf(text), text, values, types });

/** What a list is read with, in SQL. */
interface List<Row> {
  columns: string;
  from: string;
  where: string;
  /** by names of `columns`, of which `id` is one, the greatest first */
  order?: string;
  /** what it is ordered by, as expressions of `from`, and the values of these in a row */
  keys?: string[];
  positionOf?: (row: Row) => Position;
  values: unknown[];
}

/** A part of a list and how many there are in all, in one statement. */
export async function readList<Row extends { id: number }>(
  { columns, from, where, order = "id DESC", keys = ["id"], positionOf = ({ id }) => [id], values }: List<Row>,
  page: Page,
): Promise<Paged<Row>> {
  const { take, skip } = rangeAndOneMore(page);
  const { after = [] } = page;
  const place = (index: number) => `$${values.length + index + 1}`;
  const behind = after.length > 0 ? ` AND (${keys}) < (${after.map((_, index) => place(index + 2))})` : "";
  const rows = await readRows<Row & { total: number }>(
    `SELECT counted.total, page.* FROM (SELECT count(*)::int AS total FROM ${from} WHERE ${where}) AS counted
     LEFT JOIN (
       SELECT ${columns} FROM ${from} WHERE ${where}${behind} ORDER BY ${order} LIMIT ${place(0)} OFFSET ${place(1)}
     ) AS page ON true ORDER BY ${order}`,
    [...values, take, skip, ...after],
  );
  return paged(page, listed(rows), positionOf);
}

/** Rows that each say how many there are in all; where the page has none, one without an id does. */
export function listed<Row extends { id: number }>(rows: (Row & { total: number })[]): Listed<Row> {
  const total = rows[0]?.total ?? 0;
  return { rows: rows.filter(({ id }) => id !== null).map(({ total, ...row }) => row as unknown as Row), total };
}

/** Prisma's name of a column as the database has it. */
export const columnOf = (field: string) => field.replace(/[A-Z]|(?<=[a-z])\d+/g, (part) => `_${part.toLowerCase()}`);

/** Columns of the table that is called `table`, under Prisma's names behind `prefix`. */
export const columnsOf = (fields: string[], table: string, prefix = "") =>
  fields.map((field) => `${table}."${columnOf(field)}" AS "${prefix}${field}"`).join(", ");
