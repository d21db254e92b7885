/** One row per click. A missing subject has the id 0, and a missing text is empty. */
export const CLICK_COLUMNS = [
  "day Date",
  "at DateTime('UTC')",
  "link_id UInt32",
  "qr_code_id UInt32",
  "campaign_id UInt32",
  "bio_page_id UInt32",
  "visitor Int64",
  "first UInt8",
  "robot String",
  "country String",
  "language String",
  "referrer String",
  "browser String",
  "os String",
  "device String",
  "utm_source String",
  "utm_medium String",
  "utm_campaign String",
  "utm_term String",
  "utm_content String",
  "rule String",
  "bio_block String",
  "block UInt64",
  "line UInt32",
  "beyond UInt64",
  "class String",
  "ruleset UInt16",
  "variant String",
  "variant_first UInt8",
  "devices UInt16",
  "region String",
  "city String",
  "network Int32",
  "agent Int32",
  "id UInt64",
  "seal UInt64",
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
