import pg, { type Client } from "pg";
import { READER } from "@/lib/platform/read-lines";

/** Does something with a connection of its own, which a pool's limits of time do not end. */
export async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: READER, connectionTimeoutMillis: 10_000 });
  // A query that is under way says so itself.
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
