// What chosen test files need before they can run. Files of other folders than tests/unit need the whole build. A unit
// test needs what the code that it imports mentions: `.next` is the whole build, `.build` the bundled programs.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const imports = /^(?!import type|export type).*?(?:\bfrom|\bimport\(|\bimport)\s*"((?:@\/|\.{1,2}\/)[^"]+)"/gm;
const usesPages = /\bstartServer\(|["'`]\.next\//;
const usesPrograms = /["'`]\.build["'/]/;
const usesTools = /\bstartRedis\(|["/]clickhouse"|zbarimg|rsvg-convert|prometheus|\bchromium\b/;
/** Starts servers; what its users need shows by `startServer` in them. */
const server = "tests/support/server.ts";

/** Returns the test files that vitest chooses by these words, each a part of a path. */
export function chosenFiles(/** @type {string[]} */ words) {
  return globSync("tests/**/*.test.ts").filter((file) =>
    words.some((word) => file.includes(word.replace(/^\.\//, ""))),
  );
}

/**
 * Returns the last step of `prepare` that the files need, and whether they need programs that npm does not install.
 *
 * @returns {{ until: "code" | "programs" | "pages", tools: boolean }}
 */
export function needsOf(/** @type {string[]} */ files) {
  if (files.some((file) => !file.startsWith("tests/unit/"))) return { until: "pages", tools: true };
  const read = [...closureOf(files)].filter((file) => file !== server);
  const one = (/** @type {RegExp} */ pattern, among = read) =>
    among.some((file) => pattern.test(readFileSync(file, "utf8")));
  const tools = one(
    usesTools,
    read.filter((file) => file.startsWith("tests/")),
  );
  return { until: one(usesPages) ? "pages" : one(usesPrograms) ? "programs" : "code", tools };
}

/** Returns the files and all of the project's files that they import. */
function closureOf(/** @type {string[]} */ files) {
  const found = new Set(files);
  for (const file of found)
    for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(imports)) {
      const target = moduleAt(specifier.startsWith("@/") ? specifier.slice(2) : join(dirname(file), specifier));
      if (target) found.add(target);
    }
  return found;
}

const moduleAt = (/** @type {string} */ path) =>
  ["", ".ts", ".tsx"].map((end) => path + end).find((file) => /\.(?:tsx?|mjs)$/.test(file) && existsSync(file));
