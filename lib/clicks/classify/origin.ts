import { LRUCache } from "lru-cache";
import { hmac } from "@/lib/platform/secrets";
import type { Visit } from "./visit";

/** The origin of a click as two 32-bit numbers, which only reveal whether another click has the same origin. */
export interface Origin {
  /** of its network; null for one that is not informative, such as a proxy's */
  network: number | null;
  /** of its browser: user agent and language */
  agent: number | null;
}

const NOWHERE: Origin = { network: null, agent: null };
const HOUR_MS = 3_600_000;

// Addresses of this machine, of its own network or of a carrier's network: the visitor's real address is not known.
const PRIVATE =
  /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd]|fe[89ab])/i;

/** The seed changes every hour, so that these numbers cannot be used to track people. */
const seeds = new LRUCache<number, number>({ max: 100 });

/**
 * Returns the origin of a visit. Visitors can change the parts of an address after the third by themselves, so they are
 * ignored.
 */
export function describeOrigin({
  at,
  address,
  userAgent,
  language,
  pressed,
}: Pick<Visit, "at" | "address" | "userAgent" | "language" | "pressed">) {
  // Such a visit is always a person's, regardless of earlier visits. Without an origin, later judging ignores it.
  if (pressed || address === "" || PRIVATE.test(address)) return NOWHERE;
  const hour = Math.floor(at / HOUR_MS);
  let seed = seeds.get(hour);
  if (seed === undefined) {
    seed = Buffer.from(hmac("click-origin", String(hour))).readInt32BE();
    seeds.set(hour, seed);
  }
  return { network: hash(seed, networkOf(address)), agent: hash(hash(seed, userAgent), language) };
}

/** Returns 24 bits of IPv4 (`203.0.113`) or 48 bits of IPv6 (`2001:db8:1`). */
function networkOf(address: string): string {
  const isV6 = address.includes(":");
  if (!isV6) return address.slice(0, address.lastIndexOf("."));
  const [first, second, third] = address.toLowerCase().split(":");
  return `${first}:${second || 0}:${third || 0}`;
}

/** FNV-1a with a secret seed and MurmurHash's final mixing. */
function hash(seed: number, text: string): number {
  let state = seed ^ 0x811c9dc5;
  for (let place = 0; place < text.length; place++) state = Math.imul(state ^ text.charCodeAt(place), 0x01000193);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) | 0;
}
