import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockFolder } from "@/lib/platform/files/data-folder-lock";
import { lockFile } from "@/lib/platform/files/kernel-lock.mjs";
import { startTime } from "@/lib/platform/postgres/embedded-postgres";

let root: string;
let folder: string;
let path: string | undefined;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "signpost-lock-"));
  folder = join(root, "data");
  cpSync("tests/support/wait.ts", join(folder, "data"));
  path = process.env.PATH;
});

afterEach(() => {
  process.env.PATH = path;
  rmSync(root, { recursive: true });
});

const inUse = (pid: number, where = folder) => `Another Signpost (pid ${pid} on ${hostname()}) is using ${where}.`;

/** A machine or file system without kernel locks. */
function withoutKernel(): void {
  process.env.PATH = "/nowhere";
}

/** Writes claims like a process on another kernel, at most `beats` times. */
function beatAsAnother(beats: number): NodeJS.Timeout {
  let beat = 0;
  const claim = { id: "other", pid: 7, host: "elsewhere", boot: "another", locked: true, file: "1:1" };
  const write = () => beat < beats && writeFileSync(join(folder, "lock"), JSON.stringify({ ...claim, beat: beat++ }));
  write();
  return setInterval(write, 1_000);
}

test("a folder is locked until it is released, and the next start does not have to wait", async () => {
  const { release } = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(inUse(process.pid));
  release();
  expect(readFileSync(join(folder, "lock"), "utf8")).toBe("");
  (await lockFolder(folder)).release();
});

test("a copy of a used folder can be used next to it", async () => {
  const { release } = await lockFolder(folder);
  const copy = join(root, "copy");
  cpSync(folder, copy, { recursive: true });
  const other = await lockFolder(copy);
  await expect(lockFolder(copy)).rejects.toThrow(inUse(process.pid, copy));
  other.release();
  release();
});

test.skipIf(process.platform === "darwin")(
  "a child process that inherits the lock keeps it, and the kernel ends it with the last holder",
  async () => {
    const { fd, release } = await lockFolder(folder);
    const child: ChildProcess = spawn("sleep", ["60"], { stdio: ["ignore", "ignore", "ignore", fd] });
    release();
    await expect(lockFolder(folder)).rejects.toThrow(`Another Signpost is using ${folder}.`);
    child.kill("SIGKILL");
    await once(child, "exit");
    (await lockFolder(folder)).release();
  },
);

test("a lock of another machine's kernel is noticed by its changing content", async () => {
  const beats = beatAsAnother(Number.POSITIVE_INFINITY);
  await expect(lockFolder(folder)).rejects.toThrow(`Another Signpost (pid 7 on elsewhere) is using ${folder}.`);
  clearInterval(beats);
  // Releases the lock of the process that died.
  (await lockFolder(folder)).release();
});

test.skipIf(process.platform === "darwin")("without kernel locks, the changing content decides", async () => {
  withoutKernel();
  expect(lockFile(join(root, "unknown")).state).toBe("unknown");
  const starts = await Promise.allSettled([lockFolder(folder), lockFolder(folder)]);
  expect(starts.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(lockFolder(folder)).rejects.toThrow(inUse(process.pid));
  for (const start of starts) if (start.status === "fulfilled") start.value.release();
  (await lockFolder(folder)).release();
});

test("reports a lock that cannot be opened", async () => {
  const where = join(folder, "data");
  await expect(lockFolder(where)).rejects.toThrow(`${join(where, "lock")} cannot be opened: `);
});

test("without a process there is no start time", () => {
  expect(startTime(2 ** 30)).toBeUndefined();
  expect(startTime(process.pid)).toBe(startTime(process.pid));
});
