import { statement } from "@/lib/platform/database/statement";
import { env } from "@/lib/platform/env";
import { allMetrics, reusedFor } from "@/lib/platform/log/all-metrics";
import { counts } from "@/lib/platform/log/counts";
import { dueChecks } from "@/lib/resources/links/destinations/checks";

export type QueueFigure = "waiting" | "running" | "failed" | "oldest";

/** A metric and its labels. Values with other labels, such as `worker`, are added up. */
type Source = [metric: string, labels?: Record<string, string | string[]>];

const stored = (queue: string): Partial<Record<QueueFigure, Source>> => ({
  waiting: ["signpost_stored_queue_waiting", { queue }],
  oldest: ["signpost_stored_queue_oldest_seconds", { queue }],
});
const deliveries = (queue: string): Partial<Record<QueueFigure, Source>> => ({
  ...stored(queue),
  failed: ["signpost_stored_queue_failed", { queue }],
});
const running = (queue: string): { running: Source } => ({
  running: ["signpost_queue_length", { queue: `${queue} under way` }],
});
const inMemory = (queue: string): Partial<Record<QueueFigure, Source>> => ({
  waiting: ["signpost_queue_length", { queue }],
});

/** Where the figures of background work come from: the same metrics that `/metrics` shows. */
export const queueSources = {
  jobs: {
    waiting: ["signpost_jobs_waiting"],
    running: ["signpost_jobs_running"],
    failed: ["signpost_jobs_failed"],
    oldest: ["signpost_jobs_oldest_seconds"],
  },
  webhooks: deliveries("webhook deliveries"),
  forwarding: deliveries("event forwarding"),
  mails: deliveries("mails"),
  weeklyReports: stored("weekly reports"),
  imports: { ...stored("imports"), ...running("imports") },
  exports: running("exports"),
  siteIcons: inMemory("site icons"),
  titles: inMemory("page titles"),
  frames: inMemory("frame permissions"),
  destinations: stored("destination checks"),
  tasks: { ...stored("regular tasks"), failed: ["signpost_sweep_failures_total"] },
} satisfies Record<string, Partial<Record<QueueFigure, Source>>>;

type QueueName = keyof typeof queueSources;
/** A figure is missing if the queue does not have it. */
export type QueueFigures = { name: QueueName } & Partial<Record<QueueFigure, number>>;

/** Figures of all background work; empty where Next runs without server.ts. */
export async function queueFigures(): Promise<QueueFigures[]> {
  const metrics = await allMetrics();
  if (metrics.length === 0) return [];
  const read = ([name, labels = {}]: Source): number | undefined => {
    const values = metrics.find((metric) => metric.name === name)?.values ?? [];
    const wanted = values.filter((value) =>
      Object.entries(labels).every(([label, texts]) => [texts].flat().includes(String(value.labels[label]))),
    );
    return wanted.length === 0 ? undefined : wanted.reduce((sum, { value }) => sum + value, 0);
  };
  return Object.entries(queueSources).map(([name, sources]) => ({
    name: name as QueueName,
    ...Object.fromEntries(Object.entries(sources).map(([figure, source]) => [figure, read(source as Source)])),
  }));
}

/** Work that waits in a table of its resource, and not in the job queue. */
export interface StoredQueue {
  /** due and not begun */
  waiting: number;
  /** tried without success, and tried again later; undefined if this is not stored */
  failed?: number;
  /** how long the oldest has waited, in seconds; 0 if none is waiting */
  oldest: number;
}

/** More deliveries than this are not counted, because an outage of a webhook can leave millions. */
const MOST_COUNTED = 100_000;
/** The count of due checks reads the most clicked links of thousands of accounts. */
const CHECKS_COUNTED_EVERY_MS = 5 * 60_000;

/** Returns a function that reads the queues. A queue that this service does not use is left out. */
export function storedQueues(): () => Promise<Record<string, StoredQueue>> {
  const checks = reusedFor(CHECKS_COUNTED_EVERY_MS, dueChecks);
  return async () => ({
    // One after the other, because statements at the same time each take a connection that a visitor may need.
    ...(await dueDeliveries()),
    mails: await waitingMails(),
    // Without a mail server, reports are not sent, so they do not wait.
    ...(env.SMTP_URL && { "weekly reports": await dueReports() }),
    imports: await dueImports(),
    "destination checks": await checks(),
    "regular tasks": await dueTasks(),
  });
}

const NONE: StoredQueue = { waiting: 0, failed: 0, oldest: 0 };

const waitingSince = (column: string) =>
  `count(*)::int AS waiting, coalesce(extract(epoch FROM now() - min(${column})), 0)::float8 AS oldest`;

/** A delivery waits until it succeeds or is given up. Those of paused webhooks wait for their owner, and do not count. */
async function dueDeliveries(): Promise<Record<"webhook deliveries" | "event forwarding", StoredQueue>> {
  const rows = await statement<StoredQueue & { forwards: boolean }>(
    `SELECT forwards, ${waitingSince("at")}, count(*) FILTER (WHERE attempts > 0)::int AS failed
     FROM (SELECT forwarding IS NOT NULL AS forwards, at, attempts
       FROM webhooks JOIN webhook_deliveries AS delivery ON webhook_id = webhooks.id AND delivery.status = 'waiting'
       WHERE webhooks.status = 'active' LIMIT ${MOST_COUNTED}) AS waiting
     GROUP BY forwards`,
  );
  const of = (forwards: boolean) => rows.find((row) => row.forwards === forwards) ?? NONE;
  return { "webhook deliveries": of(false), "event forwarding": of(true) };
}

const waitingMails = () =>
  read(`SELECT ${waitingSince("created_at")}, count(*) FILTER (WHERE attempts > 0)::int AS failed
    FROM mails WHERE given_up_at IS NULL`);

const dueReports = () => read(`SELECT ${waitingSince("next_at")} FROM weekly_reports WHERE next_at <= now()`);

/** Imports that were started, and that no process works on. */
const dueImports = () =>
  read(`SELECT ${waitingSince("touched_at")} FROM imports
    WHERE busy_user_id IS NOT NULL AND status = 'running' AND (lease_until IS NULL OR lease_until < now())`);

/** The tasks that ran in this process, because the table also has those of earlier versions. */
const dueTasks = () =>
  read(`SELECT ${waitingSince("due_at")} FROM sweeps WHERE due_at <= now() AND name = ANY($1)`, [
    [...counts().sweeps.keys()],
  ]);

async function read(text: string, values: unknown[] = []): Promise<StoredQueue> {
  const rows = await statement<StoredQueue>(text, values);
  return rows[0] ?? NONE;
}
