// Checks that components and pages state no size of text, weight, radius or color themselves: all of them are in
// lib/contract/theme.ts. Prints each place and exits with 1 if there are any. `--count` prints how many different values
// are in use, here or in another folder: `node scripts/check-theme.mjs --count ../other`.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const color = /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgb|hsl)a?\(|(?<![\w-])(?:white|black)(?![\w-])/i;
const onlyVariables = /^(?:(?:var\(--[\w-]+\)|0|50%|inherit|none|calc\(var\([^()]*\)[^()]*\))\s*)+$/;

/** What a declaration in CSS may be, by its property. */
const rules = [
  [/^font-size$/, onlyVariables, "a size of text"],
  [/^font-weight$/, onlyVariables, "a weight"],
  [/^line-height$/, /^(?:var\(--[\w-]+\)|inherit|0|1)$/, "a line height"],
  [/^font$/, /^inherit$/, "a font"],
  [/^border(?:-\w+)*-radius$/, onlyVariables, "a radius"],
];

/** What source code may not state. */
const stated = [
  [/\b(?:fontSize|fontWeight|borderRadius|lineHeight):\s*["'\d]/, "a size of text, weight or radius"],
  [/\bfw=(?:\{\d|"\d)/, "a weight"],
  [/\b(?:fz|lh|radius|bdrs)=(?:\{\d|"[\d.])/, "a size of text or radius"],
  [/["'`\s(:]#(?:[\da-f]{3}|[\da-f]{6})["'`\s);]/i, "a color"],
  [/\brgba?\(\d/, "a color"],
];

/** Returns the declarations of a stylesheet as [line, property, value]. */
function declarations(source) {
  const plain = source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " "))
    .replace(/url\("[^"]*"\)/g, "url()");
  return [...plain.matchAll(/(?<=[{;]\s*)([\w-]+):\s*([^;{}]+);/g)].map(({ index, 1: property, 2: value }) => [
    plain.slice(0, index).split("\n").length,
    property,
    value.replace(/\s+/g, " ").trim(),
  ]);
}

/** Returns a sentence for each value in these files that the theme should have. `files` are [path, source]. */
export function valuesOutsideTheme(files) {
  return files.flatMap(([path, source]) => (path.endsWith(".css") ? inStyles(path, source) : inCode(path, source)));
}

const inStyles = (path, source) =>
  declarations(source).flatMap(([line, property, value]) => {
    const [, allowed, what] = rules.find(([of]) => of.test(property)) ?? [];
    if (allowed && !allowed.test(value)) return [`${path}:${line} states ${what}: ${value}`];
    return color.test(value) ? [`${path}:${line} states a color: ${value}`] : [];
  });

const inCode = (path, source) =>
  source.split("\n").flatMap((text, index) => {
    if (/^\s*(?:\*|\/[/*])/.test(text)) return [];
    const [, what] = stated.find(([pattern]) => pattern.test(text)) ?? [];
    return what ? [`${path}:${index + 1} states ${what}: ${text.trim()}`] : [];
  });

/** Returns the different values in use, by kind. */
export function valuesInUse(files) {
  const kinds = { "text sizes": [], weights: [], radii: [], heights: [], colors: [] };
  const add = (kind, value) => kinds[kind].push(value);
  for (const [path, source] of files) {
    if (!path.endsWith(".css")) {
      for (const [, weight] of source.matchAll(/\bfw=(\{[^}]*\}|"[^"]*")/g))
        add("weights", weight.replace(/[{}]/g, ""));
      for (const [shade] of source.matchAll(/(?<=["'`])#(?:[\da-f]{3}|[\da-f]{6})(?=["'`])/gi)) add("colors", shade);
      for (const [, value] of source.matchAll(/\bfontWeight: "?(\d+)/g)) add("weights", value);
      continue;
    }
    for (const [, property, value] of declarations(source)) {
      if (property === "font-size") add("text sizes", value);
      if (property === "font-weight") add("weights", value);
      if (/radius$/.test(property)) for (const part of value.split(" ")) add("radii", part);
      if (/^(?:min-)?height$/.test(property) && /^[\d.]+(?:rem|px)$/.test(value)) add("heights", value);
      for (const [shade] of value.matchAll(/#[\da-f]{3,8}\b|rgb\([^)]*\)/gi)) add("colors", shade.toLowerCase());
    }
  }
  return Object.fromEntries(Object.entries(kinds).map(([kind, values]) => [kind, [...new Set(values)].sort()]));
}

const readAll = (root) =>
  globSync("{components,app}/**/*.{css,ts,tsx}", { cwd: root }).map((path) => [
    path,
    readFileSync(join(root, path), "utf8"),
  ]);

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = join(import.meta.dirname, "..");
  if (process.argv[2] === "--count") {
    const found = valuesInUse(readAll(process.argv[3] ?? root));
    for (const [kind, values] of Object.entries(found)) console.log(`${values.length} ${kind}: ${values.join(", ")}`);
  } else {
    const problems = valuesOutsideTheme(readAll(root));
    for (const problem of problems) console.error(`${problem}. Use a variable of lib/contract/theme.ts.`);
    process.exitCode = problems.length > 0 ? 1 : 0;
  }
}
