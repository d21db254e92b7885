import { byteBoundCache } from "@/lib/platform/byte-bound-cache";
import { type Asker, guesses } from "./miss-limiter";

/** Notifications keep entries fresh; this bounds what a lost one can cost. */
const refreshAfterMs = 60_000;

interface Entry<Snapshot> {
  snapshot: Snapshot;
  loadedAt: number;
}

/**
 * What visitors get of things that are not links: QR codes, rotators, bio pages, overlays. What is cached is still
 * answered while the database is down.
 */
export class SnapshotCache<Snapshot extends object> {
  private readonly entries: ReturnType<typeof byteBoundCache<Entry<Snapshot>>>;
  private changes = 0;
  private doubtedUntil = 0;

  constructor(
    private readonly load: (key: string) => Promise<Snapshot | null>,
    name: Parameters<typeof byteBoundCache>[0],
    most: number,
  ) {
    this.entries = byteBoundCache(name, most);
  }

  /**
   * The snapshot, null where there is none. Rejects where it is not cached and the database is out of reach, or where
   * `asker` has missed too often.
   */
  async find(key: string, asker?: Asker): Promise<Snapshot | null> {
    const entry = this.entries.get(key);
    if (entry && entry.loadedAt > this.doubtedUntil && Date.now() - entry.loadedAt < refreshAfterMs) {
      return entry.snapshot;
    }
    if (!entry && asker) guesses().check(asker);
    const { changes } = this;
    try {
      const snapshot = await this.load(key);
      if (!snapshot) {
        // What is no more must not come back while the database is down.
        this.entries.delete(key);
        if (asker) guesses().miss(asker);
      }
      // What changed while it was read must not be kept.
      if (snapshot && changes === this.changes) this.entries.set(key, { snapshot, loadedAt: Date.now() });
      return snapshot;
    } catch (error) {
      if (!entry) throw error;
      // The next visitor need not wait until a database that does not answer is given up once more.
      entry.loadedAt = Date.now();
      return entry.snapshot;
    }
  }

  /** For the database's notification of a change. */
  forget(key: string): void {
    this.changes++;
    this.entries.delete(key);
  }

  /** For when notifications may have been missed: what is cached is used only where it cannot be read anew. */
  doubt(): void {
    this.changes++;
    this.doubtedUntil = Date.now();
  }
}
