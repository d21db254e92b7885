import { LRUCache } from "lru-cache";
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
