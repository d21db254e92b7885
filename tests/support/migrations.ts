import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import pg from "pg";
import { onTestFinished } from "vitest";
import { startPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { temporaryFolder } from "./server";

const folder = "prisma/migrations";

/** A database as it was before a migration, until the test is over, and a function that applies only that migration. */
export async function databaseBefore(migration: string): Promise<{ client: pg.Client; migrate(): Promise<unknown> }> {
  const dataDir = await temporaryFolder();
  const postgres = await startPostgres(dataDir);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  });
  const apply = (name: string) => client.query(readFileSync(`${folder}/${name}/migration.sql`, "utf8"));
  const names = readdirSync(folder).sort();
  if (!names.includes(migration)) throw new Error(`there is no migration ${migration}`);
  for (const name of names.slice(0, names.indexOf(migration))) await apply(name);
  return { client, migrate: () => apply(migration) };
}
