// `npm start` becomes this process. It runs the service as a child and restarts it when it dies. It imports very
// little, so that it stays small and has little reason to die. supervisor.js and server.js are built side by side.

import type { SendHandle } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { machineMemory } from "@/lib/platform/machine-memory";
import { contextFlags, heapFlags } from "@/lib/platform/process/heap-flags";
import { STOP_SIGNALS } from "@/lib/platform/process/stop-signals";
import { rawEnv } from "@/lib/platform/raw-env";
import { type End, type Program, ServiceProcess } from "./service-process";
import { BESIDE, KEEPS_SOCKET } from "./take-over-messages";

const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 30_000;
/** A service that ran for this long did not die because of a failed start. */
const STEADY_AFTER = 60_000;
/** A service that cannot start is not restarted forever, even if it ran before. */
const MOST_REFUSALS = 10;
/** The memory of each process of a service, including its share of Postgres, in bytes. */
const MEMORY_OF_ONE = 192 * 2 ** 20;

const INFO = 30;
const WARN = 40;
const ERROR = 50;

/** A service that will replace the running one. */
interface Successor {
  service: ServiceProcess;
  /**
   * whether it starts while the previous service still answers; otherwise it starts after the previous one has ended
   */
  beside: boolean;
  /** resolves with whether it is ready for the previous service to end */
  takesOver: Promise<boolean>;
}

let program: Program = { file: fileURLToPath(new URL("./server.js", import.meta.url)) };
// The service checks whether the value is valid.
const workers = Number(rawEnv.WEB_CONCURRENCY) || 1;
// This must match lib/platform/env.ts.
const pageProcesses = Number(rawEnv.PAGE_PROCESSES || (machineMemory() < 2 ** 30 ? 0 : 1)) || 0;
const processes = (workers > 1 ? workers + 1 : 1) + pageProcesses;
const flags = [...process.execArgv, ...contextFlags(), ...heapFlags(processes)];

const stopping = new AbortController();
let service: ServiceProcess | undefined;
let successor: Successor | undefined;
/** The port's socket. It outlives each service: connections that have not been accepted yet wait for the next one. */
let socket: (SendHandle & { close(): void }) | undefined;
let hasRun = false;
/** Restarts of the service, its workers and its database since this process started. */
let restarts = 0;

for (const signal of STOP_SIGNALS)
  process.on(signal, () => {
    stopping.abort();
    // An open socket would accept connections that no service answers.
    socket?.close();
    socket = undefined;
    successor?.service.kill(signal);
    service?.kill(signal);
  });
process.on("SIGUSR2", () => void takeOver());

function start(its: Program, ...args: string[]): ServiceProcess {
  const started = new ServiceProcess(its, flags, [`--restarts=${restarts}`, KEEPS_SOCKET, ...args]);
  started.on((message, handle) => {
    if (message === "ready") {
      hasRun = true;
      program = its;
    }
    if (message === "restarted") restarts++;
    if (message === "socket") started.send("socket", socket);
    if (typeof message === "object" && !stopping.signal.aborted) socket ??= handle as typeof socket;
  });
  return started;
}

/**
 * Returns the successor if one should take over, or else a new service. Returns undefined if this process is stopping.
 */
async function next(): Promise<ServiceProcess | undefined> {
  const its = successor;
  if (its && (await its.takesOver)) {
    successor = undefined;
    its.service.send(its.beside ? "alone" : "begin");
    say(INFO, "the previous service has ended; the new one has taken over", {});
    return its.service;
  }
  return stopping.signal.aborted ? undefined : start(program);
}

/**
 * Starts the program at the path of this one, such as a new version behind a symbolic link, and lets it take over. The
 * running service answers until the new one does. If the new one does not start,
 * nothing changes.
 */
async function takeOver(): Promise<void> {
  const before = service;
  if (stopping.signal.aborted) return;
  if (successor || before?.isSuperseded) return say(WARN, "a take-over is already running; the signal is ignored", {});
  if (!before) return say(WARN, "no service is running; the signal is ignored", {});
  // A service that has just started shares no port yet, and versions before 0.3.0 never do.
  const beside = before.version !== undefined && hasRoomForTwo();
  const started = start(
    findProgram(dirname(process.argv[1] ?? "")),
    "--succeed",
    ...(beside ? [BESIDE + before.version] : []),
  );
  if (before.version !== undefined && !beside)
    say(WARN, "there is not enough memory for two services at once", { bytes: machineMemory() });
  successor = { service: started, beside, takesOver: shouldTakeOver(started) };
  say(INFO, "the new service is starting; the running one keeps answering", {});
  if (!(await successor.takesOver)) {
    successor = undefined;
    started.kill("SIGTERM");
    const { code, signal } = await started.ended;
    if (stopping.signal.aborted) return;
    before.send("take-over failed");
    say(ERROR, "the new service did not start; the running one continues", { reason: signal ?? code });
    return;
  }
  void started.ended.then(() => {
    if (successor?.service === started) successor = undefined;
  });
  before.isSuperseded = true;
  if (successor.beside) before.send("superseded");
  else before.kill("SIGTERM");
}

async function shouldTakeOver(started: ServiceProcess): Promise<boolean> {
  const message = await started.hear("loaded", "prepared");
  if (message !== "prepared") {
    if (successor) successor.beside = false;
    if (message) say(INFO, "the new service is loaded; the running one stops first", {});
    return message !== undefined;
  }
  const answers = started.hear("answers");
  started.send("answer");
  if (!(await answers)) return false;
  say(INFO, "the new service answers; the previous one finishes its open requests", {});
  return true;
}

const hasRoomForTwo = () => machineMemory() >= (2 * processes + 1) * MEMORY_OF_ONE;

/**
 * Finds the program in a package or a clone, at the path where it was started: a symbolic link may point to
 * another version by now.
 */
function findProgram(from: string): Program {
  const folder = [from, join(from, "..")].find((folder) => existsSync(join(folder, ".build/server.js")));
  return folder === undefined
    ? program
    : { file: join(realpathSync(folder), ".build/server.js"), cwd: realpathSync(folder) };
}

async function supervise(): Promise<End> {
  let wait = SHORTEST_WAIT;
  let refusals = 0;
  for (;;) {
    const startedAt = performance.now();
    service = await next();
    if (!service) return stopDatabase();
    const its = service;
    const end = await its.ended;
    service = undefined;
    if (stopping.signal.aborted) return (await leavesDatabase(its, end)) ? stopDatabase() : end;
    if (its.isSuperseded) continue;
    const isSteady = performance.now() - startedAt > STEADY_AFTER;
    refusals = its.refused ? refusals + 1 : 0;
    if (end.code === 0 || (its.refused && (!hasRun || refusals > MOST_REFUSALS))) return end;
    if (isSteady) wait = SHORTEST_WAIT;
    restarts++;
    if (successor) wait = 0;
    say(ERROR, "the service died and is restarted", { reason: end.signal ?? end.code, restarts, waitMs: wait });
    await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (stopping.signal.aborted) return stopDatabase();
    wait = Math.min(LONGEST_WAIT, Math.max(SHORTEST_WAIT, wait * 2));
  }
}

/** Returns whether a stopped service leaves its database running: it died, or a take-over was under way. */
async function leavesDatabase(its: ServiceProcess, { code, signal }: End): Promise<boolean> {
  await successor?.service.ended;
  // 130: it received the signal twice.
  const isInOrder = code === 0 || code === 130 || signal === "SIGHUP";
  return !isInOrder || its.isSuperseded || (hasRun && !its.isReady);
}

/** Stops the database. A service that dies leaves it running for the next start. */
function stopDatabase(): Promise<End> {
  service = new ServiceProcess(program, flags, ["--stop"]);
  return service.ended;
}

/**
 * Writes a log line in the same format as the service's logger, which needs more modules than this process should load.
 */
function say(level: number, msg: string, facts: object): void {
  process.stderr.write(`${JSON.stringify({ level, time: Date.now(), ...facts, msg })}\n`);
}

const { code, signal } = await supervise();
// Ends in the same way as the service. SIGHUP means that the terminal is gone.
if (signal === "SIGHUP") process.removeAllListeners(signal).kill(process.pid, signal);
else process.exit(code ?? 1);
