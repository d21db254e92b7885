import type { Client } from "pg";
import { connectForSlowStatements, endConnection } from "@/lib/platform/database/client";
import { READER } from "@/lib/platform/database/statement";

/** Runs `work` with a separate connection, which has no time limits, unlike those of the pool. */
export async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connectForSlowStatements({
    connectionString,
    application_name: READER,
    connectionTimeoutMillis: 10_000,
  });
  try {
    return await work(client);
  } finally {
    await endConnection(client);
  }
}
