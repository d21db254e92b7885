import type { Client } from "pg";
import { env } from "@/lib/platform/env";
import type { ClickStore } from "./click-store";
import { PostgresClickStore } from "./postgres/store";

/**
 * Opens the store of clicks over a connection to Postgres, which keeps their counts in either case. Throws if the store
 * is down.
 */
export async function openClickStore(client: Client): Promise<ClickStore> {
  if (!env.CLICKHOUSE_URL) return new PostgresClickStore(client);
  const { ClickHouseClickStore } = await import("./clickhouse/store");
  const { tablesReady } = await import("./clickhouse/client");
  // An unreachable ClickHouse should show before the first click needs it.
  await tablesReady();
  return new ClickHouseClickStore(client);
}
