import { AppError } from "@/lib/contract/errors";
import { networkOf } from "@/lib/platform/networks";

/** Who waits: somebody with an account, or a visitor from an address. */
export type Requester = { userId: number } | { address: string };

interface Waiting {
  name: string;
  begin(): void;
}

/**
 * A short queue: so many at once, and of those that wait so many in all and for each requester. Those with an account wait in
 * a queue of their own, which goes first: visitors, of whom there may be any number, keep nobody from working.
 */
export class Turns {
  private free: number;
  private readonly accounts = new Set<Waiting>();
  private readonly visitors = new Set<Waiting>();

  constructor(
    atOnce: number,
    private readonly limits: { all: number; each: number },
    private readonly busy: "drawing_busy" | "too_busy" = "drawing_busy",
  ) {
    this.free = atOnce;
  }

  /** Does `work` in turn. Whoever has gone before (`signal`) is left out. Throws `unavailable` where the queue is full. */
  async take<Value>(requester: Requester, work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    signal?.throwIfAborted();
    if (this.free > 0) this.free--;
    else await this.wait(requester, signal);
    try {
      return await work();
    } finally {
      this.pass();
    }
  }

  /** How many wait. */
  get waiting(): number {
    return this.accounts.size + this.visitors.size;
  }

  private wait(requester: Requester, signal?: AbortSignal): Promise<void> {
    const [queue, name] =
      "userId" in requester
        ? [this.accounts, `${requester.userId}`]
        : ([this.visitors, networkOf(requester.address)] as const);
    const own = [...queue].filter((waiting) => waiting.name === name).length;
    if (queue.size >= this.limits.all || own >= this.limits.each) return Promise.reject(new AppError(this.busy));
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const waiting = { name, begin };
      const leave = () => {
        queue.delete(waiting);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", leave, { once: true });
      queue.add(waiting);
    });
  }

  /** Hands the turn that has ended on to whoever waits longest. */
  private pass(): void {
    for (const queue of [this.accounts, this.visitors]) {
      for (const waiting of queue) {
        queue.delete(waiting);
        waiting.begin();
        return;
      }
    }
    this.free++;
  }
}
