import type { Client } from "pg";
import { env } from "@/lib/platform/env";
import type { ClickStore } from "./click-store";
import { PostgresClickStore } from "./postgres/store";

/** Where this service keeps its clicks. Over one connection to Postgres, which counts them in either case. Throws where it is down. */
export async function openClickStore(client: Client): Promise<ClickStore> {
  if (!env.CLICKHOUSE_URL) return new PostgresClickStore(client);
  const { ClickHouseClickStore } = await import("./clickhouse/store");
  const { tablesReady } = await import("./clickhouse/client");
  // One that is down is to be told of before there is a click for it.
  await tablesReady();
  return new ClickHouseClickStore(client);
}
