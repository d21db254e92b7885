import { setTimeout as sleep } from "node:timers/promises";
import { type Job, PgBoss } from "pg-boss";
import { pool } from "@/lib/platform/database/pool";
import { statement } from "@/lib/platform/database/statement";
import { log } from "@/lib/platform/log/log";
import { JOBS_SCHEMA } from "./job-figures";

// See docs/decisions/job-queue.md.

/** A kind of job. Jobs with the same singleton key run one after the other, even on different instances. */
export interface Queue<Data extends object> {
  name: string;
  /** how many jobs of this kind one instance runs at once */
  atOnce: number;
  /** Adds jobs for work that came while the queue was not there, such as before the first start has opened it. */
  catchUp(): Promise<unknown>;
  /** Runs a job. It should end soon once `stopping` is aborted, and add another job for the rest of its work. */
  run(data: Data, stopping: AbortSignal): Promise<void>;
}

/**
 * If a job's worker shows no sign of life for this long, for example because it was killed, another instance takes over
 * the job.
 */
const HEARTBEAT_SECONDS = 20;
/** Maximum duration of a job. It is much shorter than the time above. */
const LONGEST_SECONDS = 900;
const KEPT_SECONDS = 600;
/** Maximum wait of an added job before it starts. */
const POLL_SECONDS = 1;
const LOOK_FOR_DEAD_SECONDS = 10;
const STOP_WITHIN = 10_000;
const TRY_START_AGAIN = 10_000;

/** Runs jobs until `stop`. It never makes the service fail: if the queue cannot be opened, it tries again. */
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
    // While the database is unreachable, each look fails and logs an error.
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

async function work(boss: PgBoss, { name, atOnce, catchUp, run }: Queue<never>, stopping: AbortSignal): Promise<void> {
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
  for (let worker = 0; worker < atOnce; worker++) {
    const id = await boss.work(name, { pollingIntervalSeconds: POLL_SECONDS }, async (jobs: Job<never>[]) => {
      try {
        for (const { data } of jobs) await run(data, stopping);
      } finally {
        // It looks for the next job at once, instead of after the rest of the second.
        boss.notifyWorker(id);
      }
    });
  }
  await catchUp();
}

/** Removes the due jobs of a singleton key. A job that has just started and does all of their work calls it. */
export const deleteDueJobs = (name: string, singleton: string) =>
  statement(
    `DELETE FROM ${JOBS_SCHEMA}.job WHERE name = $1 AND singleton_key = $2 AND state = 'created' AND start_after <= now()`,
    [name, singleton],
  );
