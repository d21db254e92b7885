import { setTimeout as sleep } from "node:timers/promises";
import { FairQueue } from "@/lib/platform/fair-queue";

/** Parsing a body up to this size takes well below a millisecond. */
const LARGE_BYTES = 64 * 1024;
/** After each large body, the thread is free for this many times as long as the parsing took. */
const PAUSE = 3;
/** The longest pause. Parsing takes longer than that only if other programs use the processor meanwhile. */
const LONGEST_PAUSE_MS = 100;
/** How many large bodies wait: of all clients, and of one address. */
const MOST_WAITING = { all: 128, each: 32 };

const turns = new FairQueue(1, MOST_WAITING, "too_busy");

/**
 * Parses a body at once if it is small, and otherwise after the large bodies that came before it: one at a time, and
 * with a pause after each. So large bodies take about a quarter of the thread that answers visitors. Throws `too_busy`
 * if too many wait.
 */
export function parseInTurn<Value>(
  address: string,
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
    turns.take({ address }, parseAndPause).catch(reject);
  });
}
