import { getManyValues, isMany, none } from "stream-chain/defs.js";
import { Assembler } from "stream-json/core/assembler.js";
import { jsonParser, type Token } from "stream-json/core/parser.js";
import { refusedField } from "@/lib/contract/errors";
import { maxUploadBytes } from "@/lib/resources/uploads/form";

/** The largest file. Only a few of its entries are in memory at a time. */
export const maxFileBytes = maxUploadBytes;

/** The longest entry in characters: a line of a table, an object of a list, or a value before that list. */
export const maxEntryLength = 256 * 2 ** 10;

/** The most fields of one entry, or columns of a table. */
export const maxFields = 1_000;

/** The deepest nesting of lists and objects. */
const maxDepth = 32;

export const notJson = () => refusedField("file", "file_not_json");

export const entryTooLarge = () => refusedField("file", "file_entry_too_large", { size: maxEntryLength / 2 ** 10 });

export const tooManyFields = () => refusedField("file", "file_entry_too_many_fields", { count: maxFields });

export const tooDeep = () => refusedField("file", "file_too_deep", { count: maxDepth });

/** Returns whether lists and objects are nested at most `left` levels deep. */
export const isShallow = (value: unknown, left = maxDepth): boolean =>
  typeof value !== "object" ||
  value === null ||
  (left > 0 && Object.values(value).every((member) => isShallow(member, left - 1)));

/**
 * Reads a JSON document that is too large for memory, and yields the objects of the first list in it one by one: of the
 * first array of objects, or of the first object whose members are numbered objects.
 */
export class ListReader {
  private readonly parse = jsonParser({ packValues: true, streamValues: false });
  /** the lists and objects that are open at the current position */
  private readonly around: ("array" | "object")[] = [];
  /** the depth of the list's entries, once one has been found */
  private list: number | undefined;
  private ended = false;
  private key = "";
  private entry: Assembler | undefined;
  private length = 0;
  /** the length of text read up to the last token outside entries, or up to the beginning of the current entry */
  private since = 0;

  *read(text: string): Generator<Record<string, unknown>> {
    // White space between values is not stored, so it does not count.
    if (text.trim() !== "") this.length += text.length;
    for (const token of this.tokensIn(text)) {
      const entry = this.take(token);
      if (entry) yield entry;
    }
    if (this.length - this.since > maxEntryLength) throw entryTooLarge();
  }

  *end(): Generator<Record<string, unknown>> {
    for (const token of this.tokensIn(none)) {
      const entry = this.take(token);
      if (entry) yield entry;
    }
    if (this.around.length > 0 || this.entry) throw notJson();
  }

  private tokensIn(text: string | typeof none): Token[] {
    try {
      const tokens = this.parse(text as string);
      return isMany(tokens) ? getManyValues(tokens) : [];
    } catch {
      throw notJson();
    }
  }

  private take(token: Token): Record<string, unknown> | undefined {
    if (!this.entry) this.since = this.length;
    if (!this.entry && token.name === "startObject" && this.isEntry()) {
      this.list ??= this.around.length;
      this.entry = new Assembler();
    }
    if (!this.entry) return this.look(token);
    this.entry.consume(token);
    if (this.entry.depth > maxDepth) throw tooDeep();
    if (!this.entry.done) return;
    const { current } = this.entry;
    this.entry = undefined;
    return current as Record<string, unknown>;
  }

  /** Returns whether an object that begins now is an entry of the list. */
  private isEntry(): boolean {
    const { length } = this.around;
    if (this.list !== undefined) return !this.ended && length === this.list;
    return this.around[length - 1] === "array" || (length > 0 && /\d$/.test(this.key));
  }

  private look(token: Token): undefined {
    if (token.name === "keyValue") this.key = token.value;
    if (token.name === "startObject") this.around.push("object");
    if (token.name === "startArray") this.around.push("array");
    if (token.name === "endObject" || token.name === "endArray") this.around.pop();
    if (this.around.length > maxDepth) throw tooDeep();
    if (this.list !== undefined && this.around.length < this.list) this.ended = true;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
