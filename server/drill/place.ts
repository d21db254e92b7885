import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rawEnv } from "@/lib/platform/raw-env";
import { fillDisk } from "./fill";

const DISK_MIB = 400;

/** The folder in which a drill takes place. A drill leaves nothing outside of it. */
export interface Place {
  folder: string;
  /** DATA_DIR of the drill's instance */
  data: string;
  /** DATA_DIR of the instance that is restored from the backup */
  restored: string;
  /** a disk that contains `data` and can be filled; a string gives the reason if there is none */
  disk: Disk | string;
  /** Ends the processes of the drill that still run, and removes everything. */
  clear(): Promise<void>;
}

export interface Disk {
  fill(): void;
  tidy(): void;
}

/** The environment of the instance, without the operator's settings. */
export const bareEnv = () => ({ PATH: rawEnv.PATH, HOME: rawEnv.HOME, NODE_ENV: "production" as const });

/** server.js and this file are built side by side. */
export const serverFile = fileURLToPath(new URL("./server.js", import.meta.url));

/**
 * A shell script that cleans up when its standard input closes, which happens however the drill ends. The service ends
 * too by then, but leaves its database running.
 */
const GUARD = `trap '' INT TERM HUP
cat > /dev/null
for data in "$1/data" "$1/restored"; do
  [ -d "$data" ] || continue
  for attempt in 1 2 3 4 5 6 7 8 9 10; do DATA_DIR=$data "$2" "$3" --stop && break; sleep 1; done
  real=$(readlink -f "$data/postgres") && rm -rf "$real"
done
umount "$1/data" || umount -l "$1/data"
rm -rf "$1"`;

export function openPlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), "signpost-drill-"));
  // Postgres does not run as root and must be able to pass through.
  chmodSync(folder, 0o755);
  const guard = spawn("sh", ["-c", GUARD, "sh", folder, process.execPath, serverFile], {
    env: bareEnv(),
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o755 });
  return {
    folder,
    data,
    restored: join(folder, "restored"),
    disk: mountDisk(data),
    clear: () => clear(guard, folder),
  };
}

async function clear(guard: ChildProcess, folder: string): Promise<void> {
  const gone = guard.exitCode === null && guard.pid !== undefined ? once(guard, "exit") : undefined;
  guard.stdin?.end();
  await gone;
  rmSync(folder, { recursive: true, force: true });
}

function mountDisk(folder: string): Disk | string {
  if (process.platform !== "linux") return "a small disk can be mounted on Linux alone";
  const options = ["-t", "tmpfs", "-o", `size=${DISK_MIB}m,mode=0755`, "tmpfs", folder];
  const { status, error } = spawnSync("mount", options, { stdio: "ignore" });
  if (status !== 0) return `a small disk can be mounted by root alone${error ? " (there is no mount)" : ""}`;
  return fillDisk(join(folder, "hog"));
}
