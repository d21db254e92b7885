import { closeSync, mkdtempSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PostgresLog } from "@/lib/platform/postgres/embedded-postgres";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signpost-log-"));
  path = join(folder, "postgres.log");
});

afterEach(() => rmSync(folder, { recursive: true }));

test("keeps an earlier server's messages, and shows the last one's errors", () => {
  const words = new PostgresLog(path);
  const first = words.open();
  writeSync(first, "PANIC:  no space left\nLOG:  the end\n");
  closeSync(first);
  expect(words.lastLine()).toBe("PANIC:  no space left");
  const second = words.open();
  writeSync(second, "LOG:  ready\n");
  closeSync(second);
  expect(words.lastLine()).toBe("LOG:  ready");
  expect(readFileSync(path, "utf8")).toBe("PANIC:  no space left\nLOG:  the end\nLOG:  ready\n");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("uses about two files of one MiB, even if a server keeps its file open", () => {
  const words = new PostgresLog(path);
  const fd = words.open();
  for (let round = 0; round < 5; round++) {
    writeSync(fd, `${"x".repeat(2 ** 20)}\nERROR:  round ${round}\n`);
    words.shorten();
    expect(statSync(path).size).toBe(0);
    expect(readFileSync(`${path}.1`, "utf8")).toMatch(new RegExp(`ERROR: {2}round ${round}\n$`));
  }
  writeSync(fd, "FATAL:  after\n");
  closeSync(fd);
  expect(words.lastLine()).toBe("FATAL:  after");
  expect(readFileSync(path, "utf8")).toBe("FATAL:  after\n");
});
