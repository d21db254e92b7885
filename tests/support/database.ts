import { rm } from "node:fs/promises";
import { afterAll } from "vitest";
import { copyEmptyDatabase } from "./empty-database";
import { temporaryFolder } from "./server";

/**
 * Gives the test's file a Postgres with tables and plans, as the database of `@/lib/platform/db`, and a DATA_DIR. What reads
 * the configuration is to be imported afterwards. Both go when the file's tests have run.
 */
export async function startDatabase(): Promise<{ dataDir: string }> {
  const dataDir = await temporaryFolder();
  copyEmptyDatabase(dataDir);
  const APP_SECRET = "a secret of the tests, which is long enough";
  Object.assign(process.env, { APP_SECRET, DATA_DIR: dataDir, LOG_LEVEL: "silent" });
  const { startPostgres } = await import("@/lib/platform/embedded-postgres");
  const postgres = await startPostgres(dataDir);
  const { provide } = await import("@/lib/platform/env");
  provide({ DATABASE_URL: postgres.url });
  const { closeDatabase, prepareDatabase } = await import("@/server/database");
  await prepareDatabase(postgres.url);
  afterAll(async () => {
    await closeDatabase();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { dataDir };
}
