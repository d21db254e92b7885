import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { benches } from "../../scripts/bench.mjs";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

test("documents and code name only scripts that package.json has", () => {
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(20);
  const files = globSync([
    "*.md",
    "{docs,deploy}/**/*",
    "{app,components,lib,messages,scripts,server,tests}/**/*.{json,mjs,ts,tsx}",
  ]).filter((file) => statSync(file).isFile() && !/CHANGELOG|fixtures|\.(png|svg)$/.test(file));
  const named = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bnpm run ([a-z]+(?::[a-z-]+)?)/g)].map(([, name = ""]) => [file, name]),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(([, name = ""]) => !(name in scripts))).toEqual([]);
});

test("each bench has a file, and a document that it guards; every other file in tests/bench is part of one", () => {
  const sources = new Map(
    globSync("tests/bench/*.{ts,mjs,lua}").map((file) => [
      file.slice("tests/bench/".length),
      readFileSync(file, "utf8"),
    ]),
  );
  const used = new Set<string>();
  const use = (name: string) => {
    if (used.has(name)) return;
    used.add(name);
    const source = sources.get(name) ?? "";
    for (const other of sources.keys())
      if (source.includes(`"./${other.replace(".ts", "")}"`) || (!other.endsWith(".ts") && source.includes(other)))
        use(other);
  };
  for (const [name, what] of Object.entries(benches)) {
    expect(sources.keys()).toContain(`${name}.ts`);
    const [, document = ""] = /\(([\w/.-]+\.md)/.exec(what) ?? [];
    expect([name, existsSync(document)]).toEqual([name, true]);
    use(`${name}.ts`);
  }
  expect([...used].sort()).toEqual([...sources.keys()].sort());
});

test("an unknown bench is refused", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/bench.mjs", "speed"], { encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringContaining('There is no bench "speed". There are redirect, ')]);
});
