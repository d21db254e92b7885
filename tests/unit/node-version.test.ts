import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "signpost-node-"));
  mkdirSync(join(clone, "scripts"));
  cpSync("scripts/path.mjs", join(clone, "scripts/path.mjs"));
});
afterEach(() => rmSync(clone, { recursive: true }));

const bin = () => join(clone, `.build/node/node_modules/node-${process.platform}-${process.arch}/bin`);

/** Runs the script in a clone that needs these versions of Node, with `npm` as the code of a fake npm. */
function pathFor(engines: string, npm = "process.exit(1)") {
  writeFileSync(join(clone, "package.json"), JSON.stringify({ engines: { node: engines } }));
  const program = join(clone, "npm.cjs");
  writeFileSync(program, npm);
  const env = { ...process.env, PATH: dirname(process.execPath), npm_execpath: program };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(clone, "scripts/path.mjs")], {
    env,
    encoding: "utf8",
  });
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
}

/** A fake npm that installs a program with this version of Node. */
const installing = (version: string) => `
  const { mkdirSync, writeFileSync } = require("node:fs");
  const folder = process.argv[process.argv.indexOf("--prefix") + 1];
  const bin = folder + "/node_modules/node-${process.platform}-${process.arch}/bin";
  mkdirSync(bin, { recursive: true });
  writeFileSync(bin + "/node", "#!/bin/sh\\necho ${version}\\n", { mode: 0o755 });`;

it("does not change PATH if Node is new enough", () => {
  expect(pathFor(">=22.19 <25")).toEqual({ status: 0, stdout: dirname(process.execPath), stderr: "" });
  expect(existsSync(join(clone, ".build"))).toBe(false);
});

it.runIf(process.platform === "linux")("installs a newer Node once, prints one line, and puts it first", () => {
  const first = pathFor(">=99.0 <100", installing("v99.1.0"));
  expect(first.stdout).toBe([bin(), dirname(process.execPath)].join(delimiter));
  expect(first.stderr).toBe(
    `This is Node ${process.version}, Signpost needs >=99.0 <100: installing Node 24 into .build/node.`,
  );
  expect(readdirSync(join(clone, ".build"))).toEqual(["node"]);
  // The second run finds the installation: this npm would fail.
  expect(pathFor(">=99.0 <100")).toEqual({ ...first, stderr: "" });
});

it.runIf(process.platform === "linux")("installs again if the installed one has become too old", () => {
  mkdirSync(bin(), { recursive: true });
  writeFileSync(join(bin(), "node"), "#!/bin/sh\necho v98.0.0\n");
  chmodSync(join(bin(), "node"), 0o755);
  expect(pathFor(">=99.0 <100", installing("v99.2.0")).status).toBe(0);
  expect(spawnSync(join(bin(), "node"), { encoding: "utf8" }).stdout).toBe("v99.2.0\n");
});

it.runIf(process.platform === "linux")("says what to do if it cannot be installed, and leaves nothing behind", () => {
  const { status, stdout, stderr } = pathFor(">=99.0 <100", "console.error('no network'); process.exit(1)");
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("Node 24 could not be installed. Install it yourself: https://nodejs.org\nno network");
  expect(readdirSync(join(clone, ".build"))).toEqual([]);
});
