// `npm run package` writes a file to `dist` that runs the service without npm and without building. It uses an existing
// build, or builds first. `--without-postgres` is for those who have a database, `--commit <sha>` for a copy without a
// repository, and `--folder <path>` leaves the files in a folder instead of one file.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { prepare } from "./prepare.mjs";
import { RELEASE_FILE, releaseOf } from "./release.mjs";

const options = /** @type {const} */ ({
  "without-postgres": { type: "boolean", default: false },
  commit: { type: "string" },
  folder: { type: "string" },
});

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = readArguments();
const folder = values.folder && resolve(values.folder);
process.chdir(root);
const platform = `${process.platform}-${process.arch}`;
const name = `signpost-${releaseOf().version}-${platform}${values["without-postgres"] ? "-without-postgres" : ""}`;

try {
  if (folder && lstatSync(folder, { throwIfNoEntry: false })) throw new Error(`${folder} already exists.`);
  await prepare();
  const stage = folder ?? join("dist", name);
  rmSync(stage, { recursive: true, force: true });
  await fill(stage);
  console.log(folder ?? compress(stage));
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exitCode = 1;
}

function readArguments() {
  try {
    return parseArgs({ options });
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exit(2);
  }
}

/** Copies all files of the package into a folder. */
async function fill(/** @type {string} */ stage) {
  // Next is one of the packages, which `prepare` may have just installed.
  const { packageFiles } = await import("./package-files.mjs");
  const files = await packageFiles({ postgres: !values["without-postgres"] });
  for (const file of files) {
    const target = join(stage, file);
    mkdirSync(dirname(target), { recursive: true });
    if (lstatSync(file).isSymbolicLink()) symlinkSync(readlinkSync(file), target);
    else copyFileSync(file, target);
  }
  for (const file of ["signpost", "start.mjs"]) copyFileSync(join("scripts/packaged", file), join(stage, file));
  chmodSync(join(stage, "signpost"), 0o755);
  const release = { ...releaseOf(), ...(values.commit && { commit: values.commit }), platform };
  writeFileSync(join(stage, RELEASE_FILE), `${JSON.stringify(release)}\n`);
  const { name, version, type, engines, license } = JSON.parse(readFileSync("package.json", "utf8"));
  writeFileSync(
    join(stage, "package.json"),
    `${JSON.stringify({ name, version, license, private: true, type, engines }, null, 2)}\n`,
  );
  // The path of the build machine is meaningless on another one.
  const { appDir } = JSON.parse(readFileSync(".next/required-server-files.json", "utf8"));
  for (const file of [".next/required-server-files.json", ".next/required-server-files.js"])
    writeFileSync(join(stage, file), readFileSync(file, "utf8").replaceAll(JSON.stringify(appDir), '"."'));
}

/** @returns {string} the path of the file, which is complete as soon as it exists */
function compress(/** @type {string} */ stage) {
  const file = `${stage}.tar.gz`;
  const owner = ["--owner=0", "--group=0", "--numeric-owner"];
  execFileSync("tar", [
    "-czf",
    `${file}.new`,
    ...(process.platform === "linux" ? owner : []),
    "-C",
    dirname(stage),
    name,
  ]);
  renameSync(`${file}.new`, file);
  rmSync(stage, { recursive: true });
  return file;
}
