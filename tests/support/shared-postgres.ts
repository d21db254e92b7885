import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import pg from "pg";
import { migrate } from "@/lib/platform/database/migrate";
import { startPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { copyEmptyDatabase } from "./empty-database";
import { temporaryFolder } from "./server";

/** The database that others are copied from. It accepts no connections. */
const TEMPLATE = "empty";
/** A database of every cluster that no test uses. */
const MAINTENANCE = "template1";

/** The environment variable with its URL, which the test processes inherit. */
const VARIABLE = "SHARED_POSTGRES";

/** Starts one Postgres for all files of a run, with a database that has tables and no rows. */
export default async function setup() {
  const folder = await temporaryFolder();
  copyEmptyDatabase(folder);
  const postgres = await startPostgres(folder);
  await withClient(postgres.url, migrate);
  await withClient(at(postgres.url, MAINTENANCE), async (client) => {
    await client.query(`ALTER DATABASE postgres RENAME TO ${TEMPLATE}`);
    await client.query(`ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`);
    // Nothing stored here has to survive a crash, and no database lives long enough to need a vacuum.
    for (const name of ["fsync", "full_page_writes", "synchronous_commit", "autovacuum"])
      await client.query(`ALTER SYSTEM SET ${name} = off`);
    await client.query("SELECT pg_reload_conf()");
  });
  process.env[VARIABLE] = postgres.url;
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

export interface TestDatabase {
  url: string;
  /** Ends its connections and removes it. */
  drop(): Promise<void>;
}

/**
 * A database for the test file, with tables and no rows, in the Postgres that all files share. Outside a test run, as
 * in a benchmark, it starts its own Postgres.
 */
export async function createDatabase(): Promise<TestDatabase> {
  const stop = process.env[VARIABLE] ? undefined : await setup();
  const postgres = process.env[VARIABLE] as string;
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const run = (sql: string) => withClient(at(postgres, MAINTENANCE), (client) => client.query(sql));
  await run(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy`);
  return {
    url: at(postgres, name),
    drop: async () => {
      await run(`DROP DATABASE ${name} WITH (FORCE)`);
      await stop?.();
    },
  };
}

function at(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
