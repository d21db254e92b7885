import { maxInteger } from "@/lib/contract/fields";
import { type DateReading, readDate } from "@/lib/contract/read-date";

/** Removes what the database cannot store: JSON may contain lone surrogates and NUL. */
export const storable = (text: string) => Buffer.from(text).toString().replaceAll("\0", "");

/** Does the same for all texts in a value, including names of members. */
export function toStorable(value: unknown): unknown {
  if (typeof value === "string") return storable(value);
  if (Array.isArray(value)) return value.map(toStorable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storable(name), toStorable(member)]));
}

/** Parses lists and objects, which a table holds as JSON. */
export function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const nothing = new Set(
  `|0|false|no|none|null|nil|(null)|\\n|undefined|never|-|–|n/a|#n/a|0000-00-00|0000-00-00 00:00:00`.split("|"),
);

const noLimit = /^(?:-1|∞|unlimited|no limit|infinite|infinity|forever|always|9999-12-31.*)$/i;

/** Returns whether a value says that there is no limit or end. */
export const isUnlimited = (text: string) => isEmptyValue(text) || noLimit.test(text);

/** Returns whether a value says that something is not so. Databases also export `f` and `n`. */
export const isFalse = (text: string) => isEmptyValue(text) || /^(?:f|n|off|disabled|inactive)$/i.test(text);

/** Returns whether a value is empty, including lists and objects with only empty members. */
export function isEmptyValue(value: unknown): boolean {
  const read = parsed(value);
  if (typeof read === "object" && read !== null) return Object.values(read).every(isEmptyValue);
  return nothing.has(
    String(read ?? "")
      .trim()
      .toLowerCase(),
  );
}

export function readCount(text: string): number | undefined {
  const digits = text.replace(/[\s,.'’]/g, "");
  return /^\d+$/.test(digits) ? Math.min(Number(digits), Number.MAX_SAFE_INTEGER) : undefined;
}

/** Reads a limit. Values above the highest possible limit become that limit. */
export const parseLimit = (text: string) => Math.min(readCount(text) ?? 0, maxInteger) || undefined;

export interface Moment {
  iso: string;
  /** the text names no time zone, so one was assumed */
  assumed?: boolean;
  /** the text can be read with the day or the month first */
  ambiguous?: boolean;
}

/** Reads a date of the last decades or the next, as `readDate` does; undefined for any other text. */
export function parseMoment(text: string, reading: DateReading): Moment | undefined {
  const found = readDate(text, reading);
  if (!found) return undefined;
  const date = new Date(found.at);
  if (date.getUTCFullYear() < 1990 || date.getUTCFullYear() >= 2200) return undefined;
  return {
    iso: date.toISOString(),
    ...(found.isZoneAssumed && { assumed: true }),
    ...(found.isAmbiguous && { ambiguous: true }),
  };
}
