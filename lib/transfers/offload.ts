import { log } from "@/lib/platform/log/log";
import { peek } from "@/lib/platform/singleton";
import type { BytesJob, CheckJob, LinesJob } from "./job";
import type { Transfers } from "./transfers";

// A process that answers visitors has `Transfers`. Other processes, such as those that `Transfers` starts, or tests, do
// the work themselves with `here`.

export const transfers = () => peek<Transfers>("transfers");

export const offloadCheck = (job: CheckJob, givenUp: AbortSignal, here: () => Promise<void>): Promise<void> =>
  transfers()?.check(job, givenUp) ?? here();

/** Resumes imports in the background. */
export function offloadImports(here: () => Promise<void>): void {
  const started = transfers();
  if (started) started.run();
  else here().catch((error) => log.warn({ error: String(error) }, "imports cannot continue at the moment"));
}

/** Returns the lines of a file: as a stream from another process, or generated here. `gone` ends that process. */
export const offloadLines = (
  job: LinesJob,
  gone: AbortSignal,
  here: () => AsyncIterable<string>,
): ReadableStream<Uint8Array> | AsyncIterable<string> => transfers()?.send(job, gone) ?? here();

/** Returns the bytes of a file in the same way. */
export const offloadBytes = (
  job: BytesJob,
  gone: AbortSignal,
  here: () => AsyncIterable<Uint8Array>,
): ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> => transfers()?.send(job, gone) ?? here();
