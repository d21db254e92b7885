import { rm } from "node:fs/promises";
import { afterAll } from "vitest";
import { temporaryFolder } from "./server";
import { createDatabase } from "./shared-postgres";

/**
 * Gives the test file a database with tables and plans, as the database of `@/lib/platform/database/db`, and a DATA_DIR. Import
 * modules that read the configuration afterwards. Both are removed after the file's tests.
 */
export async function startDatabase(): Promise<{ dataDir: string }> {
  const dataDir = await temporaryFolder();
  const APP_SECRET = "a secret of the tests, which is long enough";
  Object.assign(process.env, { APP_SECRET, DATA_DIR: dataDir, LOG_LEVEL: "silent" });
  const database = await createDatabase();
  const { provide } = await import("@/lib/platform/env");
  provide({ DATABASE_URL: database.url });
  const { closeDatabase, prepareDatabase } = await import("@/server/commands/prepare-database");
  await prepareDatabase(database.url);
  afterAll(async () => {
    await closeDatabase();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { dataDir };
}
