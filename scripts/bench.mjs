// `npm run bench` runs every `bench:…` script of package.json, one after the other, even if one fails.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const benches = Object.keys(scripts).filter((name) => name.startsWith("bench:"));
const failed = benches.filter((name) => {
  console.log(`\n> ${name}`);
  return spawnSync("npm", ["run", "--silent", name], { cwd: root, stdio: "inherit" }).status !== 0;
});
if (failed.length > 0) console.error(`\nFailed: ${failed.join(", ")}`);
process.exitCode = failed.length > 0 ? 1 : 0;
