import type { Client } from "pg";
import { type Counted, clickOf, type StoredClick, withVerdict } from "@/lib/clicks/classify/correction";
import type { ClickedSubject } from "@/lib/clicks/classify/enriched-click";
import type { Verdict } from "@/lib/clicks/classify/verdict";
import { takeDayVisitors } from "@/lib/clicks/postgres/day-visitors";
import { judgeMinute } from "@/lib/clicks/postgres/minutes";
import { storeCounters } from "@/lib/clicks/postgres/rollups";
import { uncountClicks } from "@/lib/clicks/postgres/uncount-clicks";
import { Rollup } from "@/lib/clicks/store/rollup";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { inLockedTransaction } from "@/lib/platform/database/client";
import { lineOf } from "./block";
import { tablesReady } from "./client";
import { visitorsLeft } from "./day-visitors";
import { type FoundClick, findBursts, findTwice } from "./find";

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
  const counted = found.map((one): Counted & FoundClick => ({ ...one, click: clickOf(one.stored) }));
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
      const click = { ...clickOf(stored), subjects };
      rollup.add(click, -1);
      rollup.add(withVerdict(click, verdict));
    }
    const lines = clicks.map(({ stored, block, line, verdict }) =>
      lineOf(withVerdict(clickOf(stored), verdict), block, line, stored.at % 1_000),
    );
    await write({ journal: "correction", from: first.id }, rollup, lines);
    await takeDayVisitors(
      client,
      clicks.map(({ stored, subjects }) => ({ ...clickOf(stored), subjects })),
      visitorsLeft,
    );
    await client.query("delete from click_corrections where id = $1", [first.id]);
    return true;
  });
  return sent === true;
}
