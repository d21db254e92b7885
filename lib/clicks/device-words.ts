import { LRUCache } from "lru-cache";

const has = (word: string) => (agent: string) => agent.includes(word);
/** Agents of phones name the system that theirs is made of, and then theirs. */
const hasLast = (word: string, other: string) => (agent: string) => agent.lastIndexOf(word) > agent.lastIndexOf(other);

/** What the words of an agent tell of a device, and a rule may ask for. Another one is added at the end: clicks keep bits. */
export const deviceWords: Record<string, (agent: string) => boolean> = {
  iphone: (agent) => /iPhone|iPod/.test(agent),
  ipad: has("iPad"),
  android: has("Android"),
  windows: has("Windows"),
  mac: (agent) => agent.includes("Macintosh") || hasLast("Mac OS X", "Mobile")(agent),
  linux: hasLast("Linux", "Android"),
};

/** The bit of each of them. */
export const deviceBits = Object.fromEntries(Object.keys(deviceWords).map((word, place) => [word, 1 << place]));

/** Is set where the others were looked for at all: what is stored elsewhere as 0 was stored before they were kept. */
const KEPT = 1 << 14;

const bitsByAgent = new LRUCache<string, number>({ max: 20_000 });

/** For which of `deviceWords` an agent is one, as bits: the agent itself is not kept with a click. */
export function deviceBitsOf(userAgent: string): number {
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
