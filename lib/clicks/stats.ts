import type { ClickStatistics } from "./click-store";
import { postgresStatistics } from "./postgres/stats";

/** The statistics of wherever clicks are kept. */
export const { statisticsOf, clicksOverTime }: ClickStatistics = postgresStatistics;
