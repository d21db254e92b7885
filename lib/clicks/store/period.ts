/** Days as YYYY-MM-DD, both included; in UTC unless stated otherwise. */
export interface Period {
  from: string;
  to: string;
}

/** The day of the row with the sum over all days, so that reading totals does not depend on a link's age. */
export const ALL_TIME = "1970-01-01";

export const DAY_MS = 86_400_000;

/** Returns the last `days` days up to today (UTC). */
export const lastDays = (days: number, now = new Date()): Period => daysUntil(dayOf(now.getTime()), days);

/** Returns a period of `days` days that ends with `to`. */
export const daysUntil = (to: string, days: number): Period => ({ from: shiftDay(to, 1 - days), to });

/** Returns every day of a period, earliest first. */
export function listDays({ from, to }: Period): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayOf(at));
  return days;
}

/** Returns the number of days of a period. */
export const daysInPeriod = ({ from, to }: Period) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Returns the equally long period just before. */
export const periodBefore = (period: Period) => daysUntil(shiftDay(period.from, -1), daysInPeriod(period));

/** Returns the day that is `days` days after another. */
export const shiftDay = (day: string, days: number) => dayOf(Date.parse(day) + days * DAY_MS);

const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
