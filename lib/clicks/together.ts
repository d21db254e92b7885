import { boundsOf, dayIn, startOfDay } from "./calendar";
import type { ClicksTogether, ClicksWithin, TogetherOptions } from "./click-store";
import { daysOf, moved, type Period } from "./period";
import { MOST_CLICKS } from "./selection";
import { clicksTogether, clicksTogetherWithin } from "./stats";

export interface ZonedOptions extends TogetherOptions {
  /** in which `since` and the period are days */
  zone: string;
  /** clicks before this moment (ms) are not kept; null where all are */
  keptFrom: number | null;
}

interface ZonedTogether extends ClicksTogether {
  /** days before this one are those of UTC; null where none is */
  utcBefore: string | null;
}

/**
 * What people have clicked on several links, by the days of a time zone. Roll-ups know those of UTC alone: others are counted
 * from the clicks themselves. Of days whose clicks are too many to read, or not kept any more, those of UTC are told instead,
 * and every click still counts once. Null where that would be all of them.
 */
export async function clicksTogetherIn(
  links: number[],
  options: ZonedOptions,
  now = Date.now(),
): Promise<ZonedTogether | null> {
  const { since, period, zone, keptFrom, limit, mostLinks } = options;
  if (zone === "UTC") return { ...(await clicksTogether(links, options)), utcBefore: null };
  const { start, end } = boundsOf({ from: since, to: period.to }, zone);
  const present = startOfDay(period.from, zone);
  const read = await clicksTogetherWithin(links, {
    from: start,
    present,
    to: end,
    limit,
    mostLinks,
    most: MOST_CLICKS,
  });
  const known = Math.max(read.since === null ? start : read.since + 1, keptFrom ?? start);
  const all = daysOf({ from: since, to: period.to });
  if (known <= start)
    return { ...listsOf(read), days: daysFrom(read.samples, all, zone), visitors: read.visitors, utcBefore: null };
  const first = all.find((day) => startOfDay(day, zone) >= known && Date.parse(day) >= known);
  if (first === undefined) return null;
  const counted = await clicksTogether(links, { ...options, period: countedDays(period, end, now) });
  const whole = daysFrom(read.samples, daysOf({ from: first, to: period.to }), zone);
  const isRead = first <= period.from;
  return {
    ...listsOf(isRead ? read : counted),
    visitors: { now: (isRead ? read : counted).visitors.now, before: counted.visitors.before },
    days: [...upTo(first, counted.days, read.samples, zone), ...whole],
    utcBefore: first,
  };
}

const listsOf = ({ links, countries, referrers }: Pick<ClicksTogether, "links" | "countries" | "referrers">) => ({
  links,
  countries,
  referrers,
});

/** Of a period that goes on, what has been clicked by now, whichever day that is in UTC. */
const countedDays = ({ from, to }: Period, end: number, now: number): Period => ({
  from,
  to: now < end ? dayIn("UTC", now) : to,
});

type Samples = ClicksWithin["samples"];
type Days = ClicksTogether["days"];

function daysFrom(samples: Samples, days: string[], zone: string): Days {
  const bounds = [...days, moved(days.at(-1) ?? "", 1)].map((day) => startOfDay(day, zone));
  return days
    .map((day, index) => ({ day, clicks: sumOf(samples, bounds[index] ?? 0, bounds[index + 1] ?? 0) }))
    .filter(({ clicks }) => clicks > 0);
}

/**
 * The days of UTC before one of a zone. What lies between the midnights of both would be in two days, in the east, or in none:
 * so much the last of them is changed.
 */
function upTo(first: string, counted: Days, samples: Samples, zone: string): Days {
  const [local, utc] = [startOfDay(first, zone), Date.parse(first)];
  const between = sumOf(samples, Math.min(local, utc), Math.max(local, utc));
  const sign = local < utc ? -1 : 1;
  const last = moved(first, -1);
  const clicks = (counted.find(({ day }) => day === last)?.clicks ?? 0) + sign * between;
  return [...counted.filter(({ day }) => day < last), ...(clicks > 0 ? [{ day: last, clicks }] : [])];
}

const sumOf = (samples: Samples, from: number, to: number) =>
  samples.reduce((sum, { at, clicks }) => (at >= from && at < to ? sum + clicks : sum), 0);
