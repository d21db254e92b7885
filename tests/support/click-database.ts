import pg from "pg";
import { provide } from "@/lib/platform/env";
import { startClickHouse, type TestClickHouse } from "./clickhouse";
import { copyFromClickHouse } from "./clickhouse-copy";
import { createDatabase } from "./shared-postgres";

export interface ClickDatabase {
  url: string;
  /** A connection of the test's own, which `stop` ends. */
  client: pg.Client;
  /** Another one, which the test ends. */
  connect(): Promise<pg.Client>;
  /** Asks Postgres, into whose tables what ClickHouse holds has been copied where clicks are kept there. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Forgets all clicks. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** Counters are larger than what the driver makes numbers of; visitors are too large for a number. */
const countsAsNumbers: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === pg.types.builtins.INT8 ? wholeNumber : pg.types.getTypeParser(type, format),
};

const wholeNumber = (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : text);

/** The tables that hold or count clicks. */
const TABLES =
  "clicks click_segments click_roots click_rollups click_rollups_beyond click_visitors click_visitor_sets click_day_visitors visitor_days_due click_variant_visitors link_conversions click_usage journal_offsets click_blocks quarantined_clicks click_minutes click_corrections";

/** Truncating tables with partitions and indexes takes a hundred times as long as deleting the few rows of a test. */
const DELETE_ALL = TABLES.split(" ").map((table) => `delete from ${table}`);

let keptInClickHouse = false;

/** Lets the tests of this file keep their clicks in a ClickHouse of their own. To be called before they are defined. */
export function keepClicksInClickHouse(): void {
  keptInClickHouse = true;
}

export const inClickHouse = () => keptInClickHouse;

/** A database of the test's own, in which the links 1 to `links` exist, and as many QR codes, campaigns and bio pages. */
export async function startClickDatabase(links: number): Promise<ClickDatabase> {
  const database = await createDatabase();
  const clickhouse = keptInClickHouse ? await startClickHouse() : undefined;
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

/** The tables are there once a click has been stored. */
async function forgetClicks(clickhouse: TestClickHouse): Promise<void> {
  const tables = await clickhouse.query<{ name: string }>("select name from system.tables where database = 'default'");
  for (const { name } of tables) await clickhouse.command(`truncate table ${name}`);
}
