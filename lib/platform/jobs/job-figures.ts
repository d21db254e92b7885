import { statement } from "@/lib/platform/database/statement";

// Separate from lib/platform/jobs/jobs.ts, because the thread that answers visitors reads the figures and does not need the library.

/**
 * The database schema of the job library's tables, which it creates and migrates when it starts.
 */
export const JOBS_SCHEMA = "signpost_jobs";

export interface JobFigures {
  /** due and not running yet */
  waiting: number;
  running: number;
  /** failed for good */
  failed: number;
  /** how long the oldest due job has waited, in seconds; 0 if none is waiting */
  oldest: number;
}

/** Returns the state of the queue; null if it has never been opened. */
export async function jobFigures(): Promise<JobFigures | null> {
  const [found] = await statement<{ there: boolean }>(`SELECT to_regclass('${JOBS_SCHEMA}.job') IS NOT NULL AS there`);
  if (!found?.there) return null;
  const due = "state < 'active' AND start_after <= now()";
  const rows = await statement<JobFigures>(
    `SELECT count(*) FILTER (WHERE ${due})::int AS waiting, count(*) FILTER (WHERE state = 'active')::int AS running,
       count(*) FILTER (WHERE state = 'failed')::int AS failed,
       coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE ${due})), 0)::float8 AS oldest
     FROM ${JOBS_SCHEMA}.job WHERE state IN ('created', 'retry', 'active', 'failed')`,
  );
  return rows[0] ?? null;
}
