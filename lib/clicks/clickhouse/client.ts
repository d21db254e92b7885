import { type ClickHouseClient, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { env } from "@/lib/platform/env";
import { processSingleton } from "@/lib/platform/singleton";
import { CLICK_COLUMNS, TABLES } from "./tables";

/** ClickHouse at CLICKHOUSE_URL. What it refuses is thrown, and logged by who catches it. */
export const clickhouse = (): ClickHouseClient =>
  processSingleton("clickhouse", () =>
    createClient({
      url: env.CLICKHOUSE_URL,
      application: "signpost",
      request_timeout: 10_000,
      log: { level: ClickHouseLogLevel.OFF },
    }),
  );

let created: Promise<void> | undefined;

/** Creates the tables where they are missing: before the first use of them, as ClickHouse may be down at the start. */
export function tablesReady(): Promise<void> {
  created ??= createTables().catch((error) => {
    created = undefined;
    throw error;
  });
  return created;
}

async function createTables(): Promise<void> {
  for (const query of TABLES) await clickhouse().command({ query });
  const query = "select name from system.columns where database = currentDatabase() and table = 'clicks'";
  const columns = await (await clickhouse().query({ query, format: "JSONEachRow" })).json<{ name: string }>();
  const present = columns.map(({ name }) => name);
  // Older versions made the table without them. `if not exists` is newer than the oldest ClickHouse.
  for (const column of CLICK_COLUMNS)
    if (!present.includes(column.split(" ")[0] ?? ""))
      await clickhouse().command({ query: `alter table clicks add column ${column}` });
}

/** The rows of a query that holds no more than names, whole numbers, dates and what `quoted` made. */
export async function rowsOf<Row>(query: string): Promise<Row[]> {
  await tablesReady();
  const result = await clickhouse().query({ query, format: "JSONEachRow" });
  return result.json<Row>();
}

/** A text as part of SQL. For want of bound parameters, which old versions do not have. */
export function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
