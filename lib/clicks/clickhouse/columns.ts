import { copyValue } from "@/lib/clicks/postgres/copy";
import { columnEntries, type StoredColumn } from "@/lib/clicks/store/stored-columns";

type Value = string | number | boolean | null | undefined;

/** The columns of the table `clicks` that Postgres has, too, with their names in ClickHouse. */
export const namedColumns = columnEntries.map(([name, column]) => ({ ...column, name: column.inClickHouse ?? name }));

/** Returns a value as it is stored, as a field of a tab-separated line. */
export function writeField({ type }: StoredColumn, value: Value): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  return copyValue(value ?? (type === "String" ? "" : 0));
}

/** Returns a value that was read. */
export function readValue({ type }: StoredColumn, stored: Value): Value {
  if (type === "UInt8") return stored === 1;
  if (type === "String") return stored || null;
  return Number(stored) === 0 ? null : stored;
}

/** Returns SQL that reads a column for JSON: 64-bit numbers as text, because JavaScript's numbers are not exact. */
export const readSql = ({ name, type }: (typeof namedColumns)[number]) =>
  type.endsWith("64") ? `toString(${name}) as ${name}` : name;
