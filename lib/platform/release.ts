import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** The version of Signpost that runs. */
export interface Release {
  version: string;
  /** the commit it was built from; null if there was no repository */
  commit: string | null;
  /** the platform of a package, such as `linux-x64`; undefined in a clone */
  platform?: string;
}

/**
 * The oldest version that can run on the database as this version leaves it. At each release, set it to the previous
 * version, or to an older one if that still works with all tables and functions.
 */
export const OLDEST_VERSION = "0.3.0";

/** Returns whether a version, such as `0.9.0`, is lower than another one. */
export const isBefore = (version: string, other: string) => version.localeCompare(other, "en", { numeric: true }) < 0;

let read: Release | undefined;

/** The release that the build or the package has recorded. */
export function release(): Release {
  read ??= JSON.parse(readFileSync(resolve(".build/release.json"), "utf8")) as Release;
  return read;
}

/** One line: `signpost 0.2.0 (1a2b3c…)`. */
export function releaseLine({ version, commit } = release()): string {
  return `signpost ${version}${commit === null ? "" : ` (${commit})`}`;
}

/** The command line with which an operator calls the service's commands. */
export const commandName = () => (release().platform === undefined ? "npm run signpost" : "./signpost");
