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
  // On a busy machine it can take more than two seconds until the click is counted.
  const [steps, read = ""] = script.split("sleep 2\n");
  const counted = `until ${read.trim()} | grep -x '"clicks":1'; do sleep 1; done`;
  const { stdout } = await run("bash", ["-euo", "pipefail", "-c", `${steps}${counted}`], { timeout: 60_000 });
  expect(stdout).toContain('"error":0');
  expect(stdout).toContain("HTTP/1.1 302 Found");
  expect(stdout).toMatch(/^location: https:\/\/example\.com\/spring\r?$/im);
  expect(stdout.trimEnd().split("\n").at(-1)).toBe('"clicks":1');
});
