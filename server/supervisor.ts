// What `npm start` becomes: it runs the service as a child and begins again when that dies. It imports next to nothing,
// so that it stays small and there is nothing in it to die of. supervisor.js and server.js are built side by side.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
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

/** What the service tells: that it answers, and that what it cannot start for has been said. */
export type FromService = "ready" | "refused";

interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
  refused: boolean;
}

const server = fileURLToPath(new URL("./server.js", import.meta.url));
// Whether that makes sense, the service says.
const workers = Number(rawEnv.WEB_CONCURRENCY) || 1;
const options = [...process.execArgv, ...heapFlags(workers > 1 ? workers + 1 : 1)];

const stopping = new AbortController();
let child: ChildProcess | undefined;
let hasRun = false;

for (const signal of STOP_SIGNALS)
  process.on(signal, () => {
    stopping.abort();
    child?.kill(signal);
  });

async function run(...args: string[]): Promise<End> {
  child = spawn(process.execPath, [...options, server, ...args], { stdio: ["inherit", "inherit", "inherit", "ipc"] });
  let refused = false;
  child.on("message", (message: FromService) => {
    if (message === "ready") hasRun = true;
    if (message === "refused") refused = true;
  });
  const [code, signal] = await once(child, "exit");
  child = undefined;
  return { code, signal, refused };
}

async function supervise(): Promise<End> {
  let wait = SHORTEST_WAIT;
  let refusals = 0;
  for (let restarts = 0; ; restarts++) {
    const startedAt = performance.now();
    const end = await run(`--restarts=${restarts}`);
    const isSteady = performance.now() - startedAt > STEADY_AFTER;
    refusals = end.refused ? refusals + 1 : 0;
    if (end.code === 0 || (end.refused && (!hasRun || refusals > MOST_REFUSALS))) return end;
    if (stopping.signal.aborted) return isInOrder(end) ? end : stopDatabase();
    if (isSteady) wait = SHORTEST_WAIT;
    tell(end, restarts + 1, wait);
    await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (stopping.signal.aborted) return stopDatabase();
    wait = Math.min(LONGEST_WAIT, wait * 2);
  }
}

/** Whether a service that was told to stop has done so, or has been told twice. */
const isInOrder = ({ code, signal }: End) => code === 0 || code === 130 || signal === "SIGHUP";

/** A service that dies leaves its database running, for the one that is started again. */
const stopDatabase = () => run("--stop");

/** As the service's own log does, which needs more than there is here. */
function tell({ code, signal }: End, restarts: number, waitMs: number): void {
  const line = { level: 50, time: Date.now(), reason: signal ?? code, restarts, waitMs };
  process.stderr.write(`${JSON.stringify({ ...line, msg: "the service died; it is started again" })}\n`);
}

const { code, signal } = await supervise();
// As the service ended, where its terminal is gone.
if (signal === "SIGHUP") process.removeAllListeners(signal).kill(process.pid, signal);
else process.exit(code ?? 1);
