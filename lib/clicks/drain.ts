import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { log } from "@/lib/platform/log";
import type { DrainReport } from "./drain-report";
import type { JournalFolder } from "./leases";

export interface Drain {
  /**
   * Ends the drain once all that the closed journal holds is stored, or after `deadline` ms: the rest then waits for
   * the next start. Close the journal first.
   */
  close(deadline: number): Promise<void>;
}

export interface DrainWork {
  folder: JournalFolder;
  /** the database runs on this machine, as this process's own */
  ownDatabase: boolean;
}

const RESTART_AFTER = 1_000;
/** With less, the clicks of a batch are moved about while they are made: a fifth of the thread's time. */
const YOUNG_MB = 96;

/**
 * Starts the worker thread that stores the clicks of a folder's journals. It looks at the files by itself, so nobody
 * has to wake it, and reports how that goes.
 */
export function startDrain(work: DrainWork, report: (report: DrainReport) => void): Drain {
  let closing = false;
  let restart: NodeJS.Timeout | undefined;
  let worker = start();

  function start(): Worker {
    const started = new Worker(new URL("./drain-worker.js", import.meta.url), {
      name: "click drain",
      workerData: work,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    started.on("message", report);
    started.on("error", (error) => log.error({ error: error.message, stack: error.stack }, "the click drain failed"));
    started.on("exit", () => {
      if (closing) return;
      restart = setTimeout(() => {
        worker = start();
      }, RESTART_AFTER);
    });
    return started;
  }

  return {
    async close(deadline) {
      closing = true;
      clearTimeout(restart);
      const ended = new Promise<void>((done) => worker.once("exit", () => done()));
      worker.postMessage("finish");
      const late = new AbortController();
      await Promise.race([ended, sleep(deadline, undefined, { signal: late.signal }).catch(() => {})]);
      late.abort();
      // Postgres takes back a transaction whose connection ends: its clicks stay in the journal.
      await worker.terminate();
    },
  };
}
