import { copyFileSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import { lastLine } from "./cluster";

/** Beyond this it is moved to a second file, so both together take twice as much. */
const MAX_BYTES = 2 ** 20;

/** What Postgres writes about itself: a file, because a pipe would end with us and Postgres may not. */
export class PostgresLog {
  /** where what the running server has written begins */
  private from = 0;

  constructor(private readonly path: string) {}

  /** For another server, which adds to what the one before it has said. */
  open(): number {
    this.shorten();
    const fd = openSync(this.path, "a", 0o600);
    this.from = statSync(this.path).size;
    return fd;
  }

  /** The server keeps its file open, so that is emptied, and not replaced. */
  shorten(): void {
    if ((statSync(this.path, { throwIfNoEntry: false })?.size ?? 0) <= MAX_BYTES) return;
    try {
      copyFileSync(this.path, `${this.path}.1`);
    } catch {
      // The disk is full: what matters more is that this takes no more of it.
    }
    truncateSync(this.path);
    this.from = 0;
  }

  /** The last thing that the server has complained about. */
  lastLine(): string {
    return lastLine(readFileSync(this.path).subarray(this.from).toString());
  }
}
