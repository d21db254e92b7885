import {
  AT_ONCE,
  BURST,
  BURST_ALIKE,
  BURST_CLICKS,
  IS_CHECKER,
  NO_OTHER_CLICK_SECONDS,
  TWICE,
  TWICE_SECONDS,
} from "@/lib/clicks/classify/bursts";
import type { StoredClick } from "@/lib/clicks/classify/correction";
import { quoted, rowsOf } from "./client";
import { namedColumns, readSql, readValue } from "./columns";

/** A click by a person and the key of its row in the table. */
export interface FoundClick {
  stored: StoredClick;
  block: string;
  line: number;
}

/** ClickHouse accepts statements of up to 256 KiB, so bursts beyond this number in one minute are left out. */
const MOST_BURSTS = 2_000;
/** Number of rows in a minute that are searched for second visits. Rows beyond it are left out. */
const MOST = 100_000;

const dayAt = (seconds: number) => quoted(new Date(seconds * 1_000).toISOString().slice(0, 10));

const between = (from: number, to: number) =>
  `day between ${dayAt(from)} and ${dayAt(to)} and at >= toDateTime(${from}) and at < toDateTime(${to})`;

/** A click that was sent again or corrected has two rows until ClickHouse has merged them. */
const once = (columns: string, condition: string) =>
  `select ${columns}, block, line, robot, class from clicks where ${condition} order by block, line, robot desc limit 1 by block, line`;

const THING = ["link_id", "qr_code_id", "bio_page_id", "network"];
type Thing = Record<(typeof THING)[number], number>;

/** The same rule as in Postgres. Most minutes have no network with that many clicks, so one query is enough. */
export const findBursts = [
  BURST,
  async (start: number): Promise<FoundClick[]> => {
    const minute = `${between(start, start + 60)} and network != 0`;
    const many = await rowsOf<Thing>(
      `select distinct ${THING} from (
         select ${THING}, agent, count() as number from clicks where ${minute} and (robot = '' or class = '${BURST.class}')
         group by ${THING}, agent having number >= ${BURST_CLICKS}) limit ${MOST_BURSTS}`,
    );
    if (many.length === 0) return [];
    const among = `(${THING}) in (${many.map((one) => `(${THING.map((name) => one[name])})`)})`;
    const counts = await rowsOf<Thing & { agent: number; number: string }>(
      `select ${THING}, agent, count() as number from (${once(`${THING}, agent`, `${minute} and ${among}`)})
       where robot = '' or class = '${BURST.class}' group by ${THING}, agent`,
    );
    const everybody = new Map<string, number>();
    const thingOf = (one: Thing) => THING.map((name) => one[name]).join();
    for (const one of counts) everybody.set(thingOf(one), (everybody.get(thingOf(one)) ?? 0) + Number(one.number));
    const bursts = counts.filter((one) => {
      const clicks = Number(one.number);
      return clicks >= BURST_CLICKS && clicks >= BURST_ALIKE * (everybody.get(thingOf(one)) ?? 0);
    });
    if (bursts.length === 0) return [];
    const names = bursts.map((one) => `(${THING.map((name) => one[name])}, ${one.agent})`);
    return clicksWhere(`${minute} and (${THING}, agent) in (${names})`);
  },
] as const;

/** The same rule as in Postgres, at a precision of one second. */
export const findTwice = [
  TWICE,
  async (start: number): Promise<FoundClick[]> => {
    const near = `${between(start - NO_OTHER_CLICK_SECONDS, start + 60 + NO_OTHER_CLICK_SECONDS)} and link_id > 0 and network != 0`;
    const rows = await rowsOf<
      Record<"link_id" | "agent" | "network" | "seconds" | "line" | "checker", number> & {
        block: string;
        robot: string;
      }
    >(
      `select link_id, agent, network, toUInt32(at) as seconds, block, line, robot, ${IS_CHECKER} as checker
       from (${once("link_id, agent, network, at", `${near} and (link_id, agent) in (select link_id, agent from clicks where ${near} and ${IS_CHECKER})`)})
       where robot = '' or checker limit ${MOST}`,
    );
    const groups = new Map<string, typeof rows>();
    for (const row of rows) {
      const key = `${row.link_id} ${row.agent}`;
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    const found: typeof rows = [];
    for (const group of groups.values()) {
      const people = group.filter(({ robot }) => robot === "");
      const [person] = people;
      if (!person || people.length > 1 || person.seconds < start || person.seconds >= start + 60) continue;
      const isFirst = ({ checker, network, seconds }: (typeof rows)[number]) =>
        checker === 1 &&
        network !== person.network &&
        seconds <= person.seconds &&
        seconds >= person.seconds - TWICE_SECONDS;
      if (group.some(isFirst)) found.push(person);
    }
    if (found.length === 0) return [];
    const places = found.slice(0, AT_ONCE).map(({ block, line }) => `(${block}, ${line})`);
    return clicksWhere(`${between(start, start + 60)} and (block, line) in (${places})`);
  },
] as const;

const judged = namedColumns.flatMap((column) => (column.field ? { ...column, field: column.field } : []));

type Row = Record<string, string | number> & Record<"seconds" | "ms" | "line", number> & Record<"block", string>;

async function clicksWhere(condition: string): Promise<FoundClick[]> {
  const columns = ["at", "ms", "seal", ...judged.map(({ name }) => name)];
  const rows = await rowsOf<Row>(
    `select toUInt32(at) as seconds, ms, lower(hex(seal)) as seal, ${judged.map(readSql)}, block, line
     from (${once(columns.join(", "), condition)}) where robot = '' limit ${AT_ONCE}`,
  );
  return rows.map(({ block, line, ...row }) => ({ block, line, stored: storedOf(row) }));
}

function storedOf({ seconds, ms, seal, ...row }: Omit<Row, "block" | "line">): StoredClick {
  const fields = Object.fromEntries(judged.map((column) => [column.field, readValue(column, row[column.name])]));
  return { ...fields, at: Number(seconds) * 1_000 + Number(ms), beyond: Number(row.beyond), seal } as StoredClick;
}
