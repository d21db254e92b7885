import { expect, it } from "vitest";
import { formatPageEvent, type PageEvent, parseLine, parsePageEvent } from "@/lib/clicks/journal/line";

const events: PageEvent[] = [
  { kind: "overlay", overlayId: 7, counts: "impressions" },
  { kind: "overlay", overlayId: 2_147_483_647, counts: "responses" },
  { kind: "conversion", linkId: 1, visitor: "-9223372036854775808", at: Date.UTC(2026, 10, 24) },
  { kind: "conversion", linkId: 2_147_483_647, visitor: "9223372036854775807", at: 9_999_999_999_999 },
  { kind: "click conversion", clickId: "A".repeat(42), event: "lead", at: 9_999_999_999_999 },
  {
    ...{ kind: "click conversion", clickId: "-_".repeat(70), event: "e2e_test-1", at: Date.UTC(2026, 10, 24) },
    ...{ amount: 1_000_000_000_000, currency: "EUR" },
  },
];

it.each(events)("reads back what it has written: %j", (one) => {
  const line = formatPageEvent(one);
  expect(line.endsWith("\n")).toBe(true);
  expect(parsePageEvent(line.slice(0, -1))).toEqual(one);
  // Readers of clicks ignore it.
  expect(parseLine(line.slice(0, -1))).toBeNull();
});

it.each([
  "",
  "overlay\t0\timpressions",
  "overlay\t2147483648\timpressions",
  "overlay\t1\tclicks",
  "overlay\t1\timpressions\tx",
  "overlay 1 impressions",
  "conversion\t1795500000000\t1",
  "conversion\t1795500000000\t0\t5",
  "conversion\t1795500000000\t2147483648\t5",
  "conversion\t5\t1\t5",
  "conversion\t1795500000000\t1\t9223372036854775808",
  "conversion\t1795500000000\t1\t1.5",
  `converted\t1795500000000\t${"A".repeat(41)}\tsale`,
  `converted\t1795500000000\t${"A".repeat(42)}\tSale`,
  `converted\t1795500000000\t${"A".repeat(42)}\tsale\t5`,
  `converted\t1795500000000\t${"A".repeat(42)}\tsale\t-5\tEUR`,
])("reads nothing from %j", (line) => expect(parsePageEvent(line)).toBeNull());
