import { type Period, periodBefore } from "@/lib/clicks/store/period";
import { boundsOf, dayIn, startOfDay } from "./calendar";

const MINUTE_MS = 60_000;

/**
 * The days that a period is compared with. If the period's last day is not over, only the same part of the earlier last
 * day counts.
 */
export interface Comparison {
  period: Period;
  /** start in milliseconds since 1970 */
  start: number;
  /** start of its last day */
  lastDay: number;
  /** end */
  end: number;
  /** whether the period's last day is not over, so that only a part of the last day is compared */
  isPart: boolean;
}

/**
 * Returns what a period is compared with at a moment: the same number of days just before it, unless `compared` is
 * given.
 */
export function compareWith(
  { period, compared, zone }: { period: Period; compared?: Period; zone: string },
  now: number,
): Comparison {
  const days = compared ?? periodBefore(period);
  const { start, end } = boundsOf(days, zone);
  const lastDay = startOfDay(days.to, zone);
  const isPart = period.to === dayIn(zone, now);
  const elapsed = now - startOfDay(period.to, zone);
  const until = lastDay + Math.floor(elapsed / MINUTE_MS) * MINUTE_MS;
  return { period: days, start, lastDay, end: isPart ? Math.min(until, end) : end, isPart };
}
