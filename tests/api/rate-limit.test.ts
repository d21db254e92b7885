import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { redisServer, startRedis, type TestRedis } from "../support/redis";
import { startUpstash, type UpstashBridge } from "../support/upstash";
import { eventually, within } from "../support/wait";

let redis: TestRedis;
let upstash: UpstashBridge;
let createRateLimiter: typeof import("@/lib/platform/limits/rate-limit").createRateLimiter;
let peek: typeof import("@/lib/platform/singleton").peek;
let log: typeof import("@/lib/platform/log/log").log;
let names = 0;

/** Loads the limiter as a process with this environment would, and watches its log. */
async function load(env: Record<string, string>) {
  vi.resetModules();
  Reflect.deleteProperty(globalThis, "signpost");
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  ({ log } = await import("@/lib/platform/log/log"));
  ({ peek } = await import("@/lib/platform/singleton"));
  vi.spyOn(log, "warn").mockImplementation(() => {});
  ({ createRateLimiter } = await import("@/lib/platform/limits/rate-limit"));
}

/** How often the limiter warned that its store does not respond. The client of Redis logs each new reason too. */
const storeWarnings = () =>
  vi.mocked(log.warn).mock.calls.filter(([, text]) => String(text).startsWith("the rate limiter's store")).length;

/** A separate limiter for each test. Its window is long, so that it does not end during a test. */
const limiter = (points = 30, seconds = 86_400) => createRateLimiter({ name: `test-${++names}`, points, seconds });

const shared = {
  REDIS_URL: () => ({ REDIS_URL: redis.url }),
  UPSTASH_REDIS_REST_URL: () => ({ UPSTASH_REDIS_REST_URL: upstash.url, UPSTASH_REDIS_REST_TOKEN: upstash.token }),
};

beforeAll(async () => {
  if (!redisServer) return;
  redis = await startRedis();
  upstash = await startUpstash(redis.url);
});

afterAll(async () => {
  await upstash?.close();
  await redis?.kill();
});

afterEach(async () => {
  (await peek<Promise<{ disconnect(): void }>>("redis"))?.disconnect();
  vi.unstubAllEnvs();
});

function itLimits(env: () => Record<string, string>) {
  beforeEach(() => load(env()));

  it("allows 30 of 100 parallel uses", async () => {
    const { consume } = limiter();
    const results = await Promise.all(Array.from({ length: 100 }, () => consume("a")));
    const allowed = results.filter((result) => result.allowed);
    expect(allowed.map((result) => result.remaining).sort((a, b) => b - a)).toEqual(
      Array.from({ length: 30 }, (_, i) => 29 - i),
    );
    expect(results.filter((result) => !result.allowed && result.remaining === 0)).toHaveLength(70);
    expect(results.every((result) => result.limit === 30)).toBe(true);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it("counts keys and names separately", async () => {
    const one = limiter(1);
    const other = limiter(1);
    expect(await one.consume("a")).toMatchObject({ allowed: true, remaining: 0 });
    expect(await one.consume("b")).toMatchObject({ allowed: true });
    expect(await other.consume("a")).toMatchObject({ allowed: true });
    expect(await one.consume("a")).toMatchObject({ allowed: false, remaining: 0 });
  });

  it("reports the end of the window to the second, and starts again then", async () => {
    const { consume } = limiter(1, 2);
    // Starts in the middle of a second, because windows may start at full seconds or at multiples of their length.
    await sleep(2_500 - (Date.now() % 2_000));
    const { resetAt } = await consume("a");
    expect(await consume("a")).toMatchObject({ allowed: false, resetAt });
    await sleep((resetAt - 1) * 1_000 - Date.now());
    expect((await consume("a")).allowed).toBe(false);
    await sleep(resetAt * 1_000 - Date.now() + 5);
    expect(await consume("a")).toMatchObject({ allowed: true, remaining: 0 });
  });

  it("peeks without counting and forgets when reset", async () => {
    const { consume, peek, reset } = limiter(2);
    expect(await peek("a")).toMatchObject({ allowed: true, limit: 2, remaining: 2 });
    const { resetAt } = await consume("a");
    expect(await peek("a")).toMatchObject({ allowed: true, remaining: 1 });
    await consume("a");
    expect(await peek("a")).toMatchObject({ allowed: false, remaining: 0 });
    expect(Math.abs((await peek("a")).resetAt - resetAt)).toBeLessThanOrEqual(1);
    await reset("a");
    await reset("never used");
    expect(await peek("a")).toMatchObject({ allowed: true, remaining: 2 });
    expect(await consume("a")).toMatchObject({ allowed: true, remaining: 1 });
  });

  it("refunds a use", async () => {
    const { consume, peek, refund } = limiter(2);
    await consume("a");
    await consume("a");
    await refund("a");
    expect(await peek("a")).toMatchObject({ allowed: true, remaining: 1 });
    expect(await consume("a")).toMatchObject({ allowed: true, remaining: 0 });
    expect((await consume("a")).allowed).toBe(false);
  });

  it("counts an address by its network, and more loosely by the /48 around it", async () => {
    const { consume, peek, reset, refund } = limiter(2);
    const from = (address: string, thing?: number) => ({ address, with: thing });
    for (const host of ["1", "2", "ffff:ffff:ffff:ffff"])
      await consume(from(`2001:db8:7:1:${host}`.replace(/:(\d)$/, "::$1")));
    expect(await peek(from("2001:db8:7:1:a:b:c:d"))).toMatchObject({ allowed: false, limit: 2, remaining: 0 });
    expect(await consume(from("2001:db8:7:1::9", 5))).toMatchObject({ allowed: true, remaining: 1 });
    // A refused client takes nothing from its neighbors: they have 14 of the 16 left.
    for (let use = 0; use < 14; use++)
      expect((await consume(from(`2001:db8:7:${10 + (use >> 1)}::1`))).allowed, `use ${use}`).toBe(true);
    expect(await consume(from("2001:db8:7:99::1"))).toMatchObject({ allowed: false, limit: 2, remaining: 0 });
    expect((await peek(from("2001:db8:7:98::1"))).allowed).toBe(false);
    expect((await peek(from("2001:db8:8:1::1"))).allowed).toBe(true);
    await refund(from("2001:db8:7:10::1"));
    await refund(from("2001:db8:7:10::1"));
    expect(await consume(from("2001:db8:7:98::1"))).toMatchObject({ allowed: true, remaining: 0 });
    await reset(from("2001:db8:7:1::"));
    expect((await consume(from("2001:db8:7:1::1"))).allowed).toBe(true);

    for (const address of ["192.0.2.1", "::ffff:192.0.2.1"]) await consume(from(address));
    expect((await peek(from("64:ff9b::c000:201"))).allowed).toBe(false);
    expect((await peek(from("192.0.2.2"))).allowed).toBe(true);
  });

  it("accepts any key", async () => {
    const { consume } = limiter(1);
    for (const key of ["", "*", "a:b", "ü@example.com", "x".repeat(100_000)]) {
      expect((await consume(key)).allowed).toBe(true);
      expect((await consume(key)).allowed).toBe(false);
    }
  });
}

describe("with memory", () => itLimits(() => ({})));
describe.skipIf(!redisServer).each(Object.entries(shared))("with %s", (_, env) => itLimits(env));

describe.skipIf(!redisServer).each(Object.entries(shared))("if the store of %s fails", (_, env) => {
  beforeEach(() => load(env()));
  afterEach(async () => {
    await redis.kill();
    await redis.start();
    const headers = { authorization: `Bearer ${upstash.token}` };
    const ping = () => fetch(upstash.url, { method: "POST", headers, body: '["PING"]' });
    await eventually(async () => expect((await ping()).status).toBe(200));
  });

  it("allows all uses, logs it once, and limits again when the store is back", async () => {
    const { consume, peek, reset } = limiter(1);
    await consume("a");
    expect((await consume("a")).allowed).toBe(false);

    await redis.kill();
    const now = Math.ceil(Date.now() / 1_000);
    // No request waits for Redis to come back.
    const results = await within(1_000, Promise.all(Array.from({ length: 100 }, () => consume("a"))));
    expect(results.every(({ allowed, limit, remaining }) => allowed && limit === 1 && remaining === 1)).toBe(true);
    expect(results[0]?.resetAt).toBeGreaterThanOrEqual(now + 86_400);
    expect(await within(1_000, peek("a"))).toMatchObject({ allowed: true, remaining: 1 });
    await within(1_000, reset("a"));
    expect(storeWarnings()).toBe(1);

    await redis.start();
    await eventually(async () => expect((await consume("a")).allowed).toBe(false));
    expect(storeWarnings()).toBe(1);
  });

  it("waits at most about a second for a store that hangs, and then no longer for each use", async () => {
    const { consume } = limiter(1);
    await consume("a");
    redis.process().kill("SIGSTOP");
    const consumeOften = async () => {
      for (let use = 0; use < 100; use++) expect(await consume("a")).toMatchObject({ allowed: true, remaining: 1 });
    };
    await within(3_000, consumeOften());
    redis.process().kill("SIGCONT");
    await eventually(async () => expect((await consume("a")).allowed).toBe(false));
  });
});

it("answers at once if Redis is down at the start", async () => {
  await load({ REDIS_URL: "redis://127.0.0.1:1" });
  expect(await within(1_500, limiter(1).consume("a"))).toMatchObject({ allowed: true, remaining: 1 });
});

it.skipIf(!redisServer)("does not wait with a limiter that is made while Redis is connected", async () => {
  await load(shared.REDIS_URL());
  await limiter().consume("a");
  expect(await within(900, limiter().consume("a"))).toMatchObject({ allowed: true, remaining: 29 });
});

it("drops expired keys from memory", async () => {
  const { MemoryStore } = await import("@/lib/platform/limits/memory-store");
  const store = new MemoryStore({ points: 1, seconds: 1 });
  await Promise.all(Array.from({ length: 10_000 }, (_, i) => store.consume(`${i}`)));
  expect(store.size).toBe(10_000);
  await eventually(async () => {
    await store.peek("another");
    expect(store.size).toBe(0);
  });
});

it("counts at most a hundred thousand keys in memory, the newest", async () => {
  const { MemoryStore } = await import("@/lib/platform/limits/memory-store");
  const store = new MemoryStore({ points: 1, seconds: 60 });
  await store.consume("first");
  for (let i = 0; i < 100_000; i++) await store.consume(`${i}`);
  expect(store.size).toBe(100_000);
  expect((await store.peek("first")).allowed).toBe(true);
  expect((await store.peek("0")).allowed).toBe(false);
});

it("begins a new window after the first has ended, and takes uses back", async () => {
  const { MemoryStore } = await import("@/lib/platform/limits/memory-store");
  const store = new MemoryStore({ points: 1, seconds: 1 });
  expect(await store.consume("a")).toMatchObject({ allowed: true, remaining: 0 });
  expect(await store.consume("a")).toMatchObject({ allowed: false, remaining: 0 });
  await store.refund("a");
  await store.refund("a");
  expect((await store.peek("a")).allowed).toBe(true);
  await store.refund("a");
  expect(await store.consume("a", 2)).toMatchObject({ allowed: false });
  await eventually(async () => expect((await store.peek("a")).allowed).toBe(true));
  expect(await store.consume("a")).toMatchObject({ allowed: true });
});

it("counts a limited number of them for workers, which share a window", async () => {
  const { default: cluster } = await import("node:cluster");
  const { countForWorkers } = await import("@/lib/platform/limits/memory-store");
  countForWorkers();
  const replies: { rateLimited: number; window: { allowed: boolean } }[] = [];
  const worker = { send: (reply: (typeof replies)[number]) => replies.push(reply) };
  const ask = (id: number, call: string, key: string) =>
    cluster.emit(
      "message",
      worker as never,
      { rateLimit: { name: "shared", points: 1, seconds: 60 }, id, call, key } as never,
      undefined as never,
    );
  for (let i = 0; i <= 100_000; i++) ask(i, "consume", `${i}`);
  ask(-1, "peek", "0");
  ask(-2, "consume", "100000");
  await eventually(() => expect(replies).toHaveLength(100_003));
  const allowed = (id: number) => replies.find(({ rateLimited }) => rateLimited === id)?.window.allowed;
  // The oldest was dropped; another worker has used up the newest.
  expect([allowed(100_000), allowed(-1), allowed(-2)]).toEqual([true, true, false]);
});
