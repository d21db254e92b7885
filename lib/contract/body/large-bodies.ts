import { AppError } from "@/lib/contract/errors";

/** Parsing a body up to this size takes well below a millisecond. */
const LARGE_BYTES = 64 * 1024;
/** With more waiting bodies than this, a further one would wait for seconds. */
const MOST_WAITING = 64;
/** After each body, the thread is free for so many times as long as the parsing took. */
const PAUSE = 3;
/** The longest pause. Parsing takes longer than that only if other programs use the processor meanwhile. */
const LONGEST_PAUSE_MS = 100;

/** Where a body waits for its turn. */
export class LargeBodies {
  private waiting = 0;
  private lastTurn: Promise<void> = Promise.resolve();

  /**
   * Parses a body at once if it is small, and otherwise after the large bodies that came before it: one at a time, and
   * with a pause after each. So large bodies take about a quarter of the thread that answers visitors. Throws
   * `too_busy` if too many wait.
   */
  async parse<Value>(bytes: number, parse: () => Value | Promise<Value>): Promise<Value> {
    if (bytes <= LARGE_BYTES) return parse();
    if (this.waiting >= MOST_WAITING) throw new AppError("too_busy");
    this.waiting++;
    const before = this.lastTurn;
    let end = () => {};
    this.lastTurn = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    const begun = performance.now();
    try {
      return await parse();
    } finally {
      this.waiting--;
      setTimeout(end, Math.min(LONGEST_PAUSE_MS, PAUSE * (performance.now() - begun)));
    }
  }
}

/** The large bodies of all requests to this process. */
export const largeBodies = new LargeBodies();
