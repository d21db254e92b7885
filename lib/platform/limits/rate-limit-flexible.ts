import cluster from "node:cluster";
import { once } from "node:events";
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterClusterMaster,
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterRes,
} from "rate-limiter-flexible";
import { redis } from "@/lib/platform/cache/redis";
import type { RateLimiterOptions, RateLimitStore, Window } from "./rate-limit-store";

/**
 * Counts in this process, or in the primary if this is one of several workers. A window starts with its first use.
 * Expired keys are dropped, and the oldest if there are too many.
 */
export function memoryStore({ name, points, seconds }: RateLimiterOptions): RateLimitStore {
  const options = { keyPrefix: name, points, duration: seconds };
  const limiter = cluster.isWorker
    ? new RateLimiterCluster({ ...options, timeoutMs: 1_000 })
    : bounded(new RateLimiterMemory(options));
  return store(limiter, points, seconds);
}

/** Makes this process, the primary, count for its workers. */
export function shareRateLimits(): void {
  const master = new RateLimiterClusterMaster() as unknown as { _rateLimiters: Record<string, RateLimiterMemory> };
  // The library creates a limiter when the first worker asks for it.
  master._rateLimiters = new Proxy(master._rateLimiters, {
    set: (limiters, name: string, limiter: RateLimiterMemory) => Reflect.set(limiters, name, bounded(limiter)),
  });
}

/** Per limiter, about 30 MB. A client with that many networks does not need to evict keys to get more uses. */
const MAX_KEYS = 100_000;

interface Counted {
  timeoutId?: NodeJS.Timeout;
}

/** Bounds the number of keys, which the library does not. */
function bounded(limiter: RateLimiterMemory): RateLimiterMemory {
  const internal = limiter as unknown as { _memoryStorage: { _storage: Map<string, Counted> } };
  internal._memoryStorage._storage = new NewestKeys();
  return limiter;
}

class NewestKeys extends Map<string, Counted> {
  override set(key: string, counted: Counted): this {
    if (this.size >= MAX_KEYS && !this.has(key)) {
      const [oldest = key] = this.keys();
      clearTimeout(this.get(oldest)?.timeoutId);
      this.delete(oldest);
    }
    return super.set(key, counted);
  }
}

/** Counts in Redis, for all processes. A window starts with its first use. */
export function redisStore(url: string, { name, points, seconds }: RateLimiterOptions): RateLimitStore {
  const connected = redis(url).then(async (storeClient) => {
    const keyPrefix = `signpost:${name}`;
    const limiter = new RateLimiterRedis({
      storeClient,
      keyPrefix,
      points,
      duration: seconds,
      rejectIfRedisNotReady: true,
    });
    // Only the first requests of a process wait for the connection.
    if (storeClient.status !== "ready")
      await once(storeClient, "ready", { signal: AbortSignal.timeout(1_000) }).catch(() => {});
    return store(limiter, points, seconds);
  });
  return {
    consume: async (key, uses) => (await connected).consume(key, uses),
    peek: async (key) => (await connected).peek(key),
    reset: async (key) => (await connected).reset(key),
    refund: async (key) => (await connected).refund(key),
  };
}

function store(limiter: RateLimiterAbstract, points: number, seconds: number): RateLimitStore {
  const endsAt = (result: RateLimiterRes) => Date.now() + result.msBeforeNext;
  return {
    async consume(key, uses = 1): Promise<Window> {
      // `penalty` counts like the library's `consume`, but does not throw above the limit.
      const result = await limiter.penalty(key, uses);
      const { consumedPoints } = result;
      return {
        allowed: consumedPoints <= points,
        remaining: Math.max(points - consumedPoints, 0),
        endsAt: endsAt(result),
      };
    },
    async peek(key) {
      const result = await limiter.get(key);
      const current = result && result.msBeforeNext > 0 ? result : null;
      const remaining = Math.max(points - (current?.consumedPoints ?? 0), 0);
      return { allowed: remaining > 0, remaining, endsAt: current ? endsAt(current) : Date.now() + seconds * 1000 };
    },
    async reset(key) {
      await limiter.delete(key);
    },
    async refund(key) {
      await limiter.reward(key);
    },
  };
}
