import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { processSingleton } from "@/lib/platform/singleton";

// Next keeps what belongs to a request in AsyncLocalStorages. From the first use of one, Node before 24 does something
// for every write, tick and promise of the process, and a core serves up to a quarter fewer redirects. So they are
// switched off while no request needs them; using one switches it on.
const used = new Set<AsyncLocalStorage<unknown>>();

const { run, enterWith } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (
  this: AsyncLocalStorage<unknown>,
  store: unknown,
  callback: (...args: unknown[]) => unknown,
  ...args: unknown[]
) {
  used.add(this);
  return run.call(this, store, callback, ...args);
} as typeof run;
AsyncLocalStorage.prototype.enterWith = function (store) {
  used.add(this);
  enterWith.call(this, store);
};

/** For what Next has left to do once a response is sent. */
const afterwardsMs = 100;

let underWay = 0;
let timer: NodeJS.Timeout | undefined;

/** Keeps contexts on until a response is sent, and a little longer. */
export function keepContexts(response: ServerResponse): void {
  response.once("close", holdContexts());
}

/** Keeps contexts on until what it returns is called, and a little longer. */
export function holdContexts(): () => void {
  underWay++;
  return () => {
    underWay--;
    if (used.size === 0) return;
    clearTimeout(timer);
    timer = setTimeout(switchOff, afterwardsMs).unref();
  };
}

// For lib/platform/author.ts. Only where server.ts runs: `next start` keeps its contexts itself.
processSingleton("holdContexts", () => holdContexts);

function switchOff(): void {
  if (underWay > 0) return;
  for (const storage of used) storage.disable();
  used.clear();
}
