import { areCounted, type FactQuery, factsIn } from "@/lib/clicks/store/fact-query";
import { type FactName, storedColumns } from "@/lib/clicks/store/stored-columns";
import { clickhouse, quoted, tablesReady } from "./client";

/** Empty texts and 0 are stored for missing values. */
const written = (name: FactName) =>
  storedColumns[name].type === "String"
    ? `if(${name} = '', NULL, ${name})`
    : `if(${name} = 0, NULL, toString(${name}))`;

/** See `readFacts`. A click that was sent twice or corrected may have two rows. */
export async function* clickhouseFacts(query: FactQuery): AsyncGenerator<Buffer> {
  await tablesReady();
  const result = await clickhouse().exec({ query: `${sqlOf(query)} format TabSeparated` });
  yield* result.stream as AsyncIterable<Buffer>;
}

function sqlOf({ linkId, from, to, most, limit, needed }: FactQuery): string {
  const kept = factsIn(needed);
  const columns = kept.map(written).join(", ");
  const locked = limit === null ? "toUInt8(0)" : `beyond >= ${limit}`;
  const day = (at: number) => quoted(new Date(at).toISOString().slice(0, 10));
  const clicks = `select at, ${locked} as beyond_plan, ${kept.join(", ")} from (
      select * from clicks where link_id = ${linkId} and day between ${day(from)} and ${day(to)}
        and at >= toDateTime(${Math.ceil(from / 1_000)}) and at < toDateTime(${Math.ceil(to / 1_000)})
      order by at desc, robot desc limit 1 by block, line)
    where robot = '' limit ${most}`;
  const line = (count: string, at: string) =>
    `select ${count}, toUInt64(toUInt32(${at})) * 1000, if(beyond_plan, 't', NULL), ${columns} from (${clicks})`;
  if (!areCounted(needed)) return line("1", "at");
  return `${line("count()", "min(at)")} group by beyond_plan, ${kept.join(", ")}`;
}
