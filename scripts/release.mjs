// Which release this is, in a file beside the bundled process: of a package there is no repository to ask.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Where the process looks for it, in a clone and in a package. */
export const RELEASE_FILE = ".build/release.json";

/** The version, and the commit where there is a repository and Git: with `-dirty` behind it, where files differ from it. */
export function releaseOf() {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  return { version, commit: commit() };
}

function commit() {
  // A copy without its own repository may lie in somebody else's.
  if (!existsSync(".git")) return null;
  try {
    const args = ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"];
    return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return null;
  }
}
