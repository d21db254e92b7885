import { maxInteger } from "@/lib/contract/fields";
import { momentIn } from "@/lib/contract/timestamp";
import type { Reading } from "./format/schema";

/** Removes what the database cannot store: JSON may contain lone surrogates and NUL. */
export const storable = (text: string) => Buffer.from(text).toString().replaceAll("\0", "");

/** Does the same for all texts in a value, including names of members. */
export function storableIn(value: unknown): unknown {
  if (typeof value === "string") return storable(value);
  if (Array.isArray(value)) return value.map(storableIn);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storable(name), storableIn(member)]));
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
export const isUnlimited = (text: string) => isEmpty(text) || noLimit.test(text);

/** Returns whether a value says that something is not so. Databases also export `f` and `n`. */
export const isFalse = (text: string) => isEmpty(text) || /^(?:f|n|off|disabled|inactive)$/i.test(text);

/** Returns whether a value is empty, including lists and objects with only empty members. */
export function isEmpty(value: unknown): boolean {
  const read = parsed(value);
  if (typeof read === "object" && read !== null) return Object.values(read).every(isEmpty);
  return nothing.has(
    String(read ?? "")
      .trim()
      .toLowerCase(),
  );
}

export function countOf(text: string): number | undefined {
  const digits = text.replace(/[\s,.'’]/g, "");
  return /^\d+$/.test(digits) ? Math.min(Number(digits), Number.MAX_SAFE_INTEGER) : undefined;
}

/** Reads a limit. Values above the highest possible limit become that limit. */
export const limitOf = (text: string) => Math.min(countOf(text) ?? 0, maxInteger) || undefined;

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const clockTime = String.raw`(?:,?[T\s]+(?:at\s+)?(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*([ap]\.?m\.?)?)?`;
const zone = String.raw`\s*(Z|UTC|GMT|(?:UTC|GMT)?[+-]\d\d:?\d\d)?`;
const form = (date: string) => new RegExp(`^(?:[a-z]{3,9},?\\s+)?${date}${clockTime}${zone}(?:\\s*\\(.+\\))?$`, "i");

/** Forms of dates, with groups named for year, month and day. A time of day and a time zone may follow. */
const forms = [
  form(String.raw`(?<y>\d{4})[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})`),
  form(String.raw`(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})`),
  form(String.raw`(?<one>\d{1,2})[/-](?<two>\d{1,2})[/-](?<y>\d{4})`),
  form(String.raw`(?<name>[a-z]{3,9})\.?\s+(?<d>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<y>\d{4})`),
  form(String.raw`(?<d>\d{1,2})(?:st|nd|rd|th)?[-\s]+(?<name>[a-z]{3,9})\.?,?[-\s]+(?<y>\d{4})`),
];

export interface Moment {
  iso: string;
  /** the text names no time zone, so one was assumed */
  assumed?: boolean;
  /** the text can be read with the day or the month first */
  ambiguous?: boolean;
}

/**
 * Parses ISO 8601, seconds, milliseconds or microseconds since 1970, US and European dates, and dates with the name of
 * a month; undefined for anything else.
 */
export function momentOf(
  text: string,
  { timeZone, dayFirst }: Pick<Reading, "timeZone" | "dayFirst">,
): Moment | undefined {
  const [, digits, unit = ""] = /^(\d{9,10})(\d{3}|\d{6})?(?:\.\d+)?$/.exec(text) ?? [];
  if (digits) return valid({ iso: Number(digits + unit) / 1000 ** (unit.length / 3 - 1) });
  for (const pattern of forms) {
    const found = pattern.exec(text);
    if (!found?.groups) continue;
    const { y, m, d, one, two, name } = found.groups;
    const month =
      name === undefined ? Number(m ?? (dayFirst ? two : one)) : months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
    const day = Number(d ?? (dayFirst ? one : two));
    const [hour, minute, second, half, offset] = found.slice(-5);
    return momentAt({ date: [Number(y), month, day], hour, minute, second, half, offset }, timeZone, {
      ambiguous: one !== undefined && one !== two && Number(one) <= 12 && Number(two) <= 12,
    });
  }
  return undefined;
}

interface Written {
  date: [year: number, month: number, day: number];
  hour?: string;
  minute?: string;
  second?: string;
  half?: string;
  offset?: string;
}

function momentAt(
  { date, hour, minute, second, half, offset }: Written,
  timeZone: string,
  more: { ambiguous: boolean },
) {
  const [year, month, day] = date;
  const hours = Number(hour ?? 0);
  if (half && (hours < 1 || hours > 12)) return undefined;
  const shifted = half ? (hours % 12) + (half.toLowerCase().startsWith("p") ? 12 : 0) : hours;
  const parts = [year, month - 1, day, shifted, Number(minute ?? 0), Number(second ?? 0)] as const;
  const utc = new Date(Date.UTC(...parts));
  const isReal =
    month >= 1 &&
    utc.getUTCMonth() === month - 1 &&
    utc.getUTCDate() === day &&
    shifted < 24 &&
    parts[4] < 60 &&
    parts[5] < 60;
  if (!isReal) return undefined;
  const assumed = offset === undefined;
  // Called only when needed: a formatter for another time zone is slow to create.
  const inZone = () => (timeZone === "UTC" ? utc.getTime() : momentIn(timeZone, utc.toISOString().slice(0, 19)));
  const at = assumed ? inZone() : utc.getTime() - offsetOf(offset);
  return valid({ iso: at, ...(assumed && { assumed }), ...(more.ambiguous && { ambiguous: true }) });
}

function offsetOf(offset: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(offset) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

function valid({ iso, ...more }: Omit<Moment, "iso"> & { iso: number }): Moment | undefined {
  const date = new Date(iso);
  const isKnown = !Number.isNaN(iso) && date.getUTCFullYear() >= 1990 && date.getUTCFullYear() < 2200;
  return isKnown ? { iso: date.toISOString(), ...more } : undefined;
}
