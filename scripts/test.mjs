// `npm test` works in a bare clone: it installs and builds what is missing, then runs the tests that must pass before a
// change lands. The last line is `N passed, N failed`.
//   --all      runs every test, as `npm run test:all` does
//   --slowest  prints the processor time of each file and project
// Other arguments go to vitest: `npm test -- tests/unit`.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileCache } from "./compile-cache.mjs";
import { prepare } from "./prepare.mjs";
import { printSlowest } from "./slowest-tests.mjs";
import { count } from "./test-count.mjs";
import { longTests } from "./test-tiers.mjs";
import { findCaddy, findChromium, findClickHouse, findNginx, findRedisServer } from "./tools.mjs";

const root = join(import.meta.dirname, "..");

/** Runs a program in the foreground. */
function run(/** @type {string} */ command, /** @type {string[]} */ ...args) {
  console.log(`\n> ${command} ${args.join(" ")}`);
  return spawnSync(command, args, { stdio: "inherit" }).status === 0;
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
  // Ordinary runs leave out the tests of proxies.
  const missingProxies = () =>
    all ? [...(findNginx() ? [] : ["nginx-light"]), ...(findCaddy() ? [] : ["caddy"])] : [];
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
    run("apt-get", "update") && (install(wanted) || install(await missing()));
    // Otherwise systemd would start them, on ports 80 and 443 of this machine.
    process.env.SYSTEMD_OFFLINE = "1";
    // Separately, because older systems have no package of Caddy.
    for (const proxy of missingProxies()) install([proxy]);
    delete process.env.SYSTEMD_OFFLINE;
  }
  for (const tool of [...(await missing()), ...missingProxies()]) {
    console.log(`\nThere is no ${tool} on this machine: the tests that need it are skipped. Install it to run them.`);
  }
}

const flags = ["--all", "--slowest"];
const all = process.argv.includes("--all");
const given = process.argv.slice(2).filter((argument) => !flags.includes(argument));
const chosen = given.length > 0 || all ? given : longTests.flatMap((file) => ["--exclude", file]);
/** The report stays after the run, for other programs. */
const report = join(root, "tests/output/report.json");
const times = join(root, "tests/output/processor-times.jsonl");

function runVitest() {
  const folder = mkdtempSync(join(tmpdir(), "signpost-tests-"));
  const database = join(folder, "database");
  try {
    mkdirSync(database);
    chmodSync(folder, 0o755);
    const tsx = join(root, "node_modules/tsx/dist/cli.mjs");
    if (run(process.execPath, tsx, "tests/support/empty-database.ts", database)) process.env.EMPTY_DATABASE = database;
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    mkdirSync(join(root, "tests/output"), { recursive: true });
    for (const file of [report, times]) rmSync(file, { force: true });
    process.env.PROCESSOR_TIMES = times;
    // What a killed server or browser leaves behind is removed with the folder.
    process.env.TMPDIR = folder;
    if (all) process.env.ALL_TESTS = "1";
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const succeeded = run(process.execPath, vitest, "run", ...reporters, ...chosen);
    return count(report, succeeded);
  } finally {
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
await prepare({ dev: true });
process.off("exit", broke);

await findTools();
// Printed first and last, because an interrupted run may not reach its end.
process.env.SEED ??= String(randomInt(2 ** 31));
console.log(`\nSEED=${process.env.SEED} repeats what is chosen at random.`);
const checks = process.env.CI === "true" ? ["check", "db:check"] : ["db:check"];
const broken = checks.filter((script) => !run("npm", "run", script));
const { passed, failed, skipped } = runVitest();

if (failed > 0) console.log(`\nSEED=${process.env.SEED} chooses the same again.`);
if (process.argv.includes("--slowest")) printSlowest(report, times);
for (const script of broken) console.log(`\nnpm run ${script} failed.`);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 || broken.length > 0 ? 1 : 0;
