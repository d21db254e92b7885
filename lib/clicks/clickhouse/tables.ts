import { namedColumns } from "./columns";

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
