import { Worker } from "node:worker_threads";
import type { JournalFolder } from "@/lib/clicks/journal/leases";
import { keepThread } from "@/lib/platform/process/lasting-thread";
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
  const create = () =>
    new Worker(new URL("./drain-worker.js", import.meta.url), {
      name: "click drain",
      workerData: work,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    }).on("message", report);
  // Postgres rolls back a transaction whose connection ends, so its clicks stay in the journal.
  return { close: keepThread(create, "the click drain failed").finish };
}
