import { type DrainReport, drainReport, oldestWaitMs, stalledMs } from "@/lib/clicks/drain/drain-report";
import type { JournalDisk } from "@/lib/clicks/journal/journal-files";
import { isClickHouseReachable } from "@/lib/clicks/maintenance/with-clickhouse";
import { type AppError, errorOf } from "@/lib/contract/errors";
import { refusal } from "@/lib/contract/refusal";
import { outageOf, unavailable } from "@/lib/platform/database/outage";
import { statement } from "@/lib/platform/database/statement";
import { env } from "@/lib/platform/env";
import { isRateLimitStoreWorking } from "@/lib/platform/limits/rate-limit";
import { log } from "@/lib/platform/log/log";
import { vitals } from "@/lib/platform/process/vitals";
import { processSingleton } from "@/lib/platform/singleton";
import { type BackupStatus, backupStatus } from "@/lib/resources/health/backup-status";
import type { Degradation } from "./operations";

/** The reasons why the service should get no requests. They are codes of refusals, which have messages. */
export const unreadyReasons = [
  "service_stopping",
  "database_unreachable",
  "database_read_only",
  "database_rejects_service",
  "database_too_slow",
  "no_space_left",
  "disk_full_and_database_unreachable",
  "too_busy",
] as const;

type Unready = (typeof unreadyReasons)[number];

interface Readiness {
  /** all reasons, the most informative first */
  unready: Unready[];
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
  const unready: Unready[] = vitals().stopping ? ["service_stopping"] : [];
  const stopping = unready.length > 0;
  const [error, clickhouse, redis, backups] = await Promise.all([
    databaseError(stopping ? STOPS_WITHIN_MS : ANSWER_WITHIN_MS),
    stopping || Promise.race([isClickHouseReachable(), after(ANSWER_WITHIN_MS, false)]),
    stopping || Promise.race([isRateLimitStoreWorking(), after(ANSWER_WITHIN_MS, false)]),
    // If the database does not answer, that is reported instead.
    stopping ? null : Promise.race([backupStatus().catch(() => null), after(ANSWER_WITHIN_MS, null)]),
  ]);
  const report = drainReport();
  if (report) degraded.push(...ofDrain(report, now));
  if (!clickhouse) degraded.push("clickhouse_unreachable");
  if (!redis) degraded.push("redis_unreachable");
  if (backups) degraded.push(...ofBackups(backups, now));
  // A stopping process closes its connections. Errors from that are not the database's fault.
  if (error !== undefined && !(stopping && !outageOf(error))) {
    const reason = reasonOf(error);
    unready.push(reason === "database_unreachable" && disk?.full ? "disk_full_and_database_unreachable" : reason);
  }
  return { unready, degraded };
}

/** An error that no list of outages has, such as a missing table, also means that the service cannot work. */
function reasonOf(error: unknown): Unready {
  const code = unavailable(error)?.code;
  return unreadyReasons.find((reason) => reason === code) ?? "database_unreachable";
}

function ofDrain(report: DrainReport, now: number): Degradation[] {
  const found: Degradation[] = [];
  if (report.bytes >= env.JOURNAL_MAX_MB * 2 ** 20) found.push("journal_full");
  if (oldestWaitMs(report, now) > OLD_MS) found.push("journal_old");
  if (stalledMs(report, now) > STUCK_MS) found.push("drain_stuck");
  return found;
}

function ofBackups({ madeAt, expectedSince, failedAt, archivedAt }: BackupStatus, now: number): Degradation[] {
  const found: Degradation[] = [];
  if (failedAt) found.push("backup_failed");
  if (now - (madeAt ?? expectedSince).getTime() > 2 * env.BACKUP_EVERY_HOURS * HOUR_MS) found.push("backup_old");
  if (archivedAt && now - archivedAt.getTime() > ARCHIVE_LATE_MS) found.push("log_archive_late");
  return found;
}

interface Look {
  answer?: Promise<unknown> | undefined;
  /** when the last write was tried, by `performance.now()` */
  wroteAt: number;
  /** why it failed */
  error?: unknown;
}

/**
 * Returns the database's error; undefined if it works. Reads at each call, and writes now and then: a database that
 * answers may still be read-only or full.
 */
export function databaseError(withinMs = ANSWER_WITHIN_MS): Promise<unknown> {
  // One statement at a time: while the database hangs, probes must not use up the connections.
  const look = processSingleton<Look>("databaseLook", () => ({ wroteAt: Number.NEGATIVE_INFINITY }));
  look.answer ??= tryDatabase(look).finally(() => {
    look.answer = undefined;
  });
  return Promise.race([look.answer, after(withinMs, new Error("query read timeout"))]);
}

const WRITE_EVERY_MS = 5_000;

/** Changes nothing, but is refused like every other write. Never waits for a row that a task is changing. */
const WRITE = `UPDATE sweeps SET due_at = due_at
  WHERE name = (SELECT name FROM sweeps LIMIT 1 FOR UPDATE SKIP LOCKED)`;

async function tryDatabase(look: Look): Promise<unknown> {
  const failedBefore = look.error !== undefined;
  const writes = failedBefore || performance.now() - look.wroteAt > WRITE_EVERY_MS;
  try {
    await statement(writes ? WRITE : "SELECT 1");
    if (writes) look.wroteAt = performance.now();
    look.error = undefined;
  } catch (error) {
    look.error = error;
    if (!failedBefore && !vitals().stopping) log.warn({ error: String(error) }, "the database does not work");
  }
  return look.error;
}

const after = <T>(ms: number, value: T) => new Promise<T>((done) => setTimeout(() => done(value), ms).unref());

/** Returns the refusal of a service that is not ready: its first reason, with all reasons and problems. */
export function notReady({ unready, degraded }: Readiness): AppError {
  const [first = "database_unreachable"] = unready;
  const error = errorOf(refusal(first));
  error.reasons = [...unready, ...degraded].map((code) => refusal(code));
  return error;
}
