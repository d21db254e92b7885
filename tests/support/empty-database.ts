// `tsx tests/support/empty-database.ts <folder>` makes a DATA_DIR with a database like after a first start, but without
// rows, once for all tests of a run. Most tests start with a copy, which takes a tenth of a second.

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { argv, env } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { lockFile } from "@/lib/platform/files/kernel-lock.mjs";

/** The folder of that database; undefined for tests that run without `npm test`. */
const FOLDER = env.EMPTY_DATABASE;

const isMade = (folder: string) => existsSync(join(folder, "postgres"));

/**
 * Copies the empty database into a folder that has none, and makes it if no test has needed it yet. Without
 * `EMPTY_DATABASE` the service makes its own there.
 */
export function copyEmptyDatabase(folder: string): void {
  if (!FOLDER || isMade(folder)) return;
  if (!isMade(FOLDER))
    execFileSync(process.execPath, ["node_modules/tsx/dist/cli.mjs", import.meta.filename, FOLDER], {
      stdio: ["ignore", "ignore", "inherit"],
    });
  execFileSync("cp", ["-a", `${FOLDER}/.`, folder]);
}

if (argv[1]?.endsWith("empty-database.ts")) await makeOnce(argv[2] ?? "");

/** Makes the database next to the folder, so that nobody copies an unfinished one. Other processes wait for it. */
async function makeOnce(folder: string): Promise<void> {
  while (lockFile(`${folder}.lock`).state === "held") await sleep(100);
  if (isMade(folder)) return;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  await make(unfinished);
  renameSync(unfinished, folder);
}

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
