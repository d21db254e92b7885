// Which sources the generated code and the built files come from. A script that makes them keeps a hash of its sources,
// so that the next run can skip what is up to date. No packages are imported: they may not be installed yet.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const GENERATOR = ["scripts/generate.mjs", "scripts/prisma-client.mjs", "scripts/regions.mjs", "package-lock.json"];

/** Each result: the file that keeps the hash, what it is made from, and files that must exist. */
const results = {
  code: {
    stamp: ".build/code-stamp",
    sources: ["messages", "prisma/schema.prisma", ...GENERATOR],
    files: ["generated/api-routes.ts", "generated/messages.ts", "generated/regions.json", "generated/prisma/client.ts"],
  },
  programs: {
    stamp: ".build/programs-stamp",
    sources: allSources(),
    files: [".build/server.js", ".build/supervisor.js", ".build/transfer-worker.js", ".build/hosting-networks.bin"],
  },
  pages: { stamp: ".build/stamp", sources: allSources(), files: [".next/BUILD_ID"] },
};

function allSources() {
  return [
    ...["app", "components", "lib", "messages", "public", "server"],
    ...["prisma/schema.prisma", "prisma/seed.ts", "scripts/build.mjs", "scripts/compress.mjs", ...GENERATOR],
    ...["server.ts", "instrumentation.ts", "proxy.ts", "next.config.ts", "tsconfig.json"],
  ];
}

/** Returns whether a result is as its sources are now. */
export function isUpToDate(/** @type {keyof typeof results} */ name) {
  const { stamp, files } = results[name];
  return [stamp, ...files].every((file) => existsSync(file)) && readFileSync(stamp, "utf8") === hashOf(name);
}

/** Records that a result has been made from sources with this hash. */
export function keepHash(/** @type {keyof typeof results} */ name, hash = hashOf(name)) {
  const { stamp } = results[name];
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

export function hashOf(/** @type {keyof typeof results} */ name) {
  const hash = createHash("sha256");
  const add = (/** @type {string} */ path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(`${path}/${name}`);
    else hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
  };
  results[name].sources.forEach(add);
  // Generated code lists the routes by their paths alone.
  if (name === "code") hash.update(readdirSync("app", { recursive: true }).sort().join("\n"));
  return hash.digest("hex");
}
