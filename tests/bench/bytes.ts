// Disk space of a click, and the cost of queries: CLICKS (300,000) clicks of DAYS (60) days on LINKS (30,000) by Zipf's
// law, stored by the drain: first in rows, then with past months packed, then with everything packed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { MonthPacking } from "@/lib/clicks/postgres/pack-months";
import { VisitorPacking } from "@/lib/clicks/postgres/pack-visitors";
import { provide } from "@/lib/platform/env";
import { startClickDatabase } from "../support/click-database";
import { count, keepResults, table } from "./results";

const CLICKS = Number(process.env.CLICKS ?? 300_000);
const LINKS = Number(process.env.LINKS ?? 30_000);
const DAYS = Number(process.env.DAYS ?? 60);
const APP_SECRET = "a secret of the bench, which is long enough";
const DAY_MS = 86_400_000;

const database = await startClickDatabase(LINKS);
provide({ APP_SECRET, DATABASE_URL: database.url });
// The pool reads the database's address when it is loaded.
const { pool } = await import("@/lib/platform/database/pool");
const { selectedClicks } = await import("@/lib/clicks/statistics/stats");
const { postgresClickLog } = await import("@/lib/clicks/postgres/log");
try {
  await storeAll();
  const stages = [await measured("in rows")];
  const began = performance.now();
  await packed(Date.now());
  stages.push(await measured("visitors, and months that are over, packed"));
  await packed(Date.now() + 62 * DAY_MS);
  const packing = (performance.now() - began) / 1_000;
  stages.push(await measured("all of them packed"));
  keepResults(
    "Bytes of a click",
    `${count(CLICKS)} clicks of ${DAYS} days on ${count(LINKS)} links, with their indexes and with who has met what. Packing takes
${((packing * 1e6) / CLICKS).toFixed(0)} µs a click. The most clicked link has ${count(stages[0]?.hottest ?? 0)} clicks.

${table(
  [
    "",
    "clicks",
    "visitors",
    "bytes a click",
    "statistics of the most clicked link, ms",
    "of one with few, ms",
    "first page of its log, ms",
  ],
  stages.map(({ stage, clicks, visitors, hot, cold, log }) => [
    stage,
    count(clicks),
    count(visitors),
    count(clicks + visitors),
    ...[hot, cold, log].map((ms) => ms.toFixed(1)),
  ]),
)}`,
  );
} finally {
  await pool.end();
  await database.stop();
}

async function storeAll(): Promise<void> {
  const values = { CLICKS, LINKS, DAYS, DATABASE_URL: database.url, APP_SECRET };
  const child = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, "verify-clicks.ts")], {
    stdio: "inherit",
    env: { ...process.env, ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value}`])) },
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the clicks could not be stored: ${code}`);
}

async function packed(now: number): Promise<void> {
  const [months, visitors] = [new MonthPacking(database.client), new VisitorPacking(database.client)];
  while ((await months.step(now)) || (await visitors.step()));
}

async function measured(stage: string) {
  await database.client.query("vacuum analyze");
  const size = async (names: string) => {
    const { rows } = await database.client.query(
      `select coalesce(sum(pg_total_relation_size(oid)), 0)::float8 / ${CLICKS} as bytes from pg_class
       where relkind in ('r', 'p') and relname ~ '^(${names})$'`,
    );
    return rows[0].bytes as number;
  };
  const { rows } = await database.client.query(
    `(select subject_id as id, clicks::int from click_rollups where subject = 'link' and not robot and day = '1970-01-01' order by clicks desc limit 1)
     union all (select subject_id, clicks::int from click_rollups where subject = 'link' and not robot and day = '1970-01-01' and clicks = 5 limit 1)`,
  );
  const [hot, cold] = rows as [{ id: number; clicks: number }, { id: number; clicks: number }];
  const to = Date.now() + DAY_MS;
  const from = to - (DAYS + 2) * DAY_MS;
  const ask = (id: number) =>
    selectedClicks({
      ...{ subject: "link", id, before: from, from, to, robots: false, filters: { browser: "Chrome" } },
      ...{ limit: null, most: 100_000 },
    });
  return {
    stage,
    hottest: hot.clicks,
    clicks: await size("clicks_[0-9_]+|click_packs"),
    visitors: await size("click_visitors|click_visitor_sets"),
    hot: await fastest(() => ask(hot.id)),
    cold: await fastest(() => ask(cold.id)),
    log: await fastest(() => postgresClickLog.clicksOn("link", [hot.id], 100)),
  };
}

/** The fastest of several runs, in milliseconds, because the machine has other work too. */
async function fastest(work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 9; round++) {
    const began = performance.now();
    await work();
    best = Math.min(best, performance.now() - began);
  }
  return best;
}
