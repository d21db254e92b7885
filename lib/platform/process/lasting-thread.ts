import { setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { log } from "@/lib/platform/log/log";

const RESTART_AFTER_MS = 1_000;

export interface LastingThread {
  /** Sends the thread a message, after which it finishes its work and ends. Ends it after `deadline` ms at the latest. */
  finish(deadline: number): Promise<void>;
}

/** Keeps a thread running: if it ends before `finish`, it is created again. `failure` is logged if it throws. */
export function keepThread(create: () => Worker, failure: string): LastingThread {
  let finishing = false;
  let restart: NodeJS.Timeout | undefined;
  let worker: Worker | undefined = start();

  function start(): Worker {
    const started = create();
    started.on("error", (error: Error) => log.error({ error: error.message, stack: error.stack }, failure));
    started.on("exit", () => {
      worker = undefined;
      if (finishing) return;
      restart = setTimeout(() => {
        worker = start();
      }, RESTART_AFTER_MS);
    });
    return started;
  }

  return {
    async finish(deadline) {
      finishing = true;
      clearTimeout(restart);
      if (!worker) return;
      const last = worker;
      const ended = new Promise<void>((done) => last.once("exit", () => done()));
      last.postMessage("finish");
      const late = new AbortController();
      await Promise.race([ended, sleep(deadline, undefined, { signal: late.signal }).catch(() => {})]);
      late.abort();
      await last.terminate();
    },
  };
}
