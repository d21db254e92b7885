import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";

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
