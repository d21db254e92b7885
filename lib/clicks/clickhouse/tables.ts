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

/** One row per click. A missing subject has the id 0, and a missing text is empty. */
export const CLICK_COLUMNS = [
  "day Date",
  "at DateTime('UTC')",
  ...namedColumns.map(({ name, type }) => `${name} ${type}`),
  "seal UInt64",
  "block UInt64",
  "line UInt32",
  // Milliseconds of `at`. Only clicks that were moved from Postgres have them, because their seals cover them.
  "ms UInt16",
];

/** The same as in Postgres, in the order of the lines that `Rollup` creates. */
export const ROLLUP_COLUMNS = [
  "subject String",
  "subject_id UInt32",
  "robot UInt8",
  "day Date",
  "dimension String",
  "value String",
  "clicks UInt64",
  "firsts UInt64",
];

/** The values of clicks beyond a limit, which the roll-ups leave out, as in Postgres. */
export const BEYOND_COLUMNS = [
  "subject String",
  "subject_id UInt32",
  "day Date",
  "beyond UInt64",
  "dimension String",
  "value String",
  "clicks UInt64",
];

/**
 * SQL that ClickHouse supports since 2018. A click that is written again replaces itself, because a block has the same
 * lines each time. Roll-ups are added up, so a block's part must be written once (see `ClickHouseClickStore`).
 */
export const TABLES = [
  `create table if not exists clicks (${CLICK_COLUMNS.join(", ")}) engine = ReplacingMergeTree
   partition by toYYYYMM(day) order by (link_id, at, block, line)`,
  `create table if not exists click_rollups_beyond (${BEYOND_COLUMNS.join(", ")}) engine = SummingMergeTree((clicks))
   partition by toYYYYMM(day) order by (subject, subject_id, day, beyond, dimension, value)`,
  `create table if not exists click_rollups (${ROLLUP_COLUMNS.join(", ")}) engine = SummingMergeTree((clicks, firsts))
   partition by toYYYYMM(day) order by (subject, subject_id, robot, dimension, day, value)`,
];
