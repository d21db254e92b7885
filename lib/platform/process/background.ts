/** Runs work in the background, a little at a time. Work beyond `maxWaiting` is dropped. */
export class Background {
  private readonly waiting = new Map<string, () => Promise<unknown>>();
  private readonly running = new Set<string>();

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  get waitingCount(): number {
    return this.waiting.size;
  }

  /** Returns whether work with this key waits or runs. */
  has(key: string): boolean {
    return this.waiting.has(key) || this.running.has(key);
  }

  /** Queues `work`, once per key until it starts. Returns false if it was dropped. `work` must not reject. */
  add(key: string, work: () => Promise<unknown>): boolean {
    if (this.waiting.size >= this.maxWaiting && !this.waiting.has(key)) return false;
    this.waiting.set(key, work);
    this.next();
    return true;
  }

  private next(): void {
    if (this.running.size >= this.maxRunning) return;
    for (const [key, work] of this.waiting) {
      if (this.running.has(key)) continue;
      this.waiting.delete(key);
      this.running.add(key);
      work().finally(() => {
        this.running.delete(key);
        this.next();
      });
      return;
    }
  }
}
