import type { Client } from "pg";
import { PostgresClickStore } from "@/lib/clicks/postgres/store";
import type { ClickStore } from "@/lib/clicks/store/click-store";
import { env } from "@/lib/platform/env";

/**
 * Opens the store of clicks over a connection to Postgres, which keeps their counts in either case. Throws if the store
 * is down.
 */
export async function openClickStore(client: Client): Promise<ClickStore> {
  if (!env.CLICKHOUSE_URL) return new PostgresClickStore(client);
  const { ClickHouseClickStore } = await import("@/lib/clicks/clickhouse/store");
  const { tablesReady } = await import("@/lib/clicks/clickhouse/client");
  // A ClickHouse that cannot be reached should be reported before the first click needs it.
  await tablesReady();
  return new ClickHouseClickStore(client);
}
