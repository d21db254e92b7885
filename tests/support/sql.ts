import pg from "pg";
import type { ServerAddress } from "./server";

/** Runs one statement on the server's database, for what the API cannot set up or show. */
export const sql = <Row extends pg.QueryResultRow>(
  server: ServerAddress,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => connected(server, async (client) => (await client.query<Row>(text, values)).rows);

/** Runs `work` with a connection to the server's database. */
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
