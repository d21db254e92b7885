import { resolve } from "node:path";
import { Tinypool } from "tinypool";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/contract/errors";
import { FairQueue } from "@/lib/platform/limits/fair-queue";
import { log } from "@/lib/platform/log/log";
import { processSingleton } from "@/lib/platform/singleton";
import type { Replayed } from "./replay";
import type { ReplayOrder } from "./worker";

const idleMs = 30_000;
const longestMs = 30_000;
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };
/**
 * Maximum number of waiting replays. One replay runs at a time. An account may have several, because a team has several
 * people.
 */
const limits = { all: 16, each: 4 };

/** Replays visits in a separate thread, because a million of them take seconds. The thread starts on demand. */
export class ReplayThread {
  private readonly turns = new FairQueue(1, limits, "too_busy");
  private readonly pool: Tinypool;

  constructor(filename: string) {
    this.pool = new Tinypool({
      filename,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs,
      resourceLimits,
      execArgv: [],
    });
    // Handles a thread that fails while no replay waits for it.
    this.pool.on("error", (error) => log.error({ error: String(error) }, "the replay thread failed"));
  }

  /**
   * Runs a replay. Throws `too_busy` if too many wait or it takes too long. Stops at any point when its client has
   * left.
   */
  async run(order: ReplayOrder, { userId }: Actor, signal?: AbortSignal): Promise<Replayed> {
    const begin = async () => {
      const ends = [AbortSignal.timeout(longestMs), ...(signal ? [signal] : [])];
      return (await this.pool.run(order, { signal: AbortSignal.any(ends) })) as Replayed;
    };
    try {
      return await this.turns.take({ userId }, begin, signal);
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (!signal?.aborted) log.error({ error: String(error) }, "visits could not be replayed");
      throw new AppError("too_busy");
    }
  }

  /** Returns the number of waiting replays. */
  get waiting(): number {
    return this.turns.waiting;
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }
}

export const replayThread = () =>
  processSingleton("replays", () => new ReplayThread(resolve(".build/replay-worker.js")));
