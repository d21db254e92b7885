import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { log } from "@/lib/platform/log";
import { withClient } from "../client";
import type { WalArchiveWork } from "./archive";
import { dropSlot } from "./line";
import { forgetState } from "./state";

const RESTART_AFTER_MS = 1_000;
/** What is not stored by then waits for the next start. */
const FINISH_WITHIN_MS = 2_500;
const OLD_MB = 96;

/** Starts the thread that keeps the embedded Postgres's log where the backups are. Close it before Postgres is stopped. */
export function startWalArchive(work: WalArchiveWork): { close(): Promise<void> } {
  let closing = false;
  let restart: NodeJS.Timeout | undefined;
  let worker = start();

  function start(): Worker {
    const started = new Worker(new URL("./wal-worker.js", import.meta.url), {
      name: "archive of the log",
      workerData: work,
      resourceLimits: { maxOldGenerationSizeMb: OLD_MB },
    });
    started.on("error", (error) => log.error({ error: error.message, stack: error.stack }, "the log's archive failed"));
    started.on("exit", () => {
      if (closing) return;
      restart = setTimeout(() => {
        worker = start();
      }, RESTART_AFTER_MS);
    });
    return started;
  }

  return {
    async close() {
      closing = true;
      clearTimeout(restart);
      const ended = new Promise<void>((done) => worker.once("exit", () => done()));
      worker.postMessage("finish");
      const late = new AbortController();
      await Promise.race([ended, sleep(FINISH_WITHIN_MS, undefined, { signal: late.signal }).catch(() => {})]);
      late.abort();
      // Postgres would wait for whoever it sends its log to.
      await worker.terminate();
    },
  };
}

/** Where nothing is kept any more, Postgres keeps nothing for it either. */
export async function endWalArchive(databaseUrl: string, dataDir: string): Promise<void> {
  forgetState(dataDir);
  await withClient(databaseUrl, dropSlot);
}
