// `npm run check` runs all of its steps, the fast ones first, and prints each with its time. It exits with 1 if any
// failed. It installs packages that are missing.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { prepare } from "./prepare.mjs";

/** Each step: its name, and the arguments of the Node processes that do it, one after the other. */
const steps = /** @type {const} */ ([
  ["message keys", [["scripts/check-messages.mjs"]]],
  ["structure", [["scripts/check-structure.mjs"]]],
  ["theme", [["scripts/check-theme.mjs"]]],
  ["English", [["scripts/plain-english.mjs"]]],
  ["format and lint", [["node_modules/@biomejs/biome/bin/biome", "check", "."]]],
  [
    "types",
    [
      ["scripts/generate.mjs"],
      ["node_modules/next/dist/bin/next", "typegen"],
      ["node_modules/typescript/bin/tsc", "--noEmit", "--incremental", "false"],
    ],
  ],
  ["Prisma", [["scripts/check-prisma.mjs"]]],
]);

/**
 * Runs each step and prints how long it took, with its output if it fails. Returns the names of those that failed.
 *
 * @param {readonly (readonly [name: string, commands: readonly (readonly string[])[]])[]} all
 */
export async function runSteps(all, print = console.log) {
  const failed = [];
  for (const [name, commands] of all) {
    const startedAt = Date.now();
    let output = "";
    let succeeded = true;
    for (const args of commands) succeeded &&= await run(args, (text) => (output += text));
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    print(`${succeeded ? "ok    " : "FAILED"} ${name}, ${seconds} s`);
    if (succeeded) continue;
    failed.push(name);
    print(output.trimEnd());
  }
  return failed;
}

/** Runs Node with these arguments. Returns whether it succeeded. */
function run(/** @type {readonly string[]} */ args, /** @type {(text: string) => void} */ onOutput) {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", onOutput);
  return new Promise((done) => child.on("close", (code) => done(code === 0)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.chdir(join(import.meta.dirname, ".."));
  await prepare({ dev: true, until: "packages" });
  const failed = await runSteps(steps);
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(", ")}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
