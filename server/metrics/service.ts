import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type DrainReport, drainReport, oldestWaitMs, stalledMs } from "@/lib/clicks/drain/drain-report";
import { roomUnder } from "@/lib/clicks/journal/journal-files";
import { isClickHouseReachable } from "@/lib/clicks/maintenance/with-clickhouse";
import { lastVerification } from "@/lib/clicks/verification/last-verification";
import { recentGrowth } from "@/lib/instance/growth-figures";
import { type StoredQueue, storedQueues } from "@/lib/instance/queues";
import { redisCommand } from "@/lib/platform/cache/redis";
import { env } from "@/lib/platform/env";
import { measureDisk } from "@/lib/platform/files/disk";
import { type JobFigures, jobFigures } from "@/lib/platform/jobs/job-figures";
import { isRateLimitStoreWorking } from "@/lib/platform/limits/rate-limit";
import { reusedFor } from "@/lib/platform/log/all-metrics";
import { counts } from "@/lib/platform/log/counts";
import { counter, gauge, type Sample } from "@/lib/platform/log/metrics";
import { vitals } from "@/lib/platform/process/vitals";
import { type BackupStatus, backupStatus } from "@/lib/resources/health/backup-status";
import { degradations } from "@/lib/resources/health/operations";
import { databaseError, readiness, unreadyReasons } from "@/lib/resources/health/readiness";
import { version } from "@/package.json";

/** Defines the metrics of the whole service, which only one process reports. */
export function defineServiceMetrics(): void {
  gauge({ name: "signpost_build_info", help: "Version of Signpost and Node.js. The value is always 1." }, () => [
    { labels: { version, node: process.versions.node }, value: 1 },
  ]);
  gauge({ name: "signpost_cpus", help: "Number of processors that the service may use." }, availableParallelism);
  counter(
    { name: "signpost_restarts_total", help: "Processes of the service that crashed and were restarted." },
    () => vitals().restarts,
  );
  defineReadiness();
  defineJournal();
  defineSweeps();
  defineQueues();
  defineVerification();
  defineBackups();
  defineGrowth();
}

const root = () => env.JOURNAL_DIR ?? join(env.DATA_DIR, "journal");

function defineReadiness(): void {
  gauge({ name: "signpost_unready", help: "1 for each reason why /api/ready responds with status 503." }, async () => {
    const { unready } = await readiness(roomUnder(root()));
    return flags("reason", unreadyReasons, (reason) => unready.includes(reason));
  });
  gauge({ name: "signpost_degraded", help: "1 for each problem that /api/ready lists as degraded." }, async () => {
    const { degraded } = await readiness(roomUnder(root()));
    return flags("reason", degradations, (reason) => degraded.includes(reason));
  });
  gauge({ name: "signpost_database_up", help: "1 if the database responds and can be written." }, async () =>
    Number((await databaseError()) === undefined),
  );
  if (env.CLICKHOUSE_URL)
    gauge({ name: "signpost_clickhouse_up", help: "1 if ClickHouse responds." }, async () =>
      Number(await isClickHouseReachable()),
    );
  if (redisCommand())
    gauge({ name: "signpost_redis_up", help: "1 if Redis counts rate limits." }, async () =>
      Number(await isRateLimitStoreWorking()),
    );
}

const flags = <Name extends string>(label: string, names: readonly Name[], holds: (name: Name) => boolean): Sample[] =>
  names.map((name) => ({ labels: { [label]: name }, value: Number(holds(name)) }));

function defineJournal(): void {
  const defineDrainMetric = (name: string, help: string, value: (report: DrainReport) => number) => {
    const define = name.endsWith("_total") ? counter : gauge;
    define({ name, help }, () => {
      const report = drainReport();
      return report && value(report);
    });
  };
  defineDrainMetric(
    "signpost_journal_bytes",
    "Size of the recorded clicks that are not yet stored.",
    ({ bytes }) => bytes,
  );
  defineDrainMetric(
    "signpost_journal_oldest_seconds",
    "How long the oldest click has waited, or 0 if none is waiting.",
    (report) => oldestWaitMs(report) / 1_000,
  );
  gauge(
    { name: "signpost_journal_limit_bytes", help: "Maximum size of the journal: JOURNAL_MAX_MB." },
    () => env.JOURNAL_MAX_MB * 2 ** 20,
  );
  defineDrainMetric(
    "signpost_quarantined_clicks",
    "Clicks that the database rejected. Should be 0.",
    ({ quarantined }) => quarantined,
  );
  defineDrainMetric("signpost_drain_clicks_total", "Clicks that the drain has stored.", ({ clicks }) => clicks);
  defineDrainMetric(
    "signpost_drain_batches_total",
    "Batches of clicks that the drain has stored.",
    ({ batches }) => batches,
  );
  defineDrainMetric(
    "signpost_drain_errors_total",
    "Batches that could not be stored and are retried.",
    ({ errors }) => errors,
  );
  defineDrainMetric(
    "signpost_drain_batch_clicks",
    "Number of clicks in the last batch.",
    ({ batchClicks }) => batchClicks,
  );
  defineDrainMetric(
    "signpost_drain_batch_seconds",
    "Time that it took to store the last batch.",
    ({ batchMs }) => batchMs / 1_000,
  );
  defineDrainMetric(
    "signpost_drain_still_seconds",
    "How long clicks have been waiting without any being stored.",
    (report) => stalledMs(report) / 1_000,
  );
  const disk = (name: string, help: string, value: () => number | undefined) =>
    gauge({ name: `signpost_disk_${name}`, help }, value);
  disk("size_bytes", "Size of the disk with the journal.", () => measureDisk(root())?.size);
  disk("free_bytes", "Free space on the disk with the journal.", () => measureDisk(root())?.free);
  disk(
    "reserve_bytes",
    "Space that the journal leaves free. With less free space, no click is recorded.",
    () => roomUnder(root())?.reserve,
  );
  disk("full", "1 if clicks are not recorded because the disk is full.", () => {
    const room = roomUnder(root());
    return room && Number(room.full);
  });
}

function defineSweeps(): void {
  const { sweeps } = counts();
  const each = (value: (name: string) => number) =>
    [...sweeps.keys()].map((sweep) => ({ labels: { sweep }, value: value(sweep) }));
  gauge(
    { name: "signpost_sweep_last_run_timestamp_seconds", help: "When a regular task last ran in this process." },
    () => each((name) => (sweeps.get(name)?.ranAt ?? 0) / 1_000),
  );
  gauge({ name: "signpost_sweep_seconds", help: "How long the last run of a regular task took." }, () =>
    each((name) => sweeps.get(name)?.seconds ?? 0),
  );
  counter({ name: "signpost_sweep_failures_total", help: "Failed runs of a regular task." }, () =>
    each((name) => sweeps.get(name)?.failures ?? 0),
  );
}

function defineVerification(): void {
  const read = reusedFor(ONE_SCRAPE_MS, lastVerification);
  gauge(
    {
      name: "signpost_verification_differences",
      help: "Differences found by the last verification of all clicks. Should be 0.",
    },
    async () => (await read())?.differences,
  );
  gauge({ name: "signpost_verification_timestamp_seconds", help: "When the last verification started." }, async () => {
    const last = await read();
    return last ? last.at.getTime() / 1_000 : undefined;
  });
}

function defineBackups(): void {
  const defineBackupMetric = (name: string, help: string, value: (status: BackupStatus) => number | undefined) =>
    gauge({ name: `signpost_${name}`, help }, async () => {
      const status = await backupStatus();
      return status ? value(status) : undefined;
    });
  const seconds = (at: Date | null) => (at ? at.getTime() / 1_000 : undefined);
  defineBackupMetric("backup_timestamp_seconds", "When the newest successful backup was made.", ({ madeAt }) =>
    seconds(madeAt),
  );
  defineBackupMetric(
    "backup_interval_seconds",
    "Interval between backups: BACKUP_EVERY_HOURS.",
    () => env.BACKUP_EVERY_HOURS * 3_600,
  );
  defineBackupMetric("backup_failing", "1 if the last attempt to make a backup failed.", ({ failedAt }) =>
    Number(failedAt !== null),
  );
  defineBackupMetric(
    "log_archive_timestamp_seconds",
    "The time up to which the database's log is archived.",
    ({ archivedAt }) => seconds(archivedAt),
  );
}

/** Defines metrics for all data that grows. docs/running.md lists what limits each. */
function defineGrowth(): void {
  const each = (amount: "rows" | "bytes") => async () =>
    (await recentGrowth()).flatMap(({ name, [amount]: value }) =>
      value === null ? [] : [{ labels: { thing: name }, value }],
    );
  gauge({ name: "signpost_kept_rows", help: "Estimated number of stored rows, by kind of data." }, each("rows"));
  gauge(
    { name: "signpost_kept_bytes", help: "Disk space of stored rows with their indexes, by kind of data." },
    each("bytes"),
  );
}

/** The metrics of one scrape share a read. */
const ONE_SCRAPE_MS = 1_000;

/** Defines metrics of work that waits in the database. `signpost_queue_length` has what waits in memory. */
function defineQueues(): void {
  defineJobs();
  const read = reusedFor(ONE_SCRAPE_MS, storedQueues());
  const define = (name: string, help: string, value: (queue: StoredQueue) => number | undefined) =>
    gauge({ name: `signpost_stored_queue_${name}`, help }, async () =>
      Object.entries(await read()).flatMap(([queue, figures]) => {
        const found = value(figures);
        return found === undefined ? [] : [{ labels: { queue }, value: found }];
      }),
    );
  define("waiting", "Work that is due and has not begun, by queue.", ({ waiting }) => waiting);
  define("failed", "Waiting work that was tried without success, by queue.", ({ failed }) => failed);
  define(
    "oldest_seconds",
    "How long the oldest work of a queue has waited, or 0 if none is waiting.",
    ({ oldest }) => oldest,
  );
}

function defineJobs(): void {
  const read = reusedFor(ONE_SCRAPE_MS, jobFigures);
  const define = (name: string, help: string, value: (figures: JobFigures) => number) =>
    gauge({ name: `signpost_jobs_${name}`, help }, async () => {
      const figures = await read();
      return figures ? value(figures) : undefined;
    });
  define("waiting", "Jobs that are due and have not started.", ({ waiting }) => waiting);
  define("running", "Jobs that are running.", ({ running }) => running);
  define("failed", "Jobs that failed for good. Should be 0.", ({ failed }) => failed);
  define("oldest_seconds", "How long the oldest due job has waited, or 0 if none is waiting.", ({ oldest }) => oldest);
}
