import { Worker } from "node:worker_threads";
import { counts } from "@/lib/platform/log/counts";
import type { MailResult } from "@/lib/platform/mail/mail-queue";
import { keepThread } from "@/lib/platform/process/lasting-thread";
import { mailPaused, type Paused } from "@/lib/resources/webhooks/notice";

/** Longer than the queue waits for its jobs. */
const FINISH_WITHIN_MS = 11_000;
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/** What the thread reports: Prisma, which reads the recipient of a notice, and the counts are not there. */
export type JobNews = { paused: Paused } | { mail: MailResult };

const hear = (news: JobNews) => ("paused" in news ? mailPaused(news.paused) : counts().mails[news.mail]++);

/** Starts the thread that runs jobs, such as deliveries of webhooks, so that visitors do not wait for them. */
export function startJobThread(): { stop(): Promise<void> } {
  const create = () =>
    new Worker(new URL("./jobs-worker.js", import.meta.url), { name: "jobs", resourceLimits }).on("message", hear);
  const thread = keepThread(create, "the thread of jobs failed");
  return { stop: () => thread.finish(FINISH_WITHIN_MS) };
}
