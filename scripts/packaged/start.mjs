// The entry point of a package: `node start.mjs`, or ./signpost, which is the same. Old versions of Node must be able
// to parse it, so that it can refuse them with a message.
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

// Enters the folder itself, not a link to it, because the link may soon lead to the next version.
process.chdir(dirname(fileURLToPath(import.meta.url)));

const { engines } = JSON.parse(readFileSync("package.json", "utf8"));
const release = JSON.parse(readFileSync(".build/release.json", "utf8"));
const refusal = wrongNode() || wrongPlatform();
if (refusal) {
  console.error(refusal);
  process.exit(1);
}

process.env.NODE_ENV = "production";
// Keeps compiled code for the next start, if this folder is writable.
if (!process.env.NODE_COMPILE_CACHE) process.env.NODE_COMPILE_CACHE = resolve(".build/compile-cache");
// The data is next to the folder of this version, so that the next version, unpacked there too, finds it.
if (!process.env.DATA_DIR) process.env.DATA_DIR = "../signpost-data";
// Starts the service without arguments, or a command with them.
import("node:module")
  .then(({ enableCompileCache }) => enableCompileCache(process.env.NODE_COMPILE_CACHE))
  .then(() => import(process.argv.length === 2 ? "./.build/supervisor.js" : "./.build/signpost.js"))
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });

function wrongNode() {
  const [, major, minor, below] = /^>=(\d+)\.(\d+) <(\d+)$/.exec(engines.node).map(Number);
  const [ours, oursMinor] = process.versions.node.split(".").map(Number);
  if (ours < below && (ours > major || (ours === major && oursMinor >= minor))) return undefined;
  return `Signpost needs Node ${major}.${minor} or newer, below ${below}; this is ${process.version}.`;
}

function wrongPlatform() {
  const here = `${process.platform}-${process.arch}`;
  if (here !== release.platform) return `This package is for ${release.platform}; this machine is ${here}.`;
  const isMusl = process.platform === "linux" && existsSync("/etc/alpine-release");
  return isMusl ? "This package needs the GNU C library, which Alpine does not have. Use another image." : undefined;
}
