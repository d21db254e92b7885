// How long a recount takes: CLICKS (1,000,000) clicks of 60 days on LINKS (100,000) links, stored by the drain. Then it
// must find a lost, a doubled and a changed click.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { verifyClicks } from "@/lib/clicks/verification/verify";
import { provide } from "@/lib/platform/env";
import { startClickDatabase } from "../support/click-database";
import { diskBytes } from "./disk-bytes";
import { count, keepResults, table } from "./results";

const CLICKS = Number(process.env.CLICKS ?? 1_000_000);
const LINKS = Number(process.env.LINKS ?? 100_000);
const DAYS = Number(process.env.DAYS ?? 60);
const APP_SECRET = "a secret of the bench, which is long enough";

const database = await startClickDatabase(LINKS);
try {
  provide({ APP_SECRET, DATABASE_URL: database.url });
  const storing = await timed(storeAll);
  const bytes = await diskBytes(database.url, LINKS, CLICKS);
  const whole = await verifyClicks(database.client, printStep);
  const memory = process.memoryUsage().rss / 2 ** 20;
  const planted = await plant();
  const broken = await verifyClicks(database.client);
  keepResults(
    "Recount",
    `${count(CLICKS)} clicks on ${count(LINKS)} links of ${DAYS} days, stored as the drain does in ${storing.toFixed(0)} s; one core, 64 MB of
working memory, ${count(whole.segments)} segments, ${memory.toFixed(0)} MB in the process that asks. A click takes
${count(bytes.click)} bytes with its indexes and who has met its link.

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
}

/** A run of ten million takes minutes, so this prints the progress and the time. */
function printStep(step: string): void {
  process.stderr.write(`${(performance.now() / 1_000).toFixed(1)} s: ${step}\n`);
}

/** This runs in another process, so that the reported memory is only the recount's. */
async function storeAll(): Promise<void> {
  const script = join(import.meta.dirname, "verify-clicks.ts");
  const values = { CLICKS, LINKS, DAYS, DATABASE_URL: database.url, APP_SECRET };
  const child = spawn(process.execPath, ["--import", "tsx", script], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value}`])) },
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the clicks could not be stored: ${code}`);
}

/** One click of a person on each of three links. */
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
