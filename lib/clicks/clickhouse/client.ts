import { type ClickHouseClient, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { env } from "@/lib/platform/env";
import { processSingleton } from "@/lib/platform/singleton";
import { CLICK_COLUMNS, TABLES } from "./tables";

/** ClickHouse at CLICKHOUSE_URL. What it refuses is thrown, and logged by who catches it. */
export const clickhouse = (): ClickHouseClient => processSingleton("clickhouse", () => connect(10_000));

/** For what may take an hour. */
export const patientClient = (): ClickHouseClient => connect(60 * 60_000);

const connect = (request_timeout: number) =>
  createClient({
    url: env.CLICKHOUSE_URL,
    application: "signpost",
    request_timeout,
    log: { level: ClickHouseLogLevel.OFF },
  });

let created: Promise<void> | undefined;

/** Creates the tables where they are missing: before the first use of them, as ClickHouse may be down at the start. */
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
  // Older versions made the table without them. `if not exists` is newer than the oldest ClickHouse.
  for (const column of CLICK_COLUMNS)
    if (!present.includes(column.split(" ")[0] ?? ""))
      await client.command({ query: `alter table clicks add column ${column}` });
}

/** The name of the table that is there while clicks are moved here, but for what tells who moves them. */
export const MOVING = "clicks_moving_";

/** Whose clicks are being moved here. */
export async function movingHere(client: ClickHouseClient): Promise<string[]> {
  const query = `select name from system.tables where database = currentDatabase() and name like '${MOVING}%'`;
  const tables = await (await client.query({ query, format: "JSONEachRow" })).json<{ name: string }>();
  return tables.map(({ name }) => name.slice(MOVING.length));
}

async function refuseUnfinished(): Promise<void> {
  const [moving] = await movingHere(clickhouse());
  if (moving === undefined) return;
  const words = "Clicks are still being moved into this ClickHouse: run `signpost move` again, until it is done.";
  // As Postgres calls it while nobody can be served yet: whoever asks hears that it is the service's fault, and may pass.
  throw Object.assign(new Error(words), { code: "57P03" });
}

/** The rows of a query that holds no more than names, whole numbers, dates and what `quoted` made. */
export async function rowsOf<Row>(query: string): Promise<Row[]> {
  await tablesReady();
  const result = await clickhouse().query({ query, format: "JSONEachRow" });
  return result.json<Row>();
}

/** What is not in memory is on the disk from so many bytes on. */
const SPILL_BYTES = `${256 * 2 ** 20}`;

/** The rows of a query that may take an hour, some at a time, and no more of ClickHouse's memory and cores than is left over. */
export async function* slowRows<Row>(query: string, atOnce: number): AsyncGenerator<Row[]> {
  await tablesReady();
  const client = patientClient();
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

/** The rows of such a query as lines of tab-separated texts. */
export async function* clickLinesOf(query: string): AsyncGenerator<Buffer> {
  await tablesReady();
  const client = patientClient();
  try {
    const clickhouse_settings = { max_threads: 1 };
    const { stream } = await client.exec({ query: `${query} format TabSeparated`, clickhouse_settings });
    yield* stream;
  } finally {
    await client.close();
  }
}

/** A text as part of SQL. For want of bound parameters, which old versions do not have. */
export function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
