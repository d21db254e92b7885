import { writeSync } from "node:fs";
import type { LogFile } from "./log-file";

/** What a pipe takes whole or not at all: lines of several processes that share one stay whole. */
const MOST_AT_ONCE = 4_096;
/** How long a line waits for others. */
const WAIT_MS = 100;
/** What waits while nobody reads; what comes on top of it is dropped. */
const MOST_WAITING = 2 ** 20;
/** How long the end of the process waits for somebody who reads slowly. */
const WAIT_AT_END_MS = 1_000;

/** By which pino knows that it is to say of what level a line is. */
const TOLD_LEVELS: unique symbol = Symbol.for("pino.metadata");

interface Chunk {
  bytes: Buffer;
  lines: number;
}

/** Writes lines several at a time: one write for each would cost a request more than all else that it does. */
export class LogLines {
  readonly [TOLD_LEVELS] = true;
  lastLevel = 0;

  private readonly batch = Buffer.allocUnsafe(MOST_AT_ONCE);
  private filled = 0;
  private lines = 0;
  /** what was refused, the earliest first */
  private readonly waiting: Chunk[] = [];
  private waitingBytes = 0;
  private dropped = 0;
  private timer: NodeJS.Timeout | undefined;

  /** Lines at `urgent` or above are written at once, behind those before them. */
  constructor(
    private readonly fd: number | Pick<LogFile, "descriptor">,
    private readonly urgent: number,
  ) {}

  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.filled + bytes > MOST_AT_ONCE) this.flush();
    if (bytes > MOST_AT_ONCE) {
      this.send({ bytes: Buffer.from(line), lines: 1 });
      return;
    }
    this.filled += this.batch.write(line, this.filled);
    this.lines++;
    if (this.lastLevel >= this.urgent) this.flush();
    else this.later();
  }

  /** Writes what there is, as far as it is taken. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.lines > 0) {
      const chunk = { bytes: this.batch.subarray(0, this.filled), lines: this.lines };
      this.filled = 0;
      this.lines = 0;
      this.send(chunk);
    } else {
      this.sendWaiting();
    }
  }

  /** The same at the end of the process, when nothing can be written later. */
  end(): void {
    const late = Date.now() + WAIT_AT_END_MS;
    this.flush();
    while (this.waiting.length > 0 && Date.now() < late) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
      this.flush();
    }
  }

  private later(): void {
    this.timer ??= setTimeout(() => this.flush(), WAIT_MS).unref();
  }

  private send(chunk: Chunk): void {
    this.sendWaiting();
    const left = this.waiting.length === 0 ? this.put(chunk) : chunk;
    if (left === null) return;
    if (this.waitingBytes + left.bytes.length > MOST_WAITING) this.dropped += left.lines;
    else this.keep(left);
  }

  private keep({ bytes, lines }: Chunk): void {
    this.waiting.push({ bytes: Buffer.from(bytes), lines });
    this.waitingBytes += bytes.length;
    this.later();
  }

  private sendWaiting(): void {
    for (let first = this.waiting[0]; first; first = this.waiting[0]) {
      const left = this.put(first);
      this.waitingBytes -= first.bytes.length - (left?.bytes.length ?? 0);
      if (left) {
        this.waiting[0] = left;
        this.later();
        return;
      }
      this.waiting.shift();
    }
    if (this.dropped > 0) this.tellOfDropped();
  }

  private tellOfDropped(): void {
    const lines = this.dropped;
    const told = { level: 40, time: Date.now(), lines, msg: "lines of the log were dropped, which nobody took" };
    this.dropped = 0;
    const left = this.put({ bytes: Buffer.from(`${JSON.stringify(told)}\n`), lines });
    if (left) this.keep(left);
  }

  /** What was not taken. A log that cannot be written at all ends nothing else. */
  private put({ bytes, lines }: Chunk): Chunk | null {
    try {
      const { fd } = this;
      const written = writeSync(typeof fd === "number" ? fd : fd.descriptor, bytes);
      return written < bytes.length ? { bytes: bytes.subarray(written), lines } : null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EAGAIN") return { bytes, lines };
      this.dropped += lines;
      return null;
    }
  }
}
