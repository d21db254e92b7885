import { db } from "@/lib/db";
import { pool } from "@/lib/pool";
import { seed } from "@/prisma/seed";
import { alone } from "./alone";
import { migrate } from "./migrate";

/** Brings the database's tables up to date, and the rows that every database has. */
export function prepareDatabase(databaseUrl: string): Promise<void> {
  return alone(databaseUrl, async (client) => {
    await migrate(client);
    await seed();
  });
}

export async function closeDatabase(): Promise<void> {
  await db.$disconnect();
  await pool.end();
}
