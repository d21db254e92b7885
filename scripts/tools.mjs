import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

// Finds the programs that tests need but npm does not install.

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

/** Returns the path of a Chromium, or undefined. Needs the npm packages. */
export async function findChromium() {
  const { chromium } = await import("playwright");
  return find([
    process.env.CHROMIUM_PATH,
    // The same engine without a desktop browser around it. It is a sixth faster.
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    chromium.executablePath(),
  ]);
}

/** Returns the path of a redis-server, or undefined. */
export function findRedisServer() {
  return find([process.env.REDIS_SERVER_PATH, "redis-server"]);
}

/** Returns the path of a clickhouse-server, or undefined. Debian's is in a folder that only root's PATH contains. */
export function findClickHouse() {
  return find([process.env.CLICKHOUSE_SERVER_PATH, "clickhouse-server", "/usr/sbin/clickhouse-server"]);
}

/** Returns the path of nginx, or undefined. Debian's is in a folder that only root's PATH contains. */
export function findNginx() {
  return find([process.env.NGINX_PATH, "nginx", "/usr/sbin/nginx"]);
}

/** Returns the path of Caddy, or undefined. */
export function findCaddy() {
  return find([process.env.CADDY_PATH, "caddy"]);
}

/** Returns the path of PgBouncer, or undefined. Debian's is in a folder that only root's PATH contains. */
export function findPgBouncer() {
  return find([process.env.PGBOUNCER_PATH, "pgbouncer", "/usr/sbin/pgbouncer"]);
}
