import type { ClicksWithin, CombinedClicks, CombinedOptions } from "@/lib/clicks/store/click-store";
import { listDays, type Period, shiftDay } from "@/lib/clicks/store/period";
import { MOST_CLICKS } from "@/lib/clicks/store/selection";
import { boundsOf, dayIn, startOfDay } from "./calendar";
import { combinedClicks, combinedClicksWithin } from "./stats";

export interface ZonedOptions extends CombinedOptions {
  /** time zone of the days of `since` and the period */
  zone: string;
  /** clicks before this moment (ms) are not kept; null if all are */
  retainedFrom: number | null;
}

interface ZonedClicks extends CombinedClicks {
  /** days before this one are UTC days; null if none are */
  utcBefore: string | null;
}

/**
 * Returns the clicks by people on several links, by the days of a time zone. Roll-ups only contain UTC days, so other
 * days are counted from the clicks themselves. Days whose clicks are too many to read, or no longer kept, are reported
 * as UTC days; every click still counts once. Returns null if all days would be UTC days.
 */
export async function combinedClicksIn(
  links: number[],
  options: ZonedOptions,
  now = Date.now(),
): Promise<ZonedClicks | null> {
  const { since, period, zone, retainedFrom, limit, mostLinks } = options;
  if (zone === "UTC") return { ...(await combinedClicks(links, options)), utcBefore: null };
  const { start, end } = boundsOf({ from: since, to: period.to }, zone);
  const present = startOfDay(period.from, zone);
  const read = await combinedClicksWithin(links, {
    from: start,
    present,
    to: end,
    limit,
    mostLinks,
    most: MOST_CLICKS,
  });
  const known = Math.max(read.since === null ? start : read.since + 1, retainedFrom ?? start);
  const all = listDays({ from: since, to: period.to });
  if (known <= start)
    return { ...listsOf(read), days: daysFrom(read.samples, all, zone), visitors: read.visitors, utcBefore: null };
  const first = all.find((day) => startOfDay(day, zone) >= known && Date.parse(day) >= known);
  if (first === undefined) return null;
  const counted = await combinedClicks(links, { ...options, period: countedDays(period, end, now) });
  const whole = daysFrom(read.samples, listDays({ from: first, to: period.to }), zone);
  const isRead = first <= period.from;
  return {
    ...listsOf(isRead ? read : counted),
    visitors: { now: (isRead ? read : counted).visitors.now, before: counted.visitors.before },
    days: [...upTo(first, counted.days, read.samples, zone), ...whole],
    utcBefore: first,
  };
}

const listsOf = ({ links, countries, referrers }: Pick<CombinedClicks, "links" | "countries" | "referrers">) => ({
  links,
  countries,
  referrers,
});

/** Returns the UTC days of a period. If the period is not over, they include the present UTC day. */
const countedDays = ({ from, to }: Period, end: number, now: number): Period => ({
  from,
  to: now < end ? dayIn("UTC", now) : to,
});

type Samples = ClicksWithin["samples"];
type Days = CombinedClicks["days"];

function daysFrom(samples: Samples, days: string[], zone: string): Days {
  const bounds = [...days, shiftDay(days.at(-1) ?? "", 1)].map((day) => startOfDay(day, zone));
  return days
    .map((day, index) => ({ day, clicks: sumOf(samples, bounds[index] ?? 0, bounds[index + 1] ?? 0) }))
    .filter(({ clicks }) => clicks > 0);
}

/**
 * Returns the UTC days before the first day of the zone. Clicks between the two midnights would count in two days east
 * of UTC, and in none west of it, so the last UTC day is corrected by them.
 */
function upTo(first: string, counted: Days, samples: Samples, zone: string): Days {
  const [local, utc] = [startOfDay(first, zone), Date.parse(first)];
  const between = sumOf(samples, Math.min(local, utc), Math.max(local, utc));
  const sign = local < utc ? -1 : 1;
  const last = shiftDay(first, -1);
  const clicks = (counted.find(({ day }) => day === last)?.clicks ?? 0) + sign * between;
  return [...counted.filter(({ day }) => day < last), ...(clicks > 0 ? [{ day: last, clicks }] : [])];
}

const sumOf = (samples: Samples, from: number, to: number) =>
  samples.reduce((sum, { at, clicks }) => (at >= from && at < to ? sum + clicks : sum), 0);
