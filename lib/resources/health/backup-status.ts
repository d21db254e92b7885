import type { Client } from "pg";
import { statement } from "@/lib/platform/database/statement";
import { env } from "@/lib/platform/env";

/** The state of backups, for all processes: one row, which exists if BACKUP_TO is set. */
export interface BackupStatus {
  /** when the newest good backup was made */
  madeAt: Date | null;
  /** since when backups are due at all */
  expectedSince: Date;
  /** since when attempts have failed; null if the last one succeeded */
  failedAt: Date | null;
  /**
   * up to when the write-ahead log is archived, as far as recorded; null if it is not archived, as with an external
   * database
   */
  archivedAt: Date | null;
}

/** Null if BACKUP_TO is not set, and before the first record. */
export async function backupStatus(): Promise<BackupStatus | null> {
  if (env.BACKUP_TO === undefined) return null;
  const [status] = await statement<BackupStatus>(
    `select made_at as "madeAt", expected_since as "expectedSince", failed_at as "failedAt", archived_at as "archivedAt" from backup_status`,
  );
  return status ?? null;
}

/** Records that backups are due from now on, if there is no record yet. */
export async function noteBackupExpected(): Promise<void> {
  await statement("insert into backup_status (id) values (1) on conflict do nothing");
}

/** Records that a good backup was made. */
export async function noteBackup(madeAt: Date): Promise<void> {
  await statement(
    `insert into backup_status (id, made_at) values (1, $1)
     on conflict (id) do update set made_at = excluded.made_at, failed_at = null`,
    [madeAt],
  );
}

export async function noteBackupFailed(): Promise<void> {
  await statement(
    `insert into backup_status (id, failed_at) values (1, now())
     on conflict (id) do update set failed_at = coalesce(backup_status.failed_at, excluded.failed_at)`,
  );
}

/**
 * Records up to when the write-ahead log is archived. With undefined, it keeps the recorded time, or records the
 * present one if there is none. Returns the time of the record in milliseconds, taken before the commit.
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

/** Records that no log is archived, so that its age is not checked. */
export async function noteNoArchive(): Promise<void> {
  await statement("update backup_status set archived_at = null where archived_at is not null");
}
