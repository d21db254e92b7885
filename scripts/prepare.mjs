// Prepares a clone to run: packages, generated code, pages and the bundled process. Skips what is up to date. It runs
// before any package is installed, so it imports none.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lock } from "./build-lock.mjs";
import { freeMemory, memoryAdvice } from "./build-memory.mjs";

const STAMP = ".build/stamp";
/** The sources of the built files. */
const SOURCES = [
  ...["app", "components", "lib", "messages", "public", "server"],
  ...["prisma/schema.prisma", "prisma/seed.ts", "scripts/build.mjs", "scripts/compress.mjs", "scripts/generate.mjs"],
  ...["scripts/prisma-client.mjs", "scripts/regions.mjs"],
  ...["server.ts", "instrumentation.ts", "proxy.ts", "next.config.ts", "tsconfig.json", "package-lock.json"],
];
const RESULTS = [
  ".build/server.js",
  ".build/supervisor.js",
  ".build/transfer-worker.js",
  ".build/hosting-networks.bin",
  ".next/BUILD_ID",
  "generated/api-routes.ts",
  "generated/messages.ts",
  "generated/regions.json",
];

/**
 * Prepares the clone that the process runs in, one process at a time. Ends the process if a step fails. With `dev`, the
 * packages for tests, checks and benchmarks are installed too.
 */
export async function prepare({ dev = false } = {}) {
  if (isInstalled(dev) && isBuilt()) return;
  const unlock = await lock();
  if (!isInstalled(dev)) await install(dev);
  if (!isBuilt()) await build();
  unlock();
}

/** Returns whether npm's record of installed packages matches the lock file. */
function isInstalled(/** @type {boolean} */ dev) {
  const record = "node_modules/.package-lock.json";
  if (!existsSync(record)) return false;
  const packagesOf = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
  const installed = packagesOf(record);
  return Object.entries(packagesOf("package-lock.json")).every(([path, wanted]) => {
    if (path === "" || (wanted.dev && !dev)) return true;
    // An optional package may not exist for this machine.
    return installed[path] ? installed[path].version === wanted.version : wanted.optional;
  });
}

async function install(/** @type {boolean} */ dev) {
  const npm = process.env.npm_execpath;
  // `npm ci` removes all packages first, but a service that runs from this clone needs them. Packages for tests are
  // therefore added with `npm install`.
  const args = dev ? [isInstalled(false) ? "install" : "ci", "--include=dev"] : ["ci", "--omit=dev"];
  await (npm
    ? step("Installing packages", process.execPath, [npm, ...args])
    : step("Installing packages", "npm", args));
}

function isBuilt() {
  return (
    RESULTS.every((file) => existsSync(file)) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === hashSources()
  );
}

async function build() {
  rmSync(STAMP, { force: true });
  const sources = hashSources();
  const { refusal, warning } = memoryAdvice(freeMemory());
  if (refusal) fail(refusal);
  if (warning) console.log(warning);
  await step("Generating code", process.execPath, ["scripts/generate.mjs"]);
  await step("Building pages", process.execPath, ["node_modules/next/dist/bin/next", "build"]);
  await step("Compressing files", process.execPath, ["scripts/compress.mjs"]);
  await step("Building the server", process.execPath, ["scripts/build.mjs"]);
  writeFileSync(STAMP, sources);
}

function hashSources() {
  const hash = createHash("sha256");
  const add = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
  };
  SOURCES.forEach(add);
  return hash.digest("hex");
}

/** Runs a program and prints how long it took. Prints its output only if it fails. */
async function step(label, command, args) {
  const startedAt = Date.now();
  process.stdout.write(`${label} ... `);
  const child = spawn(command, args, { env: buildEnvironment(), stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      output += text;
    });
  const stop = (signal) => {
    child.kill(signal);
    process.exit(1);
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  const code = await new Promise((resolve) => child.on("error", resolve).on("close", resolve));
  process.off("SIGINT", stop).off("SIGTERM", stop);
  if (code !== 0) fail(`failed\n\n${code instanceof Error ? code.message : output}`);
  process.stdout.write(`${Math.round((Date.now() - startedAt) / 1000)} s\n`);
}

/** Returns the environment without the service's configuration, which builds do not need and which may be invalid. */
function buildEnvironment() {
  const kept = /^(PATH|HOME|USER|TMPDIR|LANG|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|(https?|no|all)_proxy|npm_config_.*)$/i;
  const entries = Object.entries(process.env).filter(([name]) => kept.test(name));
  return { ...Object.fromEntries(entries), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
