import { type DrainReport, drainReport, oldestWaitMs, stalledMs } from "@/lib/clicks/drain/drain-report";
import type { JournalDisk } from "@/lib/clicks/journal/journal-space";
import { isClickHouseReachable } from "@/lib/clicks/maintenance/clickhouse-reachable";
import { type BackupStatus, backupStatus } from "@/lib/platform/backup-status";
import { env } from "@/lib/platform/env";
import { isOutage } from "@/lib/platform/outage";
import { pool } from "@/lib/platform/pool";
import { isRedisReachable } from "@/lib/platform/redis";
import { processSingleton } from "@/lib/platform/singleton";
import { vitals } from "@/lib/platform/vitals";
import type { Degradation } from "./degradations";

/** The reason why the service should get no requests. */
export type Unready = "service_stopping" | "database_unreachable" | "disk_full_and_database_unreachable";

export interface Readiness {
  /** all reasons, the most informative first */
  unready: { code: Unready; error?: unknown }[];
  degraded: Degradation[];
}

/**
 * A click is normally in the statistics within seconds. Under heavy load, when visitors have priority, it may take
 * minutes.
 */
const OLD_MS = 15 * 60_000;
const STUCK_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The archive is written every 30 seconds. */
const ARCHIVE_LATE_MS = 5 * 60_000;
/** Probes time out after a second. A database that has not answered by then counts as unreachable. */
const ANSWER_WITHIN_MS = 800;
/** A probe that finds the service stopping should not wait for other checks. */
const STOPS_WITHIN_MS = 500;

/** Reports whether the service is ready. Answers within a second. */
export async function readiness(disk: JournalDisk | null | undefined): Promise<Readiness> {
  const now = Date.now();
  const degraded = disk?.full ? (["disk_full"] as Degradation[]) : [];
  const unready: Readiness["unready"] = vitals().stopping ? [{ code: "service_stopping" }] : [];
  const stopping = unready.length > 0;
  const [error, clickhouse, redis, backups] = await Promise.all([
    databaseError(stopping ? STOPS_WITHIN_MS : ANSWER_WITHIN_MS),
    stopping || Promise.race([isClickHouseReachable(), after(ANSWER_WITHIN_MS, false)]),
    stopping || Promise.race([isRedisReachable(), after(ANSWER_WITHIN_MS, false)]),
    // If the database does not answer, that is reported instead.
    stopping ? null : Promise.race([backupStatus().catch(() => null), after(ANSWER_WITHIN_MS, null)]),
  ]);
  const report = drainReport();
  if (report) degraded.push(...ofDrain(report, now));
  if (!clickhouse) degraded.push("clickhouse_unreachable");
  if (!redis) degraded.push("redis_unreachable");
  if (backups) degraded.push(...ofBackups(backups, now));
  // A stopping process closes its connections. Errors from that are not the database's fault.
  if (error !== undefined && !(stopping && !isOutage(error)))
    unready.push({ code: disk?.full ? "disk_full_and_database_unreachable" : "database_unreachable", error });
  return { unready, degraded };
}

function ofDrain(report: DrainReport, now: number): Degradation[] {
  const found: Degradation[] = [];
  if (report.bytes >= env.JOURNAL_MAX_MB * 2 ** 20) found.push("journal_full");
  if (oldestWaitMs(report, now) > OLD_MS) found.push("journal_old");
  if (stalledMs(report, now) > STUCK_MS) found.push("drain_stuck");
  return found;
}

function ofBackups({ madeAt, failedAt, archivedAt }: BackupStatus, now: number): Degradation[] {
  const found: Degradation[] = [];
  if (failedAt) found.push("backup_failed");
  if (madeAt && now - madeAt.getTime() > 2 * env.BACKUP_EVERY_HOURS * HOUR_MS) found.push("backup_old");
  if (archivedAt && now - archivedAt.getTime() > ARCHIVE_LATE_MS) found.push("log_archive_late");
  return found;
}

/** Returns the database's error; undefined if it works. */
export function databaseError(withinMs = ANSWER_WITHIN_MS): Promise<unknown> {
  // One query at a time: while the database hangs, probes must not use up the connections.
  const look = processSingleton<{ answer?: Promise<unknown> | undefined }>("databaseLook", () => ({}));
  look.answer ??= pool
    .query("SELECT 1")
    .then(
      () => undefined,
      (error: unknown) => error,
    )
    .finally(() => {
      look.answer = undefined;
    });
  return Promise.race([look.answer, after(withinMs, new Error("query read timeout"))]);
}

const after = <T>(ms: number, value: T) => new Promise<T>((done) => setTimeout(() => done(value), ms).unref());
