import { boundsOf, dayIn, startOfDay } from "./calendar";
import { type Period, periodBefore } from "./period";

const MINUTE_MS = 60_000;

/** The days with which a period is compared. Of a last day that goes on, the same part of theirs is. */
export interface Comparison {
  period: Period;
  /** milliseconds since 1970 */
  start: number;
  /** when its last day begins */
  lastDay: number;
  /** when it ends */
  end: number;
  /** whether the period's last day goes on, so that a part of the last day is compared with it */
  isPart: boolean;
}

/** With what a period is compared at a moment: with as many days just before it unless somebody says otherwise. */
export function comparisonOf(
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
