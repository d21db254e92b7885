import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { JournalFolder } from "@/lib/clicks/journal/leases";
import { log } from "@/lib/platform/log";
import type { DrainReport } from "./drain-report";

export interface Drain {
  /**
   * Ends the drain once it has stored everything in the closed journal, or after `deadline` ms. The rest is stored
   * after the next start. Close the journal first.
   */
  close(deadline: number): Promise<void>;
}

export interface DrainWork {
  folder: JournalFolder;
  /** whether the database runs on this machine as a process of this service */
  ownDatabase: boolean;
}

const RESTART_AFTER = 1_000;
/**
 * With a smaller young generation, the clicks of a batch are copied while they are created, which costs a fifth of the
 * thread's time.
 */
const YOUNG_MB = 96;

/**
 * Starts the worker thread that stores the clicks of a folder's journals. It watches the files itself, so it needs no
 * signal, and it reports its progress.
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
      // Postgres rolls back a transaction whose connection ends, so its clicks stay in the journal.
      await worker.terminate();
    },
  };
}
