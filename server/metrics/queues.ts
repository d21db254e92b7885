import { type StoredQueue, storedQueues } from "@/lib/instance/stored-queues";
import { type JobFigures, jobFigures } from "@/lib/platform/jobs/job-figures";
import { gauge } from "@/lib/platform/log/metrics";
import { reusedFor } from "@/lib/platform/log/reused-for";

/** The metrics of one scrape share a read. */
export const ONE_SCRAPE_MS = 1_000;

/** Defines metrics of work that waits in the database. `signpost_queue_length` has what waits in memory. */
export function defineQueues(): void {
  defineJobs();
  const read = reusedFor(ONE_SCRAPE_MS, storedQueues());
  const define = (name: string, help: string, value: (queue: StoredQueue) => number | undefined) =>
    gauge({ name: `signpost_stored_queue_${name}`, help }, async () =>
      Object.entries(await read()).flatMap(([queue, figures]) => {
        const found = value(figures);
        return found === undefined ? [] : [{ labels: { queue }, value: found }];
      }),
    );
  define("waiting", "Work that is due and has not begun, by queue.", ({ waiting }) => waiting);
  define("failed", "Waiting work that was tried without success, by queue.", ({ failed }) => failed);
  define(
    "oldest_seconds",
    "How long the oldest work of a queue has waited, or 0 if none is waiting.",
    ({ oldest }) => oldest,
  );
}

function defineJobs(): void {
  const read = reusedFor(ONE_SCRAPE_MS, jobFigures);
  const define = (name: string, help: string, value: (figures: JobFigures) => number) =>
    gauge({ name: `signpost_jobs_${name}`, help }, async () => {
      const figures = await read();
      return figures ? value(figures) : undefined;
    });
  define("waiting", "Jobs that are due and have not started.", ({ waiting }) => waiting);
  define("running", "Jobs that are running.", ({ running }) => running);
  define("failed", "Jobs that failed for good. Should be 0.", ({ failed }) => failed);
  define("oldest_seconds", "How long the oldest due job has waited, or 0 if none is waiting.", ({ oldest }) => oldest);
}
