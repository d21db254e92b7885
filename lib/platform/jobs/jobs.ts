import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type JobWithMetadata, PgBoss } from "pg-boss";
import { listenTo } from "@/lib/platform/database/changes";
import { pool } from "@/lib/platform/database/pool";
import { statement } from "@/lib/platform/database/statement";
import { log } from "@/lib/platform/log/log";
import { JOBS_SCHEMA } from "./job-figures";

// See docs/decisions/job-queue.md.

/** A kind of job. Jobs with the same ID run one after the other, even on different instances. */
export interface Queue {
  name: string;
  /** how many jobs of this kind one instance runs at once */
  atOnce: number;
  /** Requests jobs for work whose requests this process has missed, such as before it started. */
  catchUp(): Promise<unknown>;
  /** A channel of the database. A process that gets notifications of it calls `act`, which can request jobs. */
  hears?: { channel: string; act(): Promise<unknown> };
  /**
   * Runs the job of a webhook, for example, and does the work of all due jobs with its ID. It should end soon once
   * `stopping` is aborted. Returns when another job should continue.
   */
  run(id: number, stopping: AbortSignal): Promise<Date | undefined>;
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

/** A job that a committed transaction requested with `add_job` of prisma/sql/webhooks.sql. */
interface Request {
  queue: string;
  id: number;
  at: string;
}

type Job = JobWithMetadata<{ id: number }>;

/** Runs jobs until `stop`. It never makes the service fail: if the queue cannot be opened, it tries again. */
export function startJobs(queues: Queue[]): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const started = openQueue(queues, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await (await started)?.stop();
    },
  };
}

async function openQueue(queues: Queue[], stopping: AbortSignal) {
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
      const requests = takeRequests(boss, queues);
      return {
        async stop() {
          await boss.stop({ graceful: true, timeout: STOP_WITHIN });
          await requests.stop();
        },
      };
    } catch (error) {
      log.warn({ error: String(error) }, "the job queue could not be opened; it is tried again");
      await boss.stop({ graceful: false }).catch(() => undefined);
      await sleep(TRY_START_AGAIN, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
  return undefined;
}

async function work(boss: PgBoss, { name, atOnce, run }: Queue, stopping: AbortSignal): Promise<void> {
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
  const polling = { pollingIntervalSeconds: POLL_SECONDS, includeMetadata: true as const };
  for (let worker = 0; worker < atOnce; worker++) {
    const id = await boss.work(name, polling, async (jobs: Job[]) => {
      try {
        for (const job of jobs) {
          await deleteOtherDueJobs(boss, job);
          const again = await run(job.data.id, stopping);
          if (again) await planAgain(boss, job, again);
        }
      } finally {
        // It looks for the next job at once, instead of after the rest of the second.
        boss.notifyWorker(id);
      }
    });
  }
}

/** Each change has requested a job. The one that has just started does the work of all of them. */
async function deleteOtherDueJobs(boss: PgBoss, { name, singletonKey, startedOn }: Job) {
  if (singletonKey === null) return;
  const waiting = await boss.findJobs(name, { key: singletonKey, queued: true });
  const due = waiting.filter(({ state, startAfter }) => state === "created" && startAfter <= startedOn);
  if (due.length > 0)
    await boss.deleteJob(
      name,
      due.map(({ id }) => id),
    );
}

/** Requests another job for that time, unless one with the same ID starts before and is not due yet. */
async function planAgain(boss: PgBoss, { name, data: { id } }: Job, at: Date): Promise<void> {
  const now = Date.now();
  const waiting = await boss.findJobs(name, { key: `${id}`, queued: true });
  if (waiting.some(({ startAfter }) => startAfter.getTime() >= now && startAfter <= at)) return;
  await statement("SELECT add_job($1, $2, greatest($3::timestamptz, now()))", [name, id, at]);
}

/**
 * Adds the requested jobs until `stop`. Every process that runs jobs does so, and all give a job the same ID, so it is
 * added once. If no process receives a request, `catchUp` or a regular task requests the job again.
 */
function takeRequests(boss: PgBoss, queues: Queue[]): { stop(): Promise<void> } {
  const heard = new Set<string>();
  const requests = new Set<string>();
  let adding = Promise.resolve();
  const addAll = async () => {
    const [taken, channels] = [[...requests], [...heard]];
    requests.clear();
    heard.clear();
    for (const { name } of queues) {
      const jobs = jobsOf(name, taken);
      if (jobs.length > 0) await boss.insert(name, jobs);
    }
    // Last, so that a failure here loses no requested job.
    for (const { hears } of queues) if (hears && channels.includes(hears.channel)) await hears.act();
  };
  const failed = (error: unknown) => log.debug({ error: String(error) }, "requested jobs cannot be added now");
  return listenTo({
    channels: ["job_requested", ...queues.flatMap(({ hears }) => hears?.channel ?? [])],
    notified(channel, payload) {
      // Requests that arrive while others are added are added together.
      if (requests.size + heard.size === 0) adding = adding.then(addAll).catch(failed);
      if (channel === "job_requested") requests.add(payload);
      else heard.add(channel);
    },
    connected: () => Promise.all(queues.map(({ catchUp }) => catchUp())).catch(failed),
  });
}

function jobsOf(name: string, payloads: string[]) {
  return payloads.flatMap((payload) => {
    const { queue, id, at } = JSON.parse(payload) as Request;
    const job = createHash("md5").update(payload).digest("hex");
    return queue === name ? { id: job, data: { id }, singletonKey: `${id}`, startAfter: at } : [];
  });
}
