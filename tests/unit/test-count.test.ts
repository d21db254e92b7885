import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { count } from "../../scripts/test-count.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signpost-count-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs vitest over these files, as `npm test` does. */
function run(files: Record<string, string>) {
  for (const [name, source] of Object.entries(files)) writeFileSync(join(folder, name), source);
  const report = join(folder, "report.json");
  const args = ["run", "--globals", "--root", folder, "--reporter=json", `--outputFile.json=${report}`];
  const { status } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", ...args]);
  return count(report, status === 0);
}

const good = "it('works', () => {});";

it("counts tests, files that do not load, and hooks that throw", () => {
  const files = {
    "good.test.js": `${good} it.skip('is skipped', () => {}); it.todo('is not written'); it.fails('fails', () => { throw 1 });`,
    "bad.test.js": `${good} it('fails', () => { throw new Error('no') });`,
    "unloadable.test.js": "import './missing.js';",
    "empty.test.js": "",
    "hook.test.js": `beforeAll(() => { throw new Error('no') }); ${good}`,
  };
  expect(run(files)).toEqual({ passed: 3, failed: 4, skipped: 3 });
});

it("counts a run that fails as a whole as a failure", () => {
  expect(run({})).toEqual({ passed: 0, failed: 1, skipped: 0 });
  const unhandled =
    "it('works', async () => { Promise.reject(new Error('no')); await new Promise((r) => setTimeout(r, 50)) });";
  expect(run({ "unhandled.test.js": unhandled })).toEqual({ passed: 1, failed: 1, skipped: 0 });
});
