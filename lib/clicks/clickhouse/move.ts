import type { ClickHouseClient } from "@clickhouse/client";
import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { clicksWithin } from "@/lib/clicks/postgres/packs";
import { monthsOfClicks } from "@/lib/clicks/postgres/partitions";
import type { Month } from "@/lib/clicks/store/recount";
import { keyedHash, SEGMENT } from "@/lib/clicks/store/seal";
import { place, reason } from "@/lib/platform/database/client";
import { env } from "@/lib/platform/env";
import { createTables, MOVING, pendingMoves, quoted, slowQueryClient } from "./client";
import { BEYOND_COLUMNS, CLICK_COLUMNS, ROLLUP_COLUMNS } from "./tables";

/** A table of counts: its key, its sums, and how Postgres stores both. */
interface Counted {
  name: string;
  key: string[];
  sums: string[];
  /** one row for the whole, and one for each value */
  inPostgres: { key: string[]; whole: string[]; value: string[] };
}

const names = (columns: string[]) => columns.map((column) => column.split(" ")[0] as string);

const COUNTED: Counted[] = [
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
type MonthSums = Map<string, string>;

async function countedInPostgres(client: Client, table: Counted): Promise<MonthSums> {
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

async function countedInClickHouse(
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
async function stageCounted(client: Client, clickhouse: ClickHouseClient, table: Counted): Promise<MonthSums> {
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
async function placeCounted(clickhouse: ClickHouseClient, table: Counted): Promise<void> {
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

async function dropStaged(clickhouse: ClickHouseClient, table: Counted): Promise<void> {
  await clickhouse.command({ query: `drop table if exists ${stagedName(table)}` });
}

/** Returns the months (`202612`) for which a table has rows. */
async function partitionsOf(clickhouse: ClickHouseClient, name: string): Promise<string[]> {
  const rows = await queryRows<{ month: string }>(
    clickhouse,
    `select distinct partition as month from system.parts
     where database = currentDatabase() and table = '${name}' and active and rows > 0 order by month`,
  );
  return rows.map(({ month }) => month);
}

export interface MovedClicks {
  clicks: number;
  days: number;
}

type OnStep = (step: string) => void;

const COUNTED_TABLES = COUNTED.map(({ name }) => name);
/** The tables in Postgres that are moved. */
const TABLES = ["clicks", "click_packs", ...COUNTED_TABLES];

/**
 * Moves all clicks and their counts from Postgres to ClickHouse. Nothing else may use the database meanwhile. If it is
 * interrupted, nothing is lost: Postgres keeps everything until the copies have been compared. Called again, it
 * continues: a click that is sent again replaces itself, and counts are replaced month by month.
 *
 * While it works, a marker table exists in ClickHouse. The marker is removed before the rows in Postgres are. So while
 * the marker exists, Postgres is complete. If it is gone and ClickHouse has the same contents, only the rows in
 * Postgres are left to remove.
 *
 * @throws Error with a sentence for the user; Postgres is then unchanged
 */
export async function moveIntoClickHouse(client: Client, onStep: OnStep): Promise<MovedClicks> {
  const clickhouse = slowQueryClient();
  try {
    await createTables(clickhouse).catch((error) => {
      throw new Error(`ClickHouse at ${place(env.CLICKHOUSE_URL ?? "")} cannot be used: ${reason(error)}`);
    });
    // If this process is killed, its statement must not continue. Versions before 14 lack this setting.
    await client.query("set client_connection_check_interval = '1s'").catch(() => {});
    await client.query("begin");
    // If the service is started anyway, it can read and keeps its clicks in the journal.
    await client.query(`lock table ${TABLES} in share mode`);
    const moved = await copyAll(client, clickhouse, onStep);
    await client.query(`truncate ${TABLES}`);
    for (const source of await pendingMoves(clickhouse))
      await clickhouse.command({ query: `drop table ${MOVING}${source}` });
    await client.query("commit");
    return moved;
  } finally {
    await client.query("rollback").catch(() => {});
    await clickhouse.close();
  }
}

async function copyAll(client: Client, clickhouse: ClickHouseClient, onStep: OnStep): Promise<MovedClicks> {
  const moved = { clicks: 0, days: 0 };
  if ((await pendingMoves(clickhouse)).length === 0 && (await isEmpty(client))) return moved;
  const isOurs = await claim(clickhouse);
  const months = await monthsOfClicks(client);
  const present = new Set(months.map(({ start }) => start.slice(0, 7).replace("-", "")));
  for (const month of await partitionsOf(clickhouse, "clicks")) {
    if (present.has(month)) continue;
    if (!isOurs) throw notEmpty();
    await clickhouse.command({ query: `alter table clicks drop partition ${month}` });
  }
  for (const month of months) {
    for (const sums of (await copyMonth(client, clickhouse, month, isOurs, onStep)).values()) {
      moved.clicks += Number(sums.split(" ")[0]);
      moved.days += 1;
    }
  }
  for (const table of COUNTED) {
    onStep(`${table.name}, counted`);
    const counted = await countedInPostgres(client, table);
    if (same(counted, await countedInClickHouse(clickhouse, table, table.name))) {
      await dropStaged(clickhouse, table);
      continue;
    }
    if (!isOurs) throw notEmpty();
    onStep(table.name);
    if (!same(counted, await stageCounted(client, clickhouse, table))) throw differs(table.name);
    await placeCounted(clickhouse, table);
    if (!same(counted, await countedInClickHouse(clickhouse, table, table.name))) throw differs(table.name);
  }
  return moved;
}

/** Copies the days that differ, and the whole month if that is not enough. Returns what was compared. */
async function copyMonth(
  client: Client,
  clickhouse: ClickHouseClient,
  month: Month,
  isOurs: boolean,
  onStep: OnStep,
): Promise<DaySums> {
  const name = month.start.slice(0, 7);
  onStep(`${name}, counted`);
  const days = await daysInPostgres(client, month);
  const left = async () => differingDays(days, await daysInClickHouse(clickhouse, month));
  let differing = await left();
  for (const clear of [false, true]) {
    if (differing.length === 0) return days;
    if (!isOurs) throw notEmpty();
    if (clear) await clickhouse.command({ query: `alter table clicks drop partition ${name.replace("-", "")}` });
    onStep(name);
    // Days that exist only in ClickHouse disappear with its month.
    const wanted = clear ? [...days.keys()] : differing.filter((day) => days.has(day));
    if (wanted.length > 0) await sendDays(client, clickhouse, month, wanted);
    onStep(`${name}, compared`);
    differing = await left();
  }
  if (differing.length > 0) throw differs(`${differing[0]}`);
  return days;
}

async function isEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ some: boolean }>(
    `select ${TABLES.map((table) => `exists (select from ${table})`).join(" or ")} as some`,
  );
  return rows[0]?.some === false;
}

/**
 * Marks an empty ClickHouse as ours. Returns whether ClickHouse was empty or contains an earlier attempt of this
 * service; otherwise nothing in it may change.
 */
async function claim(clickhouse: ClickHouseClient): Promise<boolean> {
  const source = keyedHash("moving clicks").slice(0, 16);
  const [moving] = await pendingMoves(clickhouse);
  if (moving === source) return true;
  if (moving !== undefined) throw new Error("Another Signpost's clicks are being moved into this ClickHouse.");
  for (const table of ["clicks", ...COUNTED_TABLES])
    if ((await partitionsOf(clickhouse, table)).length > 0) return false;
  await clickhouse.command({ query: `create table ${MOVING}${source} (source String) engine = TinyLog` });
  return true;
}

const same = (some: MonthSums, others: MonthSums) =>
  some.size === others.size && [...some].every(([month, sums]) => others.get(month) === sums);

const notEmpty = () => new Error("There are other clicks in ClickHouse than in Postgres: move them into an empty one.");

const differs = (what: string) =>
  new Error(`${what} is not the same in ClickHouse as in Postgres, where everything still is: run it again.`);

/** For each day, the number of clicks and two order-independent sums of their hashes. */
type DaySums = Map<string, string>;

const MS = "(date_part('epoch', at) * 1000)::bigint";
const LARGEST = "18446744073709551616";
const SEAL = "('x' || encode(seal, 'hex'))::bit(64)::bigint";

/** Columns that have another name or format in Postgres. */
const otherwise: Record<string, string> = {
  day: "to_char(at at time zone 'utc', 'YYYY-MM-DD')",
  at: `${MS} / 1000`,
  ms: `${MS} % 1000`,
  first: '"unique"::int',
  variant_first: "coalesce(variant_unique::int, 0)",
  // A block is a set of lines that never changes: here a segment. Blocks of journals have far larger numbers.
  block: `id / ${SEGMENT}`,
  line: `id % ${SEGMENT}`,
  seal: `coalesce(case when ${SEAL} < 0 then ${SEAL} + ${LARGEST}::numeric else ${SEAL} end, 0)`,
};

const columns = CLICK_COLUMNS.map((column) => column.split(" ")).map(([name = "", type]) => ({
  name,
  inPostgres: otherwise[name] ?? (type === "String" ? `coalesce(${name}::text, '')` : `coalesce(${name}, 0)`),
  inClickHouse: name === "at" ? "toString(toUInt32(at))" : type === "String" ? name : `toString(${name})`,
}));

/**
 * Returns two 28-bit numbers of a text's hash. Their sums over many clicks stay small enough for Postgres to add up
 * quickly.
 */
const NUMBERS_IN_CLICKHOUSE = (text: string) => [
  `intDiv(halfMD5(${text}), ${2 ** 36})`,
  `intDiv(halfMD5(${text}) % ${2 ** 32}, 16)`,
];
/** Returns the same numbers from the result of \`md5\`. */
const NUMBERS_IN_POSTGRES = (md5: string) =>
  [1, 9].map((from) => `('x' || substr(${md5}, ${from}, 7))::bit(28)::int::bigint`);

/** Includes packed clicks. */
const clicksOf = ({ start, end }: Month) => clicksWithin({ from: `'${start}T00:00Z'`, to: `'${end}T00:00Z'` });

async function daysInPostgres(client: Client, month: Month): Promise<DaySums> {
  const text = `concat_ws(E'\\t', ${columns.map(({ inPostgres }) => inPostgres).join(", ")})`;
  const [one, other] = NUMBERS_IN_POSTGRES("hash");
  const { rows } = await client.query<{ day: string; sums: string; twice: number }>(
    `select day, concat_ws(' ', count(*), sum(${one}), sum(${other})) as sums, (count(*) - count(distinct id))::int as twice
     from (select id, to_char(at at time zone 'utc', 'YYYY-MM-DD') as day, md5(${text}) as hash
       from (${clicksOf(month)}) as click offset 0) as click
     group by day order by day`,
  );
  const wrong = rows.find(({ twice }) => twice > 0);
  if (wrong)
    throw new Error(`${wrong.twice} clicks of ${wrong.day} are there more than once: \`signpost verify\` names them.`);
  return new Map(rows.map(({ day, sums }) => [day, sums]));
}

async function daysInClickHouse(clickhouse: ClickHouseClient, { start, end }: Month): Promise<DaySums> {
  const [one, other] = NUMBERS_IN_CLICKHOUSE("text");
  const text = `concat(${columns.map(({ inClickHouse }) => inClickHouse).join(", '\t', ")})`;
  const rows = await queryRows<{ date: string; sums: string }>(
    clickhouse,
    `select date, concat(toString(count()), ' ', toString(sum(${one})), ' ', toString(sum(${other}))) as sums
     from (select toString(day) as date, ${text} as text from clicks final
       where day >= ${quoted(start)} and day < ${quoted(end)})
     group by date`,
  );
  return new Map(rows.map(({ date, sums }) => [date, sums]));
}

/** Returns the days that differ. */
const differingDays = (some: DaySums, others: DaySums): string[] =>
  [...new Set([...some.keys(), ...others.keys()])].filter((day) => some.get(day) !== others.get(day)).sort();

/**
 * Sends the clicks of some days of a month as a stream, so that no side holds more than a part in memory. Packs contain
 * clicks of the whole month, so reading single days would read each pack once per day.
 */
async function sendDays(client: Client, clickhouse: ClickHouseClient, month: Month, days: string[]): Promise<void> {
  const named = columns.map(({ inPostgres, name }) => `${inPostgres} as "${name}"`);
  const among = `to_char(at at time zone 'utc', 'YYYY-MM-DD') in (${days.map(quoted)})`;
  const values = client.query(
    copyTo(`copy (select ${named} from (${clicksOf(month)}) as click where ${among}) to stdout`),
  );
  const [first, ...rest] = columns.map(({ name }) => name);
  await clickhouse.insert({ table: "clicks", columns: [first as string, ...rest], values, format: "TabSeparated" });
}

/** Returns the rows of a query. It may only contain names, integers, dates and results of `quoted`. */
async function queryRows<Row>(clickhouse: ClickHouseClient, query: string): Promise<Row[]> {
  const clickhouse_settings = { max_threads: 1, max_bytes_before_external_group_by: `${256 * 2 ** 20}` };
  const result = await clickhouse.query({ query, format: "JSONEachRow", clickhouse_settings });
  return result.json<Row>();
}
