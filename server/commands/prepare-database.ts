import { openRootKey } from "@/lib/auth/root-key";
import { withAdvisoryLock } from "@/lib/platform/advisory-lock";
import { db } from "@/lib/platform/db";
import { migrate } from "@/lib/platform/migrate";
import { pool } from "@/lib/platform/pool";
import { seed } from "@/prisma/seed";

/** Brings the database's tables up to date, and the rows that every database has. From here on keys can be derived. */
export function prepareDatabase(databaseUrl: string): Promise<void> {
  // What has been loaded before the database ran has no address yet, and has not connected.
  pool.options.connectionString = databaseUrl;
  return withAdvisoryLock(databaseUrl, async (client) => {
    await migrate(client);
    await openRootKey(client);
    await seed();
  });
}

export async function closeDatabase(): Promise<void> {
  await db.$disconnect();
  await pool.end();
}
