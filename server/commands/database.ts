import pg from "pg";
import { readRootKey } from "@/lib/auth/root-key";
import { env, provide } from "@/lib/platform/env";
import { provideSecrets } from "@/lib/platform/kept-secrets";
import { runningPostgres } from "@/lib/platform/running-postgres";

export interface Connected {
  client: pg.Client;
  /** whether it is the embedded Postgres, on this machine */
  own: boolean;
}

/** Does something with a connection to the database of the service that runs on this DATA_DIR, or of DATABASE_URL. */
export async function withDatabase<T>(work: (connected: Connected) => Promise<T>): Promise<T> {
  const own = env.DATABASE_URL === undefined;
  const url = env.DATABASE_URL ?? runningPostgres(env.DATA_DIR);
  if (url === undefined)
    throw new Error(`No database runs in ${env.DATA_DIR}. Start Signpost first, or set DATABASE_URL.`);
  provide({ DATABASE_URL: url });
  provideSecrets();
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A query that is under way says so itself.
  client.on("error", () => {});
  try {
    await client.connect();
    await readRootKey(client);
    return await work({ client, own });
  } finally {
    await client.end().catch(() => {});
  }
}
