import { closeSync, fsyncSync, openSync, readdirSync, readSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { CLOSED, OPEN } from "./journal";
import { parseLine, type RecordedClick } from "./line";

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

/** About 40,000 clicks. */
const BATCH_BYTES = 8 * 1024 * 1024;
const buffer = Buffer.allocUnsafe(BATCH_BYTES);

export interface Lines {
  clicks: RecordedClick[];
  /** lines that are none of ours */
  damaged: number;
  /** where they end: at `from` when none is complete, as a dying process leaves the last line of its journal */
  to: number;
}

/** Reads whole lines from byte `from` on. Null when the file has just been renamed. */
export function readLines(path: string, from: number): Lines | null {
  const fd = openIfThere(path);
  if (fd === null) return null;
  let length: number;
  try {
    length = readSync(fd, buffer, 0, BATCH_BYTES, from);
  } finally {
    closeSync(fd);
  }
  // No line is as long as a batch: without a newline in all of it, it is damage.
  const end = buffer.subarray(0, length).lastIndexOf(10) + 1 || (length === BATCH_BYTES ? length : 0);
  const clicks: RecordedClick[] = [];
  let damaged = 0;
  if (end > 0) {
    const text = buffer.toString("utf8", 0, buffer[end - 1] === 10 ? end - 1 : end);
    for (const line of text.split("\n")) {
      const click = parseLine(line);
      if (click) clicks.push(click);
      else damaged += 1;
    }
  }
  return { to: from + end, clicks, damaged };
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
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
