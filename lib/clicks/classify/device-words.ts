import { LRUCache } from "lru-cache";

const has = (word: string) => (agent: string) => agent.includes(word);
/** Some phones' user agents name the system that theirs derives from before their own, so the later word counts. */
const hasLast = (word: string, other: string) => (agent: string) => agent.lastIndexOf(word) > agent.lastIndexOf(other);

/** Device words that a rule can test for. Add new ones at the end: clicks store them as bits. */
export const deviceWords: Record<string, (agent: string) => boolean> = {
  iphone: (agent) => /iPhone|iPod/.test(agent),
  ipad: has("iPad"),
  android: has("Android"),
  windows: has("Windows"),
  mac: (agent) => agent.includes("Macintosh") || hasLast("Mac OS X", "Mobile")(agent),
  linux: hasLast("Linux", "Android"),
};

/** The bit of each device word. */
export const deviceBits = Object.fromEntries(Object.keys(deviceWords).map((word, place) => [word, 1 << place]));

/** Set on every click that was checked for device words. A stored 0 means an older, unchecked click. */
const KEPT = 1 << 14;

const bitsByAgent = new LRUCache<string, number>({ max: 20_000 });

/** Returns which of `deviceWords` apply to an agent, as bits. The agent itself is not stored with a click. */
export function findDeviceBits(userAgent: string): number {
  let bits = bitsByAgent.get(userAgent);
  if (bits === undefined) {
    bits = Object.entries(deviceWords).reduce(
      (sum, [word, isOf]) => sum | (isOf(userAgent) ? (deviceBits[word] ?? 0) : 0),
      KEPT,
    );
    bitsByAgent.set(userAgent, bits);
  }
  return bits;
}
