import { openRootKey } from "@/lib/auth/root-key";
import { withAdvisoryLock } from "@/lib/platform/database/advisory-lock";
import { db } from "@/lib/platform/database/db";
import { migrate } from "@/lib/platform/database/migrate";
import { closePools, pool } from "@/lib/platform/database/pool";
import { seed } from "@/prisma/seed";

/** Updates the database's tables, and the rows that every database needs. Keys can be derived afterwards. */
export function prepareDatabase(databaseUrl: string): Promise<void> {
  // The pool was created before the database ran, so it has no address yet. It has not connected either.
  pool.options.connectionString = databaseUrl;
  return withAdvisoryLock(databaseUrl, async (client) => {
    await migrate(client);
    await openRootKey(client);
    await seed();
  });
}

export async function closeDatabase(): Promise<void> {
  await db.$disconnect();
  await closePools();
}
