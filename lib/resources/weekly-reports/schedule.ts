import { dayIn, startOfDay } from "@/lib/clicks/calendar";
import { daysUntil, moved, type Period } from "@/lib/clicks/period";

const HOUR_MS = 60 * 60_000;
const MORNING_MS = 8 * HOUR_MS;
/** Clicks of the last moments of a day are counted by then. */
const COUNTED_MS = 10 * 60_000;

/** The next Monday at eight, where the account is; in the far east after the week is over in UTC, whose days are counted. */
export function nextMonday(zone: string, after: number): number {
  const today = dayIn(zone, after);
  for (let ahead = 0; ; ahead++) {
    const day = moved(today, ahead);
    if (new Date(day).getUTCDay() !== 1) continue;
    const at = Math.max(startOfDay(day, zone) + MORNING_MS, Date.parse(day) + COUNTED_MS);
    if (at > after) return at;
  }
}

/** The last week that is over, from Monday to Sunday (UTC). */
export function lastWeek(now: number): Period {
  const today = new Date(now).toISOString().slice(0, 10);
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return daysUntil(moved(today, -1 - sinceMonday), 7);
}
