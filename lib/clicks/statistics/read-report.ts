import type { ClickSubject } from "@/generated/prisma/enums";
import type { Statistics } from "@/lib/clicks/store/click-store";
import { statisticsFrom } from "@/lib/clicks/store/counted-values";
import { type Period, periodBefore, shiftDay } from "@/lib/clicks/store/period";
import {
  type FilterDimension,
  type Filters,
  MOST_CLICKS,
  type Sample,
  type SelectedClicks,
} from "@/lib/clicks/store/selection";
import { boundsOf, dayIn, type Grain, startOfDay } from "./calendar";
import { clicksOverTime, selectedClicks, statisticsOf, uniqueVisitors, visitorsBetween } from "./stats";

/** A request for a report on a subject's clicks. */
export interface Question {
  /** days in `zone` */
  period: Period;
  grain: Grain;
  zone: string;
  /** whether bots are counted too */
  robots: boolean;
  filters: Filters;
  /** dimension that lists up to `MOST_VALUES` values instead of the ten largest */
  whole?: FilterDimension;
}

/** Which single clicks the viewer may see. */
export interface ShownDetail {
  /** see `StatisticsOptions` */
  limit: number | null;
  /** clicks before this moment (ms) are not kept; null if all are */
  retainedFrom: number | null;
}

interface Read {
  /** of the period */
  present: Sample[];
  /** its `uniqueClicks` are the unique visitors of the period */
  top: Statistics;
  /** of the compared period; null if not all of it was read */
  earlier: Sample[] | null;
  /** different visitors of the compared period */
  earlierVisitors: number;
  /** whether its last day is missing, because a part of that day can no longer be counted */
  isShort: boolean;
  /** time of the earliest click of the period that was read, if there are earlier ones; else null */
  since: number | null;
}

type Reader = (
  of: { subject: ClickSubject; id: number },
  question: Question,
  comparison: Comparison,
  detail: ShownDetail,
) => Promise<Read>;

/**
 * Maximum number of clicks to read when roll-ups are compared with a part of a day. With more, whole days are compared.
 */
const MOST_OF_A_DAY = 20_000;

/** Returns whether the roll-ups can answer. Their cost does not depend on the number of clicks. */
export const isCounted = ({ grain, zone, filters }: Question) =>
  grain !== "hour" && zone === "UTC" && Object.keys(filters).length === 0;

export const readCounts: Reader = async (of, question, comparison, detail) => {
  const { subject, id } = of;
  const { period, robots, whole } = question;
  const { period: compared, isPart } = comparison;
  const wholeDays = isPart ? { ...compared, to: shiftDay(compared.to, -1) } : compared;
  const [present, earlier, top, part] = await Promise.all([
    days(subject, id, period),
    days(subject, id, wholeDays),
    statisticsOf(subject, id, { limit: detail.limit, period, robots, allCountries: true, whole }),
    isPart
      ? readBetween(of, question, { from: comparison.lastDay, to: comparison.end, most: MOST_OF_A_DAY }, detail)
      : { samples: [] },
  ]);
  const others = isPart && part ? await visitorsBetween(subject, id, comparison.lastDay, comparison.end) : [];
  return {
    present,
    earlier: [...earlier, ...(part?.samples ?? [])],
    earlierVisitors: await uniqueVisitors(subject, [id], wholeDays, others),
    top,
    isShort: part === null,
    since: null,
  };
};

const days = async (...of: Parameters<typeof clicksOverTime>): Promise<Sample[]> =>
  (await clicksOverTime(...of)).map(({ day, ...counts }) => ({ at: Date.parse(day), ...counts }));

export const readClicks: Reader = async (of, question, comparison, detail) => {
  const { period, zone, robots, filters, whole } = question;
  const { start: from, end: to } = boundsOf(period, zone);
  const { limit } = detail;
  const [present, earlier] = await Promise.all([
    selectedClicks({ ...of, before: from, from, to, robots, filters, limit, most: MOST_CLICKS, whole }),
    readBetween(of, question, { from: comparison.start, to: comparison.end, most: MOST_CLICKS }, detail),
  ]);
  const { samples, values, since } = present;
  return {
    present: samples,
    // A period that was not read completely cannot be compared.
    earlier: since === null ? (earlier?.samples ?? null) : null,
    earlierVisitors: earlier?.visitors ?? 0,
    top: { ...statisticsFrom(values, whole), uniqueClicks: present.visitors },
    isShort: false,
    since,
  };
};

/** Returns the clicks between two moments; null if they are no longer kept or too many to read. */
async function readBetween(
  of: { subject: ClickSubject; id: number },
  { robots, filters }: Question,
  { from, to, most }: { from: number; to: number; most: number },
  { limit, retainedFrom }: ShownDetail,
): Promise<Pick<SelectedClicks, "samples" | "visitors"> | null> {
  if (retainedFrom !== null && retainedFrom > from) return null;
  // The values of dimensions are not needed.
  const read = await selectedClicks({
    ...{ ...of, before: from, from: to, to, robots, filters, limit, most },
  });
  return read.since === null ? read : null;
}

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
