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
import { redis } from "@/lib/redis";
import type { RateLimiterOptions, RateLimitStore, Window } from "./rate-limit-store";

/**
 * Counts in this process, or in the primary where it is one of several workers. A window starts with its first use;
 * expired keys are dropped.
 */
export function memoryStore({ name, points, seconds }: RateLimiterOptions): RateLimitStore {
  const options = { keyPrefix: name, points, duration: seconds };
  const limiter = cluster.isWorker
    ? new RateLimiterCluster({ ...options, timeoutMs: 1_000 })
    : new RateLimiterMemory(options);
  return store(limiter, points, seconds);
}

/** Makes this process, the primary, count for its workers. */
export function shareRateLimits(): void {
  new RateLimiterClusterMaster();
}

/** Counts in Redis, for all processes together. A window starts with its first use. */
export function redisStore(url: string, { name, points, seconds }: RateLimiterOptions): RateLimitStore {
  const storeClient = redis(url);
  const keyPrefix = `signpost:${name}`;
  const limiter = new RateLimiterRedis({
    storeClient,
    keyPrefix,
    points,
    duration: seconds,
    rejectIfRedisNotReady: true,
  });
  // The first requests of a process wait for the connection, later ones never do.
  const connected = once(storeClient, "ready", { signal: AbortSignal.timeout(1_000) }).catch(() => {});
  const { consume, peek, reset } = store(limiter, points, seconds);
  return {
    consume: (key) => connected.then(() => consume(key)),
    peek: (key) => connected.then(() => peek(key)),
    reset: (key) => connected.then(() => reset(key)),
  };
}

function store(limiter: RateLimiterAbstract, points: number, seconds: number): RateLimitStore {
  const endsAt = (result: RateLimiterRes) => Date.now() + result.msBeforeNext;
  return {
    async consume(key): Promise<Window> {
      // `penalty` counts like the library's `consume`, but does not throw past the limit.
      const result = await limiter.penalty(key);
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
  };
}
