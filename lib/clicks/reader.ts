import { closeSync, openSync, readSync } from "node:fs";
import { parseLine, type RecordedClick } from "./line";

/** Some thousand clicks, and far more than the longest line. */
export const SLICE_BYTES = 256 * 1024;
const buffer = Buffer.allocUnsafe(SLICE_BYTES);

export interface Lines {
  clicks: RecordedClick[];
  /** lines that are none of ours */
  damaged: number;
  /** where they end: at `from` when none is complete, as a dying process leaves the last line of its journal */
  to: number;
}

/** Reads some whole lines from byte `from` on. Null when the file has just been renamed. */
export function readLines(path: string, from: number): Lines | null {
  const fd = openIfThere(path);
  if (fd === null) return null;
  let length: number;
  try {
    length = readSync(fd, buffer, 0, SLICE_BYTES, from);
  } finally {
    closeSync(fd);
  }
  // No line is as long as a slice: without a newline in all of it, it is damage.
  const end = buffer.subarray(0, length).lastIndexOf(10) + 1 || (length === SLICE_BYTES ? length : 0);
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
