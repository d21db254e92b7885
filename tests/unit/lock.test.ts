import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockDataDir, startTime } from "@/lib/embedded/lock";

let folder: string;
let other: ChildProcess;
let pid: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signpost-lock-"));
  other = spawn("sleep", ["60"]);
  pid = other.pid ?? 0;
});

afterEach(() => {
  other.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

const claim = (of: number, started = startTime(of)) => writeFileSync(join(folder, `running-${of}-${started}`), "");

test("a free folder is locked until it is released", async () => {
  const release = await lockDataDir(folder);
  expect(readdirSync(folder)).toEqual([`running-${process.pid}-${startTime(process.pid)}`]);
  release();
  expect(readdirSync(folder)).toEqual([]);
});

test("a living process keeps others out, by name", async () => {
  claim(pid);
  await expect(lockDataDir(folder)).rejects.toThrow(`Another Signpost (pid ${pid}) is using ${folder}.`);
  expect(readdirSync(folder)).toEqual([`running-${pid}-${startTime(pid)}`]);
});

test("a killed process's claim counts for nothing", async () => {
  claim(pid);
  const started = startTime(pid);
  other.kill("SIGKILL");
  await new Promise((resolve) => other.once("exit", resolve));
  await lockDataDir(folder);
  expect(readdirSync(folder)).not.toContain(`running-${pid}-${started}`);
});

test("a pid that belongs to another process by now counts for nothing", async () => {
  claim(pid, "1");
  await lockDataDir(folder);
  expect(readdirSync(folder)).toEqual([`running-${process.pid}-${startTime(process.pid)}`]);
});

test("no process, no start time", () => {
  expect(startTime(2 ** 30)).toBeUndefined();
  expect(startTime(pid)).toBe(startTime(pid));
});
