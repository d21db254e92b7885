import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Which line a service's log is kept in, and how far it is. It is not in a backup: what is restored begins a line of its own.
 * Neither does a folder go on with the line that is put back to where it was before: the place then has other pieces.
 */
export interface WalState {
  /** as the place calls itself */
  place: string;
  line: string;
  timeline: number;
  /** where the line begins, as Postgres writes positions */
  from: string;
  /** the piece that was stored last, and the one that may have been; empty where there was none */
  last: string;
  next: string;
}

export const WAL_STATE = "wal-archive.json";

export function readState(dataDir: string): WalState | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, WAL_STATE), "utf8"));
  } catch {
    // There is none, or it was cut off: either way a line begins.
    return undefined;
  }
}

export function writeState(dataDir: string, state: WalState): void {
  const path = join(dataDir, WAL_STATE);
  writeFileSync(`${path}.new`, JSON.stringify(state), { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}

export const forgetState = (dataDir: string) => rmSync(join(dataDir, WAL_STATE), { force: true });
