import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The tests' programs that npm does not bring. */

function find(/** @type {(string | undefined)[]} */ names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = names.flatMap((name) => {
    if (!name) return [];
    return /[\\/]/.test(name) ? [name] : folders.map((folder) => join(folder, name));
  });
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The path of a Chromium, or undefined. Needs the npm packages. */
export async function findChromium() {
  const { chromium } = await import("playwright");
  return find([
    process.env.CHROMIUM_PATH,
    // The same engine without a desktop's browser around it: a sixth faster.
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    chromium.executablePath(),
  ]);
}

/** The path of a redis-server, or undefined. */
export function findRedisServer() {
  return find([process.env.REDIS_SERVER_PATH, "redis-server"]);
}

/** The path of a clickhouse-server, or undefined. Debian's is where other users' PATH does not lead. */
export function findClickHouse() {
  return find([process.env.CLICKHOUSE_SERVER_PATH, "clickhouse-server", "/usr/sbin/clickhouse-server"]);
}
