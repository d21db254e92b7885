import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { Tinypool } from "tinypool";
import { AppError, errorOf } from "@/lib/contract/errors";
import { FairQueue, type Requester } from "@/lib/platform/limits/fair-queue";
import { log } from "@/lib/platform/log/log";
import { processSingleton } from "@/lib/platform/singleton";
import type { tasks } from "./tasks";

type Tasks = typeof tasks;
type Input<Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];

export interface Order {
  name: keyof Tasks;
  input: unknown;
}

export type Outcome = { value: unknown } | { refusal: Pick<AppError, "code" | "params" | "fields"> };

/** A process that takes longer for one picture hangs. */
const longestMs = 60_000;
const idleMs = 30_000;
const memoryLimits = ["--max-old-space-size=192", "--max-semi-space-size=8"];
/** `each` is the number of pictures that a page of the dashboard may show at once. */
const limits = { all: 64, each: 32 };

/**
 * Draws and reads pictures in separate processes of low priority, so that redirects do not wait for them. Processes
 * start when there is something to draw and end when they are idle. See docs/decisions/drawing-processes.md.
 */
export class Studio {
  private readonly turns: FairQueue;
  private readonly pool: Tinypool;

  constructor(
    filename: string,
    processes: number,
    private readonly timeoutMs = longestMs,
  ) {
    this.turns = new FairQueue(processes, limits);
    this.pool = new Tinypool({
      filename,
      runtime: "child_process",
      serialization: "advanced",
      minThreads: 0,
      maxThreads: processes,
      idleTimeout: idleMs,
      execArgv: memoryLimits,
      // No secret of the service: these processes read other people's pictures.
      env: {},
    });
    // Errors of processes that no task waits for.
    this.pool.on("error", (error) => log.error({ error: String(error) }, "a drawing process failed"));
  }

  /** How many pictures have been given to the processes. */
  given = 0;

  get waiting(): number {
    return this.turns.waiting;
  }

  /**
   * Runs a task for `requester`, who may leave before its turn (`signal`). A large input can be passed as a function,
   * which is called when the turn comes. Throws what the input or the task throws, or `unavailable`.
   */
  async have<Name extends keyof Tasks>(
    name: Name,
    input: Input<Name> | (() => Promise<Input<Name>>),
    requester: Requester,
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    const begin = async () => {
      const given = typeof input === "function" ? await input() : input;
      signal?.throwIfAborted();
      return this.run({ name, input: given });
    };
    const outcome = await this.turns.take(requester, begin, signal);
    if ("value" in outcome) return outcome.value as Awaited<ReturnType<Tasks[Name]>>;
    throw errorOf(outcome.refusal, outcome.refusal.fields);
  }

  /** Runs a task, and ends its process if it hangs. Another one replaces it. */
  private async run(order: Order): Promise<Outcome> {
    this.given++;
    try {
      return await this.pool.run(order, { signal: AbortSignal.timeout(this.timeoutMs) });
    } catch (error) {
      log.error({ task: order.name, error: String(error) }, "a picture could not be drawn");
      throw new AppError("drawing_failed");
    }
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }
}

/** One process leaves the second processor of a small machine to visitors. */
const processes = () => (availableParallelism() >= 8 ? 2 : 1);

export const studio = () =>
  processSingleton("studio", () => new Studio(resolve(".build/drawing-worker.js"), processes()));
