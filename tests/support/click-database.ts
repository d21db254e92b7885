import pg from "pg";
import { provide } from "@/lib/platform/env";
import { startClickHouse, type TestClickHouse } from "./clickhouse";
import { copyFromClickHouse } from "./clickhouse-copy";
import { createDatabase } from "./shared-postgres";

export interface ClickDatabase {
  url: string;
  /** the test's own connection, which `stop` ends */
  client: pg.Client;
  /** another connection, which the test ends */
  connect(): Promise<pg.Client>;
  /** Runs a query on Postgres. If clicks are in ClickHouse, they are copied into Postgres's tables first. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Deletes all clicks. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** Counters exceed what the driver returns as numbers; visitors exceed a number's precision. */
const countsAsNumbers: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === pg.types.builtins.INT8 ? wholeNumber : pg.types.getTypeParser(type, format),
};

const wholeNumber = (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : text);

/** The tables that hold or count clicks. */
const TABLES =
  "clicks click_segments click_roots click_rollups click_rollups_beyond click_visitors click_visitor_sets click_day_visitors visitor_days_due click_variant_visitors link_conversions conversions click_usage journal_offsets click_blocks quarantined_clicks click_minutes click_corrections";

/** Truncating tables with partitions and indexes takes a hundred times as long as deleting a test's few rows. */
const DELETE_ALL = TABLES.split(" ").map((table) => `delete from ${table}`);

let usesClickHouse = false;

/** Keeps the clicks of this file's tests in their own ClickHouse. Call it before the tests are defined. */
export function keepClicksInClickHouse(): void {
  usesClickHouse = true;
}

export const inClickHouse = () => usesClickHouse;

/** A new database with the links 1 to `links`, and as many QR codes, campaigns and bio pages. */
export async function startClickDatabase(links: number): Promise<ClickDatabase> {
  const database = await createDatabase();
  const clickhouse = usesClickHouse ? await startClickHouse() : undefined;
  if (clickhouse) {
    process.env.CLICKHOUSE_URL = clickhouse.url;
    provide({});
  }
  const connect = async () => {
    const connection = new pg.Client({ connectionString: database.url });
    connection.on("error", () => {});
    await connection.connect();
    return connection;
  };
  const client = await connect();
  await client.query(`
    INSERT INTO plans (id, name, limits) VALUES (1, 'Free', '{}');
    INSERT INTO users (id, email, username, username_folded, password_hash, plan_id)
      VALUES (1, 'ann@example.com', 'Ann', 'ann', '', 1);
    INSERT INTO domains (id, host) VALUES (1, 'example.com');
    INSERT INTO links (id, user_id, domain_id, alias, alias_folded, destination)
      SELECT id, 1, 1, id, id, 'https://example.com/' FROM generate_series(1, ${links}) AS id;
    INSERT INTO qr_codes (id, user_id, code, type, name, data)
      SELECT id, 1, id, 'text', id, '"text"' FROM generate_series(1, ${links}) AS id;
    INSERT INTO campaigns (id, user_id, name) SELECT id, 1, id FROM generate_series(1, ${links}) AS id;
    INSERT INTO bio_pages (id, user_id, slug, slug_folded, name) SELECT id, 1, id, id, id FROM generate_series(1, ${links}) AS id;`);
  return {
    url: database.url,
    client,
    connect,
    async query(sql) {
      if (clickhouse && /from click(s|_rollups)\b/.test(sql)) await copyFromClickHouse(clickhouse, client);
      return (await client.query({ text: sql, types: countsAsNumbers })).rows;
    },
    async reset() {
      if (clickhouse) await forgetClicks(clickhouse);
      await client.query(`${DELETE_ALL.join("; ")};
        update link_counts set clicks = 0, unique_clicks = 0; update qr_codes set scans = 0, unique_scans = 0`);
    },
    async stop() {
      await clickhouse?.remove();
      await client.end();
      await database.drop();
    },
  };
}

/** The tables exist once a click has been stored. */
async function forgetClicks(clickhouse: TestClickHouse): Promise<void> {
  const tables = await clickhouse.query<{ name: string }>("select name from system.tables where database = 'default'");
  for (const { name } of tables) await clickhouse.command(`truncate table ${name}`);
}
