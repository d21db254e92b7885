import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startDrill } from "../support/drill";
import { temporaryFolder } from "../support/server";
import { eventually } from "../support/wait";

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const programs = () => execFileSync("ps", ["-A", "-o", "args="], { encoding: "utf8" });

test.each(["SIGINT", "SIGKILL"] as const)("a drill that %s ends removes everything", async (signal) => {
  const drill = startDrill(folder);
  await drill.step("nothing breaks");
  expect(programs()).toContain(folder);
  drill.child.kill(signal);
  const { code } = await drill.ended;
  expect(code).toBe(signal === "SIGINT" ? 1 : null);
  if (signal === "SIGINT") expect(drill.said()).toContain("drill: Interrupted.");
  await eventually(() => expect(readdirSync(folder)).toEqual([]));
  await eventually(() => expect(programs()).not.toContain(folder));
});

test("a whole drill loses nothing", async () => {
  const { code, out } = await startDrill(folder).ended;
  console.log(out);
  expect(out).toContain("Nothing acknowledged was lost or doubled");
  expect(code).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});
