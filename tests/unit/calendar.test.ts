import { describe, expect, it } from "vitest";
import { dayIn, startOfDay, startsOf } from "@/lib/clicks/statistics/calendar";
import { localText, withOffset } from "@/lib/contract/local-time";

const iso = (at: number) => new Date(at).toISOString().slice(0, 16);

describe("the start of a day", () => {
  it.each([
    ["at midnight", "2026-11-21", "UTC", "2026-11-21T00:00"],
    ["at midnight of the zone", "2026-11-21", "Asia/Tokyo", "2026-11-20T15:00"],
    ["on the day of summer time", "2026-03-29", "Europe/Berlin", "2026-03-28T23:00"],
    ["after it", "2026-03-30", "Europe/Berlin", "2026-03-29T22:00"],
    ["at one, where clocks skip midnight", "2018-11-04", "America/Sao_Paulo", "2018-11-04T03:00"],
    ["at the first of two midnights", "2026-11-01", "America/Havana", "2026-11-01T04:00"],
  ])("%s", (_, day, zone, expected) => {
    const start = startOfDay(day, zone);
    expect(iso(start)).toBe(expected);
    expect([dayIn(zone, start), dayIn(zone, start - 1) < day]).toEqual([day, true]);
  });
});

it("has as many hours as the clocks show", () => {
  const hours = (day: string) => startsOf({ from: day, to: day }, "hour", "Europe/Berlin").length;
  expect([hours("2026-03-29"), hours("2026-06-01"), hours("2026-10-25")]).toEqual([23, 24, 25]);
});

it("counts the hours of each day from its start, also after a change by half an hour", () => {
  const zone = "Australia/Lord_Howe";
  const names = startsOf({ from: "2026-04-04", to: "2026-04-06" }, "hour", zone).map((at) =>
    withOffset(localText(at, zone).slice(0, 16), at, zone),
  );
  expect(names.slice(24, 28)).toEqual([
    ...["2026-04-05 00:00", "2026-04-05 01:00", "2026-04-05 01:30 +10:30", "2026-04-05 02:30"],
  ]);
  expect(names.slice(-2)).toEqual(["2026-04-06 22:00", "2026-04-06 23:00"]);
  expect(new Set(names).size).toBe(names.length);
});

it("begins weeks on Monday, the first one with the period", () => {
  const starts = startsOf({ from: "2026-11-05", to: "2026-11-21" }, "week", "UTC").map((at) => iso(at).slice(0, 10));
  expect(starts).toEqual(["2026-11-05", "2026-11-09", "2026-11-16"]);
});
