import { LRUCache } from "lru-cache";
import { boundsOf } from "@/lib/clicks/statistics/calendar";
import { type ConversionFigures, conversionFigures } from "@/lib/clicks/statistics/conversion-figures";
import { clicksOverTime, statisticsOf } from "@/lib/clicks/statistics/stats";
import type { TopEntry } from "@/lib/clicks/store/click-store";
import { lastDays } from "@/lib/clicks/store/period";
import { processSingleton } from "@/lib/platform/singleton";
import type { Share } from "./share";

/** Values with fewer clicks could be a single person whom someone knows, so they are not shown. */
export const FEW = 5;

export const periods = [7, 30, 90] as const;
export type Days = (typeof periods)[number];

/** The figures for the public: no single clicks, and only the host of a site. */
export interface SharedFigures {
  clicks: number;
  visitors: number;
  /** each with its date: `2027-01-31` */
  days: { day: string; clicks: number }[];
  countries: Shown;
  devices: Shown;
  sources: Shown;
  /** null if there are fewer than `FEW` */
  conversions: Pick<ConversionFigures, "count" | "revenue"> | null;
}

export interface Shown {
  entries: TopEntry[];
  /** clicks on all values that are not listed */
  others: number;
}

type FiguresRequest = Pick<Share, "subject" | "subjectId" | "limit"> & { days: Days };

/**
 * Cached figures from the roll-ups, read at most once a minute: their cost does not depend on the number of viewers or
 * clicks.
 */
const kept = () =>
  processSingleton("sharedFigures", () => {
    const read = (_key: string, _stale: SharedFigures | undefined, { context }: { context: FiguresRequest }) =>
      readFigures(context);
    return new LRUCache<string, SharedFigures, FiguresRequest>({ max: 500, ttl: 60_000, fetchMethod: read });
  });

export function readSharedFigures({ subject, subjectId, limit }: Share, days: Days): Promise<SharedFigures> {
  const key = `${subject} ${subjectId} ${limit} ${days}`;
  return kept().forceFetch(key, { context: { subject, subjectId, limit, days } });
}

async function readFigures({ subject, subjectId, limit, days }: FiguresRequest): Promise<SharedFigures> {
  const period = lastDays(days);
  const [top, over, { count, revenue }] = await Promise.all([
    statisticsOf(subject, subjectId, { limit, period, allCountries: true }),
    clicksOverTime(subject, subjectId, period),
    conversionFigures({ of: subject, id: subjectId }, boundsOf(period, "UTC")),
  ]);
  const shown = (entries: TopEntry[]): Shown => {
    const large = entries.filter(({ clicks }) => clicks >= FEW);
    return { entries: large, others: large.reduce((rest, { clicks }) => rest - clicks, top.clicks) };
  };
  return {
    clicks: top.clicks,
    visitors: top.uniqueClicks,
    days: over.map(({ day, clicks }) => ({ day, clicks })),
    countries: shown(top.countries.slice(0, 10)),
    devices: shown(top.devices),
    sources: shown(top.sources),
    conversions: count >= FEW ? { count, revenue } : null,
  };
}
