// The effect on visitors of erasing half of 2,000,000 clicks while clicks arrive as fast as the machine can handle, and
// the disk space that becomes free. LINKS and CLICKS make it smaller.
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { prepare } from "../../scripts/prepare.mjs";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { diskBytes } from "./disk-bytes";
import { type Drive, drive } from "./drive";
import { count, keepResults, table } from "./results";
import { median } from "./rounds";
import { seed } from "./seed";

const LINKS = Number(process.env.LINKS ?? 100_000);
const CLICKS = Number(process.env.CLICKS ?? 2_000_000);
/** `seed` spreads the clicks over 90 days. */
const KEPT_DAYS = 45;
const ROUNDS = 5;
const WANTED_P99 = 1.5;
const MB = 2 ** 20;
/** The bench itself adds clicks from this day on. */
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const paths = Array.from({ length: 1_000 }, (_, n) => `/go-${LINKS - n}`);

await prepare({ dev: true });
const dataDir = await temporaryFolder();
let server = await startServer({ dataDir });
try {
  await seed(server.databaseUrl, LINKS, CLICKS);
  const bytes = await diskBytes(server.databaseUrl, LINKS, CLICKS);
  const before = await rounds(server);
  await idle(server);
  const sums = await sumsOf(server);
  const disk = await diskOf(server);
  await server.stop();

  server = await startServer({ dataDir, env: { CLICK_RETENTION_DAYS: `${KEPT_DAYS}` } });
  const started = performance.now();
  const during: Drive[] = [];
  while (!(await isErased(server))) during.push(await drive({ url: server.url, paths, seconds: 5 }));
  const seconds = (performance.now() - started) / 1_000;
  await idle(server);
  const left = await diskOf(server);
  await query(server, "vacuum clicks");
  const vacuumed = await diskOf(server);
  const same = JSON.stringify(await sumsOf(server)) === JSON.stringify(sums);
  const after = await rounds(server);

  const p99 = (drives: Drive[]) => median(drives.map((one) => one.p99));
  const perSecond = (drives: Drive[]) => count(median(drives.map((one) => one.perSecond)));
  const row = (name: string, drives: Drive[]) => [name, perSecond(drives), p99(drives).toFixed(1)];
  const ratio = p99(during) / p99(before);
  keepResults(
    "Erasing clicks that are kept no longer",
    `${count(CLICKS)} clicks of 90 days on ${count(LINKS)} links, kept for ${KEPT_DAYS} days from then on: erased in ${seconds.toFixed(0)} s while
clicks arrive. p99 against before: ${ratio.toFixed(2)}, wanted: ${WANTED_P99} at most. Sums of the roll-ups: ${same ? "unchanged" : "CHANGED"}.

${table(["", "redirects a second", "p99, ms"], [row("before", before), row("while erasing", during), row("after", after)])}

${table(
  ["clicks", "MB on disk, months before this one", "rows of before"],
  [
    ["before", (disk.bytes / MB).toFixed(0), count(disk.rows)],
    ["after", (left.bytes / MB).toFixed(0), count(left.rows)],
    ["after a vacuum", (vacuumed.bytes / MB).toFixed(0), count(vacuumed.rows)],
  ],
)}

${table(
  ["bytes of", ""],
  [
    ["a click", count(bytes.click)],
    ["a link", count(bytes.link)],
    ["a day of a link", count(bytes.dayOfLink)],
  ],
)}`,
  );
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function rounds({ url }: TestServer): Promise<Drive[]> {
  await drive({ url, paths, seconds: 5 });
  const drives: Drive[] = [];
  for (let round = 0; round < ROUNDS; round++) drives.push(await drive({ url, paths, seconds: 5 }));
  return drives;
}

/** Waits until all clicks are stored. */
async function idle(of: TestServer): Promise<void> {
  for (let last = -1; ; ) {
    const [row] = await query<{ clicks: number }>(of, "select sum(clicks)::float8 as clicks from link_counts");
    if (row?.clicks === last) return;
    last = row?.clicks ?? 0;
    await sleep(5_000);
  }
}

async function isErased(of: TestServer): Promise<boolean> {
  const rows = await query<{ goal: Date | null }>(of, "select goal from click_expiries");
  return rows.length > 0 && rows.every(({ goal }) => goal === null);
}

async function diskOf(of: TestServer): Promise<{ bytes: number; rows: number }> {
  const [row] = await query<{ bytes: number; rows: number }>(
    of,
    // Leaves out the current month, to which the bench adds clicks.
    `select (select sum(pg_total_relation_size(inhrelid))::float8 from pg_inherits
         where inhparent = 'clicks'::regclass and inhrelid::regclass::text < to_char(now(), '"clicks_"YYYY_MM')) as bytes,
       (select count(*)::float8 from clicks where at < '${yesterday}') as rows`,
  );
  return row ?? { bytes: 0, rows: 0 };
}

function sumsOf(of: TestServer) {
  return query(
    of,
    `select sum(clicks)::text as clicks, sum("unique")::text as visitors,
       sum((select sum(count) from unnest(counts) as count))::text as values
     from click_rollups where day > '1970-01-01' and day < '${yesterday}'`,
  );
}

async function query<Row extends pg.QueryResultRow>(of: TestServer, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: of.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
