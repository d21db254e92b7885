import type { ClickSubject } from "@/generated/prisma/enums";
import { DAY_MS } from "@/lib/clicks/store/period";
import type { Sample } from "@/lib/clicks/store/selection";
import { offsetAt } from "@/lib/contract/local-time";
import { boundsOf, HOUR_MS } from "./calendar";
import type { Question, ShownDetail } from "./read-report";
import { selectedClicks } from "./stats";

/** Clicks of a period by weekday and hour of the day. */
export interface HoursOfWeek {
  /** seven days from Monday on, each with the clicks of its 24 hours */
  days: number[][];
  /** clicks of the period before this moment (ms) are not included; null if all are */
  since: number | null;
}

/** This many clicks show the pattern of a week clearly, and reading them is fast. */
const MOST_CLICKS_READ = 20_000;

/** Counts the newest clicks of a period by weekday and hour, in the time zone of the query. */
export async function hoursOfWeek(
  subject: ClickSubject,
  id: number,
  { period, zone, robots, filters }: Question,
  { limit, retainedFrom }: ShownDetail,
): Promise<HoursOfWeek> {
  const { start, end } = boundsOf(period, zone);
  const most = MOST_CLICKS_READ;
  // The values of dimensions are not needed.
  const query = { subject, id, before: start, from: end, to: end, robots, filters, limit, most };
  const { samples, since } = await selectedClicks(query);
  const known = Math.max(since ?? start, retainedFrom ?? start);
  return { days: byHour(samples, zone, robots), since: known > start ? known : null };
}

function byHour(samples: Sample[], zone: string, robots: boolean): number[][] {
  const days = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
  /** Distance to UTC by hour: the clocks of a zone change at most once an hour. */
  const offsets = new Map<number, number>();
  for (const sample of samples) {
    const hour = Math.floor(sample.at / HOUR_MS);
    const offset = offsets.get(hour) ?? offsetAt(hour * HOUR_MS, zone);
    offsets.set(hour, offset);
    const local = sample.at + offset;
    // 1970-01-01 was a Thursday.
    const counts = days[(Math.floor(local / DAY_MS) + 3) % 7] as number[];
    const of = new Date(local).getUTCHours();
    counts[of] = (counts[of] ?? 0) + sample.clicks + (robots ? sample.robots : 0);
  }
  return days;
}
