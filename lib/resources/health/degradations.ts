/**
 * Problems that an administrator should look at while everything still works for visitors and users. They are codes of
 * refusals, which have messages.
 */
export const degradations = [
  "disk_full",
  "journal_full",
  "journal_old",
  "drain_stuck",
  "clickhouse_unreachable",
  "redis_unreachable",
  "backup_failed",
  "backup_old",
  "log_archive_late",
] as const;

export type Degradation = (typeof degradations)[number];
