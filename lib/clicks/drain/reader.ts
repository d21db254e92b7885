import { closeSync, openSync, readSync } from "node:fs";
import type { RecordedClick } from "@/lib/clicks/classify/recorded-click";
import { parseLine } from "@/lib/clicks/journal/line";
import type { Line, PlacedEvent, Refused } from "@/lib/clicks/store/click-store";
import { parseOtherLines } from "@/lib/clicks/store/quarantine";

/** The buffer holds some thousand clicks and is far longer than the longest line. */
export const SLICE_BYTES = 256 * 1024;
const buffer = Buffer.allocUnsafe(SLICE_BYTES);

export interface Lines {
  clicks: RecordedClick[];
  events: PlacedEvent[];
  /** lines that this service did not write */
  refused: Refused[];
  /** where the lines end; equals `from` if no line is complete, like the last line of a process that died */
  to: number;
}

/** Reads some whole lines from byte `from` on, up to `most`. Returns null if the file has just been renamed. */
export function readLines(path: string, from: number, most = Number.POSITIVE_INFINITY): Lines | null {
  const slice = readSlice(path, from);
  if (slice === null) return null;
  const data = firstLines(slice, most);
  const clicks: RecordedClick[] = [];
  let others = false;
  if (data.length > 0) {
    const text = data.toString("utf8", 0, data.at(-1) === 10 ? data.length - 1 : data.length);
    for (const line of text.split("\n")) {
      const click = parseLine(line);
      if (click) clicks.push(click);
      else others = true;
    }
  }
  return { to: from + data.length, clicks, ...parseOtherLines(others ? otherLinesIn(data, from) : []) };
}

/** Returns the whole lines from byte `from` to byte `to`. */
export function linesBetween(path: string, from: number, to: number): Line[] {
  const lines: Line[] = [];
  for (let at = from; at < to; ) {
    const data = readSlice(path, at);
    if (!data?.length) throw new Error(`${path} is shorter than what was already read of it`);
    for (const line of cut(data.subarray(0, to - at), at)) lines.push(line);
    at += data.length;
  }
  return lines;
}

/** Returns whole lines. The next read overwrites them. */
function readSlice(path: string, from: number): Buffer | null {
  const fd = openIfThere(path);
  if (fd === null) return null;
  try {
    const length = readSync(fd, buffer, 0, SLICE_BYTES, from);
    // No line is as long as a slice, so a slice without a newline is damaged and is returned whole.
    return buffer.subarray(0, buffer.subarray(0, length).lastIndexOf(10) + 1 || (length === SLICE_BYTES ? length : 0));
  } finally {
    closeSync(fd);
  }
}

function firstLines(data: Buffer, most: number): Buffer {
  let end = 0;
  for (let lines = 0; lines < most && end < data.length; lines++) end = data.indexOf(10, end) + 1 || data.length;
  return data.subarray(0, end);
}

/** Returns the lines that are not clicks, with their places. Called only if there are any. */
const otherLinesIn = (data: Buffer, from: number): Line[] =>
  cut(data, from).filter(({ bytes }) => bytes.length > 0 && !parseLine(bytes.toString()));

function cut(data: Buffer, from: number): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < data.length; ) {
    const newline = data.indexOf(10, start);
    const end = newline === -1 ? data.length : newline;
    const next = Math.min(end + 1, data.length);
    lines.push({ from: from + start, to: from + next, bytes: Buffer.from(data.subarray(start, end)) });
    start = next;
  }
  return lines;
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
