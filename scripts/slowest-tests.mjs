import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";

/** How many files are printed. */
const MOST = 40;

const seconds = (/** @type {number} */ value) => `${value.toFixed(1).padStart(8)} s`;

/**
 * Prints the processor time of the slowest files and of each project, in seconds. `report` is the path of vitest's JSON
 * report. `times` has a line for each file, written by tests/support/processor-time.ts. Only the total includes vitest
 * itself and the servers and Postgres that files share.
 */
export function printSlowest(/** @type {string} */ report, /** @type {string} */ times) {
  if (!existsSync(times)) return;
  const files = readFileSync(times, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const tests = testsByFile(report);
  const projects = new Map();
  for (const { path, seconds } of files) {
    const project = path.split("/")[1];
    projects.set(project, (projects.get(project) ?? 0) + seconds);
  }
  console.log(`\nProcessor time of the ${Math.min(MOST, files.length)} slowest of ${files.length} files`);
  for (const file of files.sort((a, b) => b.seconds - a.seconds).slice(0, MOST))
    console.log(`${seconds(file.seconds)}  ${file.path}, ${tests.get(file.path) ?? 0} tests`);
  console.log("\nProcessor time by project");
  for (const [project, time] of projects) console.log(`${seconds(time)}  ${project}`);
  console.log(`${seconds(total())}  all processes`);
}

/** Returns the processor time, in seconds, of all child processes that have ended. Only Linux reports it. */
function total() {
  if (process.platform !== "linux") return Number.NaN;
  const stat = readFileSync("/proc/self/stat", "latin1");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(13, 15);
  return (Number(user) + Number(system)) / 100;
}

/** @returns {Map<string, number>} the number of tests by file */
function testsByFile(/** @type {string} */ report) {
  if (!existsSync(report)) return new Map();
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  return new Map(
    testResults.map((/** @type {{ name: string; assertionResults: unknown[] }} */ { name, assertionResults }) => [
      relative(process.cwd(), name),
      assertionResults.length,
    ]),
  );
}
