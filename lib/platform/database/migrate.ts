import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientBase } from "pg";
import { StartError } from "@/lib/contract/errors";
import { log } from "@/lib/platform/log/log";
import { type SchemaVersion, vitals } from "@/lib/platform/process/vitals";
import { isBefore, OLDEST_VERSION, release } from "@/lib/platform/release";
import { inTransaction } from "./client";

/** The current functions and triggers of the database, one file for each subject. */
export const SQL_FILES = resolve("prisma/sql");

const SQL_RECORD = `
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
  await client.query(SQL_RECORD);
  return (await client.query("SELECT FROM _prisma_sql WHERE hash = $1", [hash])).rowCount === 1;
}

/** The version that last changed tables or functions, and the oldest one that can run on them. Null if not recorded. */
export async function lastVersion(client: ClientBase): Promise<{ version: string; oldest: string } | null> {
  await client.query(SQL_RECORD);
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

/** Relative to the working directory, because bundles are in another folder than this file. */
export const MIGRATIONS = resolve("prisma/migrations");

/** Returns the names of the migrations in a folder, the first one first. */
export function listMigrations(folder = MIGRATIONS): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? entry.name : []))
    .sort();
}

/**
 * Returns the recorded migrations that this version does not know. The first migration has the name of the last one of
 * release 0.2.0 and contains those before it, so their names are known.
 */
export const findUnknown = (recorded: readonly string[], names = listMigrations()) =>
  recorded.filter((name) => name > (names[0] ?? "") && !names.includes(name));

/**
 * Refuses a database, or a backup of one, to which release 0.2.0 would have applied migrations that this version has no
 * more.
 *
 * @throws StartError if migrations before the first one are recorded, but the first one is not
 */
export function refuseBeforeFirst(recorded: readonly string[], what: string, names = listMigrations()): void {
  const [first = ""] = names;
  if (recorded.includes(first) || recorded.every((name) => name > first)) return;
  throw new StartError(
    `${what} is from a version before 0.2.0, which this version cannot migrate. Use version 0.2.0 first.`,
  );
}

/** The table that Prisma creates, so that `prisma migrate` and similar tools can continue from here. */
const MIGRATION_RECORD = `
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
 * Applies pending migrations, and then the files of functions and triggers if there were any or the files have changed:
 * all or nothing. Prisma's engine would split a migration at every semicolon and run its statements one by one, so half
 * of a failed one would be applied. Only one process may call this at a time: see `withAdvisoryLock`.
 *
 * The database of a newer version is left unchanged if that version declares that this one can run on it. So the
 * version before can be started again, and its processes can restart during an upgrade.
 *
 * @throws StartError that names what failed, with nothing changed; or a migration that this version does not know; or if
 *   the database is from before 0.2.0
 */
export async function migrate(
  client: ClientBase,
  migrations = MIGRATIONS,
  sqlFolder = SQL_FILES,
  { version } = release(),
): Promise<void> {
  await client.query(MIGRATION_RECORD);
  const { rows } = await client.query<{ name: string; finished: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS finished FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  const names = listMigrations(migrations);
  refuseBegun(rows);
  const recorded = rows.map((row) => row.name);
  refuseBeforeFirst(recorded, "The database", names);
  const pending = names.filter((name) => !recorded.includes(name));
  const [unknown] = findUnknown(recorded, names);
  if (unknown !== undefined) {
    const newer = await lastVersion(client);
    if (!newer || pending.length > 0 || isBefore(version, newer.oldest)) throw tooNew(unknown, newer?.oldest);
    log.warn(
      { migration: unknown, newer: newer.version },
      "the database belongs to a newer version and is left unchanged",
    );
    return;
  }
  const sqlFiles = readSqlFiles(sqlFolder);
  // A migration that recreates a table or drops a column also drops triggers.
  if ((await areApplied(client, sqlFiles)) && pending.length === 0) return;
  await inTransaction(client, async () => {
    for (const [index, name] of pending.entries()) {
      if (recorded.length > 0)
        log.info({ migration: name, number: index + 1, of: pending.length }, "migrating the database");
      await apply(client, migrations, name);
    }
    await applySqlFiles(client, sqlFiles);
  });
}

function tooNew(migration: string, oldest: string | undefined): StartError {
  const which = oldest === undefined ? "that version" : `version ${oldest} or a newer one`;
  return new StartError(
    `The database belongs to a newer version: this one does not know its migration ${migration}. Start ${which}, or restore a backup from before it.`,
  );
}

/** Refuses an unfinished migration: this version never leaves one, and could only make it worse. */
function refuseBegun(rows: { name: string; finished: boolean }[]): void {
  const begun = rows.find(({ finished }) => !finished);
  if (begun) {
    throw new StartError(
      `The migration ${begun.name} was started by another program and never finished. Restore a backup, or finish it by hand and run: UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = '${begun.name}'`,
    );
  }
}

async function apply(client: ClientBase, migrations: string, name: string): Promise<void> {
  const sql = readFileSync(join(migrations, name, "migration.sql"), "utf8");
  const checksum = createHash("sha256").update(sql).digest("hex");
  try {
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
  } catch (error) {
    throw new StartError(`The migration ${name} failed, and the database was not changed: ${(error as Error).message}`);
  }
}

const DIGEST_LENGTH = 12;

/** The schema that this version creates. */
export function schemaOfThisVersion(): SchemaVersion {
  return { migration: listMigrations().at(-1) ?? "", sql: readSqlFiles().hash.slice(0, DIGEST_LENGTH) };
}

/** The schema of the database, which a newer version may have created. Null in an empty database. */
export async function databaseSchema(client: Pick<ClientBase, "query">): Promise<SchemaVersion | null> {
  const { rows } = await client.query<SchemaVersion>(
    `SELECT migration_name AS migration, left(hash, ${DIGEST_LENGTH}) AS sql FROM _prisma_migrations, _prisma_sql
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name DESC LIMIT 1`,
  );
  return rows[0] ?? null;
}

/** Remembers the schema for status requests, also while the database is unreachable. */
export async function noteSchema(client: Pick<ClientBase, "query">): Promise<void> {
  vitals().schema = await databaseSchema(client);
}
