// The statistics of a link since the start, read by the statement that reads the link, which saves a statement.
import { type AllTimeRollups, countAllTime, rollupColumns } from "@/lib/clicks/postgres/all-time";
import type { Statistics } from "@/lib/clicks/store/click-store";
import { statisticsWithoutSources } from "@/lib/clicks/store/counted-values";
import { env } from "@/lib/platform/env";

export type { AllTimeRollups };

/** Columns with the roll-ups of `link`, a row of `links`. */
export const linkRollups = rollupColumns("'link'", "link.id");

/** Returns whether Postgres has the roll-ups, not ClickHouse. */
export const hasLinkRollups = () => !env.CLICKHOUSE_URL;

/** Returns the statistics since the start, without sources. `limit` is that of the reader's plan. */
export async function statisticsOfRollups(
  rollups: AllTimeRollups,
  limit: number | null,
): Promise<Omit<Statistics, "sources">> {
  return statisticsWithoutSources(await countAllTime(rollups, limit));
}
