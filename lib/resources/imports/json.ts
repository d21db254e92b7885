import { entryTooLarge, isShallow, maxEntryLength, notJson, tooDeep } from "./bounds";
import { isObject, ListReader } from "./list-reader";

/** Yields the objects of a JSON or JSON Lines file of any size. */
export async function* readJson(chunks: AsyncIterable<string>): AsyncGenerator<Record<string, unknown>> {
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
