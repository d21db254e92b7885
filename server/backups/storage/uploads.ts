import { once } from "node:events";
import type { Measure } from "./coding";

const AT_ONCE = 8;
/** Limit of the bytes that were read but may not be stored yet, in addition to those of the file that is being read. */
const WAITING_BYTES = 32 * 2 ** 20;
/** No more of a file is in memory: see `PART_BYTES` in lib/platform/files/s3.ts. */
const MOST_OF_A_FILE = 32 * 2 ** 20;

/**
 * Files that are stored at the same time, because a store may take seconds for each. They are read one after the other,
 * and only a bounded number of bytes waits in memory.
 */
export class Uploads {
  /** the bytes that each of them may still hold; one that has failed stays */
  private readonly running = new Map<Promise<unknown>, number>();

  /**
   * Waits until the content of a file was read, and until there is room for another one.
   *
   * @throws the error of any file that could not be stored
   */
  async add(stored: Promise<unknown>, content: Measure): Promise<void> {
    const settled: Promise<unknown> = stored.then(() => this.running.delete(settled));
    this.running.set(settled, MOST_OF_A_FILE);
    await Promise.race([settled, once(content, "end")]);
    if (this.running.has(settled)) this.running.set(settled, Math.min(MOST_OF_A_FILE, content.bytes));
    while (this.running.size >= AT_ONCE || this.bytes() > WAITING_BYTES) await Promise.race(this.running.keys());
  }

  /** Waits until all are stored. */
  async finish(): Promise<void> {
    await Promise.all(this.running.keys());
  }

  /** Waits until none is being stored any more, even if some fail. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.running.keys());
  }

  private bytes(): number {
    return [...this.running.values()].reduce((sum, bytes) => sum + bytes, 0);
  }
}
