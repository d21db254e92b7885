// What `npm start` becomes: it runs the service as a child and begins again when that dies. It imports next to nothing,
// so that it stays small and there is nothing in it to die of. supervisor.js and server.js are built side by side.

import type { SendHandle } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { contextFlags, heapFlags } from "@/lib/platform/heap-flags";
import { machineMemory } from "@/lib/platform/machine-memory";
import { rawEnv } from "@/lib/platform/raw-env";
import { STOP_SIGNALS } from "@/lib/platform/stop-signals";
import { type End, type Program, ServiceProcess } from "./service-process";
import { BESIDE, KEEPS_SOCKET } from "./succession";

const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 30_000;
/** Who has run for so long has not died of how it starts. */
const STEADY_AFTER = 60_000;
/** What cannot start is not started for ever, not even where it has run before. */
const MOST_REFUSALS = 10;
/** What each process of a service takes, and Postgres with it. */
const MEMORY_OF_ONE = 192 * 2 ** 20;

const INFO = 30;
const WARN = 40;
const ERROR = 50;

/** A service that is to take the place of the one that runs. */
interface Successor {
  service: ServiceProcess;
  /** It starts while the one before still answers, and not when that has ended. */
  beside: boolean;
  /** whether it has come so far that the one before may end */
  takesOver: Promise<boolean>;
}

let program: Program = { file: fileURLToPath(new URL("./server.js", import.meta.url)) };
// Whether that makes sense, the service says.
const workers = Number(rawEnv.WEB_CONCURRENCY) || 1;
// As the service decides (lib/platform/env.ts).
const pageProcesses = Number(rawEnv.PAGE_PROCESSES || (machineMemory() < 2 ** 30 ? 0 : 1)) || 0;
const processes = (workers > 1 ? workers + 1 : 1) + pageProcesses;
const flags = [...process.execArgv, ...contextFlags(), ...heapFlags(processes)];

const stopping = new AbortController();
let service: ServiceProcess | undefined;
let successor: Successor | undefined;
/** The port's. It outlives each service: connections that nobody has accepted yet wait for the next one. */
let socket: (SendHandle & { close(): void }) | undefined;
let hasRun = false;
/** Of the service, its workers and its database, since this process was started. */
let restarts = 0;

for (const signal of STOP_SIGNALS)
  process.on(signal, () => {
    stopping.abort();
    // An open socket would accept connections that no service will answer.
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
    if (message === "socket") started.tell("socket", socket);
    if (typeof message === "object" && !stopping.signal.aborted) socket ??= handle as typeof socket;
  });
  return started;
}

/** The successor, whose turn it is, where there is one; otherwise the service, anew. Undefined where it was stopped meanwhile. */
async function next(): Promise<ServiceProcess | undefined> {
  const its = successor;
  if (its && (await its.takesOver)) {
    successor = undefined;
    its.service.tell(its.beside ? "alone" : "begin");
    say(INFO, "the service before has ended; the next one does all of its work", {});
    return its.service;
  }
  return stopping.signal.aborted ? undefined : start(program);
}

/**
 * Starts what by now is where this program was started, such as the next version behind a link, and has it take over. The
 * one that runs goes on answering until the next one does. One that does not start changes nothing.
 */
async function takeOver(): Promise<void> {
  const before = service;
  if (stopping.signal.aborted) return;
  if (successor || before?.isSuperseded) return say(WARN, "a take-over is under way; this signal changes nothing", {});
  if (!before) return say(WARN, "no service runs now; this signal changes nothing", {});
  // One that has just begun shares no port yet, and those before 0.3.0 never do.
  const beside = before.version !== undefined && hasRoomForTwo();
  const started = start(
    findProgram(dirname(process.argv[1] ?? "")),
    "--succeed",
    ...(beside ? [BESIDE + before.version] : []),
  );
  if (before.version !== undefined && !beside)
    say(WARN, "there is too little memory for two services at once", { bytes: machineMemory() });
  successor = { service: started, beside, takesOver: isToTakeOver(started) };
  say(INFO, "the next service starts, and the one that runs goes on answering", {});
  if (!(await successor.takesOver)) {
    successor = undefined;
    started.kill("SIGTERM");
    const { code, signal } = await started.ended;
    if (stopping.signal.aborted) return;
    before.tell("take-over failed");
    say(ERROR, "the next service did not start; the one that runs goes on", { reason: signal ?? code });
    return;
  }
  void started.ended.then(() => {
    if (successor?.service === started) successor = undefined;
  });
  before.isSuperseded = true;
  if (successor.beside) before.tell("superseded");
  else before.kill("SIGTERM");
}

async function isToTakeOver(started: ServiceProcess): Promise<boolean> {
  const message = await started.hear("loaded", "prepared");
  if (message !== "prepared") {
    if (successor) successor.beside = false;
    if (message) say(INFO, "the next service is loaded; the one that runs stops first", {});
    return message !== undefined;
  }
  const answers = started.hear("answers");
  started.tell("answer");
  if (!(await answers)) return false;
  say(INFO, "the next service answers; the one before finishes what is under way", {});
  return true;
}

const hasRoomForTwo = () => machineMemory() >= (2 * processes + 1) * MEMORY_OF_ONE;

/** In the folder of a package, or a clone, by the path under which it was started: a link may lead elsewhere by now. */
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
    say(ERROR, "the service died; it is started again", { reason: end.signal ?? end.code, restarts, waitMs: wait });
    await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (stopping.signal.aborted) return stopDatabase();
    wait = Math.min(LONGEST_WAIT, Math.max(SHORTEST_WAIT, wait * 2));
  }
}

/** Whether a service that was told to stop leaves its database running: it has died, or a take-over was under way. */
async function leavesDatabase(its: ServiceProcess, { code, signal }: End): Promise<boolean> {
  await successor?.service.ended;
  // 130: it received the signal twice.
  const isInOrder = code === 0 || code === 130 || signal === "SIGHUP";
  return !isInOrder || its.isSuperseded || (hasRun && !its.isReady);
}

/** A service that dies leaves its database running, for the one that is started again. */
function stopDatabase(): Promise<End> {
  service = new ServiceProcess(program, flags, ["--stop"]);
  return service.ended;
}

/** As the service's own log does, which needs more than there is here. */
function say(level: number, msg: string, facts: object): void {
  process.stderr.write(`${JSON.stringify({ level, time: Date.now(), ...facts, msg })}\n`);
}

const { code, signal } = await supervise();
// As the service ended, where its terminal is gone.
if (signal === "SIGHUP") process.removeAllListeners(signal).kill(process.pid, signal);
else process.exit(code ?? 1);
