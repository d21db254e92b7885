import type { Client } from "pg";
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
import { type Counted, type StoredClick, toEnrichedClick, withVerdict } from "@/lib/clicks/classify/correction";
import type { ClickedSubject } from "@/lib/clicks/classify/enriched-click";
import type { Verdict } from "@/lib/clicks/classify/visit";
import { takeDayVisitors } from "@/lib/clicks/postgres/day-visitors";
import { judgeMinute } from "@/lib/clicks/postgres/minutes";
import { storeCounters } from "@/lib/clicks/postgres/rollups";
import { uncountClicks } from "@/lib/clicks/postgres/uncount-clicks";
import { Rollup } from "@/lib/clicks/store/rollup";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { inLockedTransaction } from "@/lib/platform/database/client";
import { writeClickLine } from "./block";
import { quoted, selectRows, tablesReady } from "./client";
import { visitorsLeft } from "./day-visitors";
import { namedColumns, readSql, readValue } from "./tables";

type Write = (part: { journal: string; from: number }, rollup: Rollup, lines: Iterable<string>) => Promise<void>;

/** A click that has been corrected in Postgres: its row in ClickHouse, and the subjects that counted it. */
interface Corrected {
  stored: StoredClick;
  block: string;
  line: number;
  subjects: ClickedSubject[];
  verdict: Verdict;
}

/**
 * The condition that all clicks of a minute have arrived in ClickHouse. Otherwise they may be sent again uncorrected.
 */
const SETTLED = "minute not in (select minute from click_minutes join click_blocks using (journal))";

/**
 * See `ClickStore.judge`. One transaction corrects Postgres and records the correction for ClickHouse. Like a block of
 * the store, a correction is the same each time it is sent and has a name, so ClickHouse counts it once.
 */
export async function judgeInClickHouse(client: Client, write: Write): Promise<boolean> {
  if (await sendCorrection(client, write)) return true;
  return judgeMinute(
    client,
    async ({ start }) => {
      await tablesReady();
      for (const [verdict, find] of [findBursts, findTwice]) {
        const found = await find(start.getTime() / 1_000);
        if (found.length === 0) continue;
        if (!(await isSettled(client, start))) return false;
        if (await correct(client, found, verdict)) return false;
      }
      return true;
    },
    SETTLED,
  );
}

/**
 * Returns whether a minute can be corrected. Called after reading from ClickHouse, which may not yet have a correction
 * that another drain has just recorded.
 */
async function isSettled(client: Client, minute: Date): Promise<boolean> {
  const { rows } = await client.query<{ settled: boolean }>(
    `select not exists (select from click_corrections)
       and not exists (select from click_minutes join click_blocks using (journal) where minute = $1) as settled`,
    [minute],
  );
  return rows[0]?.settled === true;
}

/**
 * Corrects clicks. Returns false if all their subjects have been deleted, because then the clicks are being erased
 * anyway.
 */
async function correct(client: Client, found: FoundClick[], verdict: Verdict): Promise<boolean> {
  const counted = found.map((one): Counted & FoundClick => ({ ...one, click: toEnrichedClick(one.stored) }));
  const present = (await uncountClicks(client, counted, async () => counted)).filter(
    ({ click }) => click.subjects.length > 0,
  );
  if (present.length === 0) return false;
  const rollup = new Rollup();
  for (const { click } of present) {
    rollup.add(click, -1);
    rollup.add(withVerdict(click, verdict));
  }
  await storeCounters(client, rollup);
  const corrected = present.map(
    ({ stored, block, line, click: { subjects } }): Corrected => ({ stored, block, line, subjects, verdict }),
  );
  await client.query("insert into click_corrections (clicks) values ($1)", [JSON.stringify(corrected)]);
  return true;
}

/** Sends ClickHouse the oldest correction that it may not have. Returns false if there is none. */
async function sendCorrection(client: Client, write: Write): Promise<boolean> {
  const due = await client.query("select from click_corrections limit 1");
  if (due.rowCount === 0) return false;
  await tablesReady();
  const sent = await inLockedTransaction(client, advisoryLocks.clickJudgement, async () => {
    const { rows } = await client.query<{ id: number; clicks: string }>(
      "select id, clicks from click_corrections order by id limit 1",
    );
    const [first] = rows;
    if (!first) return false;
    const clicks: Corrected[] = JSON.parse(first.clicks);
    const rollup = new Rollup();
    for (const { stored, subjects, verdict } of clicks) {
      const click = { ...toEnrichedClick(stored), subjects };
      rollup.add(click, -1);
      rollup.add(withVerdict(click, verdict));
    }
    const lines = clicks.map(({ stored, block, line, verdict }) =>
      writeClickLine(withVerdict(toEnrichedClick(stored), verdict), block, line, stored.at % 1_000),
    );
    await write({ journal: "correction", from: first.id }, rollup, lines);
    await takeDayVisitors(
      client,
      clicks.map(({ stored, subjects }) => ({ ...toEnrichedClick(stored), subjects })),
      visitorsLeft,
    );
    await client.query("delete from click_corrections where id = $1", [first.id]);
    return true;
  });
  return sent === true;
}

/** A click by a person and the key of its row in the table. */
interface FoundClick {
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
const findBursts = [
  BURST,
  async (start: number): Promise<FoundClick[]> => {
    const minute = `${between(start, start + 60)} and network != 0`;
    const many = await selectRows<Thing>(
      `select distinct ${THING} from (
         select ${THING}, agent, count() as number from clicks where ${minute} and (robot = '' or class = '${BURST.class}')
         group by ${THING}, agent having number >= ${BURST_CLICKS}) limit ${MOST_BURSTS}`,
    );
    if (many.length === 0) return [];
    const among = `(${THING}) in (${many.map((one) => `(${THING.map((name) => one[name])})`)})`;
    const counts = await selectRows<Thing & { agent: number; number: string }>(
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
const findTwice = [
  TWICE,
  async (start: number): Promise<FoundClick[]> => {
    const near = `${between(start - NO_OTHER_CLICK_SECONDS, start + 60 + NO_OTHER_CLICK_SECONDS)} and link_id > 0 and network != 0`;
    const rows = await selectRows<
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
  const rows = await selectRows<Row>(
    `select toUInt32(at) as seconds, ms, lower(hex(seal)) as seal, ${judged.map(readSql)}, block, line
     from (${once(columns.join(", "), condition)}) where robot = '' limit ${AT_ONCE}`,
  );
  return rows.map(({ block, line, ...row }) => ({ block, line, stored: storedOf(row) }));
}

function storedOf({ seconds, ms, seal, ...row }: Omit<Row, "block" | "line">): StoredClick {
  const fields = Object.fromEntries(judged.map((column) => [column.field, readValue(column, row[column.name])]));
  return { ...fields, at: Number(seconds) * 1_000 + Number(ms), beyond: Number(row.beyond), seal } as StoredClick;
}
