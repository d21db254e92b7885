import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { AppError } from "@/lib/contract/errors";
import { diskOf } from "@/lib/platform/disk";
import { log } from "@/lib/platform/log";
import type { FileJob } from "./job";
import { Spool } from "./spool";

/** Whoever takes none of a file for so long has gone, or wants to hold a place. */
const stallMs = 60_000;

interface Making {
  job: FileJob;
  /** the process that makes it */
  child: ChildProcess;
  /** settles once that has ended */
  outcome: Promise<void>;
  /** where the file is until its reader has all of it */
  folder: string;
  withinMs: number;
  /** is called once, when all of it has been taken or is given up */
  over: () => void;
}

/**
 * A file that a process makes for an account. It is written to the disk as fast as it is made and read from there as fast as
 * it is taken, so a slow reader keeps no process busy.
 */
export class Sending {
  readonly job: FileJob;
  making = true;
  readonly stream: ReadableStream<Uint8Array>;
  private readonly spool: Spool;
  private readonly late: NodeJS.Timeout;
  private stalled: NodeJS.Timeout | undefined;
  private isOver = false;

  constructor(private readonly from: Making) {
    const { job, child, outcome, folder, withinMs } = from;
    this.job = job;
    this.spool = new Spool(folder);
    this.late = setTimeout(() => this.stop(), withinMs).unref();
    const filled = this.spool.fill(whileRoom(child.stdio[4] as Readable, folder));
    const made = Promise.all([filled, outcome]).finally(() => {
      this.making = false;
    });
    made.catch(() => child.kill("SIGKILL"));
    const chunks = this.spool.read();
    this.stream = new ReadableStream<Uint8Array>({
      pull: (controller) => this.pull(controller, chunks, made),
      cancel: () => this.stop(),
    });
  }

  private async pull(
    controller: ReadableStreamDefaultController<Uint8Array>,
    chunks: AsyncGenerator<Uint8Array, undefined>,
    made: Promise<unknown>,
  ): Promise<void> {
    clearTimeout(this.stalled);
    try {
      const { done, value } = await chunks.next();
      if (!done) {
        if (!this.isOver) this.stalled = setTimeout(() => this.stop(), stallMs).unref();
        return controller.enqueue(value);
      }
      await made;
      controller.close();
      this.stop();
    } catch (error) {
      this.stop();
      throw error;
    }
  }

  /** Ends it, whether it is still being made or only taken. What the reader has is no whole file then. */
  stop(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.late);
    clearTimeout(this.stalled);
    this.from.child.kill("SIGKILL");
    void this.spool.close();
    this.from.over();
  }
}

/** Whether the disk has less left than clicks that wait leave to the database. */
export function lacksRoom(folder: string): boolean {
  const disk = diskOf(folder);
  return disk !== undefined && disk.free < disk.reserve;
}

async function* whileRoom(chunks: AsyncIterable<Uint8Array>, folder: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (lacksRoom(folder)) {
      log.warn("a file for an account was given up: the disk is nearly full");
      throw new AppError("no_room");
    }
    yield chunk;
  }
}
