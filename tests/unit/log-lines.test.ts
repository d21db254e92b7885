import { execFile, execFileSync } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LogLines } from "@/lib/platform/log/log";

const INFO = 30;
const WARN = 40;

let folder: string;
let pipe: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signpost-log-"));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  pipe = openSync(join(folder, "pipe"), constants.O_RDWR | constants.O_NONBLOCK);
});

afterEach(() => {
  closeSync(pipe);
  rmSync(folder, { recursive: true });
});

/** The content of the pipe. */
function read(): string {
  const bytes = Buffer.alloc(2 ** 20);
  try {
    return bytes.toString("utf8", 0, readSync(pipe, bytes));
  } catch {
    return "";
  }
}

function writer(fd = pipe) {
  const lines = new LogLines(fd, WARN);
  const write = (line: string, level = INFO) => {
    lines.lastLevel = level;
    lines.write(`${line}\n`);
  };
  return { lines, write };
}

test("lines wait a moment for others, and keep their order", async () => {
  const { write } = writer();
  write("one");
  write("two");
  expect(read()).toBe("");
  await expect.poll(read).toBe("one\ntwo\n");
});

test("urgent lines are written at once, after earlier ones", () => {
  const { write } = writer();
  write("one");
  write("urgent", WARN);
  write("later");
  expect(read()).toBe("one\nurgent\n");
});

test("a line is written completely or not at all, at any length, even if a pipe is nearly full", () => {
  const { lines, write } = writer();
  const sent = Array.from({ length: 200 }, (_, index) => `${index} ${"ä".repeat(index * 15)}`);
  let got = "";
  for (const line of sent) {
    write(line);
    got += read();
    expect(got.endsWith("\n") || got === "").toBe(true);
  }
  lines.flush();
  expect(got + read()).toBe(`${sent.join("\n")}\n`);
});

test("keeps a limited part while the pipe is not read, and counts dropped lines", () => {
  const { lines, write } = writer();
  const total = 30_000;
  for (let number = 0; number < total; number++) write(`${number} ${"x".repeat(100)}`);
  lines.flush();
  let got = "";
  for (let part = read(); part !== ""; part = read()) {
    got += part;
    lines.flush();
  }
  const read1 = got.trimEnd().split("\n");
  const notice = JSON.parse(read1.pop() ?? "");
  expect(notice).toMatchObject({ level: WARN, lines: total - read1.length });
  expect(read1.map((line) => Number.parseInt(line, 10))).toEqual(read1.map((_, index) => index));
  expect(Buffer.byteLength(got)).toBeLessThan(1.2 * 2 ** 20);
  write("again", WARN);
  expect(read()).toBe("again\n");
});

test("waits at the end for a slow reader, but not without a reader", async () => {
  const { lines, write } = writer();
  for (let number = 0; number < 2_000; number++) write("x".repeat(100));
  const startedAt = Date.now();
  lines.end();
  expect(Date.now() - startedAt).toBeLessThan(5_000);
  await sleep(0);
});

test("a log that cannot be written does not end the process", () => {
  const { lines, write } = writer(openSync("/dev/full", "w"));
  write("one", WARN);
  write("two", WARN);
  expect(() => lines.end()).not.toThrow();
});

/** What a process wrote that ran this code, with the log as `log`. */
async function logged(code: string): Promise<string> {
  const file = join(folder, "log");
  const program = `import { log } from "${join(import.meta.dirname, "../../lib/platform/log/log.ts")}";\n${code}`;
  const command = `"${process.execPath}" --import tsx --input-type=module -e '${program}' 2>"${file}"`;
  const env = { ...process.env, LOG_LEVEL: "info" };
  await promisify(execFile)("sh", ["-c", command], { env }).catch(() => undefined);
  return readFileSync(file, "utf8");
}

test.each([
  ["ends by itself", ""],
  ["is ended", "process.exit(0);"],
  ["dies of an error that nobody caught", 'setImmediate(() => { throw new Error("nobody caught it"); });'],
  ["dies of a promise that nobody caught", 'Promise.reject(new Error("nobody caught it"));'],
])("everything logged is written when the process %s", async (_, end) => {
  const text = await logged(`for (let number = 0; number < 1000; number++) log.info({ number });\n${end}`);
  const numbers = [...text.matchAll(/"number":(\d+)/g)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: 1000 }, (_, index) => index));
  // Node's own message comes after it.
  if (end.includes("nobody"))
    expect(text.lastIndexOf("nobody caught it")).toBeGreaterThan(text.indexOf('"number":999'));
});
