import { log } from "@/lib/platform/log";

export interface Counted {
  impressions: number;
  responses: number;
}

/**
 * Adds up what is counted while what was counted before is stored: so there is one statement at a time, however much is
 * shown, and it has a line for each overlay. What cannot be stored waits for what is counted next.
 */
export class CountsToStore {
  private waiting = new Map<number, Counted>();
  private storing: Promise<void> | null = null;

  constructor(private readonly store: (counted: Map<number, Counted>) => Promise<void>) {}

  /** Resolves when everything that waits has been stored, or could not be. */
  add(id: number, what: keyof Counted): Promise<void> {
    this.put(id, what === "impressions" ? { impressions: 1, responses: 0 } : { impressions: 0, responses: 1 });
    this.storing ??= this.storeAll().finally(() => {
      this.storing = null;
    });
    return this.storing;
  }

  private put(id: number, more: Counted): void {
    const known = this.waiting.get(id) ?? { impressions: 0, responses: 0 };
    this.waiting.set(id, {
      impressions: known.impressions + more.impressions,
      responses: known.responses + more.responses,
    });
  }

  private async storeAll(): Promise<void> {
    while (this.waiting.size > 0) {
      const counted = this.waiting;
      this.waiting = new Map();
      try {
        await this.store(counted);
      } catch (error) {
        for (const [id, more] of counted) this.put(id, more);
        log.warn({ error: String(error) }, "what overlays were seen could not be stored yet");
        return;
      }
    }
  }
}
