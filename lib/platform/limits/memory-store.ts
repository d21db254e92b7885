import type { Worker } from "node:cluster";
import cluster from "node:cluster";
import { processSingleton } from "@/lib/platform/singleton";

export interface RateLimiterOptions {
  /** Limiters with different names count separately. */
  name: string;
  /** Uses in one window. */
  points: number;
  /** Length of a window. */
  seconds: number;
}

/** The rest of a window. `endsAt` is in Unix milliseconds. */
export interface Window {
  allowed: boolean;
  remaining: number;
  endsAt: number;
}

/** Where uses are counted. Every method throws if the store is unreachable, after about a second at most. */
export interface RateLimitStore {
  consume(key: string, uses?: number): Promise<Window>;
  peek(key: string): Promise<Window>;
  reset(key: string): Promise<void>;
  /** Takes one use back. */
  refund(key: string): Promise<void>;
}

/** Per limiter, about 30 MB. A client with that many networks does not need to evict keys to get more uses. */
const MAX_KEYS = 100_000;

/**
 * Counts in this process. A window starts with its first use. Windows end in the order in which they start, so the first
 * in the map have ended if any have; the oldest is dropped if there are too many.
 */
export class MemoryStore implements RateLimitStore {
  readonly #windows = new Map<string, { used: number; endsAt: number }>();

  constructor(private readonly options: Pick<RateLimiterOptions, "points" | "seconds">) {}

  /** how many keys are counted */
  get size(): number {
    return this.#windows.size;
  }

  async consume(key: string, uses = 1): Promise<Window> {
    this.#dropEnded();
    let window = this.#windows.get(key);
    if (!window) {
      const [oldest] = this.#windows.size >= MAX_KEYS ? this.#windows.keys() : [];
      if (oldest !== undefined) this.#windows.delete(oldest);
      window = { used: 0, endsAt: this.#end() };
      this.#windows.set(key, window);
    }
    window.used += uses;
    return { ...this.#left(window), allowed: window.used <= this.options.points };
  }

  async peek(key: string): Promise<Window> {
    this.#dropEnded();
    return this.#left(this.#windows.get(key) ?? { used: 0, endsAt: this.#end() });
  }

  async reset(key: string): Promise<void> {
    this.#windows.delete(key);
  }

  async refund(key: string): Promise<void> {
    const window = this.#windows.get(key);
    if (window) window.used = Math.max(0, window.used - 1);
  }

  #end = () => Date.now() + this.options.seconds * 1_000;

  #left({ used, endsAt }: { used: number; endsAt: number }): Window {
    const remaining = Math.max(0, this.options.points - used);
    return { allowed: remaining > 0, remaining, endsAt };
  }

  #dropEnded(): void {
    const now = Date.now();
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now) return;
      this.#windows.delete(key);
    }
  }
}

interface Question {
  rateLimit: RateLimiterOptions;
  id: number;
  call: keyof RateLimitStore;
  key: string;
  uses?: number;
}

interface Reply {
  rateLimited: number;
  window?: Window;
}

/** Counts in the primary for this process and its other workers. */
class PrimaryStore implements RateLimitStore {
  constructor(private readonly rateLimit: RateLimiterOptions) {}

  consume = (key: string, uses?: number) => this.#ask("consume", key, uses) as Promise<Window>;
  peek = (key: string) => this.#ask("peek", key) as Promise<Window>;

  async reset(key: string): Promise<void> {
    await this.#ask("reset", key);
  }

  async refund(key: string): Promise<void> {
    await this.#ask("refund", key);
  }

  async #ask(call: Question["call"], key: string, uses?: number): Promise<Window | undefined> {
    const { waiting } = questions();
    const id = ++questions().asked;
    const { promise, resolve, reject } = Promise.withResolvers<Window | undefined>();
    const late = setTimeout(() => reject(new Error("the primary does not answer")), ANSWER_WITHIN_MS);
    waiting.set(id, resolve);
    process.send?.({ rateLimit: this.rateLimit, id, call, key, uses } satisfies Question);
    return promise.finally(() => {
      clearTimeout(late);
      waiting.delete(id);
    });
  }
}

const ANSWER_WITHIN_MS = 1_000;

const questions = () =>
  processSingleton("rateLimitQuestions", () => {
    const waiting = new Map<number, (window?: Window) => void>();
    process.on("message", ({ rateLimited, window }: Partial<Reply>) => {
      if (rateLimited !== undefined) waiting.get(rateLimited)?.(window);
    });
    return { asked: 0, waiting };
  });

/** Makes this process, the primary, count for its workers. */
export function countForWorkers(): void {
  const stores = new Map<string, MemoryStore>();
  cluster.on("message", async (worker: Worker, { rateLimit, id, call, key, uses }: Partial<Question>) => {
    if (!rateLimit || id === undefined || call === undefined || key === undefined) return;
    const store = stores.get(rateLimit.name) ?? new MemoryStore(rateLimit);
    stores.set(rateLimit.name, store);
    const window = (await store[call](key, uses)) ?? undefined;
    worker.send({ rateLimited: id, window } satisfies Reply, () => undefined);
  });
}

/** Counts in this process, or in the primary if this is one of several workers. */
export const memoryStore = (options: RateLimiterOptions): RateLimitStore =>
  cluster.isWorker ? new PrimaryStore(options) : new MemoryStore(options);
