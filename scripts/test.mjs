// `npm test` works in a bare clone: it installs and builds what is missing, then runs the tests that must pass before a
// change lands. The last line is `N passed, N failed`.
//   --all      runs every test, as `npm run test:all` does
//   --slowest  prints the processor time of each file and project
//   --watch    runs the chosen tests again whenever their code changes
// Other arguments go to vitest: `npm test -- tests/unit`. For chosen files, only what they need is prepared.
import { spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { compileCache } from "./compile-cache.mjs";
import { endProcessesOf } from "./end-processes.mjs";
import { prepare } from "./prepare.mjs";
import { printSlowest } from "./slowest-tests.mjs";
import { count } from "./test-count.mjs";
import { chosenFiles, needsOf } from "./test-needs.mjs";
import { longTests } from "./test-tiers.mjs";
import { findCaddy, findChromium, findClickHouse, findNginx, findPgBouncer, findRedisServer } from "./tools.mjs";

const root = join(import.meta.dirname, "..");

/** The program that runs, and the signal that ended this run. */
let running = /** @type {import("node:child_process").ChildProcess | undefined} */ (undefined);
let endedBy = /** @type {"SIGINT" | "SIGTERM" | undefined} */ (undefined);

function end(/** @type {"SIGINT" | "SIGTERM"} */ signal) {
  endedBy = signal;
  running?.kill(signal);
}

/** Runs a program in the foreground. Returns whether it succeeded. */
async function run(/** @type {string} */ command, /** @type {string[]} */ ...args) {
  if (endedBy) return false;
  console.log(`\n> ${command} ${args.join(" ")}`);
  const child = spawn(command, args, { stdio: "inherit" });
  running = child;
  const code = await new Promise((done) => child.on("error", () => done(1)).on("close", done));
  running = undefined;
  return code === 0 && !endedBy;
}

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync("/etc/os-release", "utf8"));
  } catch {
    return false;
  }
}

async function findTools() {
  const install = (/** @type {string[]} */ names) =>
    run("apt-get", "install", "-y", "--no-install-recommends", ...names);
  // Ordinary runs leave out the tests of proxies and poolers.
  const missingProxies = () =>
    all
      ? [
          ...(findNginx() ? [] : ["nginx-light"]),
          ...(findCaddy() ? [] : ["caddy"]),
          ...(findPgBouncer() ? [] : ["pgbouncer"]),
        ]
      : [];
  const missing = async (browser = "chromium") => [
    ...((await findChromium()) ? [] : [browser]),
    ...(findRedisServer() ? [] : ["redis-server"]),
    ...(findClickHouse() ? [] : ["clickhouse-server"]),
    ...(spawnSync("prometheus", ["--version"]).status === 0 ? [] : ["prometheus"]),
    ...(spawnSync("zbarimg", ["--version"]).status === 0 ? [] : ["zbar-tools"]),
    ...(spawnSync("rsvg-convert", ["--version"]).status === 0 ? [] : ["librsvg2-bin"]),
  ];
  const wanted = await missing("chromium-headless-shell");
  if (wanted.length + missingProxies().length > 0 && process.getuid?.() === 0 && isDebian()) {
    process.env.DEBIAN_FRONTEND = "noninteractive";
    // Some systems have no package for the smaller browser.
    (await run("apt-get", "update")) && ((await install(wanted)) || (await install(await missing())));
    // Otherwise systemd would start them, on ports 80 and 443 of this machine.
    process.env.SYSTEMD_OFFLINE = "1";
    // Separately, because older systems have no package of Caddy.
    for (const proxy of missingProxies()) await install([proxy]);
    delete process.env.SYSTEMD_OFFLINE;
  }
  for (const tool of [...(await missing()), ...missingProxies()]) {
    console.log(`\nThere is no ${tool} on this machine: the tests that need it are skipped. Install it to run them.`);
  }
}

const flags = ["--all", "--slowest", "--watch"];
const all = process.argv.includes("--all");
const watches = process.argv.includes("--watch");
const given = process.argv.slice(2).filter((argument) => !flags.includes(argument));
const chosen = given.length > 0 || all ? given : longTests.flatMap((file) => ["--exclude", file]);
/** The files that vitest will run, if some are chosen by their paths. */
const files = chosenFiles(given.filter((argument) => !argument.startsWith("-")));
const needs = files.length > 0 ? needsOf(files) : /** @type {const} */ ({ until: "pages", tools: true });
/** The report stays after the run, for other programs. */
const report = join(root, "tests/output/report.json");

async function runVitest() {
  const folder = mkdtempSync(join(tmpdir(), "signpost-tests-"));
  chmodSync(folder, 0o755);
  const times = join(folder, "processor-times.jsonl");
  try {
    // Made by the first test that needs it, or here if nearly all do.
    process.env.EMPTY_DATABASE ??= join(folder, "database");
    const tsx = join(root, "node_modules/tsx/dist/cli.mjs");
    if (needs.until === "pages")
      await run(process.execPath, tsx, "tests/support/empty-database.ts", process.env.EMPTY_DATABASE);
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    process.env.PROCESSOR_TIMES = times;
    // What a killed server or browser leaves behind is removed with the folder.
    process.env.TMPDIR = folder;
    if (all) process.env.ALL_TESTS = "1";
    if (watches) {
      const succeeded = await run(process.execPath, vitest, "watch", ...chosen);
      return { passed: 0, failed: succeeded || endedBy ? 0 : 1, skipped: 0 };
    }
    mkdirSync(dirname(report), { recursive: true });
    rmSync(report, { force: true });
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const succeeded = await run(process.execPath, vitest, "run", ...reporters, ...chosen);
    if (process.argv.includes("--slowest")) printSlowest(report, times);
    return count(report, succeeded);
  } finally {
    await endProcessesOf(folder);
    removeFolder(folder);
  }
}

/** Removes a folder, again if a process that was just killed still wrote into it. */
function removeFolder(/** @type {string} */ folder) {
  try {
    rmSync(folder, { recursive: true, maxRetries: 10 });
  } catch (error) {
    console.log(`\n${folder} was not removed: ${error}`);
  }
}

// `npm test --silent` should silence npm for this run, but not for an installation that fails.
delete process.env.npm_config_loglevel;

// `prepare` ends the process if a step fails. The last line must report that, too.
const broke = () => console.log("\n0 passed, 1 failed");
process.once("exit", broke);
process.chdir(root);
compileCache();
await prepare({ dev: true, until: needs.until });
process.off("exit", broke);

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, () => end(signal));
if (needs.tools) await findTools();
// Printed first and last, because an interrupted run may not reach its end.
process.env.SEED ??= String(randomInt(2 ** 31));
console.log(`\nSEED=${process.env.SEED} repeats what is chosen at random.`);
const checks = files.length > 0 ? [] : process.env.CI === "true" ? ["check", "db:check"] : ["db:check"];
const broken = [];
for (const script of checks) if (!(await run("npm", "run", script))) broken.push(script);
const { passed, failed, skipped } = await runVitest();

if (failed > 0 && !endedBy) console.log(`\nSEED=${process.env.SEED} chooses the same again.`);
for (const script of broken) console.log(`\nnpm run ${script} failed.`);
if (!watches) console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 || broken.length > 0 ? 1 : 0;
if (endedBy) process.exitCode = 128 + constants.signals[endedBy];
