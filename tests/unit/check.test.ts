import { expect, it } from "vitest";
import { runSteps } from "../../scripts/check.mjs";

it("runs each step even after one failed, and prints each with its time and a failure's output", async () => {
  const said: string[] = [];
  const steps = [
    ["good", [["-e", "console.log('no need to read this')"]]],
    [
      "bad",
      [
        ["-e", "console.log('what is wrong'); process.exit(3)"],
        ["-e", "console.log('not run')"],
      ],
    ],
    [
      "late",
      [
        ["-e", ""],
        ["-e", ""],
      ],
    ],
    ["missing", [["scripts/nothing.mjs"]]],
  ] as const;
  expect(await runSteps(steps, (line: string) => said.push(line))).toEqual(["bad", "missing"]);
  expect(said.map((line) => line.replace(/[\d.]+ s$/, "N s").split("\n")[0])).toEqual([
    "ok     good, N s",
    "FAILED bad, N s",
    "what is wrong",
    "ok     late, N s",
    "FAILED missing, N s",
    expect.stringContaining("node:internal/modules"),
  ]);
});
