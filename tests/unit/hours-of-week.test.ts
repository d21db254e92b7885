import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { HoursOfWeek } from "@/lib/clicks/statistics/hours-of-week";
import type { ReportQuery } from "@/lib/clicks/statistics/report";
import { provide } from "@/lib/platform/env";
import { type ClickDatabase, startClickDatabase } from "../support/click-database";
import { clickLine, storeLines } from "../support/stored-clicks";
import { agents } from "../support/visit";

let database: ClickDatabase;
let hoursOfWeek: typeof import("@/lib/clicks/statistics/hours-of-week").hoursOfWeek;

beforeAll(async () => {
  database = await startClickDatabase(4);
  provide({ APP_SECRET: "a secret of the tests, which is long enough", DATABASE_URL: database.url });
  // Imported late: the pool reads the database's URL when it loads.
  ({ hoursOfWeek } = await import("@/lib/clicks/statistics/hours-of-week"));
});
afterAll(async () => {
  await (await import("@/lib/platform/database/pool")).pool.end();
  await database.stop();
});
beforeEach(() => database.reset());

const all = { limit: null, retainedFrom: null };
const question: ReportQuery = {
  period: { from: "2026-10-19", to: "2026-11-01" },
  grain: "day",
  zone: "UTC",
  robots: false,
  filters: {},
};

const click = (moment: string, more: object = {}) =>
  clickLine({ linkId: 1 }, { at: Date.parse(moment), address: "193.51.208.1", ...more });

/** The cells with clicks: `weekday hour: clicks`, Monday being 0. */
const cells = ({ days }: HoursOfWeek) =>
  days.flatMap((hours, day) => hours.flatMap((clicks, hour) => (clicks > 0 ? [`${day} ${hour}: ${clicks}`] : [])));

test("clicks count in the weekday and hour of the viewer's zone, on both sides of a clock change", async () => {
  // Clocks in Berlin go back by an hour on Sunday, 25 October 2026, at 01:00 UTC.
  await storeLines(database.client, [
    click("2026-10-18T23:59:00Z"),
    click("2026-10-19T22:30:00Z"),
    click("2026-10-26T22:30:00Z"),
    click("2026-10-26T22:45:00Z"),
    click("2026-10-27T09:00:00Z", { userAgent: agents.slack }),
  ]);
  expect(cells(await hoursOfWeek("link", 1, question, all))).toEqual(["0 22: 3"]);
  const berlin = { ...question, zone: "Europe/Berlin" };
  expect(cells(await hoursOfWeek("link", 1, berlin, all))).toEqual(["0 1: 1", "0 23: 2", "1 0: 1"]);
  expect(cells(await hoursOfWeek("link", 1, { ...question, robots: true }, all))).toEqual(["0 22: 3", "1 9: 1"]);
  expect(cells(await hoursOfWeek("link", 1, { ...question, filters: { browser: "Nothing" } }, all))).toEqual([]);
  expect(cells(await hoursOfWeek("link", 2, question, all))).toEqual([]);
});

test("a table names the offset of the hour that a clock change repeats", async () => {
  const { buildReport: reportOf } = await import("@/lib/clicks/statistics/report");
  const { reportTable } = await import("@/lib/clicks/statistics/report-table");
  await storeLines(database.client, [
    click("2026-10-25T00:30:00Z"),
    click("2026-10-25T01:15:00Z"),
    click("2026-10-25T01:45:00Z"),
    click("2026-10-25T02:00:00Z"),
  ]);
  const hours: ReportQuery = {
    ...{ period: { from: "2026-10-25", to: "2026-10-25" }, grain: "hour", zone: "Europe/Berlin" },
    ...{ robots: false, filters: {} },
  };
  const rows = [];
  for await (const [kind, hour, clicks] of reportTable(await reportOf("link", 1, hours, all), hours))
    if (kind === "hour" && clicks > 0) rows.push([hour, clicks]);
  expect(rows).toEqual([
    ["2026-10-25 02:00 +02:00", 1],
    ["2026-10-25 02:00 +01:00", 2],
    ["2026-10-25 03:00", 1],
  ]);
});

test("the hours say from when on clicks are counted", async () => {
  await storeLines(database.client, [click("2026-10-20T12:00:00Z")]);
  expect((await hoursOfWeek("link", 1, question, all)).since).toBeNull();
  const moment = Date.parse("2026-10-20T00:00:00Z");
  expect((await hoursOfWeek("link", 1, question, { limit: null, retainedFrom: moment })).since).toBe(moment);
});
