import type { ClientBase } from "pg";
import { type SchemaVersion, vitals } from "@/lib/platform/process/vitals";
import { listMigrations } from "./migrate";
import { readSqlFiles } from "./sql-files";

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
