import type { ClickHouseClient } from "@clickhouse/client";
import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { NUMBERS_IN_CLICKHOUSE, NUMBERS_IN_POSTGRES, queryRows } from "./moved-clicks";
import { BEYOND_COLUMNS, ROLLUP_COLUMNS } from "./tables";

/** A table of counts: its key, its sums, and how Postgres stores both. */
interface Counted {
  name: string;
  key: string[];
  sums: string[];
  /** one row for the whole, and one for each value */
  inPostgres: { key: string[]; whole: string[]; value: string[] };
}

const names = (columns: string[]) => columns.map((column) => column.split(" ")[0] as string);

export const COUNTED: Counted[] = [
  {
    name: "click_rollups",
    key: names(ROLLUP_COLUMNS).slice(0, -2),
    sums: ["clicks", "firsts"],
    inPostgres: {
      key: ["subject::text", "subject_id", "robot::int", "day"],
      whole: ["clicks", '"unique"'],
      value: ["entry.count", "0"],
    },
  },
  {
    name: "click_rollups_beyond",
    key: names(BEYOND_COLUMNS).slice(0, -1),
    sums: ["clicks"],
    inPostgres: { key: ["subject::text", "subject_id", "day", "beyond"], whole: ["clicks"], value: ["entry.count"] },
  },
];

/**
 * Returns a query of the rows that ClickHouse should have. A value may occur more than once, because its rows are added
 * up.
 */
function rowsInPostgres({ name, key, sums, inPostgres }: Counted): string {
  const list = [...key, ...sums].map((column) => `"${column}"`).join(", ");
  const row = inPostgres.key.join(", ");
  return `select ${list} from (
    select ${row}, 'total', '', ${inPostgres.whole} from ${name}
    union all
    select ${row}, word.dimension::text, word.value, ${inPostgres.value} from ${name}
    cross join lateral unnest("values", counts) as entry (id, count) join click_values as word on word.id = entry.id
  ) as counted (${list}) where ${sums.map((sum) => `${sum} <> 0`).join(" or ")}`;
}

/**
 * For each month: the sums, and the sums multiplied by hashes of the keys. They do not depend on how the rows were
 * added up.
 */
export type MonthSums = Map<string, string>;

export async function countedInPostgres(client: Client, table: Counted): Promise<MonthSums> {
  const key = table.key.map((column) => (column === "day" ? "day - date '1970-01-01'" : column));
  const sums = table.sums.flatMap((sum) => [
    `sum(${sum})`,
    ...NUMBERS_IN_POSTGRES("hash").map((number) => `sum(${sum} * ${number}) % ${2n ** 64n}`),
  ]);
  const { rows } = await client.query<{ month: string; sums: string }>(
    `select to_char(day, 'YYYYMM') as month, concat_ws(' ', ${sums}) as sums
     from (select *, md5(concat_ws(E'\\t', ${key})) as hash from (${rowsInPostgres(table)}) as row offset 0) as row group by 1`,
  );
  return new Map(rows.map(({ month, sums }) => [month, sums]));
}

export async function countedInClickHouse(
  clickhouse: ClickHouseClient,
  { key, sums }: Counted,
  name: string,
): Promise<MonthSums> {
  const texts = key.map((column) => (column === "day" ? "toString(toUInt16(day))" : `toString(${column})`));
  const [one, other] = NUMBERS_IN_CLICKHOUSE("text");
  const totals = sums.flatMap((sum) => [`sum(${sum})`, `sum(${sum} * ${one})`, `sum(${sum} * ${other})`]);
  const rows = await queryRows<{ month: string; sums: string }>(
    clickhouse,
    `select toString(toYYYYMM(day)) as month, concat(${totals.map((sum) => `toString(${sum})`).join(", ' ', ")}) as sums
     from (select *, concat(${texts.join(", '\t', ")}) as text from ${name} where subject != 'block') group by month`,
  );
  return new Map(rows.map(({ month, sums }) => [month, sums]));
}

const stagedName = ({ name }: Counted) => `${name}_moving`;

/** Sends all counts into a table next to the one that is read. */
export async function stageCounted(client: Client, clickhouse: ClickHouseClient, table: Counted): Promise<MonthSums> {
  await dropStaged(clickhouse, table);
  await clickhouse.command({ query: `create table ${stagedName(table)} as ${table.name}` });
  const values = client.query(copyTo(`copy (${rowsInPostgres(table)}) to stdout`));
  const [first, ...rest] = [...table.key, ...table.sums];
  const columns: [string, ...string[]] = [first as string, ...rest];
  await clickhouse.insert({ table: stagedName(table), columns, values, format: "TabSeparated" });
  return countedInClickHouse(clickhouse, table, stagedName(table));
}

/**
 * Moves each month into the table that is read, and replaces what was there. A month moves completely or not at all.
 */
export async function placeCounted(clickhouse: ClickHouseClient, table: Counted): Promise<void> {
  const staged = await partitionsOf(clickhouse, stagedName(table));
  for (const month of staged)
    await clickhouse.command({
      query: `alter table ${table.name} replace partition ${month} from ${stagedName(table)}`,
    });
  for (const month of await partitionsOf(clickhouse, table.name))
    if (!staged.includes(month))
      await clickhouse.command({ query: `alter table ${table.name} drop partition ${month}` });
  await dropStaged(clickhouse, table);
}

export async function dropStaged(clickhouse: ClickHouseClient, table: Counted): Promise<void> {
  await clickhouse.command({ query: `drop table if exists ${stagedName(table)}` });
}

/** Returns the months (`202612`) for which a table has rows. */
export async function partitionsOf(clickhouse: ClickHouseClient, name: string): Promise<string[]> {
  const rows = await queryRows<{ month: string }>(
    clickhouse,
    `select distinct partition as month from system.parts
     where database = currentDatabase() and table = '${name}' and active and rows > 0 order by month`,
  );
  return rows.map(({ month }) => month);
}
