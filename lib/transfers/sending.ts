import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { AppError } from "@/lib/contract/errors";
import { diskOf } from "@/lib/platform/files/disk";
import { log } from "@/lib/platform/log/log";
import type { FileJob } from "./job";

/** A reader that takes nothing for this long has gone, or tries to block a place. */
const stallMs = 60_000;

interface FileBeingMade {
  job: FileJob;
  /** the process that creates the file */
  child: ChildProcess;
  /** settles when that process has ended */
  outcome: Promise<void>;
  /** where the file is stored until its reader has all of it */
  folder: string;
  withinMs: number;
  /** called once, when the file has been read or given up */
  over: () => void;
}

/**
 * A file that a process creates for an account. It is written to the disk at full speed and read from there at the
 * reader's pace, so that a slow reader keeps no process busy.
 */
export class Sending {
  readonly job: FileJob;
  making = true;
  readonly stream: ReadableStream<Uint8Array>;
  private readonly spool: Spool;
  private readonly late: NodeJS.Timeout;
  private stalled: NodeJS.Timeout | undefined;
  private isOver = false;

  constructor(private readonly from: FileBeingMade) {
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

  /** Ends the transfer. If the reader does not have the whole file yet, its stream fails. */
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

/** Returns whether the disk has less free space than is reserved for clicks that wait for the database. */
export function lacksRoom(folder: string): boolean {
  const disk = diskOf(folder);
  return disk !== undefined && disk.free < disk.reserve;
}

async function* whileRoom(chunks: AsyncIterable<Uint8Array>, folder: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (lacksRoom(folder)) {
      log.warn("stopped creating a file for an account: the disk is nearly full");
      throw new AppError("no_room");
    }
    yield chunk;
  }
}

const portion = 64 * 1024;

/**
 * A file that is read while it is still being written, so that a slow reader does not delay the writer. The file has no
 * name on the disk, so nothing remains if the process dies.
 */
export class Spool {
  private readonly opened: Promise<FileHandle>;
  private written = 0;
  private ended = false;
  private resolve = () => {};
  private progress = this.nextProgress();

  constructor(folder: string) {
    this.opened = openUnnamed(folder);
    // `fill` and `read` throw the error.
    this.opened.catch(() => undefined);
  }

  /** Writes all of `source`; what has been written can be read at once. Throws errors of `source` and of the disk. */
  async fill(source: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      const file = await this.opened;
      for await (const chunk of source) {
        await file.writeFile(chunk);
        this.written += chunk.length;
        this.wake();
      }
    } finally {
      this.ended = true;
      this.wake();
    }
  }

  private nextProgress(): Promise<void> {
    return new Promise((resolve) => {
      this.resolve = resolve;
    });
  }

  private wake(): void {
    this.resolve();
    this.progress = this.nextProgress();
  }

  /** Yields what has been written, at the reader's pace, until `fill` has ended. */
  async *read(): AsyncGenerator<Uint8Array, undefined> {
    const file = await this.opened;
    for (let at = 0; ; ) {
      const { progress } = this;
      if (at < this.written) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(portion), 0, portion, at);
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      } else if (this.ended) return;
      else await progress;
    }
  }

  /** Frees the file's space on the disk. */
  async close(): Promise<void> {
    await this.opened.then((file) => file.close()).catch(() => undefined);
  }
}

async function openUnnamed(folder: string): Promise<FileHandle> {
  const path = join(folder, `send-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  return file;
}
