import type { Client } from "pg";
import { READER } from "@/lib/platform/read-lines";
import { connectForLong, endConnection } from "@/lib/platform/silent-connections";

/** Does something with a connection of its own, which a pool's limits of time do not end. */
export async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connectForLong({ connectionString, application_name: READER, connectionTimeoutMillis: 10_000 });
  try {
    return await work(client);
  } finally {
    await endConnection(client);
  }
}
