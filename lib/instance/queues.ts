import { allMetrics } from "@/lib/platform/log/all-metrics";

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

export type QueueName = keyof typeof queueSources;
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
