import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { text } from "node:stream/consumers";
import pg from "pg";
import { copyEmptyDatabase } from "./empty-database";
import { temporaryFolder } from "./server";

/** The database that others are copied from. It accepts no connections. */
const TEMPLATE = "empty";
/** A database of every cluster that no test uses. */
const MAINTENANCE = "template1";

/** The environment variable with the port that tells its URL, which the test processes inherit. */
const VARIABLE = "SHARED_POSTGRES";

interface SharedPostgres {
  url: string;
  stop(): Promise<void>;
}

/** Starts a Postgres with a database that has tables and no rows. */
async function start(): Promise<SharedPostgres> {
  const { migrate } = await import("@/lib/platform/database/migrate");
  const { startPostgres } = await import("@/lib/platform/postgres/embedded-postgres");
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
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Tells each test process that asks the URL of one Postgres for all files of a run, started when the first one asks. */
export default async function setup() {
  let shared: Promise<SharedPostgres> | undefined;
  const door = createServer(async (socket) => {
    socket.on("error", () => {});
    shared ??= start();
    await shared.then(
      ({ url }) => socket.end(url),
      (error) => {
        console.error("the Postgres of the tests did not start:", error);
        socket.destroy();
      },
    );
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  process.env[VARIABLE] = `${(door.address() as AddressInfo).port}`;
  return async () => {
    door.close();
    await (await shared)?.stop();
  };
}

async function askForUrl(port: string): Promise<string> {
  const url = await text(connect(Number(port), "127.0.0.1"));
  if (!url) throw new Error("the Postgres of the tests did not start");
  return url;
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
  const port = process.env[VARIABLE];
  const own = port ? undefined : await start();
  const postgres = own?.url ?? (await askForUrl(port as string));
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const run = (sql: string) => withClient(at(postgres, MAINTENANCE), (client) => client.query(sql));
  await run(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy`);
  return {
    url: at(postgres, name),
    drop: async () => {
      await run(`DROP DATABASE ${name} WITH (FORCE)`);
      await own?.stop();
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
