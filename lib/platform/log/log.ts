import { closeSync, fstatSync, openSync, renameSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { isMainThread } from "node:worker_threads";
import pino from "pino";
import { StartError } from "@/lib/contract/errors";
import { env } from "@/lib/platform/env";
import { makeFolder } from "@/lib/platform/files/data-folder";
import { processSingleton } from "@/lib/platform/singleton";

const LOOK_EVERY_MS = 1_000;

interface Limits {
  bytes: number;
  /** how many older ones are kept, as `<path>.1` (the latest) to `<path>.<keep>` */
  keep: number;
}

/**
 * A file that several processes append to, each with its own descriptor. The process with `rotates` starts a new file
 * when it becomes too large. The others notice within a second that the path leads to a new file, also when another
 * program has moved the old one.
 */
export class LogFile {
  rotates = false;
  private fd: number;
  private lookedAt = Date.now();

  /** Makes the file's folder if it is missing. @throws StartError when the file cannot be opened */
  constructor(
    private readonly path: string,
    private readonly limits: Limits,
  ) {
    try {
      makeFolder(dirname(path), 0o750);
      this.fd = open(path);
    } catch (error) {
      throw new StartError(`LOG_FILE ${path} cannot be written: ${(error as Error).message}`);
    }
  }

  /** Returns the descriptor to write to now. */
  get descriptor(): number {
    const now = Date.now();
    // The absolute difference also covers a clock that was set back.
    if (Math.abs(now - this.lookedAt) >= LOOK_EVERY_MS) {
      this.lookedAt = now;
      this.look();
    }
    return this.fd;
  }

  /** Starts a new file if this one is too large, and opens the file that is now at the path. */
  look(): void {
    try {
      const own = fstatSync(this.fd);
      const there = statSync(this.path, { throwIfNoEntry: false });
      const isOwn = there?.ino === own.ino && there.dev === own.dev;
      if (isOwn && (!this.rotates || own.size < this.limits.bytes)) return;
      if (isOwn) this.shift();
      const opened = open(this.path);
      closeSync(this.fd);
      this.fd = opened;
    } catch {
      // Keep the present descriptor: logging must not stop the service.
    }
  }

  private shift(): void {
    for (let number = this.limits.keep; number > 1; number--)
      move(`${this.path}.${number - 1}`, `${this.path}.${number}`);
    renameSync(this.path, `${this.path}.1`);
  }
}

/** Only the operator can read it, because it contains account names. */
const open = (path: string) => openSync(path, "a", 0o640);

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** A pipe takes this many bytes at once or not at all, so lines of several processes that share a pipe stay whole. */
const MOST_AT_ONCE = 4_096;
/** How long a line waits to be written together with others. */
const WAIT_MS = 100;
/** Maximum number of bytes that wait for a reader; further lines are dropped. */
const MOST_WAITING = 2 ** 20;
/** How long the process waits at its end for a slow reader. */
const WAIT_AT_END_MS = 1_000;
const PAUSE_MS = 10;

/** With this property, pino passes the level of each line. */
const PINO_METADATA: unique symbol = Symbol.for("pino.metadata");

interface Chunk {
  bytes: Buffer;
  lines: number;
}

/** Writes several lines at a time: a write for each line would cost more than the rest of a request. */
export class LogLines {
  readonly [PINO_METADATA] = true;
  lastLevel = 0;

  private readonly batch = Buffer.allocUnsafe(MOST_AT_ONCE);
  private filled = 0;
  private lines = 0;
  /** chunks that were not accepted, oldest first */
  private readonly waiting: Chunk[] = [];
  private waitingBytes = 0;
  private dropped = 0;
  private timer: NodeJS.Timeout | undefined;

  /** Lines at level `urgent` or above are written at once, after those before them. */
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

  /** Writes as much of the waiting lines as the descriptor accepts. */
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

  /** Writes everything at the end of the process, because nothing can be written later. */
  end(): void {
    this.flush();
    // Counted rather than timed, because clocks can be set.
    for (let left = WAIT_AT_END_MS / PAUSE_MS; this.waiting.length > 0 && left > 0; left--) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
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
    if (this.dropped > 0) this.reportDropped();
  }

  private reportDropped(): void {
    const lines = this.dropped;
    const notice = {
      level: 40,
      time: Date.now(),
      lines,
      msg: "lines of the log were dropped, because they were not read in time",
    };
    this.dropped = 0;
    const left = this.put({ bytes: Buffer.from(`${JSON.stringify(notice)}\n`), lines });
    if (left) this.keep(left);
  }

  /** Returns what was not accepted. A log that cannot be written must not stop the service. */
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

const limits = { bytes: 100 * 2 ** 20, keep: 5 };

/**
 * Levels above those of ordinary requests are written at once. A thread may be ended without notice, so it writes every
 * line at once.
 */
const urgent = isMainThread ? pino.levels.values.warn : 0;

const file = env.LOG_FILE ? processSingleton("logFile", () => new LogFile(env.LOG_FILE ?? "", limits)) : undefined;

const lines = processSingleton("logLines", () => {
  if (file) return endWithProcess(new LogLines(file, urgent ?? 0));
  // From its first use, Node sets the pipe to non-blocking; otherwise a full pipe would block the process.
  void process.stderr;
  return endWithProcess(new LogLines(2, urgent ?? 0));
});

/** Writes the rest at exit: after a stop, and after an uncaught error. */
function endWithProcess(made: LogLines): LogLines {
  process.on("exit", () => made.end());
  return made;
}

/** Makes this process rotate LOG_FILE when it is too large. Only one process does, whether or not it writes. */
export function rotateLog(): void {
  if (!file) return;
  file.rotates = true;
  setInterval(() => file.look(), 1_000).unref();
}

/** JSON lines in LOG_FILE or on standard error. Standard output is for the "ready" block. */
export const log = pino(
  // JSON shows no fields of an Error without this serializer.
  { level: env.LOG_LEVEL, base: undefined, serializers: { error: pino.stdSerializers.err } },
  lines,
);
