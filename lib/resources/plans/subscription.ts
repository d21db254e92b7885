type Interval = "monthly" | "yearly" | "lifetime";

/** The last second that the contract's timestamps can name. */
const latest = Date.parse("9999-12-31T23:59:59Z");

/**
 * When a plan ends that is subscribed to at `now`: null for a lifetime. `currentExpiry` is the end of a running
 * subscription to the same plan, null where there is none that ends; the new one then begins there.
 */
export function expiryOf(interval: Interval, now: Date, currentExpiry: Date | null = null): Date | null {
  if (interval === "lifetime") return null;
  const start = currentExpiry && currentExpiry > now ? currentExpiry : now;
  return addMonths(start, interval === "monthly" ? 1 : 12);
}

/** The same day and time some calendar months later (UTC), or that month's last day where it has no such day. */
export function addMonths(start: Date, months: number): Date {
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + months);
  // The 31st of a month of 30 days is taken for the 1st of the next: its day 0 is the last of the month meant.
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return new Date(Math.min(end.getTime(), latest));
}
