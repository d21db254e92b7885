import { parse } from "csv-parse";
import { cellText } from "@/lib/csv";
import { invalid } from "@/lib/errors";
import { textOf } from "./text";

/** One entry of a file: values by the names that the file gives them, in lower case and with letters and digits alone. */
export type FileEntry = Record<string, unknown>;

export const maxFileBytes = 64 * 1024 * 1024;

/** Reads a file of links: CSV with any usual separator, JSON or JSON Lines. Throws what is wrong with it as a refusal. */
export async function* readEntries(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FileEntry> {
  const text = plain(textOf(limited(chunks)));
  const first = await text.next();
  const start = (first.value ?? "").trimStart()[0];
  const whole = (async function* () {
    if (!first.done) yield first.value;
    yield* text;
  })();
  yield* start === "{" || start === "[" ? readJson(whole) : readCsv(whole, first.value ?? "");
}

async function* limited(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxFileBytes) throw refuse(`This file is larger than ${maxFileBytes >> 20} MiB. Please split it.`);
    yield chunk;
  }
}

async function* plain(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) {
    if (text.includes("\0")) throw refuse("This is not a text file. Please export your links as CSV or JSON.");
    if (text) yield text;
  }
}

/** YOURLS' table of links, which is exported without a line of names. */
const namelessColumns = ["keyword", "url", "title", "timestamp", "ip", "clicks"];

async function* readCsv(chunks: AsyncIterable<string>, beginning: string): AsyncGenerator<FileEntry> {
  const parser = parse({
    delimiter: delimiterOf(beginning),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    bom: true,
  });
  const feeding = feed(chunks, parser);
  let names: string[] | undefined;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (!names) {
        if (/^sep=$/i.test(cells[0] ?? "")) continue;
        const nameless = cells.some((cell) => /^https?:\/\//.test(cell));
        if (nameless && cells.length < namelessColumns.length) throw refuse("The first line must name the columns.");
        names = nameless ? namelessColumns : cells.map(nameOf);
        if (!nameless) continue;
      }
      const entry: FileEntry = {};
      // Of columns that share a name, the first that holds something.
      for (const [index, name] of names.entries()) entry[name] ||= cellText(cells[index]?.trim() ?? "");
      yield entry;
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("CSV_")) {
      throw refuse(`This file cannot be read as CSV: ${error.message}`);
    }
    throw error;
  } finally {
    parser.destroy();
    await feeding.catch(() => undefined);
  }
  await feeding;
  if (!names) throw refuse("This file is empty.");
}

async function feed(chunks: AsyncIterable<string>, parser: ReturnType<typeof parse>): Promise<void> {
  try {
    for await (const chunk of chunks) {
      if (parser.destroyed) return;
      if (!parser.write(chunk)) await new Promise((resume) => parser.once("drain", resume).once("close", resume));
    }
    parser.end();
  } catch (error) {
    parser.destroy(error as Error);
    throw error;
  }
}

function delimiterOf(beginning: string): string {
  // For Excel, the first line may say it.
  const [, said] = /^sep=(.)\r?\n/i.exec(beginning) ?? [];
  if (said) return said;
  const line =
    beginning
      .trimStart()
      .split(/\r?\n/, 1)[0]
      ?.replace(/"[^"]*"/g, "") ?? "";
  const count = (delimiter: string) => line.split(delimiter).length;
  return [",", ";", "\t"].reduce((best, next) => (count(next) > count(best) ? next : best));
}

async function* readJson(chunks: AsyncIterable<string>): AsyncGenerator<FileEntry> {
  const lines = linesOf(chunks);
  let text: string = (await lines.next()).value ?? "";
  // JSON Lines, unless nothing but all lines together is JSON.
  if (jsonIn(text) === undefined) for await (const line of lines) text += `\n${line}`;
  yield* entriesIn(text);
  for await (const line of lines) if (line.trim() !== "") yield* entriesIn(line);
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let line = "";
  for await (const chunk of chunks) {
    const [end = "", ...others] = chunk.split("\n");
    line += end;
    for (const other of others) {
      yield line;
      line = other;
    }
  }
  if (line !== "") yield line;
}

function* entriesIn(text: string): Generator<FileEntry> {
  const value = jsonIn(text);
  if (value === undefined) throw refuse("This file is neither valid JSON nor JSON Lines.");
  for (const entry of listIn(value) ?? [value]) {
    // Beside links, our own export of everything has lines of other kinds.
    if (isObject(entry) && (entry.kind === undefined || entry.kind === "link")) yield flat(entry);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

/** The first list of objects: peers wrap theirs as `data`, `links`, `shortUrls.data`, or number the links as members. */
function listIn(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return null;
  const members = Object.values(value);
  if (members.length > 0 && members.every(isObject) && Object.keys(value).every((key) => /\d$/.test(key)))
    return members;
  // What holds an address is a link itself, whatever lists are in it.
  if (members.some((member) => typeof member === "string" && /^https?:/.test(member))) return null;
  for (const member of members) {
    const list = isObject(member) || Array.isArray(member) ? listIn(member) : null;
    if (list?.some(isObject)) return list;
  }
  return null;
}

/** Members of members too, under both their names: `visitsSummary.total` is also `visitssummarytotal`. */
function flat(value: Record<string, unknown>, prefix = "", into: FileEntry = {}): FileEntry {
  for (const [key, member] of Object.entries(value)) {
    const name = prefix + nameOf(key);
    into[name] = member;
    if (isObject(member) && prefix === "") flat(member, name, into);
  }
  return into;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const nameOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{Nd}]/gu, "");

const refuse = (message: string) => invalid("file", message);
