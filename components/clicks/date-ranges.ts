import { daysInPeriod, type Period, shiftDay } from "@/lib/clicks/store/period";

/** Periods of the calendar, relative to today. Weeks begin on Monday, as those of the chart. */
export const namedRanges = ["yesterday", "last-week", "month", "last-month", "quarter", "year", "all"] as const;

export type NamedRange = (typeof namedRanges)[number];

/**
 * Returns the days of a range, up to today at the latest.
 *
 * @param since the first day of all time
 */
export function periodOfRange(range: NamedRange, today: string, since: string): Period {
  const month = firstOfMonth(today);
  const thisMonth = Number(today.slice(5, 7));
  switch (range) {
    case "yesterday":
      return { from: shiftDay(today, -1), to: shiftDay(today, -1) };
    case "last-week": {
      const monday = shiftDay(today, -((new Date(today).getUTCDay() + 6) % 7));
      return { from: shiftDay(monday, -7), to: shiftDay(monday, -1) };
    }
    case "month":
      return { from: month, to: today };
    case "last-month":
      return { from: shiftMonth(month, -1), to: shiftDay(month, -1) };
    case "quarter":
      return { from: shiftMonth(month, -((thisMonth - 1) % 3)), to: today };
    case "year":
      return { from: shiftMonth(month, 1 - thisMonth), to: today };
    case "all":
      return { from: since < today ? since : today, to: today };
  }
}

/** How many months a range of the calendar has, even if it is not over. */
const monthsOfRange: Partial<Record<NamedRange, number>> = { month: 1, "last-month": 1, quarter: 3, year: 12 };

/**
 * Returns the equally long period before (-1) or after (1) another, up to today at the latest; null if it would begin
 * later. Whole months become whole months, so the month before February is January.
 */
export function neighborOf(
  { from, to }: Period,
  range: NamedRange | undefined,
  direction: -1 | 1,
  today: string,
): Period | null {
  const months = (range && monthsOfRange[range]) ?? wholeMonths({ from, to });
  const days = daysInPeriod({ from, to });
  const first = months ? shiftMonth(from, direction * months) : shiftDay(from, direction * days);
  const last = months ? shiftDay(shiftMonth(first, months), -1) : shiftDay(to, direction * days);
  return first > today ? null : { from: first, to: last < today ? last : today };
}

/** Returns the number of months if a period consists of whole ones, else 0. */
function wholeMonths({ from, to }: Period): number {
  const end = shiftDay(to, 1);
  if (!from.endsWith("-01") || !end.endsWith("-01")) return 0;
  const monthsOf = (day: string) => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7));
  return monthsOf(end) - monthsOf(from);
}

const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`;

/** @param first the first day of a month */
function shiftMonth(first: string, months: number): string {
  const at = new Date(first);
  at.setUTCMonth(at.getUTCMonth() + months);
  return at.toISOString().slice(0, 10);
}
