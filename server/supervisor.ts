// What `npm start` becomes: it runs the service as a child and begins again when that dies. It imports next to nothing,
// so that it stays small and there is nothing in it to die of. supervisor.js and server.js are built side by side.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { heapFlags } from "@/lib/platform/heap-flags";
import { rawEnv } from "@/lib/platform/raw-env";
import { STOP_SIGNALS } from "@/lib/platform/stop-signals";

const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 30_000;
/** Who has run for so long has not died of how it starts. */
const STEADY_AFTER = 60_000;
/** What cannot start is not started for ever, not even where it has run before. */
const MOST_REFUSALS = 10;

/**
 * What the service tells: that it is loaded and waits, that it answers, that what it cannot start for has been
 * said, and that a worker or the database died and is started again.
 */
export type FromService = "loaded" | "ready" | "refused" | "restarted";

interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
  refused: boolean;
}

interface Program {
  file: string;
  /** the folder it runs in; undefined: as this process */
  cwd?: string;
}

let program: Program = { file: fileURLToPath(new URL("./server.js", import.meta.url)) };
// Whether that makes sense, the service says.
const workers = Number(rawEnv.WEB_CONCURRENCY) || 1;
const options = [...process.execArgv, ...heapFlags(workers > 1 ? workers + 1 : 1)];

const stopping = new AbortController();
let child: ChildProcess | undefined;
/** A service that is to take the place of the one that runs: it loads, and then waits for its turn. */
let successor: { process: ChildProcess; program: Program; isLoaded: boolean } | undefined;
let hasRun = false;
/** Of the service, its workers and its database, since this process was started. */
let restarts = 0;

for (const signal of STOP_SIGNALS)
  process.on(signal, () => {
    stopping.abort();
    successor?.process.kill(signal);
    child?.kill(signal);
  });
process.on("SIGUSR2", () => prepareSuccessor());

function start({ file, cwd }: Program, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [...options, file, ...args], { cwd, stdio: ["inherit", "inherit", "inherit", "ipc"] });
}

async function watch(started: ChildProcess, its = program): Promise<End> {
  child = started;
  let refused = false;
  started.on("message", (message: FromService) => {
    if (message === "ready") {
      hasRun = true;
      program = its;
    }
    if (message === "refused") refused = true;
    if (message === "restarted") restarts++;
  });
  const [code, signal] = await once(started, "exit");
  child = undefined;
  return { code, signal, refused };
}

/** The successor's turn, where there is one; otherwise the service, anew. */
function run(): Promise<End> {
  if (!successor?.isLoaded) return watch(start(program, `--restarts=${restarts}`));
  const next = successor;
  successor = undefined;
  next.process.send("begin");
  return watch(next.process, next.program);
}

/**
 * Starts what by now is where this program was started, such as the next version behind a link. Once it is loaded, the one
 * that runs is stopped: nobody answers only for as long as that, and what depends on the data folder, take. One that does
 * not load changes nothing, and in the place of one that does not start, the one before is started again.
 */
async function prepareSuccessor(): Promise<void> {
  if (successor || !child || stopping.signal.aborted) return;
  const found = findProgram(dirname(process.argv[1] ?? ""));
  const started = start(found, "--succeed", `--restarts=${restarts}`);
  successor = { process: started, program: found, isLoaded: false };
  const [message] = await Promise.race([once(started, "message"), once(started, "exit")]);
  if (message === ("loaded" satisfies FromService) && child) {
    successor.isLoaded = true;
    started.on("exit", () => {
      if (successor?.process === started) successor = undefined;
    });
    child.kill("SIGTERM");
  } else {
    successor = undefined;
    started.kill();
    say("the next service did not load; the one that runs goes on", { reason: message });
  }
}

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
    const end = await run();
    if (successor?.isLoaded && !stopping.signal.aborted) continue;
    const isSteady = performance.now() - startedAt > STEADY_AFTER;
    refusals = end.refused ? refusals + 1 : 0;
    if (end.code === 0 || (end.refused && (!hasRun || refusals > MOST_REFUSALS))) return end;
    if (stopping.signal.aborted) return isInOrder(end) ? end : stopDatabase();
    if (isSteady) wait = SHORTEST_WAIT;
    restarts++;
    tell(end, wait);
    await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (stopping.signal.aborted) return stopDatabase();
    wait = Math.min(LONGEST_WAIT, wait * 2);
  }
}

/** Whether a service that was told to stop has done so, or has been told twice. */
const isInOrder = ({ code, signal }: End) => code === 0 || code === 130 || signal === "SIGHUP";

/** A service that dies leaves its database running, for the one that is started again. */
const stopDatabase = () => watch(start(program, "--stop"));

/** As the service's own log does, which needs more than there is here. */
function tell({ code, signal }: End, waitMs: number): void {
  say("the service died; it is started again", { reason: signal ?? code, restarts, waitMs });
}

function say(msg: string, facts: object): void {
  process.stderr.write(`${JSON.stringify({ level: 50, time: Date.now(), ...facts, msg })}\n`);
}

const { code, signal } = await supervise();
// As the service ended, where its terminal is gone.
if (signal === "SIGHUP") process.removeAllListeners(signal).kill(process.pid, signal);
else process.exit(code ?? 1);
