// How long a recount takes: CLICKS (1,000,000) clicks on LINKS (100,000) links of 60 days, stored by the drain. Then a lost, a
// doubled and a changed click, which are to be found.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DirectoryDrain } from "@/lib/clicks/drain-directory";
import { formatLine } from "@/lib/clicks/line";
import { openClickStore } from "@/lib/clicks/store";
import { verifyClicks } from "@/lib/clicks/verify";
import { visitOf } from "@/lib/clicks/visit";
import { provide } from "@/lib/platform/env";
import { startClickDatabase } from "../support/click-database";
import { count, keepResults, table } from "./results";

const CLICKS = Number(process.env.CLICKS ?? 1_000_000);
const LINKS = Number(process.env.LINKS ?? 100_000);
const DAYS = Number(process.env.DAYS ?? 60);
const PER_FILE = 100_000;
const agents = [
  "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
  "Twitterbot/1.0",
];

const database = await startClickDatabase(LINKS);
const directory = mkdtempSync(join(tmpdir(), "signpost-verify-"));
try {
  provide({ APP_SECRET: "a secret of the bench, which is long enough", DATABASE_URL: database.url });
  const storing = await timed(storeAll);
  await database.client.query("vacuum analyze");
  const whole = await verifyClicks(database.client, told);
  const memory = process.memoryUsage().rss / 2 ** 20;
  const planted = await plant();
  const broken = await verifyClicks(database.client);
  keepResults(
    "Recount",
    `${count(CLICKS)} clicks on ${count(LINKS)} links of ${DAYS} days, stored by the drain in ${storing.toFixed(0)} s; one core, 64 MB of
working memory, ${count(whole.segments)} segments, ${memory.toFixed(0)} MB in the process that asks.

${table(
  ["", "seconds", "clicks a second", "differences"],
  [
    ["as stored", whole.seconds.toFixed(1), count(whole.clicks / whole.seconds), count(whole.differences)],
    [planted, broken.seconds.toFixed(1), count(broken.clicks / broken.seconds), count(broken.differences)],
  ],
)}

${broken.named
  .filter((one) => /segment|once more|^link \d+, \S+: (clicks|browser)/.test(one))
  .map((one) => `- ${one}`)
  .join("\n")}`,
  );
} finally {
  await database.stop();
  rmSync(directory, { recursive: true });
}

/** A run of ten million takes minutes: how far it is, and since when. */
function told(step: string): void {
  process.stderr.write(`${(performance.now() / 1_000).toFixed(1)} s: ${step}\n`);
}

async function storeAll(): Promise<void> {
  const store = await openClickStore(database.client);
  const end = Date.now();
  for (let from = 0; from < CLICKS; from += PER_FILE) {
    const lines = Array.from({ length: Math.min(PER_FILE, CLICKS - from) }, (_, n) => lineOf(from + n, end));
    writeFileSync(join(directory, `${from}.closed`), lines.join(""));
    await new DirectoryDrain(store, directory, () => {}).pass();
  }
}

function lineOf(n: number, end: number): string {
  const headers = { "user-agent": agents[n % 17 === 0 ? 3 : n % 3], referer: `https://site-${n % 40}.example/` };
  const visitor = Math.floor(Math.random() * CLICKS);
  const address = `${11 + (visitor % 80)}.${(visitor >> 8) & 255}.${(visitor >> 16) & 255}.${visitor & 255}`;
  // The first links have most of the clicks.
  const linkId = 1 + Math.floor(LINKS ** Math.random() - 1);
  const at = end - Math.floor(((CLICKS - n) / CLICKS) * DAYS * 86_400_000);
  return formatLine({ ...visitOf({ method: "GET", headers }, address), at }, { linkId });
}

/** Three links of many, of each a click of a person. */
async function plant(): Promise<string> {
  const one = (link: number) => `(select max(id) from clicks where link_id = ${link} and robot is null)`;
  const columns = `at, visitor, "unique", country, language, referrer, browser, os, device, seal`;
  await database.client.query(`
    delete from clicks where id = ${one(1)};
    insert into clicks (link_id, ${columns}) select link_id, ${columns} from clicks where id = ${one(2)};
    update clicks set browser = 'Netscape' where id = ${one(3)}`);
  return "one lost, one doubled, one changed";
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}
