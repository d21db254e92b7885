import type { CacheShare } from "@/lib/platform/cache/byte-bound-cache";
import { FreshCache } from "@/lib/platform/cache/fresh-cache";
import { type Client, missLimiter } from "./miss-limiter";

/**
 * A cache of the data that visitors need, by public name. It serves cached entries while the database is down, and also
 * to clients that have requested too many missing names.
 */
export class SnapshotCache<Snapshot extends object> extends FreshCache<Snapshot> {
  /**
   * Returns the snapshot, or null if there is none; without a promise if it is cached. Rejects if it is not cached and
   * the database is unreachable.
   *
   * @throws tooManyMisses if it is not cached and `client` has missed too often
   */
  find(key: string, client?: Client): Snapshot | null | Promise<Snapshot | null> {
    if (client === undefined || this.has(key)) return this.get(key);
    missLimiter().check(client);
    return this.count(this.get(key), client);
  }

  /** Finds several names at once. They cost one database query, and one miss if none of the unknown names exists. */
  async findAll(keys: string[], client: Client): Promise<(Snapshot | null)[]> {
    const unknown = keys.filter((key) => !this.has(key));
    if (unknown.length > 0) missLimiter().check(client);
    const found = await Promise.all(keys.map((key) => this.get(key)));
    if (unknown.length > 0 && !keys.some((key, index) => found[index] && unknown.includes(key)))
      missLimiter().miss(client);
    return found;
  }

  private async count(finding: Snapshot | null | Promise<Snapshot | null>, client: Client): Promise<Snapshot | null> {
    const snapshot = await finding;
    if (!snapshot) missLimiter().miss(client);
    return snapshot;
  }
}

/** How long (ms) a snapshot is used without a notification of a change. */
const FRESH_MS = 60_000;

/** Creates a cache of anything except links: QR codes, rotators, bio pages, overlays. */
export const snapshotCache = <Snapshot extends object>(
  share: CacheShare,
  most: number,
  load: (key: string) => Promise<Snapshot | null>,
) => new SnapshotCache({ share, most, load, freshForMs: FRESH_MS, staleIfErrorMs: FRESH_MS });
