import type { Client } from "pg";
import { env } from "./env";
import { pool } from "./pool";

/** How backups do, for all processes of the service: one row, where BACKUP_TO is set. */
export interface BackupStatus {
  /** the moment of the newest good one */
  madeAt: Date | null;
  /** since when the attempts to make one have failed */
  failedAt: Date | null;
  /** up to when the log is kept beside them, as far as that was noted; null where it is not, as of a database elsewhere */
  archivedAt: Date | null;
}

/** Null where none are to be made, and until it is known. */
export async function backupStatus(): Promise<BackupStatus | null> {
  if (env.BACKUP_TO === undefined) return null;
  const { rows } = await pool.query<BackupStatus>(
    `select made_at as "madeAt", failed_at as "failedAt", archived_at as "archivedAt" from backup_status`,
  );
  return rows[0] ?? null;
}

/** That there is a good one, of a moment. */
export async function noteBackup(madeAt: Date): Promise<void> {
  await pool.query(
    `insert into backup_status (id, made_at) values (1, $1)
     on conflict (id) do update set made_at = excluded.made_at, failed_at = null`,
    [madeAt],
  );
}

export async function noteBackupFailed(): Promise<void> {
  await pool.query(
    `insert into backup_status (id, failed_at) values (1, now())
     on conflict (id) do update set failed_at = coalesce(backup_status.failed_at, excluded.failed_at)`,
  );
}

/**
 * Notes up to when the log is kept; undefined where that is not known yet: from the first attempt on. Returns when it was
 * noted, before it was committed, by Date.now().
 */
export async function noteArchived(client: Client, until: number | undefined): Promise<number> {
  const { rows } = await client.query<{ at: number }>(
    `insert into backup_status (id, archived_at) values (1, coalesce($1, now()))
     on conflict (id) do update set archived_at = coalesce($1, backup_status.archived_at, excluded.archived_at)
     returning floor(extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
    [until === undefined ? null : new Date(until)],
  );
  return rows[0]?.at ?? 0;
}

/** That no log is kept: whoever looks misses none. */
export async function noteNoArchive(): Promise<void> {
  await pool.query("update backup_status set archived_at = null where archived_at is not null");
}
