import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** Which Signpost this is. */
export interface Release {
  version: string;
  /** the commit it was built from; null where there was no repository */
  commit: string | null;
  /** what a package is for, such as `linux-x64`; undefined in a clone */
  platform?: string;
}

/**
 * The oldest version that runs on the database as this one leaves it: at each release the version before, or an older one
 * where it still gets along with all tables and functions.
 */
export const OLDEST_VERSION = "0.2.0";

/** Whether a version, such as `0.9.0`, comes before another one. */
export const isBefore = (version: string, other: string) => version.localeCompare(other, "en", { numeric: true }) < 0;

let read: Release | undefined;

/** As the build, or the package, has written it down. */
export function release(): Release {
  read ??= JSON.parse(readFileSync(resolve(".build/release.json"), "utf8")) as Release;
  return read;
}

/** One line: `signpost 0.2.0 (1a2b3c…)`. */
export function releaseLine({ version, commit } = release()): string {
  return `signpost ${version}${commit === null ? "" : ` (${commit})`}`;
}

/** How whoever runs the service calls its commands. */
export const commandName = () => (release().platform === undefined ? "npm run signpost" : "./signpost");
