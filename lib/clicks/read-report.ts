import type { ClickSubject } from "@/generated/prisma/enums";
import { boundsOf, type Grain } from "./calendar";
import type { Statistics } from "./click-store";
import type { Comparison } from "./comparison";
import { statisticsFrom } from "./counted-values";
import { moved, type Period } from "./period";
import { type FilterDimension, type Filters, MOST_CLICKS, type Sample, type SelectedClicks } from "./selection";
import { clicksOverTime, selectedClicks, statisticsOf, visitorsBetween } from "./stats";
import { uniqueVisitors } from "./unique-visitors";

/** What is asked of the clicks on something. */
export interface Question {
  /** days in `zone` */
  period: Period;
  grain: Grain;
  zone: string;
  /** robots are counted too */
  robots: boolean;
  filters: Filters;
  /** of what not the ten largest values are listed, but up to `MOST_VALUES` */
  whole?: FilterDimension;
}

/** What whoever looks is told of single clicks. */
export interface ShownDetail {
  /** see `StatisticsOptions` */
  limit: number | null;
  /** those before this moment (ms) are not kept; null where all are */
  keptFrom: number | null;
}

interface Read {
  /** of the period */
  present: Sample[];
  /** its `uniqueClicks` are the unique visitors of the period */
  top: Statistics;
  /** of what it is compared with; null where not all of it was read */
  earlier: Sample[] | null;
  /** the different visitors of that */
  earlierVisitors: number;
  /** whether that is all but its last day, of which nobody can tell a part any more */
  isShort: boolean;
  /** of the period, when the earliest click was that was read, where there are others before it */
  since: number | null;
}

type Reader = (
  of: { subject: ClickSubject; id: number },
  question: Question,
  comparison: Comparison,
  detail: ShownDetail,
) => Promise<Read>;

/** So many clicks are read where roll-ups are asked for a part of a day: of more than these, whole days are compared. */
const MOST_OF_A_DAY = 20_000;

/** Whether the roll-ups can answer, which cost the same however many clicks there are. */
export const isCounted = ({ grain, zone, filters }: Question) =>
  grain !== "hour" && zone === "UTC" && Object.keys(filters).length === 0;

export const readCounts: Reader = async (of, question, comparison, detail) => {
  const { subject, id } = of;
  const { period, robots, whole } = question;
  const { period: compared, isPart } = comparison;
  const wholeDays = isPart ? { ...compared, to: moved(compared.to, -1) } : compared;
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
    // Of a period that is not all there, nothing is known of how it compares.
    earlier: since === null ? (earlier?.samples ?? null) : null,
    earlierVisitors: earlier?.visitors ?? 0,
    top: { ...statisticsFrom(values, whole), uniqueClicks: present.visitors },
    isShort: false,
    since,
  };
};

/** What was clicked within some time; null where that is not kept any more, or too much to read. */
async function readBetween(
  of: { subject: ClickSubject; id: number },
  { robots, filters }: Question,
  { from, to, most }: { from: number; to: number; most: number },
  { limit, keptFrom }: ShownDetail,
): Promise<Pick<SelectedClicks, "samples" | "visitors"> | null> {
  if (keptFrom !== null && keptFrom > from) return null;
  // Of their values none is asked for.
  const read = await selectedClicks({
    ...{ ...of, before: from, from: to, to, robots, filters, limit, most },
  });
  return read.since === null ? read : null;
}
