import { hash } from "node:crypto";
import { env } from "@/lib/platform/env";
import { counts } from "@/lib/platform/log/counts";
import { log } from "@/lib/platform/log/log";
import { networkOf, wideNetworkOf } from "@/lib/platform/network/networks";
import { isReachable } from "@/lib/platform/network/reachability";
import { processSingleton } from "@/lib/platform/singleton";
import { memoryStore, type RateLimiterOptions, type RateLimitStore, type Window } from "./memory-store";
import { redisStore, upstashStore } from "./shared-stores";

export interface RateLimit {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** when the window ends, in Unix seconds */
  resetAt: number;
}

/**
 * Whose uses are counted: a name's, or those of a client's address, in total or combined `with` something else. An
 * address counts as its network, because a client with an IPv6 network has 2^64 addresses.
 */
export type RateLimitKey = string | { address: string; with?: string | number };

export interface RateLimiter<Key = RateLimitKey> {
  /** Counts one or several uses of `key`. `allowed` is false for uses above the limit. */
  consume(key: Key, uses?: number): Promise<RateLimit>;
  /** What is left for `key`, without counting. `allowed` says whether `consume` would allow a use now. */
  peek(key: Key): Promise<RateLimit>;
  /** Deletes the recorded uses of `key`. */
  reset(key: Key): Promise<void>;
  /** Takes back a use of `key` that should not count. */
  refund(key: Key): Promise<void>;
}

/** The networks of a /48 may belong to one customer or to many. Together they get this many times the uses of one. */
const WIDE_NETWORK_FACTOR = 8;

let warnedAt = Number.NEGATIVE_INFINITY;

function warn(name: string, error: unknown) {
  if (performance.now() - warnedAt < 60_000) return;
  warnedAt = performance.now();
  log.warn(
    { limiter: name, error: String(error) },
    "the rate limiter's store cannot be reached, so requests are allowed",
  );
}

function createStore(options: RateLimiterOptions): RateLimitStore {
  const shared = sharedStore(options);
  return shared ? withCircuitBreaker(shared) : memoryStore(options);
}

/** Counts in the configured Redis; undefined if there is none. */
function sharedStore(options: RateLimiterOptions): RateLimitStore | undefined {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env;
  if (REDIS_URL) return redisStore(REDIS_URL, options);
  return url && token ? upstashStore(url, token, options) : undefined;
}

/**
 * Returns whether the configured Redis counts; true if there is none. A Redis that answers may still refuse to: because
 * its memory is full, or because it is a replica.
 */
export function isRateLimitStoreWorking(): Promise<boolean> {
  const store = processSingleton("rateLimitCheck", () => sharedStore({ name: "check", points: 1, seconds: 60 }));
  if (!store) return Promise.resolve(true);
  return isReachable("Redis", async () => {
    await store.consume("check");
    return true;
  });
}

const tryAgainAfterMs = 1_000;

/** Calls a store that has failed only once per second, so that a hanging store does not delay every request. */
function withCircuitBreaker(store: RateLimitStore): RateLimitStore {
  let failedAt = Number.NEGATIVE_INFINITY;

  async function ask<T>(call: () => Promise<T>): Promise<T> {
    if (performance.now() - failedAt < tryAgainAfterMs) throw new Error("it has just failed");
    // After a failure, this call tries again; calls in the meantime do not wait for its result.
    if (Number.isFinite(failedAt)) failedAt = performance.now();
    try {
      const result = await call();
      failedAt = Number.NEGATIVE_INFINITY;
      return result;
    } catch (error) {
      failedAt = performance.now();
      throw error;
    }
  }

  return {
    consume: (key, uses) => ask(() => store.consume(key, uses)),
    peek: (key) => ask(() => store.peek(key)),
    reset: (key) => ask(() => store.reset(key)),
    refund: (key) => ask(() => store.refund(key)),
  };
}

// Stores and their errors must not contain addresses and accounts. Digests also give all keys the same length.
const digest = (key: string) => hash("sha256", key, "base64url").slice(0, 22);

/**
 * Limits each key to `points` uses in a fixed window of `seconds`. The count is exact, also across processes if
 * REDIS_URL or UPSTASH_REDIS_REST_URL is set. It never throws: if the store is unreachable, every use is allowed.
 */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { name, points, seconds } = options;
  const near = limited(options);
  const wide = limited({ name: `${name}-wide`, points: points * WIDE_NETWORK_FACTOR, seconds });

  return {
    async consume(key, uses) {
      const [name, around] = namesOf(key);
      const limit = await near.consume(name, uses);
      // A use that the client's own network is refused does not count for its neighbors.
      return around && limit.allowed ? stricter(limit, await wide.consume(around, uses)) : limit;
    },
    async peek(key) {
      const [name, around] = namesOf(key);
      const [limit, other] = await Promise.all([near.peek(name), around && wide.peek(around)]);
      return other ? stricter(limit, other) : limit;
    },
    async reset(key) {
      const [name, around] = namesOf(key);
      await Promise.all([near.reset(name), around && wide.reset(around)]);
    },
    async refund(key) {
      const [name, around] = namesOf(key);
      await Promise.all([near.refund(name), around && wide.refund(around)]);
    },
  };
}

/** The key to count under, and the wider key that has a higher limit. */
function namesOf(key: RateLimitKey): [name: string, around: string | null] {
  if (typeof key === "string") return [key, null];
  const thing = key.with === undefined ? "" : `${key.with} `;
  const around = wideNetworkOf(key.address);
  return [thing + networkOf(key.address), around && thing + around];
}

function stricter(near: RateLimit, wide: RateLimit): RateLimit {
  if (near.allowed && !wide.allowed) return { ...wide, limit: near.limit };
  return { ...near, remaining: Math.min(near.remaining, wide.remaining) };
}

/** A limiter whose keys are only names. */
function limited(options: RateLimiterOptions): RateLimiter<string> {
  const { name, points: limit, seconds } = options;
  const store = createStore(options);

  const result = ({ allowed, remaining, endsAt }: Window): RateLimit => ({
    allowed,
    limit,
    remaining,
    // Rounded up: a client that waits until then is allowed.
    resetAt: Math.ceil(endsAt / 1000),
  });

  const open = (error: unknown): RateLimit => {
    warn(name, error);
    return result({ allowed: true, remaining: limit, endsAt: Date.now() + seconds * 1000 });
  };

  const counted = (window: Window): RateLimit => {
    const { limited } = counts();
    if (!window.allowed) limited.set(name, (limited.get(name) ?? 0) + 1);
    return result(window);
  };

  return {
    consume: (key, uses) => store.consume(digest(key), uses).then(counted, open),
    peek: (key) => store.peek(digest(key)).then(result, open),
    reset: (key) => store.reset(digest(key)).catch((error) => warn(name, error)),
    refund: (key) => store.refund(digest(key)).catch((error) => warn(name, error)),
  };
}
