import { DAY_MS, listDays, type Period, shiftDay } from "@/lib/clicks/store/period";
import { localText, offsetAt } from "@/lib/contract/local-time";

/** Returns the day of a moment (ms since 1970) in a time zone. */
export const dayIn = (zone: string, at: number) => localText(at, zone).slice(0, 10);

/**
 * Returns when a day begins in a time zone, in milliseconds since 1970. This is not always midnight: if clocks go
 * forward at midnight, the day begins later; if they go back across it, the day begins at the first of the two
 * midnights.
 */
export function startOfDay(day: string, zone: string): number {
  const utc = Date.parse(day);
  const starts = [utc - offsetAt(utc - DAY_MS, zone), utc - offsetAt(utc + DAY_MS, zone)].sort((a, b) => a - b);
  return starts.find((start) => dayIn(zone, start) === day) ?? starts[1] ?? utc;
}

export const grains = ["hour", "day", "week"] as const;
export type Grain = (typeof grains)[number];

export const HOUR_MS = 60 * 60_000;

/**
 * Returns when the hours, days or weeks of a period begin (ms). Weeks begin on Monday, and the first one with the
 * period.
 */
export function startsOf(period: Period, grain: Grain, zone: string): number[] {
  if (grain !== "hour") return firstDays(period, grain).map((day) => startOfDay(day, zone));
  // Counts from the start of each day, because clocks may be set back or forward by half an hour.
  return listDays(period).flatMap((day) => {
    const { start, end } = boundsOf({ from: day, to: day }, zone);
    return Array.from({ length: Math.ceil((end - start) / HOUR_MS) }, (_, hour) => start + hour * HOUR_MS);
  });
}

/** Returns the first day of each day or week of a period. */
export const firstDays = (period: Period, grain: Grain) =>
  listDays(period).filter((day) => grain === "day" || day === period.from || new Date(day).getUTCDay() === 1);

/** Returns the first moment of a period (ms) and the first one after it. */
export function boundsOf({ from, to }: Period, zone: string): { start: number; end: number } {
  return { start: startOfDay(from, zone), end: startOfDay(shiftDay(to, 1), zone) };
}
