import { env } from "@/lib/platform/env";
import { isReachable } from "@/lib/platform/network/reachability";

/** Returns whether ClickHouse responds; true without ClickHouse. */
export function isClickHouseReachable(): Promise<boolean> {
  if (!env.CLICKHOUSE_URL) return Promise.resolve(true);
  return isReachable("ClickHouse", async () => {
    const { clickhouse } = await import("@/lib/clicks/clickhouse/client");
    // Without `select`, ClickHouse would not check the password.
    return (await clickhouse().ping({ select: true })).success;
  });
}
