import type { ClickHouseClient } from "@clickhouse/client";
import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { clicksWithin } from "@/lib/clicks/postgres/packs";
import type { Month } from "@/lib/clicks/store/recount";
import { SEGMENT } from "@/lib/clicks/store/seal";
import { quoted } from "./client";
import { CLICK_COLUMNS } from "./tables";

/** For each day, the number of clicks and two order-independent sums of their hashes. */
export type DaySums = Map<string, string>;

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
export const NUMBERS_IN_CLICKHOUSE = (text: string) => [
  `intDiv(halfMD5(${text}), ${2 ** 36})`,
  `intDiv(halfMD5(${text}) % ${2 ** 32}, 16)`,
];
/** Returns the same numbers from the result of \`md5\`. */
export const NUMBERS_IN_POSTGRES = (md5: string) =>
  [1, 9].map((from) => `('x' || substr(${md5}, ${from}, 7))::bit(28)::int::bigint`);

/** Includes packed clicks. */
const clicksOf = ({ start, end }: Month) => clicksWithin({ from: `'${start}T00:00Z'`, to: `'${end}T00:00Z'` });

export async function daysInPostgres(client: Client, month: Month): Promise<DaySums> {
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

export async function daysInClickHouse(clickhouse: ClickHouseClient, { start, end }: Month): Promise<DaySums> {
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
export const differingDays = (some: DaySums, others: DaySums): string[] =>
  [...new Set([...some.keys(), ...others.keys()])].filter((day) => some.get(day) !== others.get(day)).sort();

/**
 * Sends the clicks of some days of a month as a stream, so that no side holds more than a part in memory. Packs contain
 * clicks of the whole month, so reading single days would read each pack once per day.
 */
export async function sendDays(
  client: Client,
  clickhouse: ClickHouseClient,
  month: Month,
  days: string[],
): Promise<void> {
  const named = columns.map(({ inPostgres, name }) => `${inPostgres} as "${name}"`);
  const among = `to_char(at at time zone 'utc', 'YYYY-MM-DD') in (${days.map(quoted)})`;
  const values = client.query(
    copyTo(`copy (select ${named} from (${clicksOf(month)}) as click where ${among}) to stdout`),
  );
  const [first, ...rest] = columns.map(({ name }) => name);
  await clickhouse.insert({ table: "clicks", columns: [first as string, ...rest], values, format: "TabSeparated" });
}

/** Returns the rows of a query. It may only contain names, integers, dates and results of `quoted`. */
export async function queryRows<Row>(clickhouse: ClickHouseClient, query: string): Promise<Row[]> {
  const clickhouse_settings = { max_threads: 1, max_bytes_before_external_group_by: `${256 * 2 ** 20}` };
  const result = await clickhouse.query({ query, format: "JSONEachRow", clickhouse_settings });
  return result.json<Row>();
}
