import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { drainReport, oldestWaitMs } from "@/lib/clicks/drain/drain-report";
import { type Backlog, journal } from "@/lib/clicks/journal/journal";
import type { JournalDisk } from "@/lib/clicks/journal/journal-files";
import { lastDays, listDays } from "@/lib/clicks/store/period";
import { type LastVerification, lastVerification } from "@/lib/clicks/verification/last-verification";
import type { Refusal } from "@/lib/contract/refusal";
import { ofExistingAccount } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { env } from "@/lib/platform/env";
import { measureDisk } from "@/lib/platform/files/disk";
import { vitals } from "@/lib/platform/process/vitals";
import { release } from "@/lib/platform/release";
import { type BackupStatus, backupStatus } from "@/lib/resources/health/backup-status";
import type { Degradation } from "@/lib/resources/health/operations";
import { readiness } from "@/lib/resources/health/readiness";
import { warnings } from "@/lib/resources/health/warnings";
import { type GrowthFigure, recentGrowth } from "./growth-figures";
import { type ProcessFigures, processFigures } from "./process-figures";
import { type QueueFigures, queueFigures } from "./queues";

export interface InstanceFigures extends ProcessFigures {
  users: number;
  newUsers: number;
  links: number;
  clicks: number;
  qrCodes: number;
  postgres: string;
  journal: Backlog;
  /** null if clicks are not recorded on a disk, or if the disk's state is unknown */
  disk: JournalDisk | null;
  /** how often a process has crashed and was restarted */
  restarts: number;
  /** problems that an administrator should look at */
  degraded: Degradation[];
  /** settings that do not match the requests that arrive */
  warnings: Refusal[];
  /** how many seconds the oldest waiting click has waited; null if unknown */
  oldest: number | null;
  /** background work; empty if it is unknown */
  queues: QueueFigures[];
  version: string;
  node: string;
  clickStore: "PostgreSQL" | "ClickHouse";
  /** the last time that all clicks were verified; null if never */
  verified: LastVerification | null;
  /** the state of backups; null if none are configured */
  backups: BackupStatus | null;
  /** where requests are counted for rate limits */
  counters: "memory" | "Redis";
}

const existing = ofExistingAccount("users.id");

/** The figures of the whole service, for administrators. */
export async function instanceFigures(actor: Actor): Promise<InstanceFigures> {
  requireAdmin(actor);
  const rows = await statement<
    Pick<InstanceFigures, "users" | "newUsers" | "links" | "clicks" | "qrCodes" | "postgres">
  >(`SELECT (SELECT count(*)::int FROM users WHERE ${existing}) AS users,
    (SELECT count(*)::int FROM users WHERE created_at > now() - interval '30 days' AND ${existing}) AS "newUsers",
    (SELECT coalesce(sum(links), 0)::int FROM link_blocks) AS links,
    (SELECT coalesce(sum(clicks), 0)::float8 FROM link_counts) AS clicks,
    (SELECT count(*)::int FROM qr_codes) AS "qrCodes",
    current_setting('server_version') AS postgres`);
  const report = drainReport();
  return {
    ...(rows[0] as InstanceFigures),
    ...(await processFigures()),
    journal: journal().backlog(),
    disk: journal().disk(),
    restarts: vitals().restarts,
    degraded: (await readiness(journal().disk())).degraded,
    warnings: await warnings(),
    oldest: report ? Math.round(oldestWaitMs(report) / 1_000) : null,
    queues: await queueFigures(),
    version: release().version,
    node: process.versions.node,
    clickStore: env.CLICKHOUSE_URL ? "ClickHouse" : "PostgreSQL",
    verified: await lastVerification(),
    backups: await backupStatus(),
    counters: env.REDIS_URL || env.UPSTASH_REDIS_REST_URL ? "Redis" : "memory",
  };
}

/** What was added on a day (UTC). */
export interface GrowthDay {
  day: string;
  /** created that day and still there */
  links: number;
  /** recorded that day, bots included */
  clicks: number;
}

const DAYS = 30;

/** The last days of the service: links by their index on dates, clicks by the segments that store them. */
export async function readGrowth(actor: Actor): Promise<GrowthDay[]> {
  requireAdmin(actor);
  const period = lastDays(DAYS);
  const [links, clicks] = await Promise.all([
    countsByDay(
      `SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::float8 AS count
       FROM links WHERE created_at >= $1 GROUP BY 1`,
      period.from,
    ),
    countsByDay(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(clicks)::float8 AS count FROM click_segments
       WHERE day >= ($1::timestamptz AT TIME ZONE 'UTC')::date GROUP BY 1`,
      period.from,
    ),
  ]);
  return listDays(period).map((day) => ({ day, links: links.get(day) ?? 0, clicks: clicks.get(day) ?? 0 }));
}

async function countsByDay(query: string, from: string): Promise<Map<string, number>> {
  const rows = await statement<{ day: string; count: number }>(query, [new Date(from)]);
  return new Map(rows.map(({ day, count }) => [day, count]));
}

/** What became of mails that were not sent at the first attempt. */
export interface MailFigures {
  /** how many wait for the mail server, and how many of them were tried */
  waiting: number;
  tried: number;
  /** how many were given up in the last 30 days */
  givenUp: number;
  /** The problem contains no address. */
  lastFailure: { at: Date; problem: string };
}

/** Returns null if nothing has failed lately. */
export async function mailFigures(actor: Actor): Promise<MailFigures | null> {
  requireAdmin(actor);
  const rows = await statement<MailFigures & { at: Date | null; problem: string | null }>(
    `SELECT count(*) FILTER (WHERE given_up_at IS NULL)::int AS waiting,
       count(*) FILTER (WHERE given_up_at IS NULL AND attempts > 0)::int AS tried,
       count(given_up_at)::int AS "givenUp",
       max(coalesce(tried_at, given_up_at)) FILTER (WHERE problem IS NOT NULL) AS at,
       (SELECT problem FROM mails WHERE problem IS NOT NULL ORDER BY coalesce(tried_at, given_up_at) DESC LIMIT 1) AS problem
     FROM mails`,
  );
  const [row] = rows;
  if (!row?.at || row.problem === null) return null;
  const { waiting, tried, givenUp, at, problem } = row;
  return { waiting, tried, givenUp, lastFailure: { at, problem } };
}

export interface InstanceStorage {
  /** everything in Postgres */
  database: number;
  /** part of that: single clicks and their counts */
  clicks: number;
  /** part of that: uploaded images and the logos of QR codes */
  uploads: number;
  /** clicks that are waiting for the database */
  journal: number;
  /** the disk of the data folder; null if the system does not report it */
  disk: { size: number; free: number } | null;
  /** what takes the most space, largest first */
  largest: GrowthFigure[];
}

const MOST_LISTED = 10;

export async function storageFigures(actor: Actor): Promise<InstanceStorage> {
  requireAdmin(actor);
  const rows = await statement<Pick<InstanceStorage, "database" | "clicks" | "uploads">>(
    `SELECT pg_database_size(current_database())::float8 AS database,
      (SELECT coalesce(sum(pg_total_relation_size(relid)), 0)::float8 FROM pg_partition_tree('clicks'))
        + (SELECT sum(pg_total_relation_size(name::regclass))::float8
           FROM unnest(ARRAY['click_packs', 'click_rollups', 'click_rollups_beyond', 'click_visitors', 'click_visitor_sets', 'click_day_visitors', 'click_values']) AS name) AS clicks,
      (pg_total_relation_size('uploads') + pg_total_relation_size('qr_logos'))::float8 AS uploads`,
  );
  const [sizes = { database: 0, clicks: 0, uploads: 0 }] = rows;
  const disk = measureDisk(env.DATA_DIR);
  const grown = (await recentGrowth()).filter(({ bytes }) => bytes);
  return {
    ...sizes,
    journal: journal().backlog().bytes,
    disk: disk ? { size: disk.size, free: disk.free } : null,
    largest: grown.toSorted((one, other) => (other.bytes ?? 0) - (one.bytes ?? 0)).slice(0, MOST_LISTED),
  };
}
