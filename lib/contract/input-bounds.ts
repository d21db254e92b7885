import { AppError } from "./errors";

/** Limits that every valid input stays well within. They bound the time and memory of everything that follows. */
const maxDepth = 32;
const usualValues = 5_000;
const maxNameLength = 200;

const tooDeep = () => new AppError("body_too_deep", { depth: maxDepth });
const tooMany = (count: number) => new AppError("body_too_many_values", { count });
const tooLongName = () => new AppError("body_name_too_long", { length: maxNameLength });

/**
 * Refuses JSON whose shape no valid input has, before it is parsed: `JSON.parse` takes up to 200 ms for 1 MiB of
 * brackets or names, this pass over the bytes 3 ms. Invalid JSON passes, because `JSON.parse` refuses it at once.
 */
export function assertBoundedJson(bytes: Uint8Array, maxValues = usualValues): void {
  let depth = 0;
  let values = 0;
  let nameLength = 0;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE: {
        const start = at + 1;
        for (at = start; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
        nameLength = at - start;
        break;
      }
      case COLON:
        // Counted in bytes, at most six for each character. The characters are counted after parsing.
        if (nameLength > 6 * maxNameLength) throw tooLongName();
        break;
      case OPENING_BRACE:
      case OPENING_BRACKET:
        if (++depth > maxDepth) throw tooDeep();
        if (++values > maxValues) throw tooMany(maxValues);
        break;
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        depth--;
        break;
      case COMMA:
        if (++values > maxValues) throw tooMany(maxValues);
    }
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;

/** The same for a value that is already parsed, as in server actions. */
export function assertBoundedShape(input: unknown, maxValues = usualValues): void {
  let level = [input];
  let values = 0;
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      if (depth === maxDepth) throw tooDeep();
      if (Array.isArray(value) && values + value.length > maxValues) throw tooMany(maxValues);
      for (const name in value) {
        if (++values > maxValues) throw tooMany(maxValues);
        if (name.length > maxNameLength) throw tooLongName();
        next.push((value as Record<string, unknown>)[name]);
      }
    }
    level = next;
  }
}
