import { AppError } from "@/lib/contract/errors";
import { networkOf } from "@/lib/platform/network/networks";

/** Who waits for a turn: an account, or a visitor by IP address. */
export type Requester = { userId: number } | { address: string };

interface Waiting {
  name: string;
  begin(): void;
}

/**
 * A short queue. It limits how many run at once, how many wait, and how many wait for each requester. Accounts have a
 * queue of their own that goes first, so that any number of visitors cannot stop them from working.
 */
export class FairQueue {
  private free: number;
  private readonly accounts = new Set<Waiting>();
  private readonly visitors = new Set<Waiting>();

  constructor(
    private readonly atOnce: number,
    private readonly limits: { all: number; each: number },
    private readonly busy: "drawing_busy" | "statistics_busy" | "too_busy" = "drawing_busy",
  ) {
    this.free = atOnce;
  }

  /** Runs `work` in turn, unless the requester has left (`signal`). Throws `unavailable` if the queue is full. */
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

  /** Whether nothing runs or waits. */
  get isIdle(): boolean {
    return this.free === this.atOnce;
  }

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

  /** Passes the finished turn on to the requester that has waited longest. */
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
