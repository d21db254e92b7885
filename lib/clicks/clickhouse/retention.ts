import type { Client } from "pg";
import { clickhouse, rowsOf } from "./client";

/**
 * Drops the months of clicks that no plan keeps any longer. What was counted of them stays. By month, because that costs
 * nothing, and so for the plan that keeps them the longest.
 */
export async function dropExpiredClicks(client: Client): Promise<void> {
  const { rows } = await client.query<{ month: string }>(
    `select to_char(now() at time zone 'utc' - make_interval(days => max((limits->>'retention')::int)), 'YYYYMM') as month
     from plans having bool_and(limits->>'retention' is not null)`,
  );
  const [oldest] = rows;
  if (!oldest) return;
  const expired = await rowsOf<{ month: string }>(
    `select distinct partition as month from system.parts
     where database = currentDatabase() and table = 'clicks' and active and partition < '${oldest.month}'`,
  );
  for (const { month } of expired) await clickhouse().command({ query: `alter table clicks drop partition ${month}` });
}
