import { once } from "node:events";
import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";
import { redis } from "@/lib/platform/cache/redis";
import type { RateLimiterOptions, RateLimitStore, Window } from "./memory-store";

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

function store(limiter: RateLimiterRedis, points: number, seconds: number): RateLimitStore {
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

/** Counts in Upstash Redis over HTTP, for all processes. Windows start at multiples of their length. */
export function upstashStore(
  url: string,
  token: string,
  { name, points, seconds }: RateLimiterOptions,
): RateLimitStore {
  const limiter = new Ratelimit({
    redis: new Redis({
      url,
      token,
      retry: { retries: 0 },
      signal: () => AbortSignal.timeout(1_000),
      enableTelemetry: false,
    }),
    limiter: Ratelimit.fixedWindow(points, `${seconds} s`),
    prefix: `signpost:${name}`,
    // The library's cache of blocked keys never shrinks.
    ephemeralCache: false,
    // The library's own time-out would count as an allowed use; the client's above throws.
    timeout: 0,
  });

  // Uses are subtracted, because `resetUsedTokens` scans the whole database.
  const giveBack = (key: string, uses: number) => limiter.limit(key, { rate: -uses });

  return {
    async consume(key, uses = 1) {
      const { success, remaining, reset } = await limiter.limit(key, { rate: uses });
      return { allowed: success, remaining, endsAt: reset };
    },
    async peek(key) {
      const { remaining, reset } = await limiter.getRemaining(key);
      return { allowed: remaining > 0, remaining, endsAt: reset };
    },
    async reset(key) {
      const { limit, remaining } = await limiter.getRemaining(key);
      if (remaining < limit) await giveBack(key, limit - remaining);
    },
    async refund(key) {
      await giveBack(key, 1);
    },
  };
}
