// How many clicks a second are stored while redirects are answered. For each kind of load, a dead process leaves a
// journal of CLICKS (500,000) clicks on LINKS (a million) links.
import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { prepare } from "../../scripts/prepare.mjs";
import { untilStored } from "../support/recorded";
import { startServer } from "../support/server";
import { writeBacklog } from "./backlog";
import { type Drive, drive } from "./drive";
import { insertLinks, LINKS, pathOf } from "./million-links";
import { count, keepResults, table } from "./results";
import { anyOf, zipf } from "./visits";

const CLICKS = Number(process.env.CLICKS ?? 500_000);
const REDIRECTS = 2_000;
const WANTED = 25_000;

const popular = zipf(Array.from({ length: 10_000 }, (_, index) => index));
/** Returns the link of the next click, among a million. */
const loads: Record<string, () => number> = {
  "10,000 links, by Zipf's law": popular,
  "one hot link": () => 0,
  [`evenly over ${count(LINKS)} links`]: () => anyOf(LINKS),
};

interface Result {
  seconds: number;
  drives: Drive[];
  /** resident memory of the process including its drain, in MiB, from start to end */
  memory: number[];
}

await prepare({ dev: true });
const server = await startServer({ env: { JOURNAL_MAX_MB: "100000" } });
const memory = () => Number(execFileSync("ps", ["-o", "rss=", "-p", `${server.pid}`], { encoding: "utf8" })) / 1024;
try {
  await insertLinks(server.databaseUrl);
  const { first } = await one("select min(id)::int as first from links where alias like 'go-%'");
  await drive({ url: server.url, paths: [pathOf(0)], seconds: 2 });
  const rows: string[][] = [];
  for (const [load, next] of Object.entries(loads)) {
    await untilStored(server, 60_000);
    const before = await counted();
    const { seconds, drives, memory } = await drain(() => Number(first) + next());
    await untilStored(server, 60_000);
    const answered = drives.reduce((sum, { answered }) => sum + answered, 0);
    const after = await counted();
    const stored = Number(after.rows) - Number(before.rows);
    if (after.rows !== after.total || stored < CLICKS + answered) throw new Error(JSON.stringify({ before, after }));
    rows.push([
      load,
      count(CLICKS / seconds),
      count(drives.reduce((sum, { perSecond }) => sum + perSecond / drives.length, 0)),
      Math.max(...drives.map(({ p99 }) => p99)).toFixed(1),
      (stored - CLICKS - answered).toString(),
      tenths(memory).map(count).join(" "),
    ]);
    console.log(rows.at(-1)?.join(" | "));
  }
  const columns = ["", "waiting clicks stored a second", "redirects a second", "their p99, ms", "above", "memory, MiB"];
  keepResults(
    "Clicks",
    `${count(CLICKS)} clicks wait in a journal, and ${count(REDIRECTS)} redirects a second are asked for, by autocannon, while they are
stored. Wanted: ${count(WANTED)} a second. All that was recorded is stored, once; what is stored above the answers that were
received are visits whose answer was on its way when a load ended. The memory is that of the process with its drain, at
each tenth of the time.

${table(columns, rows)}`,
  );
} finally {
  await server.stop();
}

/** Gives a journal to the server's drain, and waits until all of it is stored. */
async function drain(linkId: () => number): Promise<Result> {
  const leave = writeBacklog(server, CLICKS, linkId);
  const memories: number[] = [];
  const drives: Drive[] = [];
  const started = performance.now();
  const isLeft = leave();
  const redirects = visitUntil(() => !isLeft(), drives);
  while (isLeft()) {
    memories.push(memory());
    await sleep(200);
  }
  const seconds = (performance.now() - started) / 1_000;
  await redirects;
  return { seconds, drives, memory: memories };
}

async function visitUntil(done: () => boolean, drives: Drive[]): Promise<void> {
  while (!done()) drives.push(await drive({ url: server.url, paths: [pathOf(0)], seconds: 2, rate: REDIRECTS }));
}

function tenths(values: number[]): number[] {
  return Array.from({ length: 11 }, (_, tenth) => values[Math.round(((values.length - 1) * tenth) / 10)] ?? 0);
}

function counted() {
  return one(`select (select count(*) from clicks) as rows,
    (select sum(clicks) from click_rollups where subject = 'link' and day = '1970-01-01') as total`);
}

async function one(sql: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows[0];
}
