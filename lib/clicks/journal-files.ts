import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** A journal that is still written to ends in OPEN; one that is complete, and deleted once stored, in CLOSED. */
export const OPEN = ".open";
export const CLOSED = ".closed";

/** One file of a journal directory. */
export interface JournalFile {
  /** its name without the ending, which changes: what the database knows it by */
  journal: string;
  path: string;
  /** no more will be written */
  closed: boolean;
  bytes: number;
}

/** The journals of a directory, those that are complete first and the oldest of them first. */
export function journalsIn(directory: string): JournalFile[] {
  const files: JournalFile[] = [];
  for (const name of readdirSync(directory).sort()) {
    const ending = [OPEN, CLOSED].find((candidate) => name.endsWith(candidate));
    if (ending === undefined) continue;
    const path = join(directory, name);
    // Renamed since: it is met again in the next pass.
    const bytes = statSync(path, { throwIfNoEntry: false })?.size;
    if (bytes === undefined) continue;
    files.push({ journal: name.slice(0, -ending.length), path, closed: ending === CLOSED, bytes });
  }
  return files.sort((a, b) => Number(b.closed) - Number(a.closed));
}

/** Marks what a dead process left as complete. Returns the size of everything that waits. */
export function adopt(directory: string): number {
  const files = journalsIn(directory);
  for (const file of files) if (!file.closed) renameSync(file.path, join(directory, file.journal + CLOSED));
  return files.reduce((bytes, file) => bytes + file.bytes, 0);
}

/** Deletes a file so that it stays deleted when the power fails. */
export function deleteFile(directory: string, path: string): void {
  rmSync(path, { force: true });
  const fd = openSync(directory, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
