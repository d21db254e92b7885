import { LRUCache } from "lru-cache";
import { oldSpaceLimit } from "@/lib/platform/process/heap-flags";

const MiB = 1024 * 1024;

/**
 * The share of the heap that each cache may take, and its maximum in MiB. Together they leave half of the heap free on
 * any machine, so that filling them with large values cannot bring the service down.
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
  instance: { part: 1 / 256, most: 1 },
  hosts: { part: 1 / 32, most: 64 },
  siteIcons: { part: 1 / 64, most: 4 },
  framings: { part: 1 / 64, most: 16 },
  keys: { part: 1 / 64, most: 32 },
  searches: { part: 1 / 64, most: 32 },
  storage: { part: 1 / 64, most: 4 },
  usage: { part: 1 / 64, most: 8 },
  overviews: { part: 1 / 64, most: 8 },
} as const;

export type CacheShare = keyof typeof shares;

/** Overhead of the cache for each entry. */
const entryBytes = 200;

/** A cache that is bounded in bytes and to `most` entries. A value larger than the whole cache is not stored. */
export function byteBoundCache<Value extends object>(name: CacheShare, most: number, ttl?: number) {
  const { part, most: mebibytes } = shares[name];
  const maxSize = Math.floor(Math.min(mebibytes * MiB, oldSpaceLimit() * part));
  return new LRUCache<string, Value>({
    // The cache reserves space for all of them at once.
    max: Math.min(most, Math.ceil(maxSize / entryBytes)),
    maxSize,
    sizeCalculation: (value, key) => entryBytes + estimateMemory(key) + estimateMemory(value),
    ...(ttl !== undefined && { ttl }),
  });
}

/** Estimates how many bytes of the heap a value of plain data takes, too high rather than too low. */
export function estimateMemory(value: unknown): number {
  if (typeof value === "string") return 24 + 2 * value.length;
  if (typeof value !== "object" || value === null) return 8;
  if (ArrayBuffer.isView(value)) return 128 + value.byteLength;
  if (value instanceof Map || value instanceof Set) return estimateMemory([...value]);
  let bytes = 32;
  for (const key of Object.keys(value)) bytes += 8 + estimateMemory(value[key as keyof typeof value]);
  return bytes;
}
