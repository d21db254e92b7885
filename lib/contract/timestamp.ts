const pattern = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;

/** The moment that the contract's `YYYY-MM-DD HH:MM:SS` names in UTC, or null where it is not such a text. */
export function parseTimestamp(text: string): Date | null {
  if (!pattern.test(text)) return null;
  const date = new Date(`${text.replace(" ", "T")}Z`);
  // Date turns the 31st of February into the 3rd of March; such a text is refused. So is the year 0, which Postgres lacks.
  return Number.isNaN(date.getTime()) || formatTimestamp(date) !== text || text.startsWith("0000") ? null : date;
}

/** The contract's `YYYY-MM-DD HH:MM:SS`, UTC. */
export function formatTimestamp(date: Date): string {
  return date.toISOString().slice(0, 19).replace("T", " ");
}

/** The contract's `YYYY-MM-DD`, UTC. */
export function formatDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** The timestamp of a local time as `<input type="datetime-local">` gives it, or empty: a text without a zone is local. */
export function timestampOfLocal(local: string): string {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? "" : formatTimestamp(date);
}
