// npm run db:migration <name>   writes a migration from the committed ones to schema.prisma
//                               and prisma/sql
// npm run db:check              fails if that migration would not be empty
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { withAdvisoryLock } from "@/lib/platform/database/advisory-lock";
import { listMigrations, MIGRATIONS, migrate, readSqlFiles } from "@/lib/platform/database/migrate";
import { openFolder } from "@/lib/platform/files/data-folder";
import { startPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { schemaDiff } from "./schema-diff";
import { sqlDrift } from "./sql-drift";

/**
 * The last line of every migration. It makes each change of functions and triggers need a migration. An older version
 * does not start on a database with an unknown migration, so it cannot restore its own functions while a newer version
 * runs.
 */
const RECORDED = "-- prisma/sql: ";

const [command, name = ""] = process.argv.slice(2);
if (command === "write" && !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error("Name the migration in small letters, digits and underscores: npm run db:migration add_link_notes");
  process.exit(1);
}

const { sql, drift } = await difference();
const outdated = recordedHash() !== readSqlFiles().hash;
if (drift.length > 0) {
  console.error(
    `The migrations leave what prisma/sql does not. Write it into a file there, or drop it in a migration:\n\n${drift.join("\n")}`,
  );
  process.exitCode = 1;
} else if (sql === "" && !outdated) {
  console.log("The migrations say the same as schema.prisma and prisma/sql.");
} else if (command === "write") {
  const timestamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = join(MIGRATIONS, `${timestamp}_${name}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "migration.sql"), `${sql}${sql && "\n"}${RECORDED}${readSqlFiles().hash}\n`);
  console.log(`Wrote ${relative(process.cwd(), folder)}/migration.sql. Read it before you commit it.`);
} else {
  console.error(
    sql === ""
      ? "The newest migration does not know what prisma/sql is by now. Run npm run db:migration <name>."
      : `The migrations do not say the same as schema.prisma. Run npm run db:migration <name>.\n\n${sql}`,
  );
  process.exitCode = 1;
}

/** Returns the hash of prisma/sql in the newest migration. */
function recordedHash(): string | undefined {
  const text = readFileSync(join(MIGRATIONS, listMigrations().at(-1) ?? "", "migration.sql"), "utf8");
  return text
    .split("\n")
    .findLast((line) => line.startsWith(RECORDED))
    ?.slice(RECORDED.length);
}

/** Returns the SQL that the migrations lack, and the functions and triggers that differ from prisma/sql. */
async function difference(): Promise<{ sql: string; drift: string[] }> {
  const folder = join(tmpdir(), `signpost-migration-${randomBytes(8).toString("hex")}`);
  openFolder("DATA_DIR", folder);
  const postgres = await startPostgres(folder);
  try {
    return await withAdvisoryLock(postgres.url, async (client) => {
      const noFiles = join(folder, "no-files");
      mkdirSync(noFiles);
      await migrate(client, MIGRATIONS, noFiles);
      const sql = await schemaDiff(postgres.url);
      // prisma/sql may use objects that the missing migration creates.
      if (sql !== "") return { sql, drift: [] };
      await migrate(client);
      return { sql, drift: await sqlDrift(client) };
    });
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}
