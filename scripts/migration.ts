// npm run db:migration <name>   writes the migration from the committed ones to schema.prisma
// npm run db:check              fails when that migration would not be empty
import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { withAdvisoryLock } from "@/lib/platform/advisory-lock";
import { openFolder } from "@/lib/platform/data-folder";
import { startPostgres } from "@/lib/platform/embedded-postgres";
import { MIGRATIONS, migrate } from "@/lib/platform/migrate";
import { schemaDiff } from "./schema-diff";

const [command, name = ""] = process.argv.slice(2);
if (command === "write" && !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error("Name the migration in small letters, digits and underscores: npm run db:migration add_link_notes");
  process.exit(1);
}

const sql = await difference();
if (sql === "") {
  console.log("The migrations say the same as schema.prisma.");
} else if (command === "write") {
  const timestamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = join(MIGRATIONS, `${timestamp}_${name}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "migration.sql"), sql);
  console.log(`Wrote ${relative(process.cwd(), folder)}/migration.sql. Read it before you commit it.`);
} else {
  console.error(`The migrations do not say the same as schema.prisma. Run npm run db:migration <name>.\n\n${sql}`);
  process.exitCode = 1;
}

/** What is missing in a new database after all migrations. */
async function difference(): Promise<string> {
  const folder = join(tmpdir(), `signpost-migration-${randomBytes(8).toString("hex")}`);
  openFolder("DATA_DIR", folder);
  const postgres = await startPostgres(folder);
  try {
    await withAdvisoryLock(postgres.url, (client) => migrate(client));
    return await schemaDiff(postgres.url);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}
