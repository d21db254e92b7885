import pg from "pg";
import type { ServerAddress } from "./server";

/** By database. A connection that was idle for a second is closed, so it hardly outlives the test that used it. */
const pools = new Map<string, pg.Pool>();

function poolOf(url: string): pg.Pool {
  const found = pools.get(url);
  if (found) return found;
  const pool = new pg.Pool({ connectionString: url, idleTimeoutMillis: 1_000, allowExitOnIdle: true });
  // An idle connection broke, because the server's Postgres ended. The pool replaces it.
  pool.on("error", () => {});
  pools.set(url, pool);
  return pool;
}

/** Runs one statement on the server's database, for what the API cannot set up or show. */
export const sql = async <Row extends pg.QueryResultRow>(
  { databaseUrl }: Pick<ServerAddress, "databaseUrl">,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await poolOf(databaseUrl).query<Row>(text, values)).rows;

/** Runs `work` with a new connection to the server's database. */
export async function connected<T>(
  { databaseUrl }: ServerAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
