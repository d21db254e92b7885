// `tsx tests/support/empty-database.ts <folder>` makes a DATA_DIR with a database like after a first start, but without
// rows. `npm test` does so once, and most tests start with a copy, which takes a tenth of a second.

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { argv, env } from "node:process";
import pg from "pg";

/** The folder of that database; undefined for tests that run without `npm test`. */
const FOLDER = env.EMPTY_DATABASE;

/** Copies the empty database into a folder that has none. Without `EMPTY_DATABASE` the service makes its own there. */
export function copyEmptyDatabase(folder: string): void {
  if (FOLDER && !existsSync(join(folder, "postgres"))) execFileSync("cp", ["-a", `${FOLDER}/.`, folder]);
}

if (argv[1]?.endsWith("empty-database.ts")) await make(argv[2] ?? "");

async function make(folder: string): Promise<void> {
  chmodSync(folder, 0o755);
  const { startPostgres } = await import("@/lib/platform/postgres/embedded-postgres");
  const { migrate } = await import("@/lib/platform/database/migrate");
  const postgres = await startPostgres(folder);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await migrate(client);
  await client.end();
  await postgres.stop();
  // The ballast file and the locks must not be copied.
  for (const own of ["ballast", "postgres.lock"]) rmSync(join(folder, "postgres", own), { force: true });
  for (const own of ["lock", "postgres.log"]) if (existsSync(join(folder, own))) rmSync(join(folder, own));
}
