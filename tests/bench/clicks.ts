// How many clicks a second the drain stores: records visits in a journal, then drains it into a real Postgres.
// CLICKS says how many (1,000,000).
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { DirectoryDrain } from "@/lib/clicks/drain-directory";
import { openJournal } from "@/lib/clicks/journal";
import { PostgresClickStore } from "@/lib/clicks/postgres/store";
import type { Visit } from "@/lib/clicks/visit";
import { provide } from "@/lib/env";
import { startClickDatabase } from "../support/click-database";

provide({ APP_SECRET: "only-for-the-bench-only-for-the-bench" });
const CLICKS = Number(process.env.CLICKS ?? 1_000_000);
const LINKS = 10_000;
const VISITORS = Math.max(1_000, CLICKS / 4);

let seed = 42;
function random(): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
}
const pick = <T>(values: T[]): T => values[Math.floor(random() * values.length)] as T;

/** Picks by Zipf's law: the k-th value k times as seldom as the first. */
function zipf<T>(values: T[]): () => T {
  let sum = 0;
  const sums = values.map((_, index) => {
    sum += 1 / (index + 1);
    return sum;
  });
  return () => {
    const target = random() * sum;
    let low = 0;
    let high = values.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return values[low] as T;
  };
}

const versions = Array.from({ length: 40 }, (_, index) => 90 + index);
const templates = [
  (v: number) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${v}.0.0.0 Safari/537.36`,
  (v: number) => `Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:${v}.0) Gecko/20100101 Firefox/${v}.0`,
  (v: number) =>
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${v % 20}.1 Safari/605.1.15`,
  (v: number) =>
    `Mozilla/5.0 (iPhone; CPU iPhone OS ${v % 19}_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${v % 19}.1 Mobile/15E148 Safari/604.1`,
  (v: number) =>
    `Mozilla/5.0 (Linux; Android ${v % 15}; SM-S9${v}B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${v}.0.0.0 Mobile Safari/537.36`,
  (v: number) =>
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_${v % 7} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram ${v}.0.0`,
  (v: number) => `Mozilla/5.0 (compatible; Googlebot/2.${v}; +http://www.google.com/bot.html)`,
];
const agents = templates.flatMap((template) => versions.map(template));
const referrers = [
  "",
  "",
  "",
  "https://www.google.com/",
  "https://t.co/abc",
  "https://l.facebook.com/l.php?u=x",
  "https://news.ycombinator.com/item?id=1",
];
for (let site = 0; site < 200; site++) referrers.push(`https://blog-${site}.example.com/a/post`);
const languages = ["en-US,en;q=0.9", "de-DE,de;q=0.9,en;q=0.8", "fr-FR,fr;q=0.9", "es", "pt-BR,pt;q=0.9", "ja"];

const byte = () => Math.floor(random() * 256);
const network = zipf(Array.from({ length: 2_000 }, () => `${1 + Math.floor(random() * 220)}.${byte()}`));
const referrer = zipf(referrers);
const language = zipf(languages);
const link = zipf(Array.from({ length: LINKS }, (_, index) => index + 1));

const visitors = Array.from({ length: VISITORS }, () => ({
  address: `${network()}.${byte()}.${byte()}`,
  userAgent: pick(agents),
  language: language(),
}));
const visitOf = (): Visit => {
  const visitor = pick(visitors);
  return {
    ...visitor,
    at: Date.now(),
    referrer: referrer(),
    head: false,
    prefetch: false,
    untracked: random() < 0.02,
  };
};

const database = await startClickDatabase(LINKS);
const directory = mkdtempSync(join(tmpdir(), "signpost-bench-"));
try {
  const journal = openJournal(directory, { root: directory, bytes: Number.POSITIVE_INFINITY });
  const prepared = Array.from({ length: Math.min(CLICKS, 50_000) }, visitOf);
  const recordedIn = await timed(async () => {
    // 50 clicks a turn, as a busy server has them.
    for (let click = 0; click < CLICKS; ) {
      const turn: Promise<void>[] = [];
      for (let n = 0; n < 50 && click < CLICKS; n++, click++) {
        const visit = prepared[click % prepared.length] as Visit;
        turn.push(
          new Promise((done, fail) =>
            journal.record(visit, { linkId: link() }, (error) => (error ? fail(error) : done())),
          ),
        );
      }
      await Promise.all(turn);
    }
    await journal.close();
  });
  const bytes = readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);

  const { client } = database;
  const before = process.memoryUsage.rss();
  let peak = before;
  const drain = new DirectoryDrain(new PostgresClickStore(client), directory, () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  });
  const drainedIn = await timed(async () => {
    while (await drain.pass());
  });
  const counted = await client.query(
    `select (select count(*) from clicks) as clicks, (select sum(clicks) from click_rollups where dimension = 'total' and
     day = '1970-01-01') as total, (select count(*) from click_rollups) as rollups, (select count(*) from click_visitors) as visitors`,
  );
  const row = counted.rows[0];
  if (Number(row.clicks) !== CLICKS || Number(row.total) !== CLICKS) throw new Error(`counted ${JSON.stringify(row)}`);
  const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20);
  const perSecond = (seconds: number) => Math.round(CLICKS / seconds).toLocaleString("en");
  console.log(`
${CLICKS.toLocaleString("en")} clicks on ${LINKS.toLocaleString("en")} links (Zipf), ${agents.length} user agents, ${Number(row.visitors).toLocaleString("en")} unique visits, ${cpus().length} cores, Node ${process.version}

| step | seconds | clicks a second | note |
|---|---:|---:|---|
| record in the journal | ${recordedIn.toFixed(1)} | ${perSecond(recordedIn)} | ${Math.round(bytes / CLICKS)} bytes a click |
| drain into Postgres | ${drainedIn.toFixed(1)} | ${perSecond(drainedIn)} | ${Number(row.rollups).toLocaleString("en")} roll-up rows; memory ${mebibytes(before)} before, ${mebibytes(peak)} MiB at most |
`);
} finally {
  rmSync(directory, { recursive: true });
  await database.stop();
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
