type Interval = "monthly" | "yearly" | "lifetime";

/** The last second that the contract's timestamps can express. */
const latest = Date.parse("9999-12-31T23:59:59Z");

/**
 * Returns when a subscription that begins at `now` ends: null for a lifetime. `currentExpiry` is the end of a running
 * subscription to the same plan, or null; the new one then begins at that time.
 */
export function expiryOf(interval: Interval, now: Date, currentExpiry: Date | null = null): Date | null {
  if (interval === "lifetime") return null;
  const start = currentExpiry && currentExpiry > now ? currentExpiry : now;
  return addMonths(start, interval === "monthly" ? 1 : 12);
}

/**
 * Returns the same day and time after a number of calendar months (UTC), or the month's last day if it has no such day.
 */
export function addMonths(start: Date, months: number): Date {
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + months);
  // In a month of 30 days, the 31st becomes the 1st of the next month, whose day 0 is the last day of the intended
  // month.
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return new Date(Math.min(end.getTime(), latest));
}
