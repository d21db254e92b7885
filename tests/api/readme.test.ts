import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";

const run = promisify(execFile);

it("the README's steps lead from a key to a counted click", async () => {
  const { url, adminKey } = inject("server");
  const session = /^```sh\n(.*?)^```$/ms.exec(readFileSync("README.md", "utf8"))?.[1] ?? "";
  expect(session).toContain("KEY=sp_...\n");
  const script = session.replace("KEY=sp_...", `KEY=${adminKey}`).replaceAll("http://localhost:3000", url);
  const { stdout } = await run("bash", ["-euo", "pipefail", "-c", script]);
  expect(stdout).toContain('"error":0');
  expect(stdout).toContain("HTTP/1.1 302 Found");
  expect(stdout).toMatch(/^location: https:\/\/example\.com\/spring\r?$/im);
  expect(stdout.trimEnd().split("\n").at(-1)).toBe('"clicks":1');
});
