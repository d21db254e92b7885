/** Days as YYYY-MM-DD, both included; in UTC unless somebody says otherwise. */
export interface Period {
  from: string;
  to: string;
}

/** The day under which the sum over all days is kept, so that totals cost the same however old a link is. */
export const ALL_TIME = "1970-01-01";

export const DAY_MS = 86_400_000;

/** The last `days` days up to today, UTC. */
export const lastDays = (days: number, now = new Date()): Period => daysUntil(dayOf(now.getTime()), days);

/** So many days, the last one of which is given. */
export const daysUntil = (to: string, days: number): Period => ({ from: moved(to, 1 - days), to });

/** Every day of a period, the earliest first. */
export function daysOf({ from, to }: Period): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayOf(at));
  return days;
}

/** How many days a period has. */
export const lengthOf = ({ from, to }: Period) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** The period of as many days just before. */
export const periodBefore = (period: Period) => daysUntil(moved(period.from, -1), lengthOf(period));

/** The day so many days after another. */
export const moved = (day: string, days: number) => dayOf(Date.parse(day) + days * DAY_MS);

const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
