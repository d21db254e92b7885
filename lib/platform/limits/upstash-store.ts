import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import type { RateLimiterOptions, RateLimitStore } from "./rate-limit-store";

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
