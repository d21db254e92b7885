import { beforeEach, expect, it, vi } from "vitest";

const query = vi.hoisted(() => vi.fn());
vi.mock("@/lib/db", () => ({ pool: { query } }));

const { QrCodeCache } = await import("@/lib/scans/cache");

const row = (data: string) => ({
  rows: [{ id: 1, code: "abc2345", type: "text", data, foreground: "", background: "", logo: null }],
});

beforeEach(() => {
  query.mockReset();
  vi.useRealTimers();
});

const found = async (cache: InstanceType<typeof QrCodeCache>) => (await cache.find("abc2345"))?.content.data;

it("asks the database once for what does not change", async () => {
  const cache = new QrCodeCache();
  query.mockResolvedValue(row("one"));
  for (let times = 0; times < 3; times++) expect(await found(cache)).toBe("one");
  expect(query).toHaveBeenCalledTimes(1);
});

it("asks again after a change, after doubt, after a minute, and for codes that do not exist", async () => {
  vi.useFakeTimers();
  const cache = new QrCodeCache();
  query.mockResolvedValue(row("one"));
  await found(cache);
  cache.forget("abc2345");
  query.mockResolvedValue(row("two"));
  expect(await found(cache)).toBe("two");
  cache.doubt();
  query.mockResolvedValue(row("three"));
  expect(await found(cache)).toBe("three");
  vi.advanceTimersByTime(60_001);
  query.mockResolvedValue({ rows: [] });
  expect(await found(cache)).toBeUndefined();
  query.mockResolvedValue(row("four"));
  expect(await found(cache)).toBe("four");
});

it("does not keep what changed while it was read", async () => {
  const cache = new QrCodeCache();
  let answer: (value: unknown) => void = () => undefined;
  query.mockReturnValueOnce(
    new Promise((settle) => {
      answer = settle;
    }),
  );
  const reading = found(cache);
  cache.forget("abc2345");
  answer(row("old"));
  await reading;
  query.mockResolvedValue(row("new"));
  expect(await found(cache)).toBe("new");
});

it("goes on with what it has while the database is down, and says so where it has nothing", async () => {
  const cache = new QrCodeCache();
  query.mockResolvedValue(row("one"));
  await found(cache);
  query.mockRejectedValue(new Error("down"));
  cache.doubt();
  expect(await found(cache)).toBe("one");
  await expect(cache.find("other22")).rejects.toThrow("down");
  cache.doubt();
  query.mockResolvedValue(row("two"));
  expect(await found(cache)).toBe("two");
});
