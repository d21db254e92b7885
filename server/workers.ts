import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { DrainReport } from "@/lib/clicks/drain-report";
import type { JournalFolder } from "@/lib/clicks/leases";
import { StartError } from "@/lib/contract/errors";
import { allMetrics, provideMetrics } from "@/lib/platform/all-metrics";
import { heapFlags } from "@/lib/platform/heap-flags";
import { log } from "@/lib/platform/log";
import { shareRateLimits } from "@/lib/platform/rate-limit-flexible";
import { vitals } from "@/lib/platform/vitals";
import { Dispatcher } from "./dispatcher";
import { isMetricsMessage, type MetricsMessage, WorkerMetrics } from "./metrics/workers";
import { countRestart } from "./restarts";

export type ToWorker =
  | "answer"
  | "connection"
  | "left"
  | "stop"
  | "supersede"
  | { drain: DrainReport; restarts: number }
  | { restarts: number }
  | { takeOverFailed: boolean }
  | MetricsMessage;
export type FromWorker = "listening" | "leaving" | MetricsMessage;

interface Workers {
  /** Lets them answer: until then they refuse. */
  answer(): Promise<void>;
  reportDrain(report: DrainReport): void;
  reportTakeOver(): void;
  /** Resolves when the requests under way are answered, what they recorded is in the journals, and all are gone. */
  stop(): Promise<void>;
}

const RESTART_AFTER = 500;

/** Longer than balancers and requests under way may take, and short enough for what comes after it. */
const STOP_WITHIN = 9_000;
const STOP_SUPERSEDED_WITHIN = 40_000;

/**
 * Starts `count` processes that share the port. Each has a journal of its own; one that dies is replaced, and its
 * journal goes on in its successor's hands. They inherit `lock`, so that the data folder is theirs until all are gone.
 *
 * @param beside another service still answers on the port: it is opened last
 * @throws StartError when one of them does not start; it has said why
 */
export async function startWorkers(
  count: number,
  { root, instance }: JournalFolder,
  lock: number,
  ownDatabase: boolean,
  beside: boolean,
): Promise<Workers> {
  shareRateLimits();
  const dispatcher = new Dispatcher();
  if (!beside) await dispatcher.open();
  let stopping = false;
  let answering = false;
  const workers = new Map<number, Worker>();
  const metrics = new WorkerMetrics();
  provideMetrics(() => metrics.collect());
  const send = (message: ToWorker) => {
    // One that has ended since, but is not yet known to have, must not end us.
    for (const worker of workers.values()) if (worker.isConnected()) worker.send(message, () => undefined);
  };

  async function start(slot: number): Promise<void> {
    cluster.setupPrimary({
      exec: fileURLToPath(new URL("./worker.js", import.meta.url)),
      args: [join(root, `${instance}-${slot}`), ownDatabase ? "own database" : "", `${slot}`],
      stdio: ["inherit", "inherit", "inherit", "ipc", lock],
      execArgv: [...process.execArgv, ...heapFlags(count + 1)],
    });
    const worker = cluster.fork();
    workers.set(slot, worker);
    const tell = (message: ToWorker) => void (worker.isConnected() && worker.send(message, () => undefined));
    const channel = metrics.add(`${slot}`, tell, allMetrics);
    worker.on("message", (message: FromWorker) => isMetricsMessage(message) && channel.take(message));
    const exited = once(worker, "exit").then(([code, signal]) => {
      workers.delete(slot);
      dispatcher.remove(worker);
      metrics.remove(`${slot}`);
      return signal ?? code;
    });
    const listening = new Promise<"listening">((done) => {
      worker.on("message", (message: FromWorker) => {
        if (message === "listening") done(message);
        if (message !== "leaving") return;
        dispatcher.remove(worker);
        if (stopping && !dispatcher.hasWorkers) dispatcher.close();
        tell("left");
      });
    });
    if ((await Promise.race([listening, exited])) !== "listening") throw new StartError("A worker did not start.");
    const { restarts, takeOverFailed } = vitals();
    worker.send({ restarts });
    worker.send({ takeOverFailed });
    if (answering) worker.send("answer");
    dispatcher.add(worker);
    exited.then((reason) => (stopping ? undefined : replace(slot, reason)));
  }

  async function replace(slot: number, reason: unknown): Promise<void> {
    log.error({ slot, reason }, "a worker died; another one takes its place");
    countRestart();
    send({ restarts: vitals().restarts });
    for (;;) {
      await sleep(RESTART_AFTER);
      if (stopping) return;
      try {
        return await start(slot);
      } catch (error) {
        log.error({ slot, error: String(error) }, "a worker could not be replaced");
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
    dispatcher.close();
    // What these have recorded is in their journals, and complete at the next start.
    for (const worker of workers.values()) worker.process.kill("SIGKILL");
    await gone;
  }

  try {
    await Promise.all(Array.from({ length: count }, (_, slot) => start(slot)));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    async answer() {
      answering = true;
      send("answer");
      if (beside) await dispatcher.open();
    },
    // With the restarts of the database, which nobody else tells them of.
    reportDrain: (drain) => send({ drain, restarts: vitals().restarts }),
    reportTakeOver: () => send({ takeOverFailed: vitals().takeOverFailed }),
    stop,
  };
}
