import type { ClickSubject } from "@/generated/prisma/enums";
import { type Geography, geography } from "@/lib/clicks/classify/geography";
import type { Statistics } from "@/lib/clicks/store/click-store";
import { DAY_MS, daysInPeriod, type Period, shiftDay } from "@/lib/clicks/store/period";
import type { Sample } from "@/lib/clicks/store/selection";
import { type LastVerification, lastVerification } from "@/lib/clicks/verification/last-verification";
import { boundsOf, firstDays, startOfDay, startsOf } from "./calendar";
import { compareWith, isCounted, type Question, readClicks, readCounts, type ShownDetail } from "./read-report";
import { uniqueVisitors } from "./stats";

/** A request for a report, and the period to compare with. */
export interface ReportQuery extends Question {
  /** the equally long period to compare with; by default the one just before */
  compared?: Period;
}

export interface ClickReport {
  of: { subject: ClickSubject; id: number };
  /**
   * hours, days or weeks of the period by their start; `before` is the same interval of the compared period, null if it
   * is unknown or still to come
   */
  points: { at: number; clicks: number; before: number | null }[];
  clicks: number;
  uniqueClicks: number;
  /** of the compared period; null if not all of its clicks were read */
  clicksBefore: number | null;
  uniqueClicksBefore: number | null;
  compared: Period;
  /** if the period's last day is not over: up to when the compared last day counts; else null */
  comparedUntil: number | null;
  /** the period's days before today, which are compared if no part of an earlier day can be counted; else null */
  beforeToday: { clicks: number; uniqueClicks: number } | null;
  /** visits by bots in the period, counted or not */
  robots: number;
  /** all countries and variants; the ten largest values of the other dimensions, or all of `whole` */
  top: Pick<Statistics, (typeof shown)[number]>;
  geography: Geography;
  /** number of the period's clicks whose detail is locked, and the plan's limit */
  locked: number;
  limit: number | null;
  /** if single clicks are counted: clicks of the period before this moment are not kept; else null */
  retainedFrom: number | null;
  /** clicks of the period before this moment were too many to read (see `MOST_CLICKS`); else null */
  since: number | null;
  /** the last verification of all clicks; null if there was none */
  verified: LastVerification | null;
}

const shown = [
  "countries",
  "regions",
  "cities",
  "referrers",
  "sources",
  "browsers",
  "systems",
  "devices",
  "languages",
  "utm",
  "classes",
  "robots",
  "variants",
] as const satisfies (keyof Statistics)[];

/** Returns the clicks of a period next to those of the compared period. */
export async function buildReport(
  subject: ClickSubject,
  id: number,
  question: ReportQuery,
  detail: ShownDetail,
  now = Date.now(),
): Promise<ClickReport> {
  const { period, grain, zone, robots } = question;
  const comparison = compareWith(question, now);
  const read = isCounted(question) ? readCounts : readClicks;
  const [{ present, earlier, earlierVisitors, top, isShort, since }, verified] = await Promise.all([
    read({ subject, id }, question, comparison, detail),
    lastVerification(),
  ]);
  const { start, end } = boundsOf(period, zone);
  const erased = isCounted(question) ? null : detail.retainedFrom;
  const count = (sample: Sample) => sample.clicks + (robots ? sample.robots : 0);
  const today = startOfDay(period.to, zone);
  // If no part of a single day can be counted, there is nothing to compare.
  const compared = isShort && daysInPeriod(period) === 1 ? null : earlier;

  const starts = startsOf(period, grain, zone);
  const clicks = addUp(present, [...starts, end], count);
  const before = addUp(compared ?? [], [...comparedStartsOf(question, comparison.period), Number.MAX_VALUE], count);
  const comparedTo = comparison.isPart ? (isShort ? today : now) : end;
  return {
    of: { subject, id },
    points: starts.map((at, index) => ({
      at,
      clicks: clicks[index] ?? 0,
      before: compared && at < comparedTo ? (before[index] ?? 0) : null,
    })),
    clicks: sum(present, count),
    uniqueClicks: top.uniqueClicks,
    clicksBefore: compared && sum(compared, count),
    uniqueClicksBefore: compared && earlierVisitors,
    compared: comparison.period,
    comparedUntil: comparison.isPart && !isShort ? comparison.end : null,
    beforeToday: compared && isShort ? await beforeTodayOf(subject, id, period, present, count) : null,
    robots: sum(present, (sample) => sample.robots),
    top: Object.fromEntries(shown.map((name) => [name, top[name]])) as ClickReport["top"],
    geography: geography(),
    locked: top.locked,
    limit: detail.limit,
    retainedFrom: erased !== null && erased > start ? erased : null,
    since: since !== null && since > start ? since : null,
    verified,
  };
}

/** Returns the clicks and unique visitors of a period (UTC) without its last day. */
async function beforeTodayOf(
  subject: ClickSubject,
  id: number,
  { from, to }: Period,
  present: Sample[],
  count: (sample: Sample) => number,
): Promise<ClickReport["beforeToday"]> {
  const earlier = present.filter(({ at }) => at < Date.parse(to));
  return {
    clicks: sum(earlier, count),
    uniqueClicks: await uniqueVisitors(subject, [id], { from, to: shiftDay(to, -1) }),
  };
}

/** Returns when the intervals of the compared period begin, each the same number of days before its counterpart. */
function comparedStartsOf({ period, grain, zone }: ReportQuery, compared: Period): number[] {
  if (grain === "hour") return startsOf(compared, grain, zone);
  const ahead = (Date.parse(compared.from) - Date.parse(period.from)) / DAY_MS;
  return firstDays(period, grain).map((day) => startOfDay(shiftDay(day, ahead), zone));
}

/** Returns the sums between consecutive `bounds`, which ascend. */
function addUp(samples: Sample[], bounds: number[], count: (sample: Sample) => number): number[] {
  const sums = bounds.slice(1).map(() => 0);
  for (const sample of samples) {
    const next = bounds.findIndex((bound) => bound > sample.at);
    if (next > 0) sums[next - 1] = (sums[next - 1] ?? 0) + count(sample);
  }
  return sums;
}

const sum = (samples: Sample[], count: (sample: Sample) => number) =>
  samples.reduce((total, sample) => total + count(sample), 0);
