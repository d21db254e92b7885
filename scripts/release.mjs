// Writes the release to a file next to the bundled process, because a package has no repository.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Where the process looks for the file, in a clone and in a package. */
export const RELEASE_FILE = ".build/release.json";

/** Returns the version and, if there is a repository and Git, the commit: with `-dirty` if files differ from it. */
export function releaseOf() {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  return { version, commit: commit() };
}

function commit() {
  // A copy without its own repository may be inside another one.
  if (!existsSync(".git")) return null;
  try {
    const args = ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"];
    return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return null;
  }
}
