/** The format of every timestamp in a response. */
export const timestampPattern = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;

/** Parses the contract's `YYYY-MM-DD HH:MM:SS` in UTC. Returns null for any other text. */
export function parseTimestamp(text: string): Date | null {
  if (!timestampPattern.test(text)) return null;
  const date = new Date(`${text.replace(" ", "T")}Z`);
  // Date turns February 31 into March 3, so such a text is refused. So is the year 0, which Postgres does not have.
  return Number.isNaN(date.getTime()) || formatTimestamp(date) !== text || text.startsWith("0000") ? null : date;
}

const dashed = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)? ?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;
const slashed = /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?: (\d\d):(\d\d)(?::(\d\d))?)?$/;

/** The accepted formats as one pattern, for clients that check before they send. */
export const readTimestampPattern = `${dashed.source}|${slashed.source}`;

/** The time of day for dates that are sent without one. */
export type DayPart = "start" | "end";

/**
 * Converts other formats of a moment to the contract's: `2027-01-31` (its start or end in UTC), ISO 8601, times
 * without seconds, `2027/1/31`. Returns any other text unchanged, because `3/4/2027` is ambiguous.
 */
export function contractTimestamp(text: string, day: DayPart): string {
  const [, year, month, date, hour, minute, second = "00", zone] = dashed.exec(text) ?? slashed.exec(text) ?? [];
  if (year === undefined) return text;
  const time = hour ? `${hour}:${minute}:${second}` : day === "end" ? "23:59:59" : "00:00:00";
  const written = `${year}-${month?.padStart(2, "0")}-${date?.padStart(2, "0")} ${time}`;
  const moment = parseTimestamp(written);
  return moment && zone ? formatTimestamp(new Date(moment.getTime() - offsetOf(zone))) : written;
}

/** How many milliseconds an offset such as `+02:00` is ahead of UTC. */
function offsetOf(zone: string): number {
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** Formats a moment as the contract's `YYYY-MM-DD HH:MM:SS` in UTC. */
export function formatTimestamp(date: Date): string {
  return date.toISOString().slice(0, 19).replace("T", " ");
}

/** Formats a day as the contract's `YYYY-MM-DD` in UTC. */
export function formatDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Formats a moment as local time for `<input type="datetime-local">`: in a time zone, or in that of this machine. */
export const localTimeOf = (moment: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" })
    .format(moment)
    .replace(" ", "T");

/** The timestamp of a local time from `<input type="datetime-local">`, or empty. A text without a zone is local. */
export function timestampOfLocal(local: string, timeZone?: string): string {
  const date = new Date(timeZone === undefined ? local : momentIn(timeZone, local));
  return Number.isNaN(date.getTime()) ? "" : formatTimestamp(date);
}

/** The moment when clocks in a time zone show a time; the first of two such moments when clocks are set back. */
export function momentIn(timeZone: string, local: string): number {
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown)) return shown;
  const ahead = (at: number) =>
    Date.parse(`${localTimeOf(new Date(at), timeZone)}Z`) - Math.floor(at / 60_000) * 60_000;
  return shown - ahead(shown - ahead(shown));
}
