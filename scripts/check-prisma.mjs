// Checks prisma/schema.prisma with the `prisma` command, and that scripts/prisma-client.mjs writes the client that
// `prisma generate` writes. Prints each problem and exits with 1 if there are any.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const root = resolve(import.meta.dirname, "..");
const command = join(root, "node_modules/prisma/build/index.js");

/** Runs `prisma` in a folder that has a `prisma/schema.prisma`. Returns its output, and whether it succeeded. */
function prisma(/** @type {string} */ folder, /** @type {string[]} */ ...args) {
  const environment = {
    ...process.env,
    // Prisma would download its migration engine, which these commands do not use. Any program works instead.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  };
  return new Promise((done) => {
    const child = spawn(process.execPath, [command, ...args], { cwd: folder, env: environment });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
    child.on("close", (code) => done({ output: output.trim(), succeeded: code === 0 }));
  });
}

/**
 * Returns what is wrong with a schema, and which files of the client differ from those of `prisma generate`. Works in a
 * copy, and changes neither.
 */
export async function prismaProblems(/** @type {string} */ schema, /** @type {string} */ client) {
  mkdirSync(join(root, ".build"), { recursive: true });
  // Inside of the project, because the generator reads tsconfig.json.
  const folder = mkdtempSync(join(root, ".build/check-prisma-"));
  try {
    mkdirSync(join(folder, "prisma"));
    cpSync(schema, join(folder, "prisma/schema.prisma"));
    const [validated, formatted, generated] = await Promise.all([
      prisma(folder, "validate"),
      prisma(folder, "format", "--check"),
      prisma(folder, "generate", "--no-hints"),
    ]);
    if (!validated.succeeded) return [validated.output];
    return [
      ...(formatted.succeeded ? [] : [`${schema} is not formatted. Run npm run format.`]),
      ...(generated.succeeded
        ? differences(join(folder, "generated/prisma"), client).map(
            (file) => `scripts/prisma-client.mjs writes ${file} differently than prisma generate.`,
          )
        : [generated.output]),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the files that only one of two folders has, or that differ. */
function differences(/** @type {string} */ one, /** @type {string} */ other) {
  const [files, others] = [filesIn(one), filesIn(other)];
  return [...new Set([...files.keys(), ...others.keys()])]
    .filter((file) => files.get(file) !== others.get(file))
    .sort();
}

function filesIn(/** @type {string} */ folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.chdir(root);
  const problems = await prismaProblems("prisma/schema.prisma", "generated/prisma");
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
