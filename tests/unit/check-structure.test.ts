import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  folderCycles,
  forbiddenImports,
  layers,
  otherWaysToSql,
  sharedGlobals,
} from "../../scripts/check-structure.mjs";

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

it.each([
  ["lib/auth/a.ts", 'import pg from "pg";\nconst client = new pg.Client(config);', 1],
  ["server/a.ts", 'import { Pool } from "pg";\nconst pool = new Pool();', 1],
  ["lib/auth/a.ts", 'import { PrismaClient } from "@/generated/prisma/client";\nnew PrismaClient({ adapter });', 1],
  ["lib/platform/database/a.ts", 'import pg from "pg";\nconst client = new pg.Client(config);', 0],
  ["lib/platform/files/s3.ts", 'import { Client } from "minio";\nnew Client({});', 0],
  ["lib/auth/a.ts", "await db.$queryRaw`SELECT 1`;", 1],
  ["lib/auth/a.ts", "await db\n  .$executeRaw(erasing);", 1],
  ["lib/auth/a.ts", "await tx.$executeRaw`DELETE FROM links`;", 0],
] as const)("finds other ways to the database: %s, %s", (file, source, found) => {
  expect(otherWaysToSql([[file, source]])).toHaveLength(found);
});

const importOf = (file: string, specifier: string) =>
  forbiddenImports([[file, `import { a } from "${specifier}";`]] as const);

it("lets a layer import itself and the layers below it, and none above it", () => {
  for (const [index, layer] of layers.entries())
    for (const [other, target] of layers.entries()) {
      const found = importOf(`${layer}/a.ts`, `@/${target}/b`);
      expect([layer, target, found.length]).toEqual([layer, target, other < index ? 1 : 0]);
    }
  expect(importOf("lib/platform/deep/a.ts", "@/lib/auth/b")).toEqual([
    "lib/platform/deep/a.ts imports @/lib/auth/b: lib/platform imports only lib/contract.",
  ]);
});

it.each([
  ["import type", 'import type { A } from "@/server/a";'],
  ["a re-export", 'export { a } from "@/app/a";'],
  ["a late import", 'const a = () => import("@/components/a");'],
  ["an import for its effect", 'import "@/lib/http/a";'],
  ["a relative import", 'import { a } from "../http/a";'],
])("finds the wrong direction in %s", (_, source) => {
  expect(forbiddenImports([["lib/visits/a.ts", source]] as const)).toHaveLength(1);
});

it("keeps the databases of clicks to lib/clicks, and each path in lib from its root", () => {
  for (const folder of ["postgres", "clickhouse"]) {
    expect(importOf("lib/clicks/drain/a.ts", `@/lib/clicks/${folder}/b`)).toEqual([]);
    for (const file of ["lib/visits/a.ts", "lib/resources/links/a.ts", "app/a.ts", "server/a.ts", "server.ts"])
      expect([file, importOf(file, `@/lib/clicks/${folder}/b`).length]).toEqual([file, 1]);
  }
  expect(importOf("lib/clicks/drain/a.ts", "../store/b")).toHaveLength(1);
  expect(importOf("components/links/a.tsx", "../ui/b")).toEqual([]);
  expect(importOf("lib/clicks/drain/a.ts", "./b")).toEqual([]);
});

it("knows every folder of lib, and each in the order that the documents show", () => {
  const folders = readdirSync("lib").map((name) => `lib/${name}`);
  expect(layers.filter((layer) => layer.startsWith("lib/")).sort()).toEqual(folders.sort());
  const order = layers
    .filter((layer) => layer.startsWith("lib/"))
    .map((layer) => layer.slice("lib/".length))
    .join(" → ");
  expect(readFileSync("CONTRIBUTING.md", "utf8")).toContain(`\`${order}\``);
});
