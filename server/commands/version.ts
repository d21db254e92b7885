import { StartError } from "@/lib/contract/errors";
import { databaseSchema, schemaOfThisVersion } from "@/lib/platform/database/migrate";
import type { SchemaVersion } from "@/lib/platform/process/vitals";
import { release, releaseLine } from "@/lib/platform/release";
import type { Command } from "./command";

export const version: Command = {
  name: "version",
  summary: "Prints the version, its commit, its schema and the schema of the running database.",
  async run() {
    const schema = schemaOfThisVersion();
    const database = await ofDatabase();
    const { version, commit } = release();
    const text = [releaseLine(), `schema ${shown(schema)}`, `database ${database ? shown(database) : "not reached"}`];
    return { ok: true, result: { version, commit, schema, database }, text: text.join("\n") };
  },
};

const shown = ({ migration, sql }: SchemaVersion) => `${migration} (functions ${sql})`;

/** Returns null if the database cannot be reached, because the program has a version even then. */
async function ofDatabase(): Promise<SchemaVersion | null> {
  try {
    const { withDatabase } = await import("./database");
    return await withDatabase(({ client }) => databaseSchema(client));
  } catch (error) {
    if (error instanceof StartError) process.stderr.write(`${error.message}\n`);
    return null;
  }
}
