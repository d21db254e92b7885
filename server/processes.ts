import type { Worker } from "node:cluster";
import cluster from "node:cluster";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type DrainReport, drainReport } from "@/lib/clicks/drain/drain-report";
import type { JournalFolder } from "@/lib/clicks/journal/leases";
import { StartError } from "@/lib/contract/errors";
import { allMetrics } from "@/lib/platform/log/all-metrics";
import { log } from "@/lib/platform/log/log";
import { heapFlags } from "@/lib/platform/process/heap-flags";
import type { OnShutdown } from "@/lib/platform/process/lifecycle";
import { vitals } from "@/lib/platform/process/vitals";
import type { Dispatcher } from "./dispatcher";
import { isMetricsMessage, type WorkerMetrics } from "./metrics/workers";
import { countRestart } from "./take-over-messages";
import type { FromWorker, ToWorker } from "./worker-messages";

interface Processes {
  /** Lets the processes answer requests. Until then they refuse them. */
  answer(): Promise<void>;
  reportDrain(report: DrainReport): void;
  reportTakeOver(): void;
  /** Resolves when the open requests are answered, their clicks are in the journals, and all processes have ended. */
  stop(): Promise<void>;
}

const RESTART_AFTER = 500;
/** A process that dies during its start is restarted after longer and longer waits. */
const LONGEST_WAIT = 30_000;
const STEADY_AFTER = 60_000;

/** Longer than load balancers and open requests may take, and short enough for the steps that follow. */
const STOP_WITHIN = 9_000;
const STOP_SUPERSEDED_WITHIN = 40_000;

/** The options that all processes of a service share. */
interface Common {
  folder: JournalFolder;
  ownDatabase: boolean;
  metrics: WorkerMetrics;
  /** how many processes share the machine's memory */
  processes: number;
}

interface Kind extends Common {
  /** the file, built next to server.js */
  file: "worker.js" | "pages.js";
  /** the names of the processes, one for each */
  slots: string[];
  /** the data folder's lock, for processes that record clicks; it is held until the last of them has ended */
  lock?: number;
  /** further arguments for the process of a slot */
  options(slot: string, isFirst: boolean): string[];
  /** hands connections from the port to the processes; undefined for processes with their own sockets */
  dispatcher?: Dispatcher;
  /** whether another service still answers on the port; the port is then opened last */
  beside: boolean;
  /** aborts when the service stops; processes that have not started by then do not start */
  stopping?: AbortSignal;
}

/**
 * Starts processes that belong to this one. Each has its own journal. A process that dies is replaced, and its
 * successor takes over its journal.
 *
 * @throws StartError when a process does not start; that process has logged the reason
 */
export async function startProcesses({ file, slots, dispatcher, beside, ...kind }: Kind): Promise<Processes> {
  if (!beside) await dispatcher?.open();
  let stopping = false;
  const name = file === "pages.js" ? "the pages process" : "a worker";
  let answering = false;
  const { metrics, lock } = kind;
  // The new process inherits only the files that are listed here.
  const stdio = ["inherit", "inherit", "inherit", "ipc", ...(lock === undefined ? [] : [lock])];
  const { root, instance } = kind.folder;
  const workers = new Map<string, Worker>();
  const waits = new Map<string, number>();
  const replaced = new Set<string>();
  const send = (message: ToWorker) => {
    // The process may have ended unnoticed; that must not end this process.
    for (const worker of workers.values()) if (worker.isConnected()) worker.send(message, () => undefined);
  };

  async function start(slot: string): Promise<void> {
    cluster.setupPrimary({
      exec: fileURLToPath(new URL(`./${file}`, import.meta.url)),
      args: [
        join(root, `${instance}-${slot}`),
        kind.ownDatabase ? "own database" : "",
        slot,
        ...kind.options(slot, !replaced.has(slot)),
      ],
      stdio,
      execArgv: [...process.execArgv, ...heapFlags(kind.processes)],
    });
    const worker = cluster.fork();
    workers.set(slot, worker);
    const kill = () => worker.process.kill("SIGKILL");
    kind.stopping?.addEventListener("abort", kill);
    const send = (message: ToWorker) => void (worker.isConnected() && worker.send(message, () => undefined));
    const channel = metrics.add(slot, send, allMetrics);
    worker.on("message", (message: FromWorker) => isMetricsMessage(message) && channel.take(message));
    const exited = once(worker, "exit").then(([code, signal]) => {
      workers.delete(slot);
      dispatcher?.remove(worker);
      metrics.remove(slot);
      return signal ?? code;
    });
    const listening = new Promise<"listening">((done) => {
      worker.on("message", (message: FromWorker) => {
        if (message === "listening") done(message);
        if (message !== "leaving") return;
        dispatcher?.remove(worker);
        if (stopping && !dispatcher?.hasWorkers) dispatcher?.close();
        send("left");
      });
    });
    const outcome = await Promise.race([listening, exited]);
    kind.stopping?.removeEventListener("abort", kill);
    if (outcome !== "listening") throw new StartError(`${name[0]?.toUpperCase()}${name.slice(1)} did not start.`);
    const { restarts, takeOverFailed } = vitals();
    const drain = drainReport();
    worker.send(drain ? { drain, restarts } : { restarts });
    worker.send({ takeOverFailed });
    if (answering) worker.send("answer");
    dispatcher?.add(worker);
    const startedAt = performance.now();
    exited.then((reason) => {
      if (stopping) return;
      if (performance.now() - startedAt > STEADY_AFTER) waits.delete(slot);
      void replace(slot, reason);
    });
  }

  function waitOf(slot: string): number {
    const wait = waits.get(slot) ?? RESTART_AFTER;
    waits.set(slot, Math.min(LONGEST_WAIT, 2 * wait));
    return wait;
  }

  async function replace(slot: string, reason: unknown): Promise<void> {
    log.error({ slot, reason }, `${name} died; another one takes its place`);
    replaced.add(slot);
    countRestart();
    send({ restarts: vitals().restarts });
    for (;;) {
      await sleep(waitOf(slot));
      if (stopping) return;
      try {
        return await start(slot);
      } catch (error) {
        log.error({ slot, error: String(error) }, `${name} could not be replaced`);
      }
    }
  }

  async function stop(): Promise<void> {
    stopping = true;
    const gone = Promise.all([...workers.values()].map((worker) => once(worker, "exit")));
    const { superseded } = vitals();
    send(superseded ? "supersede" : "stop");
    const within = superseded ? STOP_SUPERSEDED_WITHIN : STOP_WITHIN;
    await Promise.race([gone, sleep(within, undefined, { ref: false })]);
    dispatcher?.close();
    // The clicks that these processes recorded are in their journals. The next start completes them.
    for (const worker of workers.values()) worker.process.kill("SIGKILL");
    await gone;
  }

  try {
    await Promise.all(slots.map(start));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    async answer() {
      answering = true;
      send("answer");
      if (beside) await dispatcher?.open();
    },
    // Also sends the number of database restarts, because processes learn it only here.
    reportDrain: (drain) => send({ drain, restarts: vitals().restarts }),
    reportTakeOver: () => send({ takeOverFailed: vitals().takeOverFailed }),
    stop,
  };
}

/**
 * Starts the processes that draw pages, while this process continues its start. They listen in a folder that no
 * other user may enter, because they trust the headers that this process sets.
 */
export function startPages(count: number, common: Common, onShutdown: OnShutdown, stopping: AbortSignal) {
  const folder = mkdtempSync(join(tmpdir(), "signpost-pages-"));
  onShutdown(() => rmSync(folder, { recursive: true, force: true }));
  const sockets = Array.from({ length: count }, (_, number) => join(folder, `${number}.sock`));
  const slots = sockets.map((_, number) => `pages-${number}`);
  const options = (slot: string, isFirst: boolean) => [
    sockets[slots.indexOf(slot)] ?? "",
    isFirst ? "starting" : "answering",
  ];
  // If a process fails to start, the others are stopped, as after a signal.
  const failed = new AbortController();
  const kind = { file: "pages.js", slots, options, beside: false } as const;
  const starting = startProcesses({ ...common, ...kind, stopping: AbortSignal.any([stopping, failed.signal]) });
  // The caller that awaits `starting` handles the error.
  starting.catch(() => undefined);
  onShutdown(() => {
    failed.abort();
    return starting.then((pages) => pages.stop()).catch(() => undefined);
  });
  return { sockets, starting };
}
