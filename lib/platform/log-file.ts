import { closeSync, fstatSync, openSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StartError } from "@/lib/contract/errors";
import { makeFolder } from "./data-folder";

const LOOK_EVERY_MS = 1_000;

interface Limits {
  bytes: number;
  /** how many older ones are kept, as `<path>.1` (the latest) to `<path>.<keep>` */
  keep: number;
}

/**
 * A file to which several processes append, each with a descriptor of its own. One of them, `rotates`, begins anew what has
 * become too large; the others notice within a second that the path leads elsewhere, also when somebody else has moved it.
 */
export class LogFile {
  rotates = false;
  private fd: number;
  private lookedAt = Date.now();

  /** Makes the file's folder where it is missing. @throws StartError where the file cannot be opened */
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

  /** What to write to now. */
  get descriptor(): number {
    const now = Date.now();
    // A clock that was set back must not keep it from looking.
    if (Math.abs(now - this.lookedAt) >= LOOK_EVERY_MS) {
      this.lookedAt = now;
      this.look();
    }
    return this.fd;
  }

  /** Begins a new file where this one is too large, and takes the one that is there now. */
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
      // It is gone on with what there is: a log ends nothing else.
    }
  }

  private shift(): void {
    for (let number = this.limits.keep; number > 1; number--)
      move(`${this.path}.${number - 1}`, `${this.path}.${number}`);
    renameSync(this.path, `${this.path}.1`);
  }
}

/** Whoever runs the service reads it, and nobody else: it names accounts. */
const open = (path: string) => openSync(path, "a", 0o640);

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
