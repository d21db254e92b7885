import { log } from "@/lib/platform/log";
import { present } from "@/lib/platform/once";
import { linesOf, work } from "@/server/transfer-work";
import type { CheckJob, LinesJob } from "./job";

// A process that answers visitors has `Transfers`. One that does not, such as that which `Transfers` starts, or a test,
// does the work itself.

export const checkApart = (job: CheckJob, givenUp: AbortSignal): Promise<void> =>
  present("transfers")?.check(job, givenUp) ?? work(job);

/** Goes on with imports. Nobody need wait for it. */
export function runApart(): void {
  const transfers = present("transfers");
  if (transfers) transfers.run();
  else work({ kind: "run" }).catch((error) => log.warn({ error: String(error) }, "imports cannot go on now"));
}

/** The lines of a file: as they are sent already, or to be sent. */
export const linesApart = (job: LinesJob): ReadableStream<Uint8Array> | AsyncIterable<string> =>
  present("transfers")?.send(job) ?? linesOf(job);
