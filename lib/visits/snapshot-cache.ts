import type { CacheShare } from "@/lib/platform/byte-bound-cache";
import { FreshCache } from "@/lib/platform/fresh-cache";
import { type Client, missLimiter } from "./miss-limiter";

/**
 * What visitors get of something by its public name. What is cached is still answered while the database is down, and
 * to whoever has asked too often for what does not exist.
 */
export class SnapshotCache<Snapshot extends object> extends FreshCache<Snapshot> {
  /**
   * The snapshot, null where there is none; at once where it is known. Rejects where it is not known and the database is
   * out of reach.
   *
   * @throws tooManyMisses where it is not known and `client` has missed too often
   */
  find(key: string, client?: Client): Snapshot | null | Promise<Snapshot | null> {
    if (client === undefined || this.has(key)) return this.get(key);
    missLimiter().check(client);
    return this.count(this.get(key), client);
  }

  /** The same of several names at once, which are one to the database, and one miss where none of the unknown ones is there. */
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

/** So long a snapshot is believed of which no change is heard. */
const FRESH_MS = 60_000;

/** The cache of what is not a link: QR codes, rotators, bio pages, overlays. */
export const snapshotCache = <Snapshot extends object>(
  share: CacheShare,
  most: number,
  load: (key: string) => Promise<Snapshot | null>,
) => new SnapshotCache({ share, most, load, freshForMs: FRESH_MS, staleIfErrorMs: FRESH_MS });
