import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { openFolder } from "@/lib/platform/files/data-folder";
import { lockFolder, openFolderLock } from "@/lib/platform/files/data-folder-lock";
import { type OnShutdown, onSignal, run } from "@/lib/platform/process/lifecycle";
import { vitals } from "@/lib/platform/process/vitals";
import { version } from "@/package.json";
import {
  countRestart,
  type FromService,
  onSuperseded,
  onTakeOverFailed,
  sendToSupervisor,
  type ToService,
  waitForMessage,
} from "@/server/take-over-messages";
import type { DrainReport } from "./lib/clicks/drain/drain-report";
import { ExclusiveParts } from "./server/exclusive-parts";

onTakeOverFailed(() => {
  vitals().takeOverFailed = true;
});

const dev = process.argv.includes("--dev");

/** How often the service, a worker or the database died before this process started. */
vitals().restarts = Number(process.argv.find((option) => option.startsWith("--restarts="))?.split("=")[1] ?? 0);

/** How long a stop waits until recorded clicks are stored. The next start stores the rest. */
const drainMs = 2_500;

// Modules that read the configuration are imported where they are needed: the environment may be invalid, and the
// database's address is known only once the database runs.
async function start(onShutdown: OnShutdown, stopping: AbortSignal): Promise<void> {
  const { baseUrl, env, provide, removedVariables } = await import("@/lib/platform/env");
  let beside = false;
  if (process.argv.includes("--succeed")) {
    const { startsBeside, untilPredecessorEnds } = await import("./server/take-over");
    beside = startsBeside();
    if (!beside) await untilPredecessorEnds();
  }
  const exclusive = new ExclusiveParts(beside, onShutdown);
  openFolder("DATA_DIR", env.DATA_DIR);
  // Workers inherit the file, so it is opened before it can be locked: another service may still hold the lock.
  let lock = beside ? openFolderLock(env.DATA_DIR) : undefined;
  await exclusive.add(async (onShutdown) => {
    const dataDir = await lockFolder(env.DATA_DIR, lock);
    lock = dataDir.fd;
    onShutdown(dataDir.release);
    const { rotateLog } = await import("@/lib/platform/log/log");
    rotateLog();
  });

  if (env.JOURNAL_DIR) openFolder("JOURNAL_DIR", env.JOURNAL_DIR);
  const { openFiles } = await import("@/server/files");
  await openFiles();

  const { log } = await import("@/lib/platform/log/log");
  for (const sentence of removedVariables()) log.warn(sentence);

  const { provideSecrets } = await import("@/lib/platform/stored-secrets");
  provideSecrets();

  let databaseUrl = env.DATABASE_URL;
  const ownDatabase = databaseUrl === undefined;
  if (databaseUrl === undefined) {
    const { startPostgres } = await import("./lib/platform/postgres/embedded-postgres");
    const { postgresOfOther } = await import("./lib/platform/postgres/cluster");
    databaseUrl = beside ? await postgresOfOther(env.DATA_DIR) : "";
    await exclusive.add(async (onShutdown) => {
      const postgres = await startPostgres(env.DATA_DIR, countRestart, databaseUrl);
      onShutdown(() => (vitals().superseded ? postgres.leave() : postgres.stop()));
      databaseUrl = postgres.url;
    });
    provide({ DATABASE_URL: databaseUrl });
  }

  if (env.OTEL_EXPORTER_OTLP_ENDPOINT) {
    const { startTraces } = await import("@/lib/platform/log/traces");
    onShutdown(startTraces(version));
  }

  const { waitForDatabase } = await import("@/lib/platform/database/client");
  await waitForDatabase(databaseUrl, stopping);
  const { closeDatabase, prepareDatabase } = await import("./server/commands/prepare-database");
  onShutdown(closeDatabase);
  await prepareDatabase(databaseUrl);

  const address = databaseUrl;
  await exclusive.add(async (onShutdown) => {
    const { archiveWal } = await import("@/server/backups/wal/start");
    await archiveWal(ownDatabase, address, onShutdown);
  });

  // Never reuse the name of an earlier instance: the files that a dead process left under it would not be adopted.
  const instance = `${Date.now()}-${randomBytes(6).toString("hex")}`;
  const shared = env.JOURNAL_DIR !== undefined;
  const folder = { root: env.JOURNAL_DIR ?? join(env.DATA_DIR, "journal"), instance, shared };
  const { startDrain } = await import("./lib/clicks/drain/drain");
  const { drainReport, keepDrainReport } = await import("./lib/clicks/drain/drain-report");
  let passOn = (_report: DrainReport) => {};
  await exclusive.add((onShutdown) => {
    const drain = startDrain({ folder, ownDatabase }, (report) => {
      keepDrainReport(report);
      passOn(report);
    });
    onShutdown(() => drain.close(drainMs));
  });

  const { provideTransfers, removePartialFiles } = await import("./lib/transfers/transfers");
  const received = join(env.DATA_DIR, "imports");
  // The previous service may still be receiving some of these files.
  if (!beside) removePartialFiles(received);
  const transfers = provideTransfers({ folder: received, ownDatabase });
  onShutdown(() => transfers.stop());

  const { defineProcessMetrics } = await import("@/server/metrics/process");
  defineProcessMetrics();
  const { defineServiceMetrics } = await import("@/server/metrics/service");
  defineServiceMetrics();
  const { serveMetrics } = await import("@/server/metrics/port");
  await exclusive.add(serveMetrics);

  const { startPages, startProcesses } = await import("@/server/processes");
  const { WorkerMetrics } = await import("@/server/metrics/workers");
  const { provideMetrics } = await import("@/lib/platform/log/all-metrics");
  const { countForWorkers } = await import("@/lib/platform/limits/memory-store");
  const hasWorkers = env.WEB_CONCURRENCY > 1 && !dev;
  const metrics = new WorkerMetrics(hasWorkers ? "primary" : "0");
  provideMetrics(() => metrics.collect());
  countForWorkers();
  const processes = (hasWorkers ? env.WEB_CONCURRENCY + 1 : 1) + env.PAGE_PROCESSES;
  const common = { folder, ownDatabase, metrics, processes };

  const { sockets, starting } = startPages(dev ? 0 : env.PAGE_PROCESSES, common, onShutdown, stopping);
  let answer: () => Promise<void>;
  let tellFronts: (report: DrainReport) => void;
  if (hasWorkers) {
    const { Dispatcher } = await import("@/server/dispatcher");
    const slots = Array.from({ length: env.WEB_CONCURRENCY }, (_, number) => `${number}`);
    const dispatcher = new Dispatcher();
    const kind = { file: "worker.js", lock, slots, options: () => sockets, dispatcher, beside } as const;
    const workers = await startProcesses({ ...common, ...kind });
    onShutdown(workers.stop);
    answer = workers.answer;
    tellFronts = workers.reportDrain;
    onTakeOverFailed(workers.reportTakeOver);
  } else {
    const { openJournal, provideJournal } = await import("./lib/clicks/journal/journal");
    const { portEntrance } = await import("@/server/port");
    const { serve } = await import("@/server/serve");
    const limit = { root: folder.root, bytes: env.JOURNAL_MAX_MB * 2 ** 20 };
    const journal = provideJournal(openJournal(join(folder.root, `${instance}-0`), limit));
    onShutdown(() => journal.close());
    tellFronts = ({ bytes, quarantined }) => journal.reportBacklog(bytes, quarantined);
    answer = await serve(onShutdown, portEntrance, sockets, { dev, beside });
  }
  const pages = await starting.catch((error: unknown) => {
    if (!stopping.aborted) throw error;
  });
  if (!pages) return;
  onTakeOverFailed(pages.reportTakeOver);
  passOn = (report) => {
    tellFronts(report);
    pages.reportDrain(report);
  };
  const first = drainReport();
  if (first) passOn(first);

  const { startSweeps } = await import("@/server/sweeps");
  const { startImporting } = await import("@/lib/resources/imports/resume");
  const { startJobThread } = await import("@/server/jobs/start");
  await exclusive.add((onShutdown) => {
    onShutdown(startSweeps().stop);
    onShutdown(startImporting(transfers).stop);
    onShutdown(startJobThread().stop);
  });

  const { createAdministrator } = await import("@/server/administrator");
  const { keepOutOfJournal, readyBlock } = await import("@/server/ready");
  // This comes last, when nothing can fail any more: the credentials are shown only once.
  const administrator = await createAdministrator(databaseUrl);
  if (beside && !(await take("prepared", "answer", stopping))) return;
  await answer();
  if (beside && !(await take("answers", "alone", stopping))) return;
  await exclusive.begin(stopping);
  if (stopping.aborted) return;
  process.stdout.write(readyBlock(baseUrl(), keepOutOfJournal(administrator, env.DATA_DIR)));
  sendToSupervisor("ready");
}

/**
 * Reports the progress of this service to the supervisor and waits for its turn. Returns false if it is stopped before.
 */
async function take(told: FromService, turn: ToService, stopping: AbortSignal): Promise<boolean> {
  const turned = waitForMessage(turn);
  sendToSupervisor(told);
  await Promise.race([turned, once(stopping, "abort")]);
  return !stopping.aborted;
}

/** Stops the database that a dead process left running. */
async function stopDatabase(): Promise<void> {
  const { env } = await import("@/lib/platform/env");
  await lockFolder(env.DATA_DIR);
  if (env.DATABASE_URL) return;
  const { stopPostgres } = await import("./lib/platform/postgres/embedded-postgres");
  await stopPostgres(env.DATA_DIR);
}

// Exits when the supervisor is gone: nothing else would notice or restart this process.
process.on("disconnect", () => process.exit(1));

if (process.argv.includes("--stop")) run(stopDatabase, (stop) => stop());
else
  run(start, (stop) => {
    onSignal(stop);
    void onSuperseded(stop);
  });
