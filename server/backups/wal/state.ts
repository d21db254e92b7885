import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The line in which a service's log is archived, and its progress. A backup does not contain this file: a restored
 * service begins a new line. A folder that was reset to an earlier state begins a new line too, because the place has
 * other pieces by then.
 */
export interface WalState {
  /** the name of the place */
  place: string;
  line: string;
  timeline: number;
  /** the position at which the line begins, in the format of Postgres */
  from: string;
  /** the piece that was stored last (empty if there was none); `next` is the one that may have been stored after it */
  last: string;
  next: string;
}

export const WAL_STATE = "wal-archive.json";

export function readState(dataDir: string): WalState | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, WAL_STATE), "utf8"));
  } catch {
    // The file is missing or was cut off. In both cases a new line begins.
    return undefined;
  }
}

export function writeState(dataDir: string, state: WalState): void {
  const path = join(dataDir, WAL_STATE);
  writeFileSync(`${path}.new`, JSON.stringify(state), { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}

export const forgetState = (dataDir: string) => rmSync(join(dataDir, WAL_STATE), { force: true });
