import { LRUCache } from "lru-cache";
import { networkOf, wideNetworkOf } from "@/lib/platform/networks";
import { processSingleton } from "@/lib/platform/singleton";

/** Who asks for something by its public name: the client's address. */
export interface Client {
  readonly address: string;
}

/** So many misses at once, and so many more each second, are a person's slips and a site's dead links, not a scan. */
const burst = 300;
const perSecond = 5;
/** The networks of a /48 have so many times as much together. */
const wide = 8;
const maxNetworks = 20_000;

interface Bucket {
  left: number;
  at: number;
}

/** Thrown instead of looking something up. One for all: a scan must not cost a stack trace each time. */
export const tooManyMisses = processSingleton(
  "tooManyMisses",
  () => new Error("this address has asked for too much that does not exist"),
);

/**
 * Who asks for what does not exist, so that a scan of random names keeps no database busy and finds little. Only misses
 * count, and whoever has none left still gets what is cached: people behind one address do not lose their links because
 * one of them scans.
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
    // What was under way when the last one was used up adds to the wait, within bounds.
    const left = bucket ? Math.max(this.leftIn(bucket), 1 - burst) : burst * this.times;
    this.buckets.set(network, { left: left - 1, at: Date.now() });
  }

  private leftIn({ left, at }: Bucket): number {
    return Math.min(burst * this.times, left + ((Date.now() - at) / 1_000) * perSecond * this.times);
  }
}

export const missLimiter = () => processSingleton("missLimiter", () => new MissLimiter());
