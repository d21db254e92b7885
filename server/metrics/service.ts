import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type DrainReport, drainReport, oldestWaits, stuckFor } from "@/lib/clicks/drain/drain-report";
import { roomUnder } from "@/lib/clicks/journal/journal-space";
import { isClickHouseReachable } from "@/lib/clicks/maintenance/clickhouse-reachable";
import { lastVerification } from "@/lib/clicks/verification/last-verification";
import { recentGrowth } from "@/lib/instance/growth-figures";
import { type BackupStatus, backupStatus } from "@/lib/platform/backup-status";
import { counts } from "@/lib/platform/counts";
import { diskOf } from "@/lib/platform/disk";
import { env } from "@/lib/platform/env";
import { type JobFigures, jobFigures } from "@/lib/platform/jobs";
import { counter, gauge, type Sample } from "@/lib/platform/metrics";
import { isRedisReachable, redisCommand } from "@/lib/platform/redis";
import { vitals } from "@/lib/platform/vitals";
import { degradations } from "@/lib/resources/health/degradations";
import { databaseError, readiness } from "@/lib/resources/health/readiness";
import { version } from "@/package.json";

/** Defines the metrics of the whole service, which only one process reports. */
export function defineServiceMetrics(): void {
  gauge({ name: "signpost_build_info", help: "What runs; always 1." }, () => [
    { labels: { version, node: process.versions.node }, value: 1 },
  ]);
  gauge({ name: "signpost_cpus", help: "Processors that the service may use." }, availableParallelism);
  counter(
    { name: "signpost_restarts_total", help: "Processes of the service that died and were started again." },
    () => vitals().restarts,
  );
  defineReadiness();
  defineJournal();
  defineSweeps();
  defineJobs();
  defineVerification();
  defineBackups();
  defineGrowth();
}

const root = () => env.JOURNAL_DIR ?? join(env.DATA_DIR, "journal");

function defineReadiness(): void {
  const reasons = ["service_stopping", "database_unreachable", "disk_full_and_database_unreachable"] as const;
  gauge({ name: "signpost_unready", help: "1 for each reason for which /api/ready is a 503." }, async () => {
    const { unready } = await readiness(roomUnder(root()));
    return flags("reason", reasons, (reason) => unready.some(({ code }) => code === reason));
  });
  gauge({ name: "signpost_degraded", help: "1 for each reason that /api/ready tells beside a 200." }, async () => {
    const { degraded } = await readiness(roomUnder(root()));
    return flags("reason", degradations, (reason) => degraded.includes(reason));
  });
  gauge({ name: "signpost_database_up", help: "Whether the database answers." }, async () =>
    Number((await databaseError()) === undefined),
  );
  if (env.CLICKHOUSE_URL)
    gauge({ name: "signpost_clickhouse_up", help: "Whether ClickHouse answers." }, async () =>
      Number(await isClickHouseReachable()),
    );
  if (redisCommand())
    gauge({ name: "signpost_redis_up", help: "Whether Redis answers." }, async () => Number(await isRedisReachable()));
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
  defineDrainMetric("signpost_journal_bytes", "Recorded clicks that are not yet stored.", ({ bytes }) => bytes);
  defineDrainMetric(
    "signpost_journal_oldest_seconds",
    "How long the oldest click has waited; 0 where none waits.",
    (report) => oldestWaits(report) / 1_000,
  );
  gauge(
    { name: "signpost_journal_limit_bytes", help: "What clicks that wait may take: JOURNAL_MAX_MB." },
    () => env.JOURNAL_MAX_MB * 2 ** 20,
  );
  defineDrainMetric(
    "signpost_quarantined_clicks",
    "Clicks that the database has refused. Should be 0.",
    ({ quarantined }) => quarantined,
  );
  defineDrainMetric("signpost_drain_clicks_total", "Clicks that were stored.", ({ clicks }) => clicks);
  defineDrainMetric("signpost_drain_batches_total", "Batches in which they were stored.", ({ batches }) => batches);
  defineDrainMetric(
    "signpost_drain_errors_total",
    "Times that storing has failed, to be tried again.",
    ({ errors }) => errors,
  );
  defineDrainMetric("signpost_drain_batch_clicks", "Clicks in the last batch.", ({ batchClicks }) => batchClicks);
  defineDrainMetric(
    "signpost_drain_batch_seconds",
    "How long the last batch took to store.",
    ({ batchMs }) => batchMs / 1_000,
  );
  defineDrainMetric(
    "signpost_drain_still_seconds",
    "How long clicks have waited while none was stored.",
    (report) => stuckFor(report) / 1_000,
  );
  const disk = (name: string, help: string, value: () => number | undefined) =>
    gauge({ name: `signpost_disk_${name}`, help }, value);
  disk("size_bytes", "The disk of the journal.", () => diskOf(root())?.size);
  disk("free_bytes", "What is free of it.", () => diskOf(root())?.free);
  disk(
    "reserve_bytes",
    "What clicks that wait leave free. Below it none is recorded.",
    () => roomUnder(root())?.reserve,
  );
  disk("full", "Whether no click is recorded for that.", () => {
    const room = roomUnder(root());
    return room && Number(room.full);
  });
}

function defineSweeps(): void {
  const { sweeps } = counts();
  const each = (value: (name: string) => number) =>
    [...sweeps.keys()].map((sweep) => ({ labels: { sweep }, value: value(sweep) }));
  gauge({ name: "signpost_sweep_last_run_timestamp_seconds", help: "When a regular task has last run here." }, () =>
    each((name) => (sweeps.get(name)?.ranAt ?? 0) / 1_000),
  );
  gauge({ name: "signpost_sweep_seconds", help: "How long it took then." }, () =>
    each((name) => sweeps.get(name)?.seconds ?? 0),
  );
  counter({ name: "signpost_sweep_failures_total", help: "How often it has failed." }, () =>
    each((name) => sweeps.get(name)?.failures ?? 0),
  );
}

function defineJobs(): void {
  const defineJobMetric = (name: string, help: string, value: (figures: JobFigures) => number) =>
    gauge({ name: `signpost_jobs_${name}`, help }, async () => {
      const figures = await jobFigures();
      return figures ? value(figures) : undefined;
    });
  defineJobMetric("waiting", "Jobs that are due and have not begun.", ({ waiting }) => waiting);
  defineJobMetric("running", "Jobs that run now.", ({ running }) => running);
  defineJobMetric("failed", "Jobs that were given up. Should be 0.", ({ failed }) => failed);
  defineJobMetric(
    "oldest_seconds",
    "How long the oldest job that is due has waited; 0 where none waits.",
    ({ oldest }) => oldest,
  );
}

function defineVerification(): void {
  gauge(
    { name: "signpost_verification_differences", help: "What the last verification of all clicks found. Should be 0." },
    async () => (await lastVerification())?.differences,
  );
  gauge({ name: "signpost_verification_timestamp_seconds", help: "When that began." }, async () => {
    const last = await lastVerification();
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
  defineBackupMetric("backup_timestamp_seconds", "Of which moment the newest good backup is.", ({ madeAt }) =>
    seconds(madeAt),
  );
  defineBackupMetric(
    "backup_interval_seconds",
    "How often one is to be made: BACKUP_EVERY_HOURS.",
    () => env.BACKUP_EVERY_HOURS * 3_600,
  );
  defineBackupMetric("backup_failing", "Whether the last attempt to make one has failed.", ({ failedAt }) =>
    Number(failedAt !== null),
  );
  defineBackupMetric(
    "log_archive_timestamp_seconds",
    "Up to when the database's log is kept beside backups.",
    ({ archivedAt }) => seconds(archivedAt),
  );
}

/** Defines metrics of all data that grows. docs/running.md says what limits each. */
function defineGrowth(): void {
  const each = (amount: "rows" | "bytes") => async () =>
    (await recentGrowth()).flatMap(({ name, [amount]: value }) =>
      value === null ? [] : [{ labels: { thing: name }, value }],
    );
  gauge({ name: "signpost_kept_rows", help: "How many there are, as the database estimates them." }, each("rows"));
  gauge({ name: "signpost_kept_bytes", help: "What they take on disk, with indexes." }, each("bytes"));
}
