import { dayIn } from "@/lib/clicks/statistics/calendar";
import { daysUntil, type Period, shiftDay } from "@/lib/clicks/store/period";
import { momentIn } from "@/lib/contract/local-time";

/** Returns the next Monday at 8 AM in the account's time zone, in milliseconds since 1970. */
export function nextMonday(zone: string, after: number): number {
  const today = dayIn(zone, after);
  for (let ahead = 0; ; ahead++) {
    const day = shiftDay(today, ahead);
    if (new Date(day).getUTCDay() !== 1) continue;
    const at = momentIn(zone, `${day}T08:00`);
    if (at > after) return at;
  }
}

/** Returns the last complete week in the account's time zone, from Monday to Sunday. */
export function lastWeek(now: number, zone: string): Period {
  const today = dayIn(zone, now);
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return daysUntil(shiftDay(today, -1 - sinceMonday), 7);
}
