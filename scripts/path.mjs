// Prints a PATH on which `node` is a supported Node. package.json sets it before each script. If the installed Node is
// too old, this installs one from npm into .build/node, once. Other messages go to standard error.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The major version to install: the newest with long-term support. */
const MAJOR = 24;

const root = fileURLToPath(new URL("..", import.meta.url));
const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Returns whether package.json's range, such as `>=22.19 <25`, includes a version such as `v24.21.0`. */
function isSupported(version) {
  const [, major, minor, below] = /^>=(\d+)\.(\d+) <(\d+)$/.exec(engines.node).map(Number);
  const [ours, oursMinor] = version.slice(1).split(".").map(Number);
  return ours < below && (ours > major || (ours === major && oursMinor >= minor));
}

/** Returns the folder that contains `node` in an installation from npm. */
function binFolder(folder) {
  return join(folder, "node_modules", `node-${process.platform}-${process.arch}`, "bin");
}

function isUsable(folder) {
  const node = join(binFolder(folder), "node");
  return existsSync(node) && isSupported(spawnSync(node, ["--version"], { encoding: "utf8" }).stdout?.trim() || "v0.0");
}

/**
 * Installs Node into the folder. If several processes do so at once, the last one wins. Ends the process if it fails.
 */
function install(folder) {
  // npm's packages of Node are for Linux with the GNU C library.
  if (process.platform !== "linux" || existsSync("/etc/alpine-release"))
    fail(`Signpost needs Node ${engines.node}; this is ${process.version}. Install Node ${MAJOR}: https://nodejs.org`);
  console.error(
    `This is Node ${process.version}, Signpost needs ${engines.node}: installing Node ${MAJOR} into .build/node.`,
  );
  mkdirSync(join(root, ".build"), { recursive: true });
  const fresh = mkdtempSync(`${folder}-`);
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
  const name = `node-linux-${process.arch}@${MAJOR}`;
  const args = [...first, "install", "--loglevel=error", "--no-save", "--no-audit", "--prefix", fresh, name];
  const { stdout, stderr, error } = spawnSync(command, args, { cwd: fresh, encoding: "utf8" });
  if (!isUsable(fresh)) {
    rmSync(fresh, { recursive: true });
    fail(
      `Node ${MAJOR} could not be installed. Install it yourself: https://nodejs.org\n${error ?? `${stdout}${stderr}`}`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

const folder = join(root, ".build/node");
if (isSupported(process.version)) console.log(process.env.PATH);
else {
  if (!isUsable(folder)) install(folder);
  console.log([binFolder(folder), process.env.PATH].join(delimiter));
}
