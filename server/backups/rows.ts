import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { Client } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { inTransaction } from "@/lib/platform/database/client";
import { findUnknown, listMigrations, MIGRATIONS, migrate, refuseBeforeFirst } from "@/lib/platform/database/migrate";
import type { Manifest, TableState } from "./storage/manifest";
import { differences, listTables, quotedName, readTableState, SAME_FORMAT, type Table } from "./tables";

/** The parts of a database that are not rows of tables. */
export type Shape = Pick<Manifest, "migrations" | "partitions" | "sequences">;

export async function readDatabaseShape(client: Client): Promise<Shape> {
  const partitions = await client.query<Shape["partitions"][number]>(
    `select child.relname::text as name, parent.relname::text as parent, pg_get_expr(child.relpartbound, child.oid) as bound
     from pg_inherits join pg_class as child on child.oid = inhrelid join pg_class as parent on parent.oid = inhparent
     where child.relkind = 'r' and child.relnamespace = 'public'::regnamespace order by 1`,
  );
  const sequences = await client.query<Shape["sequences"][number]>(
    `select sequencename::text as name, coalesce(last_value, start_value)::text as value, last_value is not null as called
     from pg_sequences where schemaname = 'public' order by 1`,
  );
  return { migrations: await readMigrations(client), partitions: partitions.rows, sequences: sequences.rows };
}

/** @throws Error with a sentence if the database is not Signpost's, or if one of its migrations was never finished */
export async function readMigrations(client: Client): Promise<string[]> {
  const { rows: present } = await client.query(
    "select to_regclass('public._prisma_migrations') is not null as present",
  );
  if (!present[0].present) throw new Error("The database does not contain Signpost's tables.");
  const { rows } = await client.query<{ name: string; finished: boolean }>(
    `select migration_name as name, finished_at is not null as finished from _prisma_migrations
     where rolled_back_at is null order by migration_name`,
  );
  const begun = rows.find(({ finished }) => !finished);
  if (begun) throw new Error(`The migration ${begun.name} was never finished.`);
  return rows.map(({ name }) => name);
}

export async function readMajorVersion(client: Client): Promise<number> {
  const { rows } = await client.query("select current_setting('server_version_num')::int / 10000 as major");
  return rows[0].major;
}

/** @throws Error with a sentence if there are migrations that this version does not know, or no longer has */
export function refuseOtherVersions(migrations: string[], what: string): void {
  refuseBeforeFirst(migrations, what);
  const [unknown] = findUnknown(migrations);
  if (unknown !== undefined)
    throw new Error(`${what} belongs to a newer version: this one does not know its migration ${unknown}.`);
}

/** Returns a table's rows in the text format of Postgres, which every version can read. */
export function copyRows(client: Client, { name, stored }: Table): Readable {
  return client.query(
    copyTo(`copy (select ${stored.map(quotedName).join(", ")} from ${quotedName(name)}) to stdout`, {}),
  );
}

/** Throws if the database contains data. Removes tables without a user, which an interrupted start or restore left. */
export async function requireEmptyTarget(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and not relispartition`,
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name);
  const ours = names.includes("_prisma_migrations");
  const users = ours && names.includes("users") ? await client.query("select from users limit 1") : undefined;
  if (!ours || (users?.rowCount ?? 0) > 0) throw new Error("The database is not empty: restore into a new one.");
  await clear(client);
}

const clear = (client: Client) => client.query("drop schema public cascade; create schema public");

/**
 * Fills an empty database: creates the tables with the migrations that the rows were written under, loads the rows, and
 * then runs the newer migrations. Compares the rows before the newer migrations change them. Loads all rows or none: an
 * interrupted attempt leaves no user.
 *
 * @throws Error with a sentence; the database is then empty again
 */
export async function loadRows(client: Client, work: Load): Promise<void> {
  refuseOtherVersions(work.shape.migrations, "The data");
  try {
    await fill(client, work);
  } catch (error) {
    await clear(client).catch(() => {});
    throw error;
  }
}

async function fill(client: Client, { shape, tables, load, onTable }: Load): Promise<void> {
  await client.query(SAME_FORMAT);
  await migrateTo(client, shape.migrations);
  const own = await listTables(client);
  const missing = tables.find(({ name }) => own.every((table) => table.name !== name));
  if (missing) throw new Error(`There is no table ${missing.name} in this version.`);
  await inTransaction(client, async () => {
    const back = await dropConstraints(client, own);
    for (const { name, parent, bound } of shape.partitions)
      await client.query(`create table if not exists ${quotedName(name)} partition of ${quotedName(parent)} ${bound}`);
    // Migrations insert rows, too.
    await client.query(`truncate ${own.map(({ name }) => quotedName(name)).join(", ")}`);
    for (const table of own.filter(({ name }) => tables.some((kept) => kept.name === name))) {
      onTable(table.name);
      const columns = table.stored.map(quotedName).join(", ");
      await load(table, client.query(copyFrom(`copy ${quotedName(table.name)} (${columns}) from stdin`)));
    }
    for (const { name, value, called } of shape.sequences)
      await client.query("select setval(to_regclass($1), $2, $3)", [`public.${quotedName(name)}`, value, called]);
    onTable("indexes");
    for (const statement of back) await client.query(statement);
    await client.query("analyze");
    const found: TableState[] = [];
    for (const table of own) {
      onTable(`${table.name}, compared`);
      found.push(await readTableState(client, table));
    }
    const [difference] = differences(tables, found);
    if (difference) throw new Error(difference);
  });
  // Runs newer migrations and creates functions and triggers.
  await client.query("reset all");
  await migrate(client);
}

export interface Load {
  shape: Shape;
  /** the state of the original tables */
  tables: TableState[];
  /** writes a table's rows to `into` and ends it */
  load(table: Table, into: Writable): Promise<void>;
  onTable(name: string): void;
}

/**
 * Drops foreign keys and indexes and disables triggers, so that rows can be inserted in any order and unchanged.
 * Returns the statements that restore them, which check all rows at once.
 */
async function dropConstraints(client: Client, tables: Table[]): Promise<string[]> {
  const foreign = await client.query<{ of: string; name: string; def: string }>(
    `select conrelid::regclass::text as of, conname::text as name, pg_get_constraintdef(oid) as def from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  );
  // Without "on only", an index is created on all partitions, too.
  const indexes = await client.query<{ name: string; def: string }>(
    `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as def
     from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = 'public'::regnamespace and not relispartition
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  const named = tables.map(({ name }) => quotedName(name));
  for (const { of, name } of foreign.rows) await client.query(`alter table ${of} drop constraint ${quotedName(name)}`);
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  for (const name of named) await client.query(`alter table ${name} disable trigger user`);
  return [
    ...indexes.rows.map(({ def }) => def),
    ...foreign.rows.map(({ of, name, def }) => `alter table ${of} add constraint ${quotedName(name)} ${def}`),
    ...named.map((name) => `alter table ${name} enable trigger user`),
  ];
}

/** Creates the tables of the version with only these migrations. Its functions and triggers are not stored. */
async function migrateTo(client: Client, migrations: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "signpost-migrations-"));
  try {
    // The first one contains those before it.
    for (const name of listMigrations().filter((name) => migrations.includes(name)))
      cpSync(join(MIGRATIONS, name), join(folder, name), { recursive: true });
    const noFiles = mkdtempSync(join(tmpdir(), "signpost-sql-"));
    try {
      await migrate(client, folder, noFiles);
    } finally {
      rmSync(noFiles, { recursive: true });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
