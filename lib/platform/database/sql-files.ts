import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientBase } from "pg";
import { StartError } from "@/lib/contract/errors";
import { OLDEST_VERSION, release } from "@/lib/platform/release";

/** The current functions and triggers of the database, one file for each subject. */
export const SQL_FILES = resolve("prisma/sql");

const RECORD = `
  CREATE TABLE IF NOT EXISTS _prisma_sql (
    id         integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
    hash       text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  );
  ALTER TABLE _prisma_sql ADD COLUMN IF NOT EXISTS version text, ADD COLUMN IF NOT EXISTS oldest text`;

/**
 * Creating a trigger waits for all writers of its table and blocks all that come after. So it waits less than a second
 * (`deadlock_timeout`), then releases its locks and lets the others go first, so that a visitor's transaction never
 * fails in a deadlock. Every fourth attempt waits longer, because an autovacuum gives way after a second.
 */
const lockTimeout = (attempt: number) => (attempt % 4 === 0 ? "2s" : "400ms");
const PAUSE_MS = 250;
const ATTEMPTS = 60;

/** lock_not_available, deadlock_detected */
const busy = new Set(["55P03", "40P01"]);

export interface SqlFiles {
  files: { name: string; text: string }[];
  /** a hash of all names and texts */
  hash: string;
}

export function readSqlFiles(folder = SQL_FILES): SqlFiles {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const files = names.sort().map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
  return { files, hash: createHash("sha256").update(JSON.stringify(files)).digest("hex") };
}

/** Returns whether exactly these files were applied last. */
export async function areApplied(client: ClientBase, { hash }: SqlFiles): Promise<boolean> {
  await client.query(RECORD);
  return (await client.query("SELECT FROM _prisma_sql WHERE hash = $1", [hash])).rowCount === 1;
}

/** The version that last changed tables or functions, and the oldest one that can run on them. Null if not recorded. */
export async function lastVersion(client: ClientBase): Promise<{ version: string; oldest: string } | null> {
  await client.query(RECORD);
  const { rows } = await client.query("SELECT version, oldest FROM _prisma_sql WHERE oldest IS NOT NULL");
  return rows[0] ?? null;
}

/**
 * Applies all files in the client's present transaction.
 *
 * @throws StartError that names the file that failed, or that did not get its locks for about a minute
 */
export async function applySqlFiles(client: ClientBase, { files, hash }: SqlFiles): Promise<void> {
  await client.query("SAVEPOINT prisma_sql");
  for (let attempt = 1; ; attempt++) {
    await client.query(`SET LOCAL lock_timeout = '${lockTimeout(attempt)}'`);
    const failed = await findFailingFile(client, files);
    if (!failed) break;
    const { name, error } = failed;
    if (!busy.has(error.code) || attempt === ATTEMPTS)
      throw new StartError(`prisma/sql/${name} failed, and the database was not changed: ${error.message}`);
    // Releases the locks.
    await client.query("ROLLBACK TO SAVEPOINT prisma_sql");
    await sleep(PAUSE_MS);
  }
  await client.query(
    `INSERT INTO _prisma_sql (hash, version, oldest) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE
     SET hash = excluded.hash, version = excluded.version, oldest = excluded.oldest, applied_at = now()`,
    [hash, release().version, OLDEST_VERSION],
  );
}

async function findFailingFile(client: ClientBase, files: SqlFiles["files"]) {
  for (const { name, text } of files) {
    try {
      await client.query(text);
    } catch (error) {
      return { name, error: error as Error & { code: string } };
    }
  }
}
