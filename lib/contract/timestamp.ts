/** The form of every timestamp that is answered. */
export const timestampPattern = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;

/** The moment that the contract's `YYYY-MM-DD HH:MM:SS` names in UTC, or null where it is not such a text. */
export function parseTimestamp(text: string): Date | null {
  if (!timestampPattern.test(text)) return null;
  const date = new Date(`${text.replace(" ", "T")}Z`);
  // Date turns the 31st of February into the 3rd of March; such a text is refused. So is the year 0, which Postgres lacks.
  return Number.isNaN(date.getTime()) || formatTimestamp(date) !== text || text.startsWith("0000") ? null : date;
}

const dashed = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)? ?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;
const slashed = /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?: (\d\d):(\d\d)(?::(\d\d))?)?$/;

/** The forms that are read, as one pattern for who checks before they send. */
export const readTimestampPattern = `${dashed.source}|${slashed.source}`;

/** The time of a day that is sent without one. */
export type DayPart = "start" | "end";

/**
 * The contract's form of a moment that clients write otherwise: `2027-01-31`, whose start or end (UTC) is meant, ISO 8601,
 * times without seconds, `2027/1/31`. Anything else as it is: which day `3/4/2027` means, nobody knows.
 */
export function contractTimestamp(text: string, day: DayPart): string {
  const [, year, month, date, hour, minute, second = "00", zone] = dashed.exec(text) ?? slashed.exec(text) ?? [];
  if (year === undefined) return text;
  const time = hour ? `${hour}:${minute}:${second}` : day === "end" ? "23:59:59" : "00:00:00";
  const written = `${year}-${month?.padStart(2, "0")}-${date?.padStart(2, "0")} ${time}`;
  const moment = parseTimestamp(written);
  return moment && zone ? formatTimestamp(new Date(moment.getTime() - offsetOf(zone))) : written;
}

/** Milliseconds that `+02:00` and the like are ahead of UTC. */
function offsetOf(zone: string): number {
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** The contract's `YYYY-MM-DD HH:MM:SS`, UTC. */
export function formatTimestamp(date: Date): string {
  return date.toISOString().slice(0, 19).replace("T", " ");
}

/** The contract's `YYYY-MM-DD`, UTC. */
export function formatDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** What clocks show at a moment, as `<input type="datetime-local">` takes it: in a time zone, or the one of this machine. */
export const localTimeOf = (moment: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" })
    .format(moment)
    .replace(" ", "T");

/** The timestamp of a local time as `<input type="datetime-local">` gives it, or empty: a text without a zone is local. */
export function timestampOfLocal(local: string, timeZone?: string): string {
  const date = new Date(timeZone === undefined ? local : momentIn(timeZone, local));
  return Number.isNaN(date.getTime()) ? "" : formatTimestamp(date);
}

/** When clocks in a time zone show a time; of two such moments the first one, where clocks are put back. */
export function momentIn(timeZone: string, local: string): number {
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown)) return shown;
  const ahead = (at: number) =>
    Date.parse(`${localTimeOf(new Date(at), timeZone)}Z`) - Math.floor(at / 60_000) * 60_000;
  return shown - ahead(shown - ahead(shown));
}
