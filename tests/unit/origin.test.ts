import { beforeAll, expect, test } from "vitest";
import { describeOrigin } from "@/lib/clicks/classify/origin";
import { provide } from "@/lib/platform/env";

const AT = Date.UTC(2026, 10, 21, 12, 30);
const visit = { at: AT, address: "8.8.8.8", userAgent: "a browser", language: "en" };

beforeAll(() => provide({ APP_SECRET: "a secret of the tests, which is long enough" }));

test.each([
  ["8.8.8.1", "8.8.8.254", true],
  ["8.8.8.8", "8.8.9.8", false],
  ["2001:db8:1::1", "2001:DB8:1:ffff::2", true],
  ["2001:db8::1", "2001:db8:0:5::1", true],
  ["2001:db8:1::1", "2001:db8:2::1", false],
])("%s and %s are in one network: %s", (one, other, same) => {
  const networks = [one, other].map((address) => describeOrigin({ ...visit, address }).network);
  expect(networks[0] === networks[1]).toBe(same);
});

test("a browser is its user agent and language, at any address", () => {
  const { agent } = describeOrigin(visit);
  expect(describeOrigin({ ...visit, address: "9.9.9.9" }).agent).toBe(agent);
  expect(describeOrigin({ ...visit, userAgent: "a browser 2" }).agent).not.toBe(agent);
  expect(describeOrigin({ ...visit, language: "de" }).agent).not.toBe(agent);
});

test("no visitor is recognized in the next hour", () => {
  const later = describeOrigin({ ...visit, at: AT + 30 * 60_000 });
  expect(describeOrigin({ ...visit, at: AT + 29 * 60_000 })).toEqual(describeOrigin(visit));
  expect(later.network).not.toBe(describeOrigin(visit).network);
  expect(later.agent).not.toBe(describeOrigin(visit).agent);
});

test("numbers have 32 bits, and few are equal", () => {
  const numbers = new Set<number>();
  for (let place = 0; place < 65_536; place++) {
    const { network } = describeOrigin({ ...visit, address: `8.${place >> 8}.${place & 255}.1` });
    numbers.add(network ?? 0);
  }
  expect([...numbers].every((number) => (number | 0) === number)).toBe(true);
  expect(numbers.size).toBeGreaterThan(65_500);
});

test.each(["", "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "::1", "fd00::1", "fe80::1"])(
  "'%s' gives no number",
  (address) => expect(describeOrigin({ ...visit, address })).toEqual({ network: null, agent: null }),
);
