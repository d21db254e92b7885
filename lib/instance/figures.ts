import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { drainReport, oldestWaitMs } from "@/lib/clicks/drain/drain-report";
import { type Backlog, journal } from "@/lib/clicks/journal/journal";
import type { JournalDisk } from "@/lib/clicks/journal/journal-space";
import { type LastVerification, lastVerification } from "@/lib/clicks/verification/last-verification";
import type { Refusal } from "@/lib/contract/refusal";
import { type BackupStatus, backupStatus } from "@/lib/platform/database/backup-status";
import { ofExistingAccount } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { env } from "@/lib/platform/env";
import { vitals } from "@/lib/platform/process/vitals";
import { release } from "@/lib/platform/release";
import type { Degradation } from "@/lib/resources/health/degradations";
import { readiness } from "@/lib/resources/health/readiness";
import { warnings } from "@/lib/resources/health/warnings";
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
