import { env } from "@/lib/platform/env";
import type { ClickStatistics } from "./click-store";
import { postgresStatistics } from "./postgres/stats";

/** The statistics of wherever clicks are kept. */
const statistics = async (): Promise<ClickStatistics> =>
  env.CLICKHOUSE_URL ? (await import("./clickhouse/stats")).clickhouseStatistics : postgresStatistics;

/** See `ClickStatistics`. */
export const statisticsOf: ClickStatistics["statisticsOf"] = async (...of) => (await statistics()).statisticsOf(...of);

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
export const clicksTogether: ClickStatistics["clicksTogether"] = async (...of) =>
  (await statistics()).clicksTogether(...of);

/** See `ClickStatistics`. */
export const clicksBetween: ClickStatistics["clicksBetween"] = async (...of) =>
  (await statistics()).clicksBetween(...of);

/** See `ClickStatistics`. */
export const clicksTogetherWithin: ClickStatistics["clicksTogetherWithin"] = async (...of) =>
  (await statistics()).clicksTogetherWithin(...of);
