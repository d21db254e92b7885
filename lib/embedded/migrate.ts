import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ClientBase } from "pg";
import { StartError } from "@/lib/errors";

/** Relative to the folder the process was started in: a bundle lies elsewhere than this file. */
export const MIGRATIONS = resolve("prisma/migrations");

/** As Prisma creates it, so that `prisma migrate` and its kind go on from here. */
const RECORD = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  varchar(36) PRIMARY KEY,
    checksum            varchar(64) NOT NULL,
    finished_at         timestamptz,
    migration_name      varchar(255) NOT NULL,
    logs                text,
    rolled_back_at      timestamptz,
    started_at          timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0
  )`;

/**
 * Applies the migrations that the database has not had yet, each in a transaction of its own. Prisma's engine would
 * run their statements one by one, cut at every semicolon, and so apply half of one that fails.
 *
 * @throws StartError that names the migration that failed; it has left no trace
 */
export async function migrate(client: ClientBase): Promise<void> {
  await client.query(RECORD);
  const { rows } = await client.query<{ name: string }>(
    "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  const applied = new Set(rows.map((row) => row.name));
  const folders = readdirSync(MIGRATIONS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map((folder) => folder.name).sort();
  for (const name of names.filter((name) => !applied.has(name))) await apply(client, name);
}

async function apply(client: ClientBase, name: string): Promise<void> {
  const sql = readFileSync(join(MIGRATIONS, name, "migration.sql"), "utf8");
  const checksum = createHash("sha256").update(sql).digest("hex");
  await client.query("BEGIN");
  try {
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw new StartError(`The migration ${name} failed: ${(error as Error).message}`);
  }
}
