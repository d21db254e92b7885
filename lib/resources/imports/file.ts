import { isUtf8 } from "node:buffer";
import { CsvError, parse } from "csv-parse";
import { refusedField } from "@/lib/contract/errors";
import { cellText } from "@/lib/platform/files/csv";
import { tooLarge } from "@/lib/resources/uploads/form";
import {
  entryTooLarge,
  isObject,
  isShallow,
  ListReader,
  maxEntryLength,
  maxFields,
  maxFileBytes,
  notJson,
  tooDeep,
  tooManyFields,
} from "./list-reader";

const windows = new TextDecoder("windows-1252");
const NEWLINE = 10;

/**
 * Decodes a file as spreadsheets write it: UTF-8 with lines in Windows-1252, or UTF-16 with a byte order mark. After a
 * line that is longer than any in a table, it is read as UTF-8 only.
 */
async function* textOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null | undefined;
  let begun: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    if (decoder === undefined) decoder = utf16Of(chunk);
    if (decoder) {
      yield further(decoder, chunk);
      continue;
    }
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    begun.push(chunk.subarray(0, end || undefined));
    length += end || chunk.length;
    if (end === 0 && length <= maxEntryLength) continue;
    if (end === 0) {
      decoder = new TextDecoder("utf-8", { fatal: true });
      yield further(decoder, Buffer.concat(begun));
    } else {
      yield decoded(Buffer.concat(begun));
    }
    begun = end === 0 ? [] : [chunk.subarray(end)];
    length = end === 0 ? 0 : chunk.length - end;
  }
  yield decoder ? further(decoder) : decoded(Buffer.concat(begun));
}

function utf16Of([first, second]: Uint8Array): TextDecoder | null {
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le");
  return first === 0xfe && second === 0xff ? new TextDecoder("utf-16be") : null;
}

function further(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw refusedField("file", "file_not_utf8");
  }
}

/** Decodes whole lines. Lines that are not UTF-8 are Windows-1252, as old spreadsheets write them. */
function decoded(lines: Uint8Array): string {
  if (isUtf8(lines))
    return Buffer.from(lines.buffer, lines.byteOffset, lines.length)
      .toString()
      .replace(/^\uFEFF/, "");
  const each = eachLine(lines);
  // Without `stream`, some versions of Node decode Latin-1 instead, which has no €.
  return each.length > 1 ? each.map(decoded).join("") : windows.decode(lines, { stream: true });
}

function eachLine(lines: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let start = 0, end: number; start < lines.length; start = end) {
    end = lines.indexOf(NEWLINE, start) + 1 || lines.length;
    found.push(lines.subarray(start, end));
  }
  return found;
}

/** One entry of a file: its values by column name, in lower case with only letters and digits. */
export type FileEntry = Record<string, unknown>;

/** The columns' names as they are written in the file, by their names in entries. */
export type Labels = Map<string, string>;

/**
 * Reads a file of links: CSV with any common separator, JSON or JSON Lines. Throws a refusal that says what is wrong
 * with it. Fills `labels` with the columns that occur.
 */
export async function* readEntries(
  chunks: AsyncIterable<Uint8Array>,
  labels: Labels = new Map(),
): AsyncGenerator<FileEntry> {
  const text = plain(textOf(limited(chunks)));
  const first = await text.next();
  const start = (first.value ?? "").trimStart()[0];
  const whole = (async function* () {
    if (!first.done) yield first.value;
    yield* text;
  })();
  yield* start === "{" || start === "[" ? readObjects(whole, labels) : readCsv(whole, first.value ?? "", labels);
}

async function* readObjects(chunks: AsyncIterable<string>, labels: Labels): AsyncGenerator<FileEntry> {
  for await (const entry of readJson(chunks)) {
    // Signpost's export of everything also has lines that are not links.
    if (entry.kind !== undefined && entry.kind !== "link") continue;
    const found = flat(entry, labels);
    rawEntries.set(found, entry);
    yield found;
  }
}

async function* limited(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxFileBytes) throw tooLarge();
    yield chunk;
  }
}

async function* plain(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) {
    if (text.includes("\0")) throw refusedField("file", "file_not_text");
    if (text) yield text;
  }
}

/** The columns of YOURLS' table of links, which is exported without a header. */
const namelessColumns = ["keyword", "url", "title", "timestamp", "ip", "clicks"];

async function* readCsv(chunks: AsyncIterable<string>, beginning: string, labels: Labels): AsyncGenerator<FileEntry> {
  const parser = parse({
    delimiter: delimiterOf(beginning),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    bom: true,
    max_record_size: maxEntryLength,
    cast(text, { index }) {
      if (index >= maxFields) throw tooManyFields();
      return cellText(text.trim());
    },
  });
  const feeding = feed(chunks, parser);
  let names: string[] | undefined;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (!names) {
        if (/^sep=$/i.test(cells[0] ?? "")) continue;
        const nameless = cells.some((cell) => /^https?:\/\//.test(cell));
        if (nameless && cells.length < namelessColumns.length) throw refusedField("file", "file_without_columns");
        names = nameless ? namelessColumns : cells.map(nameOf);
        for (const [index, name] of names.entries())
          label(labels, name, nameless ? name : cells[index] || `${index + 1}`);
        if (!nameless) continue;
      }
      yield entryOf(names, cells, labels);
    }
  } catch (error) {
    if (error instanceof CsvError && error.code === "CSV_MAX_RECORD_SIZE") throw entryTooLarge();
    if (error instanceof CsvError) {
      throw refusedField("file", "file_not_csv", { reason: error.message });
    }
    throw error;
  } finally {
    parser.destroy();
    await feeding.catch(() => undefined);
  }
  await feeding;
  if (!names) throw refusedField("file", "file_empty");
}

/** Of columns with the same name, the first with a value gets the name. The others get a number after the name. */
function entryOf(names: string[], cells: string[], labels: Labels): FileEntry {
  const entry: FileEntry = Object.fromEntries(names.map((name) => [name, ""]));
  for (const [index, cell] of cells.entries()) {
    const name = names[index];
    if (cell === "") continue;
    if (name !== undefined && entry[name] === "") entry[name] = cell;
    else if (name === undefined || entry[name] !== cell) {
      const further = `${name || "column"}${index + 1}`;
      label(labels, further, `${name === undefined ? "" : labels.get(name)} (${index + 1})`.trim());
      entry[further] = cell;
    }
  }
  return entry;
}

async function feed(chunks: AsyncIterable<string>, parser: ReturnType<typeof parse>): Promise<void> {
  let line = 0;
  try {
    for await (const chunk of chunks) {
      if (parser.destroyed) return;
      // The parser does not limit text that belongs to no field yet, such as endless separators.
      const end = Math.max(chunk.lastIndexOf("\n"), chunk.lastIndexOf("\r"));
      line = end < 0 ? line + chunk.length : chunk.length - end;
      if (line > maxEntryLength) throw entryTooLarge();
      if (!parser.write(chunk)) await new Promise((resume) => parser.once("drain", resume).once("close", resume));
    }
    parser.end();
  } catch (error) {
    parser.destroy(error as Error);
    throw error;
  }
}

function delimiterOf(beginning: string): string {
  // A first line for Excel may name the separator.
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

/** Flattens nested members under their joined names: `visitsSummary.total` becomes `visitssummarytotal`. */
function flat(value: object, labels: Labels, prefix = "", shown = "", into: FileEntry = {}): FileEntry {
  const members = Object.entries(value);
  if (members.length > maxFields) throw tooManyFields();
  for (const [key, member] of members) {
    const name = prefix + nameOf(key);
    label(labels, name, shown + key);
    into[name] = member;
    if (isObject(member) && prefix === "") flat(member, labels, name, `${key}.`, into);
  }
  return into;
}

const rawEntries = new WeakMap<FileEntry, object>();

/** Returns an entry as it is in the file. Reading it again gives the same entry. */
export const rawOf = (entry: FileEntry): object =>
  rawEntries.get(entry) ?? Object.fromEntries(Object.entries(entry).filter(([, cell]) => cell !== ""));

/** Limit all labels together, because every object may have other columns. */
function label(labels: Labels, name: string, shown: string): void {
  if (labels.size < maxFields && !labels.has(name)) labels.set(name, shown);
}

const nameOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{Nd}]/gu, "");

/** Yields the objects of a JSON or JSON Lines file of any size. */
async function* readJson(chunks: AsyncIterable<string>): AsyncGenerator<Record<string, unknown>> {
  const { beginning, whole } = await peek(chunks);
  const [line = ""] = beginning.split("\n", 1);
  // The file is JSON Lines, unless its first line alone is not JSON.
  if (line.length > maxEntryLength || jsonIn(line) === undefined) return yield* readDocument(whole);
  for await (const text of linesOf(whole)) if (text.trim() !== "") yield* entriesIn(text);
}

/** Returns the beginning, up to the end of the first line or the limit of one entry, and the whole text. */
async function peek(chunks: AsyncIterable<string>): Promise<{ beginning: string; whole: AsyncIterable<string> }> {
  const texts = chunks[Symbol.asyncIterator]();
  let beginning = "";
  while (beginning.length <= maxEntryLength && !beginning.includes("\n")) {
    const { done, value } = await texts.next();
    if (done) break;
    beginning += value;
  }
  const whole = async function* () {
    yield beginning;
    yield* { [Symbol.asyncIterator]: () => texts };
  };
  return { beginning, whole: whole() };
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let line = "";
  for await (const chunk of chunks) {
    const [end = "", ...others] = chunk.split("\n");
    line += end;
    for (const other of others) {
      yield line;
      line = other;
    }
    if (line.length > maxEntryLength) throw entryTooLarge();
  }
  yield line;
}

/**
 * Reads a document as a whole if it is no larger than one entry may be; otherwise the entries of its list one by one.
 */
async function* readDocument(chunks: AsyncIterable<string>): AsyncGenerator<Record<string, unknown>> {
  let text = "";
  let reader: ListReader | undefined;
  for await (const chunk of chunks) {
    text += chunk;
    if (!reader && text.length <= maxEntryLength) continue;
    reader ??= new ListReader();
    yield* reader.read(text);
    text = "";
  }
  yield* reader ? reader.end() : entriesIn(text);
}

function* entriesIn(text: string): Generator<Record<string, unknown>> {
  const value = jsonIn(text);
  if (value === undefined) throw notJson();
  if (!isShallow(value)) throw tooDeep();
  for (const entry of listIn(value) ?? [value]) if (isObject(entry)) yield entry;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

/** Finds the first list of objects: services wrap it as `data`, `links` or `shortUrls.data`, or number the links. */
function listIn(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return null;
  const members = Object.values(value);
  if (members.length > 0 && members.every(isObject) && Object.keys(value).every((key) => /\d$/.test(key)))
    return members;
  // An object with a URL is itself a link, even if it contains lists.
  if (members.some((member) => typeof member === "string" && /^https?:/.test(member))) return null;
  for (const member of members) {
    const list = isObject(member) || Array.isArray(member) ? listIn(member) : null;
    if (list?.some(isObject)) return list;
  }
  return null;
}
