import { AppError } from "@/lib/contract/errors";

/** Heavy work, so much of it at once, with a short queue. Beyond it is refused: to wait would help nobody. */
export class Queue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  /** How many run, and how many wait for that. */
  get length(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.length };
  }

  /** @throws AppError `unavailable` where too much waits already */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.maxRunning) this.running++;
    else if (this.waiting.length < this.maxWaiting) await new Promise<void>((turn) => this.waiting.push(turn));
    else throw new AppError("too_busy");
    try {
      return await work();
    } finally {
      // Whoever waits takes the place over.
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
