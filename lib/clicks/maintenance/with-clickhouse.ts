import type { Client } from "pg";
import type { MovedClicks } from "@/lib/clicks/clickhouse/move";
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

/**
 * Returns the size of each ClickHouse table of clicks; empty without ClickHouse. Rows in parts that are not merged yet
 * may count twice.
 */
export async function measureClickHouseTables(): Promise<{ table: string; rows: number; bytes: number }[]> {
  if (!env.CLICKHOUSE_URL) return [];
  const { selectRows } = await import("@/lib/clicks/clickhouse/client");
  const tables = await selectRows<Record<"table" | "total" | "bytes", string>>(
    `select table, sum(rows) as total, sum(bytes_on_disk) as bytes from system.parts
     where database = currentDatabase() and active and table in ('clicks', 'click_rollups', 'click_rollups_beyond') group by table`,
  );
  return tables.map(({ table, total, bytes }) => ({ table, rows: Number(total), bytes: Number(bytes) }));
}

/** Calls `moveIntoClickHouse`. Imported here because nothing else needs these parts of ClickHouse. */
export async function moveClicks(client: Client, onStep: (step: string) => void): Promise<MovedClicks> {
  const { moveIntoClickHouse } = await import("@/lib/clicks/clickhouse/move");
  return moveIntoClickHouse(client, onStep);
}
