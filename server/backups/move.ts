import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { withAdvisoryLock } from "@/lib/platform/database/advisory-lock";
import { place } from "@/lib/platform/database/client";
import { openFolder } from "@/lib/platform/files/data-folder";
import { removeScratch, startScratchPostgres } from "@/lib/platform/postgres/scratch-postgres";
import { copyRows, loadRows, readDatabaseShape, requireEmptyTarget } from "./rows";
import { withClient } from "./storage/client";
import { readTableStates } from "./tables";

export interface Moved {
  tables: number;
  rows: number;
}

/**
 * Copies all rows of a database that is not in use into an empty one of any major version, and compares each table. The
 * source does not change.
 *
 * @throws Error with a sentence; the target is then as empty as before
 */
export async function copyDatabase(from: string, to: string, onStep: (step: string) => void): Promise<Moved> {
  return withClient(from, async (source) => {
    await requireNoOtherConnections(source, from);
    await source.query("begin isolation level repeatable read read only");
    const shape = await readDatabaseShape(source);
    const tables = await readTableStates(source, (name) => onStep(`${name}, counted`));
    await withAdvisoryLock(to, async (client) => {
      await requireEmptyTarget(client);
      await loadRows(client, {
        shape,
        tables,
        onTable: onStep,
        load: (table, into) => pipeline(copyRows(source, table), into),
      });
    });
    return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0) };
  });
}

/** Does the same into a new embedded Postgres in `dataDir`. */
export async function copyIntoEmbedded(from: string, dataDir: string, onStep: (step: string) => void): Promise<Moved> {
  const data = join(dataDir, "postgres");
  if (existsSync(data)) throw new Error(`There is a database in ${data}: move it away first.`);
  const restoring = join(dataDir, "restoring");
  removeScratch(restoring);
  openFolder("DATA_DIR", restoring);
  try {
    const postgres = await startScratchPostgres(restoring, false);
    let moved: Moved;
    try {
      moved = await copyDatabase(from, postgres.url, onStep);
    } finally {
      await postgres.stop();
    }
    // The database comes last, because it is useless without its password.
    for (const name of ["postgres-password", "postgres"]) {
      rmSync(join(dataDir, name), { force: true });
      renameSync(join(restoring, name), join(dataDir, name));
    }
    return moved;
  } finally {
    removeScratch(restoring);
  }
}

/** How long connections of a killed command may stay open. */
const LEFT_MS = 5_000;

/** Throws if there are other connections, because what they write during the copy would be lost. */
export async function requireNoOtherConnections(client: Client, url: string): Promise<void> {
  for (const deadline = Date.now() + LEFT_MS; ; await sleep(250)) {
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    const others = rows[0]?.others ?? 0;
    if (others === 0) return;
    if (Date.now() > deadline)
      throw new Error(
        `${others} connections to the database at ${place(url)} are open: stop everything that uses it first.`,
      );
  }
}
