import { closeSync, fstatSync, openSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StartError } from "@/lib/contract/errors";
import { makeFolder } from "@/lib/platform/files/data-folder";

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
