import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";

/** A journal that is still written to ends in OPEN; one that is complete, and deleted once stored, in CLOSED. */
export const OPEN = ".open";
export const CLOSED = ".closed";

/**
 * A journal's directory holds this file, which its process writes once a second: the time, and how many clicks it has
 * refused.
 */
export const ALIVE = "alive";

/** A process that has not touched its file for this long may be dead, and its journal somebody else's. */
export const ABANDONED_AFTER = 15_000;

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

/** The directories under `root`, one for each process that records or has recorded; `.` for files in `root` itself. */
export function journalDirectories(root: string): string[] {
  const entries = readdirSync(root, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  // Where a version before there were several processes left them.
  return entries.length > names.length ? [".", ...names] : names;
}

export interface Usage {
  /** of all journals */
  bytes: number;
  /** clicks that living processes have refused, without the one whose directory it is */
  refused: number;
}

/** What the journals under `root` take of the disk, and have not taken in. */
export function usageOf(root: string, directory: string): Usage {
  const usage = { bytes: 0, refused: 0 };
  for (const name of journalDirectories(root)) {
    try {
      const path = join(root, name);
      for (const { bytes } of journalsIn(path)) usage.bytes += bytes;
      if (path !== directory) usage.refused += Number(readFileSync(join(path, ALIVE), "utf8").split(" ")[1] ?? 0);
    } catch (error) {
      // Its process has ended, and somebody else has removed what it left.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  return usage;
}

/** Removes a directory in which nothing is left to store; does nothing where somebody has just put something there. */
export function removeDirectory(root: string, name: string): void {
  const directory = join(root, name);
  if (name === "." || journalsIn(directory).length > 0) return;
  try {
    rmSync(join(directory, ALIVE), { force: true });
    rmdirSync(directory);
  } catch (error) {
    if (!["ENOTEMPTY", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}
