import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@/lib/contract/errors";
import { FairQueue } from "@/lib/platform/limits/fair-queue";

/** Parsing a body up to this size takes well below a millisecond. */
const LARGE_BYTES = 64 * 1024;
/** After each large body, the thread is free for this many times as long as the parsing took. */
const PAUSE = 3;
/** The longest pause. Parsing takes longer than that only if other programs use the processor meanwhile. */
const LONGEST_PAUSE_MS = 100;
/** How many large bodies wait: of all clients, and of one address. */
const MOST_WAITING = { all: 128, each: 32 };

interface Client {
  address: string;
  /** aborts when the client has left. Read only if the body is large. */
  readonly signal: AbortSignal;
}

const turns = new FairQueue(1, MOST_WAITING, "too_busy");

/**
 * Parses a body at once if it is small, and otherwise after the large bodies that came before it: one at a time, and
 * with a pause after each. So large bodies take about a quarter of the thread that answers visitors. Throws `too_busy`
 * if too many wait. A client that has left gives up its place.
 */
export function parseInTurn<Value>(
  client: Client,
  bytes: number,
  parse: () => Value | Promise<Value>,
): Value | Promise<Value> {
  if (bytes <= LARGE_BYTES) return parse();
  return new Promise((resolve, reject) => {
    const parseAndPause = async () => {
      const begun = performance.now();
      await Promise.resolve().then(parse).then(resolve, reject);
      await sleep(Math.min(LONGEST_PAUSE_MS, PAUSE * (performance.now() - begun)));
    };
    const { address, signal } = client;
    turns
      .take({ address }, parseAndPause, signal)
      .catch((error) => reject(signal.aborted ? new AppError("body_broke_off") : error));
  });
}
