import { AppError } from "@/lib/contract/errors";

/** Limits how much heavy work runs at a time, with a short queue. Work beyond the queue is refused at once. */
export class Queue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  /** How many run, and how many wait. */
  get length(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.length };
  }

  /** @throws AppError `unavailable` if the queue is full */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.maxRunning) this.running++;
    else if (this.waiting.length < this.maxWaiting) await new Promise<void>((turn) => this.waiting.push(turn));
    else throw new AppError("too_busy");
    try {
      return await work();
    } finally {
      // The next one in the queue takes over the place.
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
