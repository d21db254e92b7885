import { LRUCache } from "lru-cache";
import type { CacheShare } from "@/lib/platform/cache/byte-bound-cache";
import { FreshCache } from "@/lib/platform/cache/fresh-cache";
import { networkOf, wideNetworkOf } from "@/lib/platform/network/networks";
import { processSingleton } from "@/lib/platform/singleton";

/** Who sent a request, by the client's address. */
export interface Client {
  readonly address: string;
}

/**
 * A client may have `burst` misses at once, and `perSecond` more each second. That is more than typing errors and dead
 * links on a site cause, and less than a scan.
 */
const burst = 300;
const perSecond = 5;
/** The limit for all networks of a /48 is this many times the limit for one. */
const wide = 8;
const maxNetworks = 20_000;

interface Bucket {
  left: number;
  at: number;
}

/** Shared instance, so that a scan of unknown aliases pays for no stack traces. */
export const tooManyMisses = processSingleton(
  "tooManyMisses",
  () => new Error("too many requests from this address for names that do not exist"),
);

/**
 * Limits requests for names that do not exist, so that a scan of random names finds little and does not keep the
 * database busy. Only misses count. A client that has none left still gets cached entries, so that people who share an
 * address with a scanner keep their links.
 */
export class MissLimiter {
  private readonly near = new Misses(1);
  private readonly around = new Misses(wide);

  /** @throws tooManyMisses */
  check({ address }: Client): void {
    const around = wideNetworkOf(address);
    if (!this.near.mayGoOn(networkOf(address)) || (around && !this.around.mayGoOn(around))) throw tooManyMisses;
  }

  miss({ address }: Client): void {
    this.near.count(networkOf(address));
    const around = wideNetworkOf(address);
    if (around) this.around.count(around);
  }
}

class Misses {
  private readonly buckets = new LRUCache<string, Bucket>({ max: maxNetworks });

  constructor(private readonly times: number) {}

  mayGoOn(network: string): boolean {
    const bucket = this.buckets.get(network);
    return !bucket || this.leftIn(bucket) >= 1;
  }

  count(network: string): void {
    const bucket = this.buckets.get(network);
    // Requests that were running when the limit was reached extend the wait, within bounds.
    const left = bucket ? Math.max(this.leftIn(bucket), 1 - burst) : burst * this.times;
    this.buckets.set(network, { left: left - 1, at: Date.now() });
  }

  private leftIn({ left, at }: Bucket): number {
    return Math.min(burst * this.times, left + ((Date.now() - at) / 1_000) * perSecond * this.times);
  }
}

export const missLimiter = () => processSingleton("missLimiter", () => new MissLimiter());

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
