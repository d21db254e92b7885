import { env } from "@/lib/platform/env";

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
