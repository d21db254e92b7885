import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from } from "pg-copy-streams";

const CHUNK = 256 * 1024;

/**
 * Sends lines in COPY's text format to `target`, a table with its columns. Postgres reads them while they are created.
 */
export async function copyInto(client: Client, target: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(chunks(lines)), client.query(from(`copy ${target} from stdin`)));
}

/** Joins many small strings into few large ones. */
export function* chunks(lines: Iterable<string>): Generator<string> {
  let chunk = "";
  for (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}

/** Returns a value in COPY's format, which has a special mark for null. */
export function copyValue(value: string | number | boolean | null | undefined): string {
  if (typeof value !== "string") return value === null || value === undefined ? "\\N" : String(value);
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (char) => `\\${ESCAPES[char]}`) : value;
}

const ESCAPES: Record<string, string> = { "\\": "\\", "\t": "t", "\n": "n", "\r": "r" };

/**
 * Returns an array parameter for values that need no quotes. The driver would inspect each value, and a batch has very
 * many.
 */
export const arrayOf = (values: Iterable<number | string>) => `{${[...values].join(",")}}`;
