import { type FactColumn, type FactQuery, factColumns } from "@/lib/clicks/fact-query";
import { clickhouse, quoted, tablesReady } from "./client";

/** What is stored as empty, or as 0, is missing. */
const text = (column: string) => `if(${column} = '', NULL, ${column})`;
const number = (column: string) => `if(${column} = 0, NULL, toString(${column}))`;
const written: Partial<Record<FactColumn, string>> = {
  at: "toUInt64(toUInt32(at)) * 1000",
  visitor: number("visitor"),
  devices: number("devices"),
};

/** See `factsOf`. Of a click that was sent twice there may be two rows, and of one that was corrected. */
export async function* clickhouseFacts(query: FactQuery): AsyncGenerator<Buffer> {
  await tablesReady();
  const result = await clickhouse().exec({ query: `${sqlOf(query)} format TabSeparated` });
  yield* result.stream as AsyncIterable<Buffer>;
}

function sqlOf({ linkId, from, to, most, limit, needed }: FactQuery): string {
  const columns = factColumns.map((name) => {
    if (name === "locked") return limit === null ? "NULL" : `if(beyond >= ${limit}, 't', NULL)`;
    return needed.includes(name) ? (written[name] ?? text(name)) : "NULL";
  });
  const day = (at: number) => quoted(new Date(at).toISOString().slice(0, 10));
  return `select ${columns.join(", ")} from (
      select * from clicks where link_id = ${linkId} and day between ${day(from)} and ${day(to)}
        and at >= toDateTime(${Math.ceil(from / 1_000)}) and at < toDateTime(${Math.ceil(to / 1_000)})
      order by at desc, robot desc limit 1 by block, line)
    where robot = '' limit ${most}`;
}
