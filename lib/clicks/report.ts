import type { ClickSubject } from "@/generated/prisma/enums";
import { boundsOf, firstDays, startOfDay, startsOf } from "./calendar";
import type { Statistics } from "./click-store";
import { comparisonOf } from "./comparison";
import { type Geography, geography } from "./geography";
import { type LastVerification, lastVerification } from "./last-verification";
import { DAY_MS, lengthOf, moved, type Period } from "./period";
import { isCounted, type Question, readClicks, readCounts, type ShownDetail } from "./read-report";
import type { Sample } from "./selection";
import { uniqueVisitors } from "./unique-visitors";

/** What is asked of the clicks on something, and what they are compared with. */
export interface ReportQuery extends Question {
  /** as many days, to compare with; those just before unless given */
  compared?: Period;
}

export interface ClickReport {
  of: { subject: ClickSubject; id: number };
  /** the hours, days or weeks of the period, by when they begin; `before` is the same one of what is compared, null where that is not known or yet to come */
  points: { at: number; clicks: number; before: number | null }[];
  clicks: number;
  uniqueClicks: number;
  /** in what is compared, the period before unless `compared` says otherwise; null where its clicks were not all read */
  clicksBefore: number | null;
  uniqueClicksBefore: number | null;
  compared: Period;
  /** up to when its last day counts, where that of the period goes on; null where all of it does */
  comparedUntil: number | null;
  /** of the period, what is compared where no part of a day that was can be told: the days before today; else null */
  beforeToday: { clicks: number; uniqueClicks: number } | null;
  /** visits by robots in the period, whether or not they are counted */
  robots: number;
  /** all countries and variants; of everything else the ten largest, or of `whole` all of them */
  top: Pick<Statistics, (typeof shown)[number]>;
  geography: Geography;
  /** of how many of the period's clicks the detail is locked, and the plan's limit beyond which it is */
  locked: number;
  limit: number | null;
  /** single clicks are what is counted, and those of the period before this moment are not kept */
  keptFrom: number | null;
  /** what was clicked in the period before this moment was too much to read (see `MOST_CLICKS`) */
  since: number | null;
  /** the last time that all clicks were verified; null where they never were */
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

/** The clicks of a period next to those of another one. */
export async function reportOf(
  subject: ClickSubject,
  id: number,
  question: ReportQuery,
  detail: ShownDetail,
  now = Date.now(),
): Promise<ClickReport> {
  const { period, grain, zone, robots } = question;
  const comparison = comparisonOf(question, now);
  const read = isCounted(question) ? readCounts : readClicks;
  const [{ present, earlier, earlierVisitors, top, isShort, since }, verified] = await Promise.all([
    read({ subject, id }, question, comparison, detail),
    lastVerification(),
  ]);
  const { start, end } = boundsOf(period, zone);
  const erased = isCounted(question) ? null : detail.keptFrom;
  const count = (sample: Sample) => sample.clicks + (robots ? sample.robots : 0);
  const today = startOfDay(period.to, zone);
  // Of one day, of which no part is known, nothing is left.
  const compared = isShort && lengthOf(period) === 1 ? null : earlier;

  const starts = startsOf(period, grain, zone);
  const clicks = addUp(present, [...starts, end], count);
  const before = addUp(compared ?? [], [...startsCompared(question, comparison.period), Number.MAX_VALUE], count);
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
    keptFrom: erased !== null && erased > start ? erased : null,
    since: since !== null && since > start ? since : null,
    verified,
  };
}

/** The clicks and unique visitors of a period (UTC) without its last day. */
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
    uniqueClicks: await uniqueVisitors(subject, [id], { from, to: moved(to, -1) }),
  };
}

/** When the parts of what is compared begin, each as many days before its own. */
function startsCompared({ period, grain, zone }: ReportQuery, compared: Period): number[] {
  if (grain === "hour") return startsOf(compared, grain, zone);
  const ahead = (Date.parse(compared.from) - Date.parse(period.from)) / DAY_MS;
  return firstDays(period, grain).map((day) => startOfDay(moved(day, ahead), zone));
}

/** The sums of what lies between each two of `bounds`, which ascend. */
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
