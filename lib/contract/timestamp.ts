import { localText, momentIn } from "./local-time";

/** The format of every timestamp in a response. */
export const timestampPattern = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;

/** Parses the contract's `YYYY-MM-DD HH:MM:SS` in UTC. Returns null for any other text. */
export function parseTimestamp(text: string): Date | null {
  if (!timestampPattern.test(text)) return null;
  const date = new Date(`${text.replace(" ", "T")}Z`);
  // Date turns February 31 into March 3, so such a text is refused. So is the year 0, which Postgres does not have.
  return Number.isNaN(date.getTime()) || formatTimestamp(date) !== text || text.startsWith("0000") ? null : date;
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
  localText(moment.getTime(), timeZone).slice(0, "YYYY-MM-DD HH:MM".length).replace(" ", "T");

/** The timestamp of a local time from `<input type="datetime-local">`, or empty. A text without a zone is local. */
export function timestampOfLocal(local: string, timeZone?: string): string {
  const date = new Date(timeZone === undefined ? local : momentIn(timeZone, local));
  return Number.isNaN(date.getTime()) ? "" : formatTimestamp(date);
}
