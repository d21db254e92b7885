import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { readRootKey } from "@/lib/auth/root-key";
import { connectForSlowStatements, endConnection } from "@/lib/platform/database/client";
import { pool } from "@/lib/platform/database/pool";
import { env, provide } from "@/lib/platform/env";
import { runningPostgres } from "@/lib/platform/postgres/cluster";
import { provideSecrets } from "@/lib/platform/stored-secrets";
import type { Source } from "@/server/backups/backup";

export interface Connected {
  client: pg.Client;
  /** whether it is the embedded Postgres on this machine */
  own: boolean;
  /** the service, as the source of a backup */
  source: Source;
}

/** Runs `work` with a connection to the database of the service that runs on this DATA_DIR, or to DATABASE_URL. */
export async function withDatabase<T>(work: (connected: Connected) => Promise<T>): Promise<T> {
  const running = runningPostgres(env.DATA_DIR);
  // The service passes its own address to the processes that it starts.
  const own = env.DATABASE_URL === undefined || env.DATABASE_URL === running;
  const url = env.DATABASE_URL ?? running;
  if (url === undefined)
    throw new Error(`No database is running in ${env.DATA_DIR}. Start Signpost first, or set DATABASE_URL.`);
  provide({ DATABASE_URL: url });
  // The pool was created without an address when the commands were loaded. It has not connected yet.
  pool.options.connectionString = url;
  provideSecrets();
  const client = await connectForSlowStatements({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await readRootKey(client);
    const source = {
      databaseUrl: url,
      own,
      dataDir: env.DATA_DIR,
      journals: env.JOURNAL_DIR ?? join(env.DATA_DIR, "journal"),
      secretElsewhere: !isKept(env.APP_SECRET),
      clicksElsewhere: env.CLICKHOUSE_URL !== undefined,
    };
    return await work({ client, own, source });
  } finally {
    await endConnection(client);
  }
}

/** Returns whether the secret is the one in DATA_DIR, which backups contain. */
function isKept(secret: string | undefined): boolean {
  const file = join(env.DATA_DIR, "app-secret");
  return existsSync(file) && readFileSync(file, "utf8").trim() === secret;
}
