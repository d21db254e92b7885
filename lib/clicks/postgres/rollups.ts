import type { Client } from "pg";
import { OTHER } from "@/lib/clicks/classify/enrich";
import type { BeyondRow, Rollup, RollupRow, Tally } from "@/lib/clicks/store/rollup";
import { arrayOf, copyInto } from "./copy";
import type { Dictionary } from "./dictionary";

interface Counted extends Pick<Rollup, "words"> {
  rows(): Iterable<RollupRow>;
  beyondRows(): Iterable<BeyondRow>;
}

/** Adds counts to those in the database. */
export async function storeRollup(client: Client, rollup: Counted, dictionary: Dictionary): Promise<void> {
  const numbers = await dictionary.numbersOf(rollup.words);
  await merge(client, DAYS, dayLines(rollup, numbers));
  const [beyond] = rollup.beyondRows();
  if (beyond) await merge(client, BEYOND, beyondLines(rollup, numbers));
}

/** A table of roll-ups: its key, and the sums besides the values. */
export interface RollupTable {
  name: string;
  key: string[];
  sums: string[];
}

const DAYS = { name: "click_rollups", key: ["subject", "subject_id", "robot", "day"], sums: ["clicks", '"unique"'] };
const BEYOND = { name: "click_rollups_beyond", key: ["subject", "subject_id", "day", "beyond"], sums: ["clicks"] };
export const ROLLUP_TABLES: RollupTable[] = [DAYS, BEYOND];

async function merge(client: Client, table: RollupTable, lines: Iterable<string>): Promise<void> {
  const batch = `${table.name}_batch`;
  await client.query(`create temp table if not exists ${batch} (like ${table.name}) on commit delete rows`);
  await copyInto(client, batch, lines);
  const large = await client.query(mergeOf(table, batch));
  if (large.rows.length > 0) await client.query(ADD_OTHERS);
  for (const row of large.rows) await client.query(cutOf(table), Object.values(row));
}

function* dayLines(rollup: Counted, numbers: number[]): Generator<string> {
  const arraysOf = arraysWith(numbers);
  for (const { subject, id, robot, day, clicks, unique, values } of rollup.rows())
    yield `${subject}\t${id}\t${robot}\t${day}\t${clicks}\t${unique}\t${arraysOf(values)}\n`;
}

function* beyondLines(rollup: Counted, numbers: number[]): Generator<string> {
  const arraysOf = arraysWith(numbers);
  for (const { subject, id, day, beyond, clicks, values } of rollup.beyondRows())
    yield `${subject}\t${id}\t${day}\t${beyond}\t${clicks}\t${arraysOf(values)}\n`;
}

/**
 * Caches the last text: most batches have a single day, so the row of all days comes with the same values just before
 * it.
 */
function arraysWith(numbers: number[]): (values: Tally) => string {
  let last: { values: Tally; text: string } | undefined;
  return (values) => {
    if (last?.values !== values)
      last = { values, text: `{${values.places.map((place) => numbers[place])}}\t{${values.clicks}}` };
    return last.text;
  };
}

/** A row with more values is cut to its largest ones, so that visitors cannot make it grow endlessly. */
const MOST_VALUES = 3_000;
const KEPT_OF_A_DIMENSION = 150;

/**
 * Merging a row's values costs three times as much as the rest of its update. So the values of single clicks are
 * appended, and merged each time this many clicks have been added. Until then a value may occur more than once.
 */
const ADDED_UP_EVERY = 8;
/** A row with more values is always merged, so a row that was cut has each value only once. */
const MOST_APPENDED = 1_000;

const isAppendedSql = `(cardinality(excluded."values") = 0 or cardinality(kept."values") < ${MOST_APPENDED} and excluded.clicks > 0
  and kept.clicks / ${ADDED_UP_EVERY} = (kept.clicks + excluded.clicks) / ${ADDED_UP_EVERY})`;

const mergeOf = ({ name, key, sums }: RollupTable, batch: string) => `with merged as (
    insert into ${name} as kept select * from ${batch} on conflict (${key}) do update set
      ${sums.map((column) => `${column} = kept.${column} + excluded.${column}`)},
      ("values", counts) = (
        select kept."values" || excluded."values", kept.counts || excluded.counts where ${isAppendedSql}
        union all select "values", counts from (
          select coalesce(array_agg(value), '{}') as "values", coalesce(array_agg(count), '{}') as counts from (
            select value, sum(count)::bigint as count
            from (select unnest(kept."values" || excluded."values") as value,
              unnest(kept.counts || excluded.counts) as count) as entry
            group by value having sum(count) <> 0) as entries) as added_up
        where not ${isAppendedSql})
    returning ${key}, cardinality("values") as size)
  select ${key.map((column) => `${column}::text`)} from merged where size > ${MOST_VALUES}`;

/** The clicks of a row's smaller values count as `OTHER`. */
const cutOf = ({ name, key }: RollupTable) => `update ${name} set ("values", counts) = (
    select array_agg(value), array_agg(count) from (
      select case when place <= ${KEPT_OF_A_DIMENSION} then entry.id else other.id end as value, sum(count)::bigint as count
      from (
        select id, dimension, count, row_number() over (partition by dimension order by count desc, id) as place
        from unnest("values", counts) as entry (id, count) join click_values using (id)) as entry
      join click_values as other on other.dimension = entry.dimension and other.value = '${OTHER}'
      group by 1) as entries)
  where ${key.map((column, index) => `${column} = $${index + 1}`).join(" and ")}`;

const ADD_OTHERS = `insert into click_values (dimension, value)
  select unnest(enum_range(null::"ClickDimension")), '${OTHER}' on conflict do nothing`;

/** Adds clicks by people to the counters that lists show and sort by. */
export async function storeCounters(client: Client, rollup: Rollup): Promise<void> {
  const links = rollup.totals("link");
  const counted = await addTo(client, "link_counts", "link_id", "clicks", "unique_clicks", links);
  // The other links have been deleted since the clicks were recorded.
  if (counted < links.length) await addTo(client, "deleted_links", "link_id", "clicks", "unique_clicks", links, true);
  await addTo(client, "qr_codes", "id", "scans", "unique_scans", rollup.totals("qr"), true);
}

/**
 * Returns how many rows were found. The rows of `link_counts` are already locked (see `keepExisting`). In the order of
 * the ids, pages of indexes are changed one after another.
 */
async function addTo(
  client: Client,
  table: string,
  id: string,
  clicks: string,
  unique: string,
  unordered: RollupRow[],
  locks = false,
): Promise<number> {
  if (unordered.length === 0) return 0;
  const totals = unordered.toSorted((a, b) => a.id - b.id);
  const ids = arrayOf(totals.map(({ id }) => id));
  // Lock in the order of ids, which an update does not guarantee, so that two drains cannot deadlock.
  if (locks)
    await client.query(`select from ${table} where ${id} = any($1::int[]) order by ${id} for no key update`, [ids]);
  const { rowCount } = await client.query(
    `update ${table} set ${clicks} = ${table}.${clicks} + added.clicks, ${unique} = ${unique} + added.firsts
     from unnest($1::int[], $2::int[], $3::int[]) as added (id, clicks, firsts) where ${table}.${id} = added.id`,
    [ids, arrayOf(totals.map((row) => row.clicks)), arrayOf(totals.map((row) => row.unique))],
  );
  return rowCount ?? 0;
}
