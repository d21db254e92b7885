import { LRUCache } from "lru-cache";
import { once } from "@/lib/once";

/** Who asks for something by its public name: the client's address. */
export interface Asker {
  readonly address: string;
}

/** So many misses at once, and so many more each second, are a person's slips and a site's dead links, not a scan. */
const burst = 300;
const perSecond = 5;
const maxNetworks = 20_000;

interface Bucket {
  left: number;
  at: number;
}

/** Thrown instead of looking something up. One for all: a scan must not cost a stack trace each time. */
export const tooManyGuesses = new Error("this address has asked for too much that does not exist");

/**
 * Who asks for what does not exist, so that a scan of random names keeps no database busy and finds little. Only misses
 * count, and whoever has none left still gets what is cached: people behind one address do not lose their links because
 * one of them scans.
 */
export class Guesses {
  private readonly buckets = new LRUCache<string, Bucket>({ max: maxNetworks });

  /** @throws tooManyGuesses */
  check({ address }: Asker): void {
    const bucket = this.buckets.get(networkOf(address));
    if (bucket && leftIn(bucket) < 1) throw tooManyGuesses;
  }

  miss({ address }: Asker): void {
    const network = networkOf(address);
    const bucket = this.buckets.get(network);
    // What was under way when the last one was used up adds to the wait, within bounds.
    const left = bucket ? Math.max(leftIn(bucket), 1 - burst) : burst;
    this.buckets.set(network, { left: left - 1, at: Date.now() });
  }
}

export const guesses = () => once("guesses", () => new Guesses());

const leftIn = ({ left, at }: Bucket) => Math.min(burst, left + ((Date.now() - at) / 1_000) * perSecond);

/** An IPv6 address's first half: whoever has one such address has 2^64 of them. */
function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address.slice(address.lastIndexOf(":") + 1);
  const [head = "", tail = ""] = address.split("::");
  const [before, after] = [head, tail].map((part) => (part === "" ? [] : part.split(":"))) as [string[], string[]];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after].slice(0, 4).join(":");
}
