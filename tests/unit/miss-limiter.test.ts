import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MissLimiter, tooManyMisses } from "@/lib/visits/core/snapshot-cache";

let guesses: MissLimiter;
beforeEach(() => {
  vi.useFakeTimers();
  guesses = new MissLimiter();
});
afterEach(() => {
  vi.useRealTimers();
});

function miss(address: string, times: number) {
  for (let n = 0; n < times; n++) guesses.miss({ address });
}
const mayLook = (address: string) => {
  try {
    guesses.check({ address });
    return true;
  } catch (error) {
    expect(error).toBe(tooManyMisses);
    return false;
  }
};

it("allows an address 300 misses, then 5 per second", () => {
  miss("192.0.2.7", 299);
  expect(mayLook("192.0.2.7")).toBe(true);
  miss("192.0.2.7", 1);
  expect(mayLook("192.0.2.7")).toBe(false);
  vi.advanceTimersByTime(200);
  expect(mayLook("192.0.2.7")).toBe(true);
  miss("192.0.2.7", 1);
  expect(mayLook("192.0.2.7")).toBe(false);
});

it("counts each address separately", () => {
  miss("192.0.2.7", 300);
  expect(mayLook("192.0.2.8")).toBe(true);
});

it("never returns more than an address may use at once", () => {
  miss("192.0.2.7", 300);
  vi.advanceTimersByTime(24 * 3_600_000);
  miss("192.0.2.7", 300);
  expect(mayLook("192.0.2.7")).toBe(false);
});

it("lets an address look up again within two minutes, with any running look-ups", () => {
  miss("192.0.2.7", 100_000);
  vi.advanceTimersByTime(120_000);
  expect(mayLook("192.0.2.7")).toBe(true);
});

it.each([
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
  ["2001:db8::1", "2001:db8::2:1"],
  ["::1", "0:0:0:0:0:0:0:1"],
])("treats %s and %s as one", (one, other) => {
  miss(one, 300);
  expect(mayLook(other)).toBe(false);
});

it("distinguishes neighboring IPv6 networks", () => {
  miss("2001:db8:1:2::1", 300);
  expect(mayLook("2001:db8:1:3::1")).toBe(true);
});

it("allows the networks of a /48 2,400 misses together", () => {
  for (let network = 0; network < 24; network++) miss(`2001:db8:1:${network.toString(16)}::1`, 100);
  expect(mayLook("2001:db8:1:99::1")).toBe(false);
  expect(mayLook("2001:db8:2::1")).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(mayLook("2001:db8:1:99::1")).toBe(true);
});
