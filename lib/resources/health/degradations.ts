/** What somebody should look at, while all that visitors and users ask for is done: codes of refusals, which have sentences. */
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
