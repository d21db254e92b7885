import { env } from "@/lib/platform/env";
import type { ClickStatistics, ClicksTogether, TogetherOptions } from "./click-store";
import { moved } from "./period";
import { postgresStatistics } from "./postgres/stats";
import { uniqueVisitors, visitorsByVariant } from "./unique-visitors";

/** The statistics of wherever clicks are kept. */
const statistics = async (): Promise<ClickStatistics> =>
  env.CLICKHOUSE_URL ? (await import("./clickhouse/stats")).clickhouseStatistics : postgresStatistics;

/**
 * See `ClickStatistics`. Without a period, visitors are first visits, which the store has counted. With one, they are counted
 * from the lists of its days.
 */
export const statisticsOf: ClickStatistics["statisticsOf"] = async (subject, id, options) => {
  const store = await statistics();
  const { period } = options;
  if (!period) return store.statisticsOf(subject, id, options);
  const [found, visitors] = await Promise.all([
    store.statisticsOf(subject, id, options),
    visitorsByVariant(subject, id, period),
  ]);
  const variants = found.variants.map((entry) => ({ ...entry, visitors: visitors.get(entry.value) ?? 0 }));
  return { ...found, uniqueClicks: visitors.get("") ?? 0, variants };
};

/** See `ClickStatistics`. */
export const clicksByDay: ClickStatistics["clicksByDay"] = async (...of) => (await statistics()).clicksByDay(...of);

/** See `ClickStatistics`. */
export const clicksOverTime: ClickStatistics["clicksOverTime"] = async (...of) =>
  (await statistics()).clicksOverTime(...of);

/** See `ClickStatistics`. */
export const placesClicked: ClickStatistics["placesClicked"] = async (links) =>
  (await statistics()).placesClicked(links);

/** See `ClickStatistics`. */
export const selectedClicks: ClickStatistics["selectedClicks"] = async (selection) =>
  (await statistics()).selectedClicks(selection);

/** See `ClickStatistics`. */
export const visitorsBetween: ClickStatistics["visitorsBetween"] = async (...of) =>
  (await statistics()).visitorsBetween(...of);

/** What people have clicked on several links, counted together. */
export async function clicksTogether(links: number[], options: TogetherOptions): Promise<ClicksTogether> {
  const { since, period } = options;
  const [counted, now, before] = await Promise.all([
    (await statistics()).clicksTogether(links, options),
    uniqueVisitors("link", links, period),
    since < period.from ? uniqueVisitors("link", links, { from: since, to: moved(period.from, -1) }) : 0,
  ]);
  return { ...counted, visitors: { now, before } };
}

/** See `ClickStatistics`. */
export const clicksBetween: ClickStatistics["clicksBetween"] = async (...of) =>
  (await statistics()).clicksBetween(...of);

/** See `ClickStatistics`. */
export const clicksTogetherWithin: ClickStatistics["clicksTogetherWithin"] = async (...of) =>
  (await statistics()).clicksTogetherWithin(...of);
