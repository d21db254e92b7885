import { LRUCache } from "lru-cache";
import { oldSpaceLimit } from "./heap-flags";

const MiB = 1024 * 1024;

/**
 * What each cache of values may hold: a part of the heap, and no more than so many MiB. Together they leave half of it to
 * the work, however small a machine's memory is. Who can fill them with large values is no reason to fall over.
 */
const shares = {
  links: { part: 1 / 4, most: 256 },
  qrCodes: { part: 1 / 32, most: 32 },
  linkCodes: { part: 1 / 64, most: 4 },
  rotators: { part: 1 / 32, most: 32 },
  bioPages: { part: 1 / 32, most: 32 },
  overlays: { part: 1 / 32, most: 32 },
  domains: { part: 1 / 64, most: 16 },
  notices: { part: 1 / 64, most: 8 },
  hosts: { part: 1 / 32, most: 64 },
  framings: { part: 1 / 64, most: 16 },
  keys: { part: 1 / 64, most: 32 },
  searches: { part: 1 / 64, most: 32 },
  storage: { part: 1 / 64, most: 4 },
  usage: { part: 1 / 64, most: 8 },
  overviews: { part: 1 / 64, most: 8 },
} as const;

export type CacheShare = keyof typeof shares;

/** What an entry takes in the cache itself. */
const entryBytes = 200;

/**
 * A cache that is bounded in bytes, and in entries too: by `most` of them. A value that would take all of it alone is
 * not kept.
 */
export function byteBoundCache<Value extends object>(name: CacheShare, most: number, ttl?: number) {
  const { part, most: mebibytes } = shares[name];
  const maxSize = Math.floor(Math.min(mebibytes * MiB, oldSpaceLimit() * part));
  return new LRUCache<string, Value>({
    // Room is taken for so many at once.
    max: Math.min(most, Math.ceil(maxSize / entryBytes)),
    maxSize,
    sizeCalculation: (value, key) => entryBytes + memoryOf(key) + memoryOf(value),
    ...(ttl !== undefined && { ttl }),
  });
}

/** How many bytes of the heap a value of plain data takes: rather too many than too few. */
export function memoryOf(value: unknown): number {
  if (typeof value === "string") return 24 + 2 * value.length;
  if (typeof value !== "object" || value === null) return 8;
  if (ArrayBuffer.isView(value)) return 128 + value.byteLength;
  if (value instanceof Map || value instanceof Set) return memoryOf([...value]);
  let bytes = 32;
  for (const key of Object.keys(value)) bytes += 8 + memoryOf(value[key as keyof typeof value]);
  return bytes;
}
