import pg from "pg";
import type { ServerAddress } from "./server";

/** Runs one statement on the server's database: for what a test cannot arrange or see through the API. */
export async function sql<Row extends pg.QueryResultRow>(
  { databaseUrl }: ServerAddress,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
