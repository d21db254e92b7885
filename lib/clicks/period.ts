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

const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
