import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { onTestFinished } from "vitest";
import { listMigrations, MIGRATIONS, migrate } from "@/lib/platform/database/migrate";
import { startPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { temporaryFolder } from "./server";

/**
 * A database as it was before a migration, without functions and triggers, until the test is over, and a function that
 * applies only that migration.
 */
export async function databaseBefore(migration: string): Promise<{ client: pg.Client; migrate(): Promise<unknown> }> {
  const folder = await temporaryFolder();
  const postgres = await startPostgres(folder);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await postgres.stop();
    await rm(folder, { recursive: true });
  });
  const names = listMigrations();
  if (!names.includes(migration)) throw new Error(`there is no migration ${migration}`);
  const [before, noFiles] = [join(folder, "before"), join(folder, "no-files")];
  mkdirSync(noFiles);
  for (const name of names.slice(0, names.indexOf(migration)))
    cpSync(join(MIGRATIONS, name), join(before, name), { recursive: true });
  await migrate(client, before, noFiles);
  return { client, migrate: () => client.query(readFileSync(join(MIGRATIONS, migration, "migration.sql"), "utf8")) };
}
