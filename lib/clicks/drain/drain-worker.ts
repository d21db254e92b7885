// The worker thread that `startDrain` starts. The build puts server.js and this file into the same folder.
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type pg from "pg";
import { judgeNetworks } from "@/lib/clicks/classify/judge";
import { freshenSpamHosts } from "@/lib/clicks/classify/spam-hosts";
import { Leases, measureWaitingInFolder, type Waiting } from "@/lib/clicks/journal/leases";
import { DrainSession } from "@/lib/clicks/postgres/drain-session";
import type { Batch } from "@/lib/clicks/store/click-store";
import { quarantinedClicks } from "@/lib/clicks/store/quarantine";
import { connectForSlowStatements, endConnection, LOSS_IS_NOTICED } from "@/lib/platform/database/client";
import { READER } from "@/lib/platform/database/statement";
import { env } from "@/lib/platform/env";
import { measureDisk } from "@/lib/platform/files/disk";
import { log } from "@/lib/platform/log/log";
import { yieldSession, yieldToVisitors } from "@/lib/platform/process/priority";
import { version } from "@/package.json";
// In its own file, because a class that is declared below the running loop could not be used in it.
import { AnnouncingStore } from "./announcing-store";
import type { DrainWork } from "./drain";
import { BatchSize, FolderDrain } from "./drain-folder";
import type { DrainReport } from "./drain-report";
import { type DatabaseProcesses, DrainThrottle, readTimes } from "./drain-throttle";
import { openClickStore } from "./store";

/**
 * How long an idle drain waits before it looks again (ms). A click appears within this time plus the time to store it.
 */
const IDLE = 250;
/** While no clicks are waiting, it looks for other work this often (ms), because a look takes four statements. */
const LOOK_EVERY = 1_000;
const MAX_BACKOFF = 2_000;
const COMPLAIN_EVERY = 60_000;
const COUNT_EVERY = 2_000;
const FRESHEN_EVERY = 60_000;
/** The drain gives up a batch that waits for others for so long, because others wait for what it has locked. */
const LOCK_WITHIN = "12s";
/**
 * A database that accepts a statement and never responds blocks the drain's reports. The drain then reports what is
 * waiting at this interval (ms).
 */
const SILENT = 5_000;
/** With more bytes waiting, packing is skipped to leave the time for storing. It is about a second's work. */
const CALM = 4 * 2 ** 20;
/** Share of the journals' space limit that may wait until there are fewer visitors. */
const MAY_WAIT = 0.25;

const { folder, ownDatabase } = workerData as DrainWork;
yieldToVisitors();
judgeNetworks();
const stopTraces = env.OTEL_EXPORTER_OTLP_ENDPOINT
  ? (await import("@/lib/platform/log/traces")).startTraces(version)
  : undefined;

let finishing = false;
parentPort?.on("message", () => {
  finishing = true;
});

const report: DrainReport = {
  at: 0,
  ...{ bytes: 0, oldestAt: null, quarantined: 0, clicks: 0, batches: 0, errors: 0, batchClicks: 0, batchMs: 0 },
  progressedAt: Date.now(),
};
/** How far each journal is stored, for times when the database cannot be reached. */
const storedOf: Map<string, number> = new Map();
/** The directories that this drain stores. */
let held: readonly string[] = [];
const size = new BatchSize();
setInterval(() => {
  if (Date.now() - report.at > SILENT) sendReport(waitingNow());
}, SILENT).unref();
// Clicks of earlier processes wait from the start on, whenever the database answers.
sendReport(waitingNow());
const session = new DrainSession();
let backoff = 0;
let complainedAt = 0;
let freshenedAt = 0;
for (let finished = false; !finished; ) {
  finished = await drain().catch(async (error: Error) => {
    report.errors++;
    sendReport(waitingNow());
    if (Date.now() - complainedAt > COMPLAIN_EVERY) {
      complainedAt = Date.now();
      log.warn({ error: error.message }, "clicks cannot be stored now; they wait in the journal");
    }
    backoff = Math.min(MAX_BACKOFF, backoff * 2 + 100);
    await sleep(backoff);
    return false;
  });
}
await stopTraces?.();
parentPort?.close();

/** This works without the database, which has just failed. */
function waitingNow(): Waiting {
  try {
    return measureWaitingInFolder(folder, held, (journal) => storedOf.get(journal) ?? 0);
  } catch {
    // The folder cannot be read at the moment, so the last report remains valid.
    return report;
  }
}

function sendReport(waiting: Waiting): void {
  report.at = Date.now();
  report.bytes = waiting.bytes;
  report.oldestAt = waiting.oldestAt;
  if (waiting.bytes === 0) report.progressedAt = report.at;
  parentPort?.postMessage(report);
}

function countStored({ clicks }: Batch, ms: number): void {
  report.batches++;
  report.clicks += clicks.length;
  report.batchClicks = clicks.length;
  report.batchMs = ms;
  report.progressedAt = Date.now();
}

/** Logs that clicks can be stored again after a failure. */
function noteRecovery(): void {
  if (complainedAt > 0) log.info("clicks are being stored again");
  backoff = 0;
  complainedAt = 0;
}

/** Imports and recounts are left out: they work in the background like the drain, which does not yield to them. */
async function processesBeside(client: pg.Client, helper: number): Promise<DatabaseProcesses> {
  const { rows } = await client.query<{ pid: number }>("select pid from pg_stat_activity where application_name = $1", [
    READER,
  ]);
  return { helper, readers: rows.map(({ pid }) => pid) };
}

async function freshen(): Promise<void> {
  if (Date.now() - freshenedAt < FRESHEN_EVERY) return;
  freshenedAt = Date.now();
  await freshenSpamHosts();
}

/** Returns whether the disk will soon be too full for new clicks while `backlog` bytes wait. */
function isShort(backlog: number): boolean {
  const disk = measureDisk(folder.root);
  return disk !== undefined && disk.free < 2 * (disk.reserve + backlog);
}

/** Stores clicks until all are stored and the process stops (returns true), or throws the database's error. */
async function drain(): Promise<boolean> {
  const client = await connectForSlowStatements({
    connectionString: env.DATABASE_URL,
    application_name: "signpost drain",
    connectionTimeoutMillis: 10_000,
  });
  let lost: Error | undefined;
  client.on("error", (error) => {
    lost = error;
  });
  try {
    const pid = await session.begin(client);
    const helper = ownDatabase ? pid : undefined;
    if (helper !== undefined) yieldSession(helper);
    const visitorsFirst = new DrainThrottle(MAY_WAIT * env.JOURNAL_MAX_MB * 2 ** 20, async () =>
      readTimes(helper === undefined ? undefined : await processesBeside(client, helper)),
    );
    size.givesWay = () => visitorsFirst.givesWay;
    await client.query(`${LOSS_IS_NOTICED}; set lock_timeout = '${LOCK_WITHIN}'`);
    const store = await AnnouncingStore.open(await openClickStore(client), client, countStored);
    let erased = false;
    let lookedAt = 0;
    // Runs after each batch, because one pass may last hours after a rush.
    const behindBatch = async (directories: readonly string[]) => {
      noteRecovery();
      held = directories;
      const waiting = waitingNow();
      sendReport(waiting);
      const backlog = waiting.bytes;
      await freshen();
      await store.announceMissed();
      if (backlog === 0 && Date.now() - lookedAt < LOOK_EVERY) return;
      erased = await store.erase();
      const expired = await store.expire();
      erased = (await store.judge()) || erased;
      if (backlog < CALM) erased = (await store.pack()) || erased;
      lookedAt = erased || expired ? 0 : Date.now();
      await visitorsFirst.rest(backlog, () => finishing || isShort(backlog));
    };
    const journals = new FolderDrain(new Leases(client, folder), store, behindBatch, size, storedOf);
    for (let counted = 0; ; ) {
      const last = finishing;
      erased = false;
      await freshen();
      const passed = await journals.pass();
      if (lost) throw lost;
      if (last && passed === "done") return true;
      if (Date.now() - counted > COUNT_EVERY) {
        counted = Date.now();
        report.quarantined = await quarantinedClicks(client);
      }
      // Call it only here: with nothing to store, this is the first step that needs ClickHouse.
      noteRecovery();
      if (passed !== "stored" && !erased) await sleep(IDLE);
    }
  } finally {
    // The connection must not keep its locks.
    await endConnection(client);
  }
}
