import { describe, expect, it } from "vitest";
import { isTimeZone } from "@/lib/contract/fields";
import { localText, withOffset } from "@/lib/contract/local-time";
import { readDate } from "@/lib/contract/read-date";
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

  it.each([
    ["Europe/Berlin", "2026-10-25T02:30", "2026-10-25 00:30:00"],
    ["America/New_York", "2026-11-01T01:30", "2026-11-01 05:30:00"],
    ["America/Havana", "2026-11-01T00:30", "2026-11-01 04:30:00"],
    ["Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04 14:45:00"],
    ["Antarctica/Troll", "2026-10-25T01:30", "2026-10-24 23:30:00"],
  ])("is the first of two when clocks go back: %s %s", (zone, local, utc) => {
    expect(timestampOfLocal(local, zone)).toBe(utc);
  });

  it.each([
    ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T03:30"],
    ["America/New_York", "2026-03-08T02:30", "2026-03-08T03:30"],
    ["America/Havana", "2026-03-08T00:30", "2026-03-08T01:30"],
    ["Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-04T02:45"],
  ])("is later when clocks skip it: %s %s", (zone, local, shown) => {
    expect(localTimeOf(parseTimestamp(timestampOfLocal(local, zone)) as Date, zone)).toBe(shown);
  });

  it("can be in any year", () => {
    const moment = (text: string) => new Date(readDate(text, { timeZone: "Europe/Berlin" })?.at ?? 0).toISOString();
    expect(moment("0001-01-02 00:00:00")).toBe("0001-01-01T23:06:32.000Z");
    expect(moment("9999-12-31 23:59:59")).toBe("9999-12-31T22:59:59.000Z");
  });

  it.each(["", "unfinished", "2027-13-01T00:00"])("is empty if it is invalid: %j", (local) => {
    expect(timestampOfLocal(local, "Asia/Tokyo")).toBe("");
  });
});

describe("the offset of a local time", () => {
  const named = (utc: string, zone: string) => {
    const at = Date.parse(`${utc}Z`);
    return withOffset(localText(at, zone).slice(0, 16), at, zone);
  };

  it.each([
    ["Europe/Berlin", "2026-10-25T00:00", "2026-10-25 02:00 +02:00"],
    ["Europe/Berlin", "2026-10-25T01:00", "2026-10-25 02:00 +01:00"],
    ["America/New_York", "2026-11-01T05:59:59", "2026-11-01 01:59 -04:00"],
    ["America/New_York", "2026-11-01T06:59:59", "2026-11-01 01:59 -05:00"],
    ["America/Havana", "2026-11-01T04:00", "2026-11-01 00:00 -04:00"],
    ["America/Havana", "2026-11-01T05:00", "2026-11-01 00:00 -05:00"],
    ["Atlantic/Azores", "2026-10-25T00:00", "2026-10-25 00:00 +00:00"],
    ["Atlantic/Azores", "2026-10-25T01:00", "2026-10-25 00:00 -01:00"],
    // half an hour
    ["Australia/Lord_Howe", "2026-04-04T14:30", "2026-04-05 01:30 +11:00"],
    ["Australia/Lord_Howe", "2026-04-04T15:00", "2026-04-05 01:30 +10:30"],
    // two hours
    ["Antarctica/Troll", "2026-10-24T23:00", "2026-10-25 01:00 +02:00"],
    ["Antarctica/Troll", "2026-10-25T02:59", "2026-10-25 02:59 +00:00"],
    // across midnight
    ["Africa/Cairo", "2026-10-29T20:00", "2026-10-29 23:00 +03:00"],
    ["Africa/Cairo", "2026-10-29T21:00", "2026-10-29 23:00 +02:00"],
    ["Asia/Kolkata", "2026-10-25T00:00", "2026-10-25 05:30"],
  ])("is added if clocks show the time twice: %s %s", (zone, utc, text) => {
    expect(named(utc, zone)).toBe(text);
  });

  it.each([
    ["Europe/Berlin", "2026-10-24T23:59:59", "2026-10-25 01:59"],
    ["Europe/Berlin", "2026-10-25T02:00", "2026-10-25 03:00"],
    ["Europe/Berlin", "2026-03-29T00:59", "2026-03-29 01:59"],
    ["Europe/Berlin", "2026-03-29T01:00", "2026-03-29 03:00"],
    ["Australia/Lord_Howe", "2026-04-04T14:29", "2026-04-05 01:29"],
    ["Australia/Lord_Howe", "2026-04-04T15:30", "2026-04-05 02:00"],
    // Samoa skipped a day.
    ["Pacific/Apia", "2011-12-30T10:00", "2011-12-31 00:00"],
    ["UTC", "2026-10-25T01:00", "2026-10-25 01:00"],
  ])("is left out if not: %s %s", (zone, utc, text) => {
    expect(named(utc, zone)).toBe(text);
  });

  it("tells all hours of a year apart, in each time zone", () => {
    for (const zone of Intl.supportedValuesOf("timeZone").filter((_, index) => index % 20 === 0)) {
      const hours = Array.from({ length: 366 * 24 }, (_, hour) => named(iso(Date.UTC(2026, 0, 1, hour)), zone));
      expect([zone, new Set(hours).size]).toEqual([zone, hours.length]);
      expect(hours.filter((text) => text.length > 16).length).toBeLessThan(9);
    }
  });
});

const iso = (at: number) => new Date(at).toISOString().slice(0, 16);
