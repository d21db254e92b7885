// What `npm test` prepares for chosen files, and what a run that is ended leaves behind.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chosenFiles, needsOf } from "../../scripts/test-needs.mjs";
import { inherited, temporaryFolder } from "../support/server";
import { eventually } from "../support/wait";

describe("chosen files", () => {
  it("are found by parts of their paths", () => {
    expect(chosenFiles(["tests/unit/alias.test.ts"])).toEqual(["tests/unit/alias.test.ts"]);
    expect(chosenFiles(["./tests/unit/alias.test.ts"])).toEqual(["tests/unit/alias.test.ts"]);
    expect(chosenFiles(["unit/alias", "unit/scripts"]).sort()).toEqual([
      "tests/unit/alias.test.ts",
      "tests/unit/scripts.test.ts",
    ]);
    expect(chosenFiles(["a name of no file"])).toEqual([]);
  });

  it.each([
    ["tests/unit/alias.test.ts", "code", false],
    // Its database starts when it asks for one.
    ["tests/unit/api-key.test.ts", "programs", false],
    ["tests/unit/drawing-processes.test.ts", "programs", false],
    ["tests/unit/click-drain-clickhouse.test.ts", "programs", true],
    ["tests/api/links.test.ts", "pages", true],
    ["tests/browser/leaving.test.ts", "pages", true],
    ["tests/faults/crash.test.ts", "pages", true],
  ])("%s needs the %s", (file, until, tools) => {
    expect(needsOf([file])).toEqual({ until, tools });
    expect(needsOf([file, "tests/unit/alias.test.ts"]).until).toBe(until);
  });
});

// On other systems, processes cannot be found by their environment.
describe.runIf(process.platform === "linux")("a run", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const programs = () =>
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          const [program, environment] = ["cmdline", "environ"].map((file) =>
            readFileSync(`/proc/${pid}/${file}`, "utf8"),
          );
          return `${program}${environment}`.includes(folder) ? [program?.replaceAll("\0", " ") ?? ""] : [];
        } catch {
          return [];
        }
      });

  function start(...args: string[]) {
    const { EMPTY_DATABASE } = process.env;
    const child = spawn(process.execPath, ["scripts/test.mjs", ...args], {
      env: { ...inherited, NODE_ENV: "test", TMPDIR: folder, ...(EMPTY_DATABASE && { EMPTY_DATABASE }) },
      stdio: ["pipe", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
    return { child, said: () => said, exited: once(child, "exit") };
  }

  it.each(["SIGINT", "SIGTERM"] as const)("that %s ends leaves no Postgres and no folder behind", async (signal) => {
    const run = start("tests/unit/click-packs.test.ts");
    await eventually(() => expect(programs().join("\n")).toMatch(/postgres -D \S*signpost-tests-/), 200_000);
    run.child.kill(signal);
    expect(await run.exited).toEqual([signal === "SIGINT" ? 130 : 143, null]);
    expect(run.said().trimEnd().split("\n").at(-1)).toBe("0 passed, 1 failed");
    expect(programs()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("with --watch goes on until it is ended", async () => {
    const run = start("--watch", "tests/unit/batch-size.test.ts");
    await eventually(() => expect(run.said()).toMatch(/Tests .*passed/), 200_000);
    expect(run.child.exitCode).toBe(null);
    run.child.kill("SIGINT");
    await run.exited;
    expect(programs()).toEqual([]);
  });
});
