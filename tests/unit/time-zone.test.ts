import { describe, expect, it } from "vitest";
import { isTimeZone } from "@/lib/contract/fields";
import { localTimeOf, parseTimestamp, timestampOfLocal } from "@/lib/contract/timestamp";

it("knows the existing zones", () => {
  expect(["UTC", "Europe/Berlin", "Nowhere/City", ""].map(isTimeZone)).toEqual([true, true, false, false]);
});

describe("a local time", () => {
  it.each([
    ["2027-01-31T18:00", "UTC", "2027-01-31 18:00:00"],
    ["2027-01-31T18:00", "Asia/Tokyo", "2027-01-31 09:00:00"],
    ["2027-07-31T18:00", "Europe/Berlin", "2027-07-31 16:00:00"],
    ["2027-01-01T00:30", "America/New_York", "2027-01-01 05:30:00"],
    ["2027-01-01T00:30", "Asia/Kathmandu", "2026-12-31 18:45:00"],
  ])("%s in %s is a moment, and is shown as it was typed", (local, zone, utc) => {
    expect(timestampOfLocal(local, zone)).toBe(utc);
    expect(localTimeOf(parseTimestamp(utc) as Date, zone)).toBe(local);
  });

  it("is one of two when clocks go back, and the later one when they go forward", () => {
    expect(timestampOfLocal("2026-10-25T02:30", "Europe/Berlin")).toMatch(/^2026-10-25 0[01]:30:00$/);
    expect(timestampOfLocal("2026-03-29T02:30", "Europe/Berlin")).toMatch(/^2026-03-29 0[01]:30:00$/);
  });

  it.each(["", "unfinished", "2027-13-01T00:00"])("is empty if it is invalid: %j", (local) => {
    expect(timestampOfLocal(local, "Asia/Tokyo")).toBe("");
  });
});
