import { copyFileSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import { lastLine } from "./cluster";

/** A larger file is moved to a second one, so both together take twice as much. */
const MAX_BYTES = 2 ** 20;

/** Postgres's own log. It is a file, because a pipe would end with this process, which Postgres may outlive. */
export class PostgresLog {
  /** where the running server's output starts */
  private from = 0;

  constructor(private readonly path: string) {}

  /** Opens the file for a new server, which appends to it. */
  open(): number {
    this.shorten();
    const fd = openSync(this.path, "a", 0o600);
    this.from = statSync(this.path).size;
    return fd;
  }

  /** Empties the file instead of replacing it, because the server keeps it open. */
  shorten(): void {
    if ((statSync(this.path, { throwIfNoEntry: false })?.size ?? 0) <= MAX_BYTES) return;
    try {
      copyFileSync(this.path, `${this.path}.1`);
    } catch {
      // The disk is full: freeing space matters more than the old lines.
    }
    truncateSync(this.path);
    this.from = 0;
  }

  /** The last error message of the running server. */
  lastLine(): string {
    return lastLine(readFileSync(this.path).subarray(this.from).toString());
  }
}
