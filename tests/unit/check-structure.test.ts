import { expect, it } from "vitest";
import { folderCycles, sharedGlobals } from "../../scripts/check-structure.mjs";

it("finds cyclic imports between folders, with one import of each", () => {
  const files = [
    ["lib/one/a.ts", 'import { b } from "@/lib/two/b";'],
    ["lib/two/b.ts", 'import type { C } from "./three/c";\nconst late = () => import("./three/d");'],
    ["lib/two/three/c.ts", 'export type { A } from "@/lib/one/a";'],
    ["lib/two/three/d.ts", 'import "./c";'],
  ] as const;
  expect(folderCycles(files)).toEqual([
    ["lib/one/a.ts imports @/lib/two/b", "lib/two/b.ts imports ./three/c", "lib/two/three/c.ts imports @/lib/one/a"],
  ]);
  expect(folderCycles(files.slice(0, 2))).toEqual([]);
});

it("ignores styles, data and the root", () => {
  const files = [
    ["server.ts", 'import { a } from "@/lib/a";'],
    ["lib/a.ts", 'import { version } from "@/package.json";'],
    ["components/one/a.tsx", 'import classes from "@/components/two/b.module.css";'],
    ["components/two/b.tsx", 'import { A } from "@/components/one/a";'],
  ] as const;
  expect(folderCycles(files)).toEqual([]);
});

it.each(["globalThis as { cache?: Map<string, string> }", 'globalThis["cache"] = 1', "globalThis.cache ??= new Map()"])(
  "finds objects that the whole process shares: %s",
  (source) => {
    expect(sharedGlobals([["lib/a.ts", source]])).toEqual(["lib/a.ts"]);
    expect(sharedGlobals([["lib/platform/singleton.ts", source]])).toEqual([]);
    expect(sharedGlobals([["lib/a.ts", "const focus = (event: globalThis.KeyboardEvent) => event;"]])).toEqual([]);
  },
);
