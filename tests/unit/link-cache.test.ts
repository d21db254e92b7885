import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LinkSnapshot } from "@/lib/resources/links/routing/snapshot";
import { tooManyMisses } from "@/lib/visits/core/snapshot-cache";
import { LinkCache } from "@/lib/visits/links/cache";

type Addresses = { domainId: number; alias: string }[];
type Found = Map<string, LinkSnapshot>;

const { loadSnapshots } = vi.hoisted(() => ({ loadSnapshots: vi.fn() }));
vi.mock("@/lib/resources/links/routing/snapshot", () => ({ loadSnapshots }));

/** What the database holds, by key, and the queries that wait for their answer while `held`. */
let rows: Record<string, LinkSnapshot>;
let held: boolean;
let answers: (() => void)[];
let cache: LinkCache;

const row = (id: number) => ({ id }) as LinkSnapshot;
const read = (addresses: Addresses): Found =>
  new Map(
    addresses.flatMap(({ domainId, alias }) => {
      const found = rows[`${domainId}:${alias}`];
      return found ? [[`${domainId}:${alias}`, found]] : [];
    }),
  );

beforeEach(() => {
  rows = { "1:a": row(1), "1:b": row(2) };
  held = false;
  answers = [];
  cache = new LinkCache();
  loadSnapshots.mockReset();
  loadSnapshots.mockImplementation((addresses: Addresses) => {
    // The row is read when the query starts and returned later, like a change during a query.
    const found = read(addresses);
    return held ? new Promise<Found>((resolve) => answers.push(() => resolve(found))) : Promise.resolve(found);
  });
});

const outage = () => loadSnapshots.mockImplementation(() => Promise.reject(new Error("no database")));
const turn = () => new Promise((resolve) => setImmediate(resolve));
const loadedAliases = () =>
  loadSnapshots.mock.calls.map(([addresses]) => (addresses as Addresses).map(({ alias }) => alias));

it("returns cached links without waiting, in any case", async () => {
  expect(cache.find(1, "A")).toBeInstanceOf(Promise);
  await turn();
  await turn();
  expect(cache.find(1, "a")).toEqual(row(1));
  expect(cache.find(1, "A")).toEqual(row(1));
  expect(loadedAliases()).toEqual([["a"]]);
});

it("drops the links of one account, and a result that is being read meanwhile", async () => {
  rows = { "1:a": { ...row(1), ownerId: 7 }, "1:b": { ...row(2), ownerId: 8 }, "1:c": { ...row(3), ownerId: 7 } };
  await Promise.all(["a", "b"].map((alias) => cache.find(1, alias)));
  held = true;
  const reading = cache.find(1, "c");
  await turn();
  cache.markOwnedByStale(7);
  for (const answer of answers) answer();
  await reading;
  held = false;
  loadSnapshots.mockClear();
  await Promise.all(["a", "b", "c"].map((alias) => cache.find(1, alias)));
  expect(loadedAliases()).toEqual([["a", "c"]]);
  // What was read again is fresh.
  await Promise.all(["a", "b", "c"].map((alias) => cache.find(1, alias)));
  expect(loadedAliases()).toEqual([["a", "c"]]);
});

it("reads all links again once a thousand accounts have changed", async () => {
  rows = { "1:a": { ...row(1), ownerId: 2_000 }, "1:b": { ...row(2), ownerId: 0 } };
  await Promise.all(["a", "b"].map((alias) => cache.find(1, alias)));
  for (let account = 0; account < 1_000; account++) cache.markOwnedByStale(account);
  loadSnapshots.mockClear();
  expect(cache.find(1, "a")).toMatchObject({ id: 1 });
  cache.markOwnedByStale(1_000);
  await Promise.all(["a", "b"].map((alias) => cache.find(1, alias)));
  expect(loadedAliases()).toEqual([["a", "b"]]);
});

it("separates domains", async () => {
  expect(await cache.find(1, "a")).toEqual(row(1));
  expect(await cache.find(2, "a")).toBeNull();
});

it("combines the misses of one turn into one query, with each link once", async () => {
  const found = await Promise.all(["a", "b", "none", "A", "a"].map((alias) => cache.find(1, alias)));
  expect(found).toEqual([row(1), row(2), null, row(1), row(1)]);
  expect(loadedAliases()).toEqual([["a", "b", "none"]]);
});

it("joins a running query", async () => {
  held = true;
  const first = cache.find(1, "a");
  await turn();
  const second = cache.find(1, "a");
  await turn();
  for (const answer of answers) answer();
  expect(await Promise.all([first, second])).toEqual([row(1), row(1)]);
  expect(loadedAliases()).toEqual([["a"]]);
});

it("runs two queries at a time, and later misses share the next one", async () => {
  held = true;
  const finds = [];
  for (let index = 0; index < 8; index++) {
    finds.push(cache.find(1, `x${index}`));
    await turn();
  }
  expect(loadedAliases()).toEqual([["x0"], ["x1"]]);
  answers[0]?.();
  await turn();
  expect(loadedAliases().slice(2)).toEqual([["x2", "x3", "x4", "x5", "x6", "x7"]]);
  for (const answer of answers) answer();
  expect(await Promise.all(finds)).toEqual(Array(8).fill(null));
});

it("remembers for 5 seconds that a link is missing, and learns of a new one at once", async () => {
  expect(await cache.find(1, "new")).toBeNull();
  expect(cache.find(1, "new")).toBeNull();
  rows["1:new"] = row(3);
  cache.invalidate("1:new");
  expect(await cache.find(1, "new")).toEqual(row(3));

  expect(await cache.find(1, "late")).toBeNull();
  rows["1:late"] = row(4);
  const later = performance.now() + 5_100;
  const now = vi.spyOn(performance, "now").mockImplementation(() => later);
  // The cache reads the clock once a millisecond.
  await vi.waitFor(async () => expect(await cache.find(1, "late")).toEqual(row(4)));
  now.mockRestore();
});

it("reads a link again after a change", async () => {
  await cache.find(1, "a");
  rows["1:a"] = row(7);
  expect(cache.find(1, "a")).toEqual(row(1));
  cache.invalidate("1:a");
  expect(await cache.find(1, "a")).toEqual(row(7));
});

it("does not cache a row that changed while it was read", async () => {
  held = true;
  const before = cache.find(1, "a");
  await turn();
  rows["1:a"] = row(7);
  cache.invalidate("1:a");
  // A caller after the change must not get the earlier row, even while that query still runs.
  const after = cache.find(1, "a");
  await turn();
  for (const answer of answers) answer();
  expect(await before).toEqual(row(1));
  expect(await after).toEqual(row(7));
  expect(cache.find(1, "a")).toEqual(row(7));
});

it("does not replace a newer row with an older answer that arrives last", async () => {
  held = true;
  const before = cache.find(1, "a");
  await turn();
  rows["1:a"] = row(7);
  cache.invalidate("1:a");
  const after = cache.find(1, "a");
  await turn();
  answers[1]?.();
  expect(await after).toEqual(row(7));
  answers[0]?.();
  expect(await before).toEqual(row(1));
  expect(cache.find(1, "a")).toEqual(row(7));
});

it("learns of a change while reading again, even if an older answer arrived meanwhile", async () => {
  held = true;
  cache.find(1, "a");
  await turn();
  cache.invalidate("1:a");
  const second = cache.find(1, "a");
  await turn();
  answers[0]?.();
  await turn();
  rows["1:a"] = row(7);
  cache.invalidate("1:a");
  answers[1]?.();
  await second;
  held = false;
  expect(await cache.find(1, "a")).toEqual(row(7));
});

it("does not remember a link as missing that was created during the look-up", async () => {
  held = true;
  const before = cache.find(1, "new");
  await turn();
  rows["1:new"] = row(3);
  cache.invalidate("1:new");
  for (const answer of answers) answer();
  expect(await before).toBeNull();
  held = false;
  expect(await cache.find(1, "new")).toEqual(row(3));
});

it("rejects without a cached link while the database is down, and tries again at the next visit", async () => {
  outage();
  await expect(cache.find(1, "a")).rejects.toThrow("no database");
  loadSnapshots.mockImplementation(async (addresses: Addresses) => read(addresses));
  expect(await cache.find(1, "a")).toEqual(row(1));
});

describe("when stale", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function doubted() {
    await cache.find(1, "a");
    rows["1:a"] = row(7);
    vi.advanceTimersByTime(1);
    cache.markAllStale();
    vi.advanceTimersByTime(1);
  }

  it("a link is read again", async () => {
    await doubted();
    expect(await cache.find(1, "a")).toEqual(row(7));
    expect(cache.find(1, "a")).toEqual(row(7));
  });

  it("a link is used while the database is down, and only the first visitor waits to find that out", async () => {
    await doubted();
    outage();
    expect(await cache.find(1, "a")).toEqual(row(1));
    expect(cache.find(1, "a")).toEqual(row(1));
    vi.advanceTimersByTime(1);
    cache.markAllStale();
    vi.advanceTimersByTime(1);
    loadSnapshots.mockImplementation(async (addresses: Addresses) => read(addresses));
    expect(await cache.find(1, "a")).toEqual(row(7));
  });
});

it("forgets missing links and running reads when everything is stale", async () => {
  expect(await cache.find(1, "new")).toBeNull();
  held = true;
  const before = cache.find(1, "a");
  await turn();
  rows = { "1:new": row(3), "1:a": row(7) };
  cache.markAllStale();
  for (const answer of answers) answer();
  await before;
  held = false;
  expect(await cache.find(1, "new")).toEqual(row(3));
  expect(await cache.find(1, "a")).toEqual(row(7));
});

it("finds a deleted link gone", async () => {
  await cache.find(1, "a");
  rows = {};
  cache.invalidate("1:a");
  expect(await cache.find(1, "a")).toBeNull();
});

it("refreshes a link older than five minutes in the background, and no more often if that fails", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    await cache.find(1, "a");
    rows["1:a"] = row(7);
    vi.advanceTimersByTime(299_000);
    expect(cache.find(1, "a")).toEqual(row(1));
    await turn();
    expect(loadedAliases()).toHaveLength(1);

    vi.advanceTimersByTime(2_000);
    outage();
    expect(cache.find(1, "a")).toEqual(row(1));
    await turn();
    expect(cache.find(1, "a")).toEqual(row(1));
    await turn();
    expect(loadedAliases()).toHaveLength(2);

    vi.advanceTimersByTime(301_000);
    loadSnapshots.mockImplementation(async (addresses: Addresses) => read(addresses));
    expect(cache.find(1, "a")).toEqual(row(1));
    await turn();
    await turn();
    expect(cache.find(1, "a")).toEqual(row(7));
  } finally {
    vi.useRealTimers();
  }
});

it("does not query the database for an address that missed too often, but returns cached links", async () => {
  const client = { address: "192.0.2.7" };
  await cache.find(1, "a", client);
  for (let n = 0; n < 300; n++) expect(await cache.find(1, `none-${n}`, client)).toBeNull();
  const before = loadedAliases().length;
  expect(() => cache.find(1, "b", client)).toThrow(tooManyMisses);
  expect(cache.find(1, "a", client)).toEqual(row(1));
  expect(cache.find(1, "none-1", client)).toBeNull();
  expect(loadedAliases()).toHaveLength(before);

  expect(await cache.find(1, "b", { address: "192.0.2.8" })).toEqual(row(2));
  expect(cache.find(1, "b", client)).toEqual(row(2));
  cache.markAllStale();
  expect(await cache.find(1, "b", client)).toEqual(row(2));
});

describe("memory", () => {
  const reads = (answer: (alias: string) => LinkSnapshot | "large", alone = answer) =>
    loadSnapshots.mockImplementation(async (addresses: Addresses) => {
      const of = addresses.length === 1 ? alone : answer;
      return new Map(addresses.map(({ domainId, alias }) => [`${domainId}:${alias}`, of(alias)]));
    });

  it("is limited in bytes: the least recently visited links make room", async () => {
    reads((alias) => ({ id: Number(alias), title: "x".repeat(2 ** 20) }) as LinkSnapshot);
    // Each takes 2 MiB, and links get at most 256 MiB, even of the largest heap.
    for (let id = 1; id <= 200; id++) await cache.find(1, `${id}`);
    const loads = loadSnapshots.mock.calls.length;
    expect(cache.find(1, "200")).toHaveProperty("id", 200);
    expect(await cache.find(1, "1")).toHaveProperty("id", 1);
    expect(loadSnapshots.mock.calls.length).toBe(loads + 1);
  });

  it("reads at most a hundred misses at a time, and large links one by one", async () => {
    reads(
      (alias) => (Number(alias) % 50 === 0 ? "large" : row(Number(alias))),
      (alias) => row(Number(alias)),
    );
    const ids = Array.from({ length: 250 }, (_, index) => index);
    const found = await Promise.all(ids.map((id) => cache.find(1, `${id}`)));
    expect(found.map((link) => link?.id)).toEqual(ids);
    expect(loadedAliases().map(({ length }) => length)).toEqual([100, 100, 50, 1, 1, 1, 1, 1]);
  });
});
