/** Days in UTC, both included, as YYYY-MM-DD. */
export interface Period {
  from: string;
  to: string;
}

/** The day under which the sum over all days is kept, so that totals cost the same however old a link is. */
export const ALL_TIME = "1970-01-01";

const dayMs = 86_400_000;

/** The last `days` days up to today, UTC. */
export function lastDays(days: number, now = new Date()): Period {
  return { from: dayOf(now.getTime() - (days - 1) * dayMs), to: dayOf(now.getTime()) };
}

/** Every day of a period, the earliest first. */
export function daysOf({ from, to }: Period): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs) days.push(dayOf(at));
  return days;
}

const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
