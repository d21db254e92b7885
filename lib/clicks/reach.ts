import { env } from "@/lib/platform/env";
import { isReachable } from "@/lib/platform/reachability";

/** Whether ClickHouse answers; true where there is none. */
export function isClickHouseReachable(): Promise<boolean> {
  if (!env.CLICKHOUSE_URL) return Promise.resolve(true);
  return isReachable("ClickHouse", async () => {
    const { clickhouse } = await import("./clickhouse/client");
    return (await clickhouse().ping()).success;
  });
}
