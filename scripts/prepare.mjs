// Prepares a clone: packages, generated code, the bundled programs and the pages. Skips what is up to date. It runs
// before any package is installed, so it imports none. `node scripts/prepare.mjs` installs what development needs.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { lock } from "./build-lock.mjs";
import { freeMemory, memoryAdvice } from "./build-memory.mjs";
import { hashOf, isUpToDate, keepHash } from "./sources.mjs";

/** What can be prepared. Each needs the ones before it. */
const steps = /** @type {const} */ (["packages", "code", "programs", "pages"]);

/**
 * Prepares the clone that the process runs in, one process at a time. Ends the process if a step fails. With `dev`, the
 * packages for tests, checks and benchmarks are installed too. `until` is the last step that is needed.
 */
export async function prepare({ dev = false, until = /** @type {(typeof steps)[number]} */ ("pages") } = {}) {
  const wanted = steps.slice(1, steps.indexOf(until) + 1);
  const isReady = () => isInstalled(dev) && wanted.every((name) => isUpToDate(name));
  if (isReady()) return;
  const unlock = await lock();
  if (!isInstalled(dev)) await install(dev);
  if (until === "pages" && !wanted.every((name) => isUpToDate(name))) await build();
  else {
    if (wanted.includes("code") && !isUpToDate("code")) await generate();
    if (wanted.includes("programs") && !isUpToDate("programs")) await buildPrograms();
  }
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

const generate = () => step("Generating code", process.execPath, ["scripts/generate.mjs"]);
const buildPrograms = () => step("Building the server", process.execPath, ["scripts/build.mjs"]);

async function build() {
  const sources = hashOf("pages");
  // Until all of it is built, the next start builds again.
  keepHash("pages", "");
  const { refusal, warning } = memoryAdvice(freeMemory());
  if (refusal) fail(refusal);
  if (warning) console.log(warning);
  await generate();
  await step("Building pages", process.execPath, ["node_modules/next/dist/bin/next", "build"]);
  await step("Compressing files", process.execPath, ["scripts/compress.mjs"]);
  await buildPrograms();
  keepHash("pages", sources);
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await prepare({ dev: true, until: "packages" });
