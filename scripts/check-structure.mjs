// Checks what the linter cannot: the order of the layers, cyclic imports between folders, process-wide objects outside
// of `lib/platform/singleton.ts`, and other ways to the database than `lib/platform/database`. Prints each problem and
// exits with 1 if there are any.
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";

const imports = /(?:\bfrom|\bimport\(|\bimport)\s*"((?:@\/|\.{1,2}\/)[^"]+)"/g;
const globals = /\bglobalThis\s*(?:\[|as\b|\.\w+\s*(?:\?\?|\|\|)?=[^=>])/;
const mayBeGlobal = "lib/platform/singleton.ts";
const connections = /\bnew\s+(?:pg\.)?(?:Client|Pool)\(|\bnew\s+PrismaClient\(/;
const statementsOfPrisma = /\bdb\s*\.\$(?:queryRaw|executeRaw)/;

/** From the top down. A layer imports only itself and the layers below it, types included. */
export const layers = [
  "server",
  "app",
  "components",
  "lib/http",
  "lib/visits",
  "lib/instance",
  "lib/resources",
  "lib/clicks",
  "lib/transfers",
  "lib/drawing",
  "lib/auth",
  "lib/platform",
  "lib/contract",
];
/** Folders that only their parent may import. */
const privateFolders = ["lib/clicks/postgres", "lib/clicks/clickhouse"];

const isIn = (path, folder) => path === folder || path.startsWith(`${folder}/`);
const layerOf = (path) => layers.findIndex((layer) => isIn(path, layer));

/** Returns the path of an imported module, relative to the root of the project. */
const pathOf = (file, specifier) => (specifier.startsWith("@/") ? specifier.slice(2) : join(dirname(file), specifier));

/** Returns a sentence for each import that a layer, a private folder or `lib` does not allow. */
export function forbiddenImports(files) {
  return files.flatMap(([file, source]) =>
    [...source.matchAll(imports)].flatMap(([, specifier]) => {
      const reason = reasonAgainst(file, specifier);
      return reason ? [`${file} imports ${specifier}: ${reason}`] : [];
    }),
  );
}

function reasonAgainst(file, specifier) {
  const target = pathOf(file, specifier);
  const [own, its] = [layerOf(file), layerOf(target)];
  if (isIn(file, "lib") && specifier.startsWith("..")) return "in lib, write @/ instead of ../";
  if (own >= 0 && its >= 0 && its < own) return `${layers[own]} imports only ${layers.slice(own + 1).join(", ")}.`;
  const folder = privateFolders.find((one) => isIn(target, one));
  return folder && !isIn(file, dirname(folder)) ? `only ${dirname(folder)} imports ${folder}.` : undefined;
}

/** Returns a map from each folder to the folders that it imports, with one import as evidence. Ignores the root. */
function folderImports(files) {
  const graph = new Map();
  for (const [file, source] of files) {
    const from = dirname(file);
    if (from === ".") continue;
    for (const [, specifier] of source.matchAll(imports)) {
      const to = dirname(pathOf(file, specifier));
      if (to === from || to === "." || /\.(?:css|json)$/.test(specifier)) continue;
      const known = graph.get(from) ?? new Map();
      graph.set(from, known.set(to, known.get(to) ?? `${file} imports ${specifier}`));
    }
  }
  return graph;
}

/** Returns each cycle of folders once, as the imports that cause it. */
export function folderCycles(files) {
  const graph = folderImports(files);
  const done = new Set();
  const found = [];
  const visit = (folder, path) => {
    const start = path.indexOf(folder);
    if (start !== -1) {
      const circle = path.slice(start);
      found.push(circle.map((from, index) => graph.get(from).get(circle[index + 1] ?? folder)));
      return;
    }
    if (done.has(folder)) return;
    for (const next of graph.get(folder)?.keys() ?? []) visit(next, [...path, folder]);
    done.add(folder);
  };
  for (const folder of graph.keys()) visit(folder, []);
  return found;
}

export const sharedGlobals = (files) =>
  files.flatMap(([file, source]) => (file !== mayBeGlobal && globals.test(source) ? [file] : []));

/** Returns a sentence for each file that reaches the database in another way than docs/architecture.md says. */
export const otherWaysToSql = (files) =>
  files.flatMap(([file, source]) => [
    ...(connections.test(source) &&
    /from "(?:pg|@\/generated\/prisma\/client)"/.test(source) &&
    !isIn(file, "lib/platform/database")
      ? [`${file} opens connections: only lib/platform/database does.`]
      : []),
    ...(statementsOfPrisma.test(source)
      ? [`${file} runs a statement by Prisma outside of a transaction: use statement.`]
      : []),
  ]);

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = join(import.meta.dirname, "..");
  const files = globSync(["{app,components,lib,server}/**/*.{ts,tsx}", "*.ts"], { cwd: root }).map((file) => [
    relative(".", file),
    readFileSync(join(root, file), "utf8"),
  ]);
  const problems = [
    ...forbiddenImports(files),
    ...folderCycles(files).map((circle) => `Folders import each other in a circle:\n  ${circle.join("\n  ")}`),
    ...otherWaysToSql(files),
    ...sharedGlobals(files).map((file) => `${file} keeps something on globalThis: use processSingleton.`),
  ];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
