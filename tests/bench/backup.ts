// A backup under load: CLICKS (10,000,000) clicks on LINKS (100,000) links, while RATE (5,000) visits a second go on.
// It is restored and compared. Also measures a restore into an empty folder, and a backup of rows.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { prepare } from "../../scripts/prepare.mjs";
import { command } from "../support/command";
import { startServer, temporaryFolder } from "../support/server";
import { type Drive, drive } from "./drive";
import { count, keepResults, table } from "./results";
import { median } from "./rounds";
import { seed } from "./seed";

const CLICKS = Number(process.env.CLICKS ?? 10_000_000);
const LINKS = Number(process.env.LINKS ?? 100_000);
const RATE = Number(process.env.RATE ?? 5_000);
const ROUNDS = 5;
const SECONDS = 5;
const WANTED_P99 = 2;
const MB = 2 ** 20;
const paths = Array.from({ length: 1_000 }, (_, n) => `/go-${LINKS - n}`);

await prepare({ dev: true });
const folder = await temporaryFolder();
const dataDir = join(folder, "data");
const server = await startServer({ dataDir });
try {
  await seed(server.databaseUrl, LINKS, CLICKS);
  const once = () => drive({ url: server.url, paths, rate: RATE, seconds: SECONDS, tolerant: true });
  const rounds = async (more: (round: number) => boolean) => {
    const drives: Drive[] = [];
    for (let round = 0; more(round); round++) drives.push(await once());
    return drives;
  };
  await once();
  const before = await rounds((round) => round < ROUNDS);
  const files = await whileDriven(["backup", "--to", join(folder, "files")], rounds);
  const rows = await whileDriven(["backup", "--to", join(folder, "rows"), "--portable"], rounds);
  const after = await rounds((round) => round < ROUNDS);
  const restored = await timed(() =>
    done(["restore", "--from", join(folder, "files"), "--data-dir", join(folder, "of-files")]),
  );
  const loaded = await timed(() =>
    done(["restore", "--from", join(folder, "rows"), "--data-dir", join(folder, "of-rows")]),
  );

  const p99 = (drives: Drive[]) => median(drives.map((one) => one.p99));
  const row = (name: string, drives: Drive[]) => [
    name,
    count(median(drives.map(({ perSecond }) => perSecond))),
    p99(drives).toFixed(1),
    (p99(drives) / p99(before)).toFixed(2),
    drives.reduce((sum, { failures }) => sum + failures, 0),
  ];
  keepResults(
    "Backup",
    `${count(CLICKS)} clicks on ${count(LINKS)} links, ${count(RATE)} redirects a second all the while. p99 against before: ${WANTED_P99} × wanted
at most. Restored and compared table by table within the backup's time: ${count(files.made.rows)} rows without a difference.

${table(
  ["", "redirects a second", "p99, ms", "against before", "failures"],
  [
    row("before", before),
    row("backup of files", files.drives),
    row("backup of rows", rows.drives),
    row("after", after),
  ],
)}

${table(
  ["", "backup, s", "MB", "restore, s"],
  [
    ["files", files.made.seconds.toFixed(0), (files.made.bytes / MB).toFixed(0), restored.toFixed(0)],
    ["rows", rows.made.seconds.toFixed(0), (rows.made.bytes / MB).toFixed(0), loaded.toFixed(0)],
  ],
)}`,
  );
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function whileDriven(args: string[], rounds: (more: () => boolean) => Promise<Drive[]>) {
  let running = true;
  const making = done(args).finally(() => {
    running = false;
  });
  const drives = await rounds(() => running);
  return { made: await making, drives };
}

async function done(args: string[]): Promise<{ rows: number; seconds: number; bytes: number }> {
  const restores = args[0] === "restore";
  const env = { APP_SECRET: server.appSecret, ...(!restores && { DATA_DIR: dataDir }) };
  const { code, stdout, stderr } = await command([...args, "--json"], env);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}
