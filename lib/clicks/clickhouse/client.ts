import { type ClickHouseClient, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { env } from "@/lib/platform/env";
import { processSingleton } from "@/lib/platform/singleton";
import { CLICK_COLUMNS, TABLES } from "./tables";

/** Returns the client for CLICKHOUSE_URL. Errors from ClickHouse are thrown; the callers log them. */
export const clickhouse = (): ClickHouseClient => processSingleton("clickhouse", () => connect(10_000));

/** Returns a client for queries that may take an hour. */
export const slowQueryClient = (): ClickHouseClient => connect(60 * 60_000);

const connect = (request_timeout: number) =>
  createClient({
    url: env.CLICKHOUSE_URL,
    application: "signpost",
    request_timeout,
    log: { level: ClickHouseLogLevel.OFF },
  });

let created: Promise<void> | undefined;

/** Creates missing tables before their first use, because ClickHouse may be down at the start. */
export function tablesReady(): Promise<void> {
  created ??= createTables(clickhouse())
    .then(refuseUnfinished)
    .catch((error) => {
      created = undefined;
      throw error;
    });
  return created;
}

export async function createTables(client: ClickHouseClient): Promise<void> {
  for (const query of TABLES) await client.command({ query });
  const query = "select name from system.columns where database = currentDatabase() and table = 'clicks'";
  const columns = await (await client.query({ query, format: "JSONEachRow" })).json<{ name: string }>();
  const present = columns.map(({ name }) => name);
  // Older versions created the table without these columns. The oldest supported ClickHouse lacks `if not exists` for
  // columns.
  for (const column of CLICK_COLUMNS)
    if (!present.includes(column.split(" ")[0] ?? ""))
      await client.command({ query: `alter table clicks add column ${column}` });
}

/**
 * Prefix of the name of the table that exists while clicks are moved to ClickHouse. The rest of the name says whose
 * clicks they are.
 */
export const MOVING = "clicks_moving_";

/** Returns whose clicks are being moved to ClickHouse. */
export async function pendingMoves(client: ClickHouseClient): Promise<string[]> {
  const query = `select name from system.tables where database = currentDatabase() and name like '${MOVING}%'`;
  const tables = await (await client.query({ query, format: "JSONEachRow" })).json<{ name: string }>();
  return tables.map(({ name }) => name.slice(MOVING.length));
}

async function refuseUnfinished(): Promise<void> {
  const [moving] = await pendingMoves(clickhouse());
  if (moving === undefined) return;
  const words = "Clicks are still being moved into this ClickHouse: run `signpost move` again, until it is done.";
  // Postgres' code for a server that cannot accept connections yet. Callers treat it as a temporary fault of the
  // service.
  throw Object.assign(new Error(words), { code: "57P03" });
}

/** Returns the rows of a query. It may only contain names, integers, dates and results of `quoted`. */
export async function selectRows<Row>(query: string): Promise<Row[]> {
  await tablesReady();
  const result = await clickhouse().query({ query, format: "JSONEachRow" });
  return result.json<Row>();
}

/** When a query uses more than this many bytes of memory, ClickHouse uses the disk. */
const SPILL_BYTES = `${256 * 2 ** 20}`;

/**
 * Yields the rows of a query that may take an hour in batches. The query uses only memory and processors that
 * ClickHouse can spare.
 */
export async function* slowRows<Row>(query: string, atOnce: number): AsyncGenerator<Row[]> {
  await tablesReady();
  const client = slowQueryClient();
  try {
    const clickhouse_settings = { max_bytes_before_external_group_by: SPILL_BYTES, max_threads: 1 };
    const result = await client.query({ query, format: "JSONEachRow", clickhouse_settings });
    let some: Row[] = [];
    for await (const rows of result.stream<Row>()) {
      for (const row of rows) some.push(row.json() as Row);
      if (some.length < atOnce) continue;
      yield some;
      some = [];
    }
    if (some.length > 0) yield some;
  } finally {
    await client.close();
  }
}

/** Yields the rows of such a query as tab-separated lines. */
export async function* selectClickLines(query: string): AsyncGenerator<Buffer> {
  await tablesReady();
  const client = slowQueryClient();
  try {
    const clickhouse_settings = { max_threads: 1 };
    const { stream } = await client.exec({ query: `${query} format TabSeparated`, clickhouse_settings });
    yield* stream;
  } finally {
    await client.close();
  }
}

/** Returns a text as a SQL literal, because old versions do not support bound parameters. */
export function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
