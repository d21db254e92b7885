// The cost of statistics at 10 thousand, 1 million and 20 million clicks, and of lists and searches of a million links.
// CLICKS and LINKS make it smaller: CLICKS=1000,10000 LINKS=10000.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { prepare } from "../../scripts/prepare.mjs";
import { startServer, type TestServer } from "../support/server";
import { drive } from "./drive";
import type { Latency } from "./latency";
import { listsTable, measureLists } from "./lists";
import { count, keepResults, table } from "./results";
import { comparison, inRounds, median, type Sides } from "./rounds";
import { seed } from "./seed";
import { CLICKED_LINKS, STEADY_LINKS } from "./seed-clicks";

const SIZES = (process.env.CLICKS ?? "10000,1000000,20000000").split(",").map(Number);
const LINKS = Number(process.env.LINKS ?? 1_000_000);
/** The slowest size may take this many times as long as the fastest. */
const MOST_TIMES = 1.5;
const MOST_MS = 50;

const nameOf = (clicks: number) => `${count(clicks)} clicks`;

await prepare({ dev: true });
const servers: TestServer[] = [];
const seeded: string[] = [];
try {
  for (const [index, clicks] of SIZES.entries()) {
    const server = await startServer();
    servers.push(server);
    const started = performance.now();
    await seed(server.databaseUrl, index === SIZES.length - 1 ? LINKS : CLICKED_LINKS, clicks);
    seeded.push(`${nameOf(clicks)} in ${Math.round((performance.now() - started) / 1_000)} s`);
  }
  const last = servers.at(-1) as TestServer;

  const paths = Array.from({ length: STEADY_LINKS }, (_, index) => `/api/url/${index + 1}`);
  const sides: Sides<string> = {};
  for (const [index, { url, adminKey }] of servers.entries()) {
    const headers = { Authorization: `Bearer ${adminKey}` };
    sides[nameOf(SIZES[index] ?? 0)] = () => drive({ url, paths, headers, connections: 4 });
  }
  const rounds = await inRounds(sides);
  const reports = await measureReports();
  const lists = await measureLists(last, LINKS);

  keepResults(
    "Statistics and lists",
    `Statistics of ${STEADY_LINKS} links, which have the same 10,000 clicks in 90 days each time, while the clicks on ${count(CLICKED_LINKS)} others,
spread by Zipf's law, grow. Seeded: ${seeded.join(", ")}. \`GET /api/url/:id\`, 4 connections:

${comparison(rounds, nameOf(SIZES[0] ?? 0))}

The queries of the dashboard's page of a link, in a process of their own; of five rounds the medians, in ms. The busiest is
the link with the most clicks.

${table(
  ["", ...SIZES.map(nameOf)],
  reports.map(({ name, medians, p95 }) => [
    name,
    ...medians.map((one, size) => `${ms(one)} (p95 ${ms(p95[size] ?? 0)})`),
  ]),
)}

Lists and searches of one user with ${count(LINKS)} links, page after page over HTTP, in ms.

${listsTable(lists)}`,
  );

  const speeds = Object.values(rounds).map((drives) => median(drives.map(({ perSecond }) => perSecond)));
  const waits = Object.values(rounds).map((drives) => median(drives.map(({ p99 }) => p99)));
  expectWithin("times as slow", Math.max(...speeds) / Math.min(...speeds), MOST_TIMES);
  expectWithin("ms at the 99th percentile", Math.max(...waits), MOST_MS);
  for (const { name, medians, p95 } of reports) {
    if (!name.startsWith("the busiest"))
      expectWithin(`times as slow: ${name}`, Math.max(...medians) / Math.min(...medians), MOST_TIMES);
    expectWithin(`ms: ${name}`, Math.max(...p95), MOST_MS);
  }
  for (const { name, p95 } of lists) expectWithin(`ms: ${name}`, p95, 100);
} finally {
  for (const server of servers) await server.stop();
}

interface Measured {
  name: string;
  /** by size */
  medians: number[];
  p95: number[];
}

/** Runs the dashboard's queries on one database after the other, in rounds, each in a separate process. */
async function measureReports(): Promise<Measured[]> {
  const times = new Map<string, Latency[][]>();
  for (let round = 0; round < 5; round++) {
    for (const [size, { databaseUrl }] of servers.entries()) {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ["--import", "tsx", `${import.meta.dirname}/reports.ts`],
        { env: { ...process.env, DATABASE_URL: databaseUrl, APP_SECRET: "only-for-the-bench-only-for-the-bench" } },
      );
      for (const [name, latency] of Object.entries<Latency>(JSON.parse(stdout))) {
        const sizes = times.get(name) ?? SIZES.map(() => []);
        sizes[size]?.push(latency);
        times.set(name, sizes);
      }
    }
  }
  const medianOf = (sizes: Latency[][], part: keyof Latency) => sizes.map((one) => median(one.map((l) => l[part])));
  return [...times].map(([name, sizes]) => ({ name, medians: medianOf(sizes, "p50"), p95: medianOf(sizes, "p95") }));
}

function ms(value: number): string {
  return value.toFixed(1);
}

function expectWithin(what: string, value: number, most: number): void {
  if (value <= most) return;
  console.error(`${ms(value)} ${what}, where at most ${most} are wanted`);
  process.exitCode = 1;
}
