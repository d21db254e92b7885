import { execFile } from "node:child_process";
import { appendFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../support/server";

const tsx = ["node_modules/tsx/dist/cli.mjs", "--tsconfig", "tsconfig.json", "scripts/migration.ts"];
const [program = "", option = "", config = "", script = ""] = tsx.map((path) =>
  /^-/.test(path) ? path : resolve(path),
);

test("writes a migration for a column that a function already reads", async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  cpSync("prisma", join(folder, "prisma"), { recursive: true });
  cpSync(".build/release.json", join(folder, ".build/release.json"));
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, [program, option, config, script, ...words], { cwd: folder });

  const schema = join(folder, "prisma/schema.prisma");
  writeFileSync(schema, readFileSync(schema, "utf8").replace(/^model Link \{$/m, "$&\n  novel String?"));
  appendFileSync(
    join(folder, "prisma/sql/links.sql"),
    `CREATE OR REPLACE FUNCTION novel_of(link "links") RETURNS text LANGUAGE sql AS $$ SELECT link.novel $$;\n`,
  );
  await expect(run("check")).rejects.toThrow('ALTER TABLE "links" ADD COLUMN     "novel" TEXT;');
  await run("write", "novel");
  const written = readdirSync(join(folder, "prisma/migrations")).filter((name) => name.endsWith("_novel"));
  const sql = readFileSync(join(folder, "prisma/migrations", `${written}`, "migration.sql"), "utf8");
  expect(sql).toMatch(
    /^-- AlterTable\nALTER TABLE "links" ADD COLUMN {5}"novel" TEXT;\n\n-- prisma\/sql: [\da-f]{64}\n$/,
  );
  expect((await run("check")).stdout).toContain("The migrations say the same");
});
