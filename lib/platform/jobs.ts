import { setTimeout as sleep } from "node:timers/promises";
import { type JobWithMetadata, PgBoss } from "pg-boss";
import { log } from "./log";
import { pool } from "./pool";

// docs/decisions/job-queue.md

/** Where the library keeps its tables, which it makes and migrates when it starts. `add_job` of prisma/sql/webhooks.sql writes there. */
export const JOBS_SCHEMA = "signpost_jobs";

/** A kind of job. Jobs with the same singleton key run one after the other, whichever instances run them. */
export interface Queue<Data extends object> {
  name: string;
  /** how many of them one instance runs at once */
  atOnce: number;
  /** Does a job. It should end soon once `stopping` is aborted; the next worker then repeats the job. */
  run(data: Data, stopping: AbortSignal): Promise<void>;
}

/** After this long without a sign of life from its worker (killed, for example), another instance takes over a job. */
const HEARTBEAT_SECONDS = 20;
/** A job ends itself long before. */
const LONGEST_SECONDS = 900;
const KEPT_SECONDS = 600;
/** How long a job that was added waits at most before it begins. */
const POLL_SECONDS = 1;
const LOOK_FOR_DEAD_SECONDS = 10;
const STOP_WITHIN = 10_000;
const TRY_START_AGAIN = 10_000;

/** Runs jobs until `stop`. Never fails the service: where the queue cannot be opened it is tried again. */
export function startJobs(queues: Queue<never>[]): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const started = openQueue(queues, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await (await started)?.stop({ graceful: true, timeout: STOP_WITHIN });
    },
  };
}

async function openQueue(queues: Queue<never>[], stopping: AbortSignal): Promise<PgBoss | undefined> {
  while (!stopping.aborted) {
    const boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schema: JOBS_SCHEMA,
      schedule: false,
      superviseIntervalSeconds: LOOK_FOR_DEAD_SECONDS,
      monitorIntervalSeconds: LOOK_FOR_DEAD_SECONDS,
    });
    // While the database is away each look fails, and says so.
    boss.on("error", (error) => log.debug({ error: String(error) }, "the job queue cannot be read now"));
    try {
      await boss.start();
      for (const queue of queues) await work(boss, queue, stopping);
      return boss;
    } catch (error) {
      log.warn({ error: String(error) }, "the job queue could not be opened; it is tried again");
      await boss.stop({ graceful: false }).catch(() => undefined);
      await sleep(TRY_START_AGAIN, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
  return undefined;
}

async function work(boss: PgBoss, { name, atOnce, run }: Queue<never>, stopping: AbortSignal): Promise<void> {
  const options = {
    retryLimit: 1_000,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: LONGEST_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: KEPT_SECONDS,
  };
  await boss.createQueue(name, { policy: "singleton", ...options });
  await boss.updateQueue(name, options);
  // Where there was a job, the next one is looked for at once.
  const often = { pollingIntervalSeconds: POLL_SECONDS, burstWhenBatchFull: true };
  const polling = { batchSize: 1, localConcurrency: atOnce, ...often };
  await boss.work(name, polling, async (jobs: Pick<JobWithMetadata, "data">[]) => {
    for (const { data } of jobs) await run(data as never, stopping);
  });
}

/** Takes back the jobs of a singleton that are due: for one that does all of their work, and has just begun. */
export const takeBackDue = (name: string, singleton: string) =>
  pool.query(
    `DELETE FROM ${JOBS_SCHEMA}.job WHERE name = $1 AND singleton_key = $2 AND state = 'created' AND start_after <= now()`,
    [name, singleton],
  );

export interface JobFigures {
  /** are due and do not run yet */
  waiting: number;
  running: number;
  /** have been given up */
  failed: number;
  /** how long the oldest that is due has waited, in seconds; 0 where none does */
  oldest: number;
}

/** How the queue does; null where it has never been opened. */
export async function jobFigures(): Promise<JobFigures | null> {
  const { rows: found } = await pool.query(`SELECT to_regclass('${JOBS_SCHEMA}.job') IS NOT NULL AS there`);
  if (!found[0].there) return null;
  const due = "state < 'active' AND start_after <= now()";
  const { rows } = await pool.query<JobFigures>(
    `SELECT count(*) FILTER (WHERE ${due})::int AS waiting, count(*) FILTER (WHERE state = 'active')::int AS running,
       count(*) FILTER (WHERE state = 'failed')::int AS failed,
       coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE ${due})), 0)::float8 AS oldest
     FROM ${JOBS_SCHEMA}.job WHERE state IN ('created', 'retry', 'active', 'failed')`,
  );
  return rows[0] ?? null;
}
