import { Worker } from "node:worker_threads";
import { keepThread } from "@/lib/platform/lasting-thread";
import { mailPaused } from "@/lib/resources/webhooks/notice";

/** Longer than the queue waits for its jobs. */
const FINISH_WITHIN_MS = 11_000;
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/** Starts the thread that runs jobs, such as deliveries of webhooks, so that visitors do not wait for them. */
export function startJobThread(): { stop(): Promise<void> } {
  const create = () =>
    // Mails are sent by this thread, because it counts them and limits their number.
    new Worker(new URL("./jobs-worker.js", import.meta.url), { name: "jobs", resourceLimits }).on(
      "message",
      mailPaused,
    );
  const thread = keepThread(create, "the thread of jobs failed");
  return { stop: () => thread.finish(FINISH_WITHIN_MS) };
}
