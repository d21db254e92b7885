import type { ClickSubject } from "@/generated/prisma/enums";
import { boundsOf, firstDays, type Grain, startOfDay, startsOf } from "./calendar";
import type { Statistics } from "./click-store";
import { statisticsFrom } from "./counted-values";
import { type Geography, geography } from "./geography";
import { type LastVerification, lastVerification } from "./last-verification";
import { lengthOf, moved, type Period, periodBefore } from "./period";
import { type Filters, MOST_CLICKS, type Sample } from "./selection";
import { clicksOverTime, selectedClicks, statisticsOf } from "./stats";

/** What is asked of the clicks on something. */
export interface ReportQuery {
  /** days in `zone` */
  period: Period;
  grain: Grain;
  zone: string;
  /** robots are counted too */
  robots: boolean;
  filters: Filters;
}

export interface ClickReport {
  of: { subject: ClickSubject; id: number };
  /** the hours, days or weeks of the period, by when they begin; `before` is the same one of the period before */
  points: { at: number; clicks: number; before: number | null }[];
  clicks: number;
  uniqueClicks: number;
  /** in the period before, of as many days; null where its clicks were not all read */
  clicksBefore: number | null;
  uniqueClicksBefore: number | null;
  /** visits by robots in the period, whether or not they are counted */
  robots: number;
  /** all countries; of everything else the ten largest */
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
  "browsers",
  "systems",
  "devices",
  "languages",
  "utm",
  "classes",
  "robots",
  "variants",
] as const satisfies (keyof Statistics)[];

interface Read {
  /** of the period and the one before */
  samples: Sample[];
  /** of the period */
  top: Statistics;
  since: number | null;
}

/** What whoever looks is told of single clicks. */
export interface ShownDetail {
  /** see `StatisticsOptions` */
  limit: number | null;
  /** those before this moment (ms) are not kept; null where all are */
  keptFrom: number | null;
}

/** The clicks of a period next to those of the period before. */
export async function reportOf(
  subject: ClickSubject,
  id: number,
  question: ReportQuery,
  detail: ShownDetail,
): Promise<ClickReport> {
  const { period, grain, zone, robots } = question;
  const { limit } = detail;
  const read = isCounted(question) ? readCounts : readClicks;
  const [{ samples, top, since }, verified] = await Promise.all([
    read(subject, id, question, limit),
    lastVerification(),
  ]);
  const { start, end } = boundsOf(period, zone);
  const erased = isCounted(question) ? null : detail.keptFrom;
  const known = (from: number) => (since === null || since < from) && (erased === null || erased <= from);
  const count = (sample: Sample) => sample.clicks + (robots ? sample.robots : 0);
  const present = samples.filter(({ at }) => at >= start);
  const earlier = samples.filter(({ at }) => at < start);
  const compares = known(boundsOf(periodBefore(period), zone).start);

  const starts = startsOf(period, grain, zone);
  const clicks = addUp(present, [...starts, end], count);
  const before = addUp(earlier, [...startsBefore(question), start], count);
  return {
    of: { subject, id },
    points: starts.map((at, index) => ({
      at,
      clicks: clicks[index] ?? 0,
      before: compares ? (before[index] ?? 0) : null,
    })),
    clicks: sum(present, count),
    uniqueClicks: sum(present, (sample) => sample.uniqueClicks),
    clicksBefore: compares ? sum(earlier, count) : null,
    uniqueClicksBefore: compares ? sum(earlier, (sample) => sample.uniqueClicks) : null,
    robots: sum(present, (sample) => sample.robots),
    top: Object.fromEntries(shown.map((name) => [name, top[name]])) as ClickReport["top"],
    geography: geography(),
    locked: top.locked,
    limit,
    keptFrom: erased !== null && erased > start ? erased : null,
    since: since !== null && since > start ? since : null,
    verified,
  };
}

/** Whether the roll-ups can answer, which cost the same however many clicks there are. */
const isCounted = ({ grain, zone, filters }: ReportQuery) =>
  grain !== "hour" && zone === "UTC" && Object.keys(filters).length === 0;

type Reader = (subject: ClickSubject, id: number, question: ReportQuery, limit: number | null) => Promise<Read>;

const readCounts: Reader = async (subject, id, { period, robots }, limit) => {
  const [days, top] = await Promise.all([
    clicksOverTime(subject, id, { from: periodBefore(period).from, to: period.to }),
    statisticsOf(subject, id, { limit, period, robots, allCountries: true }),
  ]);
  return { samples: days.map(({ day, ...counts }) => ({ at: Date.parse(day), ...counts })), top, since: null };
};

const readClicks: Reader = async (subject, id, question, limit) => {
  const { period, zone, robots, filters } = question;
  const { start: from, end: to } = boundsOf(period, zone);
  const { start: before } = boundsOf(periodBefore(period), zone);
  const { samples, values, since } = await selectedClicks({
    ...{ subject, id, before, from, to, robots, filters, limit },
    most: MOST_CLICKS,
  });
  return { samples, top: statisticsFrom(values), since };
};

/** When the parts of the period before begin, each as many days before its own. */
function startsBefore({ period, grain, zone }: ReportQuery): number[] {
  if (grain === "hour") return startsOf(periodBefore(period), grain, zone);
  return firstDays(period, grain).map((day) => startOfDay(moved(day, -lengthOf(period)), zone));
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
