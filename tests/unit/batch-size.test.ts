import { expect, test } from "vitest";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import { BatchSize } from "@/lib/clicks/drain/drain-folder";

const batchOf = (clicks: number) => ({
  journal: "1",
  from: 0,
  to: clicks,
  clicks: Array<EnrichedClick>(clicks),
  events: [],
});

test("a batch that fails or is slow halves the next one, down to a floor, and full batches let it grow again", () => {
  const size = new BatchSize();
  const usual = size.clicks;
  size.noteFailed(batchOf(usual));
  expect(size.clicks).toBe(usual / 2);
  size.noteStored(batchOf(size.clicks), 40_000);
  expect(size.clicks).toBe(usual / 4);
  for (let times = 0; times < 20; times++) size.noteFailed(batchOf(size.clicks));
  expect(size.clicks).toBe(100);
  size.noteStored(batchOf(99), 10);
  expect(size.clicks).toBe(100);
  size.noteStored(batchOf(100), 10);
  expect(size.clicks).toBeGreaterThan(100);
  for (let times = 0; times < 100; times++) size.noteStored(batchOf(size.clicks), 10);
  expect(size.clicks).toBe(usual);
});

test("an outage in the middle of a few clicks does not make later batches small", () => {
  const size = new BatchSize();
  const usual = size.clicks;
  size.noteFailed(batchOf(3));
  expect(size.clicks).toBe(usual);
});
