import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LogFile, LogLines } from "@/lib/platform/log/log";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signpost-log-file-"));
  path = join(folder, "signpost.log");
});
afterEach(() => rmSync(folder, { recursive: true }));

const limits = { bytes: 1_000, keep: 3 };

function writer(rotates = false) {
  const file = new LogFile(path, limits);
  file.rotates = rotates;
  const lines = new LogLines(file, 0);
  return { file, write: (line: string) => lines.write(`${line}\n`) };
}

const all = () =>
  readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), "utf8").trim().split("\n"))
    .filter(Boolean);

test("begins a new file when it is too large, and keeps a number of older ones", () => {
  const { file, write } = writer(true);
  for (let number = 0; number < 100; number++) {
    write(`${number} ${"x".repeat(100)}`);
    file.look();
  }
  expect(readdirSync(folder).sort()).toEqual([".1", ".2", ".3", ""].map((end) => `signpost.log${end}`).sort());
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThan(1_200);
  const numbers = [".3", ".2", ".1", ""].flatMap((end) =>
    [...readFileSync(path + end, "utf8").matchAll(/^(\d+) /gm)].map(([, number]) => Number(number)),
  );
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => 100 - numbers.length + index));
});

test("several writers lose nothing when one of them begins a new file", () => {
  const [first, second] = [writer(true), writer()];
  for (let number = 0; number < 30; number++) {
    first.write(`first ${number} ${"x".repeat(50)}`);
    second.write(`second ${number} ${"x".repeat(50)}`);
    if (number % 10 === 9) first.file.look();
    if (number % 10 === 4) second.file.look();
  }
  expect(all().length).toBe(60);
  second.file.look();
  second.write("behind");
  expect(readFileSync(path, "utf8")).toMatch(/behind\n$/);
});

test("creates a file again that another program has moved away", () => {
  const { file, write } = writer();
  write("one");
  renameSync(path, `${path}.old`);
  file.look();
  write("two");
  expect([readFileSync(`${path}.old`, "utf8"), readFileSync(path, "utf8")]).toEqual(["one\n", "two\n"]);
});

test("creates the folders of a file", () => {
  path = join(folder, "var", "log", "signpost.log");
  writer().write("first");
  expect(readFileSync(path, "utf8")).toBe("first\n");
});

test.each(["file/signpost.log", "."])("names its variable if %s cannot be written", (name) => {
  writeFileSync(join(folder, "file"), "");
  expect(() => new LogFile(join(folder, name), limits)).toThrow(/^LOG_FILE .* cannot be written/);
});
