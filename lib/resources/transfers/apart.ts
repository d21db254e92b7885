import { log } from "@/lib/platform/log";
import { peek } from "@/lib/platform/singleton";
import type { ArchiveJob, CheckJob, LinesJob } from "./job";
import type { Transfers } from "./transfers";

// A process that answers visitors has `Transfers`. One that does not, such as that which `Transfers` starts, or a test,
// does the work `here`.

export const transfers = () => peek<Transfers>("transfers");

export const checkApart = (job: CheckJob, givenUp: AbortSignal, here: () => Promise<void>): Promise<void> =>
  transfers()?.check(job, givenUp) ?? here();

/** Goes on with imports. Nobody need wait for it. */
export function runApart(here: () => Promise<void>): void {
  const started = transfers();
  if (started) started.run();
  else here().catch((error) => log.warn({ error: String(error) }, "imports cannot go on now"));
}

/** The lines of a file: as they are sent already, or to be sent. */
export const linesApart = (
  job: LinesJob,
  here: () => AsyncIterable<string>,
): ReadableStream<Uint8Array> | AsyncIterable<string> => transfers()?.send(job) ?? here();

/** The bytes of an archive, in the same way. */
export const archiveApart = (
  job: ArchiveJob,
  here: () => AsyncIterable<Uint8Array>,
): ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> => transfers()?.send(job) ?? here();
