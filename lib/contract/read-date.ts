import { momentIn } from "./local-time";

/** What a text without a time zone, a time of day or an order of day and month means. */
export interface DateReading {
  /** default: UTC */
  timeZone?: string;
  /** whether `3/4/2027` is in April; default: it is in March */
  dayFirst?: boolean;
  /** the time of day of a date without one; default: its start */
  day?: "start" | "end";
}

export interface DateFound {
  /** milliseconds since 1970, without fractions of a second */
  at: number;
  /** the text names no time zone */
  isZoneAssumed: boolean;
  /** the text can be read with the day or the month first */
  isAmbiguous: boolean;
}

const months = [
  ...["january", "february", "march", "april", "may", "june", "july"],
  ...["august", "september", "october", "november", "december"],
];

/** The zones of RFC 2822, and those that machines in Europe print. Others have several meanings, such as `IST`. */
const hoursAhead: Record<string, number> = {
  ...{ z: 0, ut: 0, utc: 0, gmt: 0, wet: 0, west: 1, cet: 1, cest: 2, eet: 2, eest: 3 },
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
};

const weekday = String.raw`(?:[a-z]{3,9},?\s+)?`;
const clock = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d+)?)?(?:\s*(?<half>[ap])\.?m\.?)?`;
const zone = String.raw`\s*(?<zone>(?:UTC|GMT)?[+-]\d\d(?::?\d\d)?|[a-z]{1,4})?`;
// Go adds the zone's name and a monotonic clock, Java the zone's place, browsers its name.
const notes = String.raw`(?:\s+(?:[a-z]{2,5}|[+-]\d\d(?:\d\d)?))?(?:\s+m=[+-][\d.]+)?(?:\s*\([^()]+\)|\[[\w/+-]+\])?`;
const form = (date: string) =>
  new RegExp(String.raw`^${weekday}${date}(?:,?[T\s]+(?:at\s+)?${clock})?${zone}${notes}$`, "i");

/** The forms of a date, with groups for year, month and day. */
const forms = [
  form(String.raw`(?<y>\d{4})[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})`),
  form(String.raw`(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})`),
  form(String.raw`(?<one>\d{1,2})[/-](?<two>\d{1,2})[/-](?<y>\d{4})`),
  form(String.raw`(?<name>[a-z]{3,9})\.?\s+(?<d>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<y>\d{4})`),
  form(String.raw`(?<d>\d{1,2})(?:st|nd|rd|th)?[-\s]+(?<name>[a-z]{3,9})\.?,?[-\s]+(?<y>\d{4})`),
  // `date`, C's asctime and Java's Date put the year last.
  new RegExp(String.raw`^${weekday}(?<name>[a-z]{3,9})\s+(?<d>\d{1,2})\s+${clock}${zone}\s+(?<y>\d{4})$`, "i"),
  // ISO 8601's basic format.
  /^(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)(?:T?(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)(?:\.\d+)?(?<zone>Z|[+-]\d\d(?::?\d\d)?)?)?$/i,
];

const maxLength = 100;

/**
 * Reads a moment as people and programs write it: ISO 8601, RFC 2822, what programming languages print, US and European
 * dates, and seconds, milliseconds, microseconds or nanoseconds since 1970. Returns undefined for anything else.
 */
export function readDate(text: string, reading: DateReading = {}): DateFound | undefined {
  if (text.length > maxLength) return undefined;
  const [, seconds] = /^(\d{9,10})(?:\d{3}|\d{6}|\d{9})?(?:\.\d+)?$/.exec(text) ?? [];
  if (seconds) return { at: Number(seconds) * 1000, isZoneAssumed: false, isAmbiguous: false };
  for (const pattern of forms) {
    const groups = pattern.exec(text)?.groups;
    if (groups) return momentOf(groups, reading);
  }
  return undefined;
}

type Groups = Partial<Record<string, string>>;

function momentOf(groups: Groups, { timeZone = "UTC", dayFirst = false, day: part }: DateReading) {
  const { y, m, d, one, two, name, zone } = groups;
  const month = name === undefined ? Number(m ?? (dayFirst ? two : one)) : monthNamed(name);
  const time = timeOf(groups, part);
  if (!time) return undefined;
  const local = realMoment(Number(y), month, Number(d ?? (dayFirst ? one : two)), time);
  const ahead = zone === undefined ? 0 : minutesAhead(zone);
  if (local === undefined || ahead === undefined) return undefined;
  const isAssumed = zone === undefined;
  return {
    // A formatter for another time zone is slow to create.
    at:
      isAssumed && timeZone !== "UTC"
        ? momentIn(timeZone, new Date(local).toISOString().slice(0, 19))
        : local - ahead * 60_000,
    isZoneAssumed: isAssumed,
    isAmbiguous: one !== undefined && one !== two && Number(one) <= 12 && Number(two) <= 12,
  };
}

const monthNamed = (name: string) => months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1;

type Time = [hour: number, minute: number, second: number];

function timeOf({ hour, minute, second = "0", half }: Groups, part: DateReading["day"]): Time | undefined {
  if (hour === undefined) return part === "end" ? [23, 59, 59] : [0, 0, 0];
  const shown = Number(hour);
  if (half && (shown < 1 || shown > 12)) return undefined;
  const hours = half ? (shown % 12) + (half.toLowerCase() === "p" ? 12 : 0) : shown;
  return [hours, Number(minute), Number(second)];
}

/** Returns a moment in UTC, or undefined if there is no such day or time. */
function realMoment(year: number, month: number, day: number, [hour, minute, second]: Time): number | undefined {
  const date = new Date(0);
  // Date.UTC takes the year 1 for 1901.
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && hour < 24 && minute < 60 && second < 60 ? date.setUTCHours(hour, minute, second) : undefined;
}

/** Returns how far a zone's clocks are ahead of UTC, in minutes. */
function minutesAhead(zone: string): number | undefined {
  const [, sign, hours = "", minutes = "0"] = /([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (sign === undefined) {
    const named = hoursAhead[zone.toLowerCase()];
    return named === undefined ? undefined : named * 60;
  }
  const ahead = Number(hours) * 60 + Number(minutes);
  return Number(minutes) < 60 && ahead < 24 * 60 ? (sign === "-" ? -ahead : ahead) : undefined;
}
