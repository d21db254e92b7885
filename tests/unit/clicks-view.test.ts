import { describe, expect, it } from "vitest";
import { clicksQuery, narrowedQuery, readClicksView } from "@/components/clicks/clicks-view";
import { neighborOf } from "@/components/clicks/date-ranges";

const now = Date.parse("2026-11-21T23:30:00Z");
const read = (query: string) => readClicksView(Object.fromEntries(new URLSearchParams(query)), { now });

describe("the view of an address", () => {
  it("is the last 30 days by default", () => {
    expect(read("")).toEqual({
      days: 30,
      period: { from: "2026-10-23", to: "2026-11-21" },
      grain: "day",
      zone: "UTC",
      ownZone: "UTC",
      robots: false,
      filters: {},
    });
  });

  it.each([
    "days=31&grain=second&robots=yes&tz=Moon/Crater",
    "from=2026-02-30&to=yesterday&country=",
    `referrer=${"x".repeat(256)}&browser=%00&colour=red`,
    "back=0&all=colour&vs=2026-02-30",
    "back=1097&vs=2026-11-21",
    "back=30",
  ])("ignores invalid values: %s", (query) => {
    expect(read(query)).toEqual(read(""));
  });

  it.each([
    ["from=2026-11-01&to=2026-11-07", "2026-11-01", "2026-11-07"],
    ["to=2026-11-07", "2026-10-09", "2026-11-07"],
    ["from=2026-11-01", "2026-11-01", "2026-11-21"],
    ["from=2026-11-09&to=2026-11-07", "2026-11-07", "2026-11-07"],
    ["from=2027-01-01&to=2027-02-01", "2026-11-21", "2026-11-21"],
    ["from=0001-01-01&to=2026-11-21", "2016-11-21", "2026-11-21"],
    ["days=7&tz=Asia/Tokyo", "2026-11-16", "2026-11-22"],
  ])("ends today at the latest, and does not begin too early: %s", (query, from, to) => {
    expect(read(query).period).toEqual({ from, to });
  });

  it.each([
    ["yesterday", "2026-11-20", "2026-11-20"],
    ["last-week", "2026-11-09", "2026-11-15"],
    ["month", "2026-11-01", "2026-11-21"],
    ["last-month", "2026-10-01", "2026-10-31"],
    ["quarter", "2026-10-01", "2026-11-21"],
    ["year", "2026-01-01", "2026-11-21"],
    ["all", "2016-11-21", "2026-11-21"],
    ["decade", "2026-10-23", "2026-11-21"],
  ])("has a period of the calendar: %s", (range, from, to) => {
    expect(read(`range=${range}`).period).toEqual({ from, to });
  });

  it("begins with the first day that can have clicks, in the zone of the account", () => {
    const since = new Date("2026-03-01T23:30:00Z");
    const all = (more = {}) => readClicksView({ range: "all" }, { now, since, ...more }).period.from;
    expect([all(), all({ zone: "Asia/Tokyo" })]).toEqual(["2026-03-01", "2026-03-02"]);
    expect(readClicksView({ range: "all" }, { now, since: new Date(now + 1_000) }).period.from).toBe("2026-11-21");
  });

  it("takes days instead of a range if both are given", () => {
    expect(read("range=month&from=2026-11-01&to=2026-11-07")).toMatchObject({
      period: { from: "2026-11-01", to: "2026-11-07" },
    });
    expect(read("range=month&from=2026-11-01&to=2026-11-07")).not.toHaveProperty("range");
  });

  it.each([
    ["days=1", "hour"],
    ["days=1&grain=week", "hour"],
    ["days=7&grain=hour", "hour"],
    ["days=30&grain=hour", "day"],
    ["days=90&grain=week", "week"],
    ["days=365&grain=day", "week"],
  ])("offers only hours, days and weeks that can be distinguished: %s", (query, grain) => {
    expect(read(query).grain).toBe(grain);
  });

  it("counts bots if one of them is chosen", () => {
    expect(read("robot=head")).toMatchObject({ robots: true, filters: { robot: "head" } });
  });
});

it.each([
  ["from=2026-11-20&to=2026-11-20&back=7", "2026-11-13", "2026-11-13"],
  ["from=2026-11-20&to=2026-11-20&vs=2026-11-10", "2026-11-10", "2026-11-10"],
  ["days=7&back=364", "2025-11-16", "2025-11-22"],
  ["vs=2026-11-01&from=2026-11-08&to=2026-11-20", "2026-11-01", "2026-11-13"],
])("is compared with chosen days: %s", (query, from, to) => {
  expect(read(query).compared).toEqual({ from, to });
});

it("uses the account's time zone unless the address has another one", () => {
  const at = { zone: "Asia/Tokyo", now };
  const tokyo = readClicksView({ days: "1" }, at);
  expect(tokyo).toMatchObject({ zone: "Asia/Tokyo", period: { from: "2026-11-22", to: "2026-11-22" } });
  expect(clicksQuery(tokyo)).toBe("?days=1");
  const utc = readClicksView({ days: "1", tz: "UTC" }, at);
  expect(utc).toMatchObject({ zone: "UTC", period: { from: "2026-11-21", to: "2026-11-21" } });
  expect(clicksQuery(utc)).toBe("?days=1&tz=UTC");
});

it.each([
  "?",
  "?from=2026-11-20&to=2026-11-20&back=7",
  "?days=7&all=browser",
  "?days=7&grain=hour",
  "?range=last-month",
  "?country=FR&range=all",
  "?country=FR&from=2026-11-01&to=2026-11-07&tz=Europe%2FBerlin&robots=1",
  "?robot=head",
])("a view's query produces the same view: %s", (query) => {
  expect(clicksQuery(read(query))).toBe(query);
});

it.each([
  ["days=7", -1, "2026-11-08", "2026-11-14"],
  ["days=7", 1, null, null],
  ["range=yesterday", 1, "2026-11-21", "2026-11-21"],
  ["range=month", -1, "2026-10-01", "2026-10-31"],
  ["range=last-month", 1, "2026-11-01", "2026-11-21"],
  ["range=quarter", -1, "2026-07-01", "2026-09-30"],
  ["range=year", -1, "2025-01-01", "2025-12-31"],
  ["from=2026-03-01&to=2026-03-31", -1, "2026-02-01", "2026-02-28"],
  ["from=2024-03-01&to=2024-03-31", -1, "2024-02-01", "2024-02-29"],
  ["from=2026-02-01&to=2026-02-28", 1, "2026-03-01", "2026-03-31"],
  ["from=2026-07-01&to=2026-09-30", 1, "2026-10-01", "2026-11-21"],
  ["from=2025-12-30&to=2026-01-02", -1, "2025-12-26", "2025-12-29"],
] as const)("the neighbor of %s in direction %i is %s to %s", (query, direction, from, to) => {
  const { period, range } = read(query);
  expect(neighborOf(period, range, direction, "2026-11-21")).toEqual(from && { from, to });
});

it("adds, changes and removes a filter", () => {
  const view = read("?country=FR&os=iOS");
  expect(narrowedQuery(view, "browser", "Safari & Co")).toBe("?country=FR&os=iOS&browser=Safari+%26+Co");
  expect(narrowedQuery(view, "country", "US")).toBe("?os=iOS&country=US");
  expect(narrowedQuery(view, "os", undefined)).toBe("?country=FR");
});
