import type { Client } from "pg";
import { env } from "@/lib/platform/env";
import type { ClickStore } from "./click-store";
import { PostgresClickStore } from "./postgres/store";

/** Where this service keeps its clicks. Over one connection to Postgres, which counts them in either case. */
export async function openClickStore(client: Client): Promise<ClickStore> {
  if (!env.CLICKHOUSE_URL) return new PostgresClickStore(client);
  const { ClickHouseClickStore } = await import("./clickhouse/store");
  return new ClickHouseClickStore(client);
}
