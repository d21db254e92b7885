import { access } from "node:fs/promises";
import { beforeEach, expect, it, vi } from "vitest";
import { type SnapshotCache, snapshotCache, tooManyMisses } from "@/lib/visits/core/snapshot-cache";

interface Snapshot {
  text: string;
}

const load = vi.fn<(key: string) => Promise<Snapshot | null>>();
const newCache = () => snapshotCache("bioPages", 100, load);

beforeEach(() => {
  load.mockReset();
  vi.useRealTimers();
});

const found = async (cache: SnapshotCache<Snapshot>) => (await cache.find("one"))?.text;

it("queries the database once while nothing changes", async () => {
  const cache = newCache();
  load.mockResolvedValue({ text: "one" });
  for (let times = 0; times < 3; times++) expect(await found(cache)).toBe("one");
  expect(load).toHaveBeenCalledTimes(1);
});

it("queries again after a change, when stale, after a minute, and for missing items", async () => {
  vi.useFakeTimers();
  const cache = newCache();
  load.mockResolvedValue({ text: "one" });
  await found(cache);
  cache.invalidate("one");
  load.mockResolvedValue({ text: "two" });
  expect(await found(cache)).toBe("two");
  cache.markAllStale();
  load.mockResolvedValue({ text: "three" });
  expect(await found(cache)).toBe("three");
  vi.advanceTimersByTime(60_001);
  load.mockResolvedValue(null);
  expect(await found(cache)).toBeUndefined();
  load.mockResolvedValue({ text: "four" });
  expect(await found(cache)).toBe("four");
});

it("does not cache what changed while it was read", async () => {
  const cache = newCache();
  let answer: (value: Snapshot) => void = () => undefined;
  load.mockReturnValueOnce(
    new Promise((settle) => {
      answer = settle;
    }),
  );
  const reading = found(cache);
  cache.invalidate("one");
  answer({ text: "old" });
  await reading;
  load.mockResolvedValue({ text: "new" });
  expect(await found(cache)).toBe("new");
});

it("uses cached items while the database is down, and reports it without one", async () => {
  const cache = newCache();
  load.mockResolvedValue({ text: "one" });
  await found(cache);
  load.mockRejectedValue(new Error("down"));
  cache.markAllStale();
  expect(await found(cache)).toBe("one");
  await expect(cache.find("other")).rejects.toThrow("down");
  cache.markAllStale();
  load.mockResolvedValue({ text: "two" });
  expect(await found(cache)).toBe("two");
});

it("does not restore an item that it has seen deleted, even while the database is down", async () => {
  const cache = newCache();
  load.mockResolvedValueOnce({ text: "one" }).mockResolvedValueOnce(null).mockRejectedValue(new Error("down"));
  await found(cache);
  cache.markAllStale();
  expect(await found(cache)).toBeUndefined();
  await expect(found(cache)).rejects.toThrow("down");
});

it("does not query for an address that missed too often", async () => {
  const cache = newCache();
  const client = { address: "192.0.2.9" };
  load.mockResolvedValueOnce({ text: "held" }).mockResolvedValue(null);
  await cache.find("held", client);
  for (let n = 0; n < 300; n++) expect(await cache.find(`none-${n}`, client)).toBeNull();
  load.mockResolvedValue({ text: "there" });
  await expect(async () => cache.find("other", client)).rejects.toBe(tooManyMisses);
  expect(await cache.find("held", client)).toEqual({ text: "held" });
  expect(await cache.find("other", { address: "192.0.2.10" })).toEqual({ text: "there" });
});

it("uses an answer that arrived while the thread was busy for longer than it waits", async () => {
  const cache = newCache();
  load.mockResolvedValue({ text: "old" });
  await found(cache);
  load.mockImplementation(async () => {
    await access(import.meta.filename);
    return { text: "new" };
  });
  cache.markAllStale();
  const answer = found(cache);
  for (const until = performance.now() + 100; performance.now() < until; );
  expect(await answer).toBe("new");
});

it("waits for a slow database if something has changed, but not if changes may have been missed", async () => {
  vi.useFakeTimers();
  const cache = newCache();
  load.mockResolvedValue({ text: "first" });
  await found(cache);
  const after = (ms: number, text: string) =>
    load.mockImplementation(() => new Promise((done) => setTimeout(done, ms, { text })));
  after(150, "second");
  cache.markAllStale();
  const missed = found(cache);
  await vi.advanceTimersByTimeAsync(100);
  expect(await missed).toBe("first");
  await vi.advanceTimersByTimeAsync(100);
  expect(await found(cache)).toBe("second");
  after(150, "third");
  cache.markAllStale(true);
  const changed = found(cache);
  await vi.advanceTimersByTimeAsync(200);
  expect(await changed).toBe("third");
  after(600, "fourth");
  cache.markAllStale(true);
  const late = found(cache);
  await vi.advanceTimersByTimeAsync(550);
  expect(await late).toBe("third");
});

it("waits once for a database that hangs, then uses cached items and reads in the background", async () => {
  const cache = newCache();
  load.mockImplementation(async (text) => ({ text }));
  for (const key of ["one", "two"]) await cache.find(key);
  let answer: (() => void)[] = [];
  load.mockImplementation((text) => new Promise((done) => answer.push(() => done({ text: `new ${text}` }))));
  // The second pause: entries from before the first are stale.
  cache.markAllStale();
  expect(await found(cache)).toBe("one");
  const timers = vi.spyOn(globalThis, "setTimeout");
  expect((await cache.find("two"))?.text).toBe("two");
  expect(timers).not.toHaveBeenCalled();
  timers.mockRestore();
  for (const done of answer) done();
  answer = [];
  await expect.poll(() => found(cache)).toBe("new one");
  await expect.poll(async () => (await cache.find("two"))?.text).toBe("new two");
  // Unknown keys wait, and so do stale ones once the database answers again.
  load.mockResolvedValue({ text: "newer" });
  cache.markAllStale();
  expect(await found(cache)).toBe("newer");
});
