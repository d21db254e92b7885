import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { provide } from "@/lib/platform/env";
import { type ClickDatabase, startClickDatabase } from "../support/click-database";
import { clickLine, storeLines } from "../support/stored-clicks";
import { agents } from "../support/visit";

let database: ClickDatabase;
let combinedClicksIn: typeof import("@/lib/clicks/statistics/combined-clicks").combinedClicksIn;
let combinedClicksWithin: typeof import("@/lib/clicks/statistics/stats").combinedClicksWithin;

beforeAll(async () => {
  database = await startClickDatabase(4);
  provide({ APP_SECRET: "a secret of the tests, which is long enough", DATABASE_URL: database.url });
  // Imported late: the pool reads the database's URL when it loads.
  ({ combinedClicksIn } = await import("@/lib/clicks/statistics/combined-clicks"));
  ({ combinedClicksWithin } = await import("@/lib/clicks/statistics/stats"));
});
beforeEach(() => database.reset());
afterAll(async () => {
  const { pool } = await import("@/lib/platform/database/pool");
  await pool.end();
  await database.stop();
});

const click = (moment: string, linkId = 1, more: { address?: string; referrer?: string; userAgent?: string } = {}) =>
  clickLine({ linkId }, { at: Date.parse(`${moment}Z`), ...more });
const store = (...lines: string[]) => storeLines(database.client, lines);

const open = { limit: null, mostLinks: 10, retainedFrom: null };
const inZone = (zone: string, from: string, to: string, more: object = {}) =>
  combinedClicksIn([1, 2], { ...open, zone, since: from, period: { from, to }, ...more });
const clicksOf = (found: Awaited<ReturnType<typeof inZone>>) =>
  Object.fromEntries(found?.days.map(({ day, clicks }) => [day, clicks]) ?? []);

describe("days of a time zone", () => {
  test("a day of 23 hours, when clocks go forward", async () => {
    // In Berlin, March 29, 2026 lasts from 23:00 to 22:00 UTC.
    await store(
      click("2026-03-28T22:59:00"),
      click("2026-03-28T23:00:00"),
      click("2026-03-29T21:59:00"),
      click("2026-03-29T22:00:00"),
      click("2026-03-29T22:30:00"),
    );
    expect(clicksOf(await inZone("Europe/Berlin", "2026-03-28", "2026-03-30"))).toEqual({
      "2026-03-28": 1,
      "2026-03-29": 2,
      "2026-03-30": 2,
    });
  });

  test("a day of 25 hours, when clocks go back", async () => {
    // In Berlin, October 25, 2026 lasts from 22:00 to 23:00 UTC.
    await store(
      click("2026-10-24T21:59:00"),
      click("2026-10-24T22:00:00"),
      click("2026-10-25T12:00:00"),
      click("2026-10-25T22:59:00"),
      click("2026-10-25T23:00:00"),
    );
    expect(clicksOf(await inZone("Europe/Berlin", "2026-10-24", "2026-10-26"))).toEqual({
      "2026-10-24": 1,
      "2026-10-25": 3,
      "2026-10-26": 1,
    });
  });

  test("a click is on one day in Auckland and on another in Los Angeles, and no click is missing", async () => {
    await store(click("2026-11-20T11:00:00"), click("2026-11-20T10:59:00"), click("2026-11-21T07:59:00"));
    expect(clicksOf(await inZone("Pacific/Auckland", "2026-11-20", "2026-11-21"))).toEqual({
      "2026-11-20": 1,
      "2026-11-21": 2,
    });
    expect(clicksOf(await inZone("America/Los_Angeles", "2026-11-19", "2026-11-20"))).toEqual({ "2026-11-20": 3 });
    expect(clicksOf(await inZone("UTC", "2026-11-20", "2026-11-21"))).toEqual({ "2026-11-20": 2, "2026-11-21": 1 });
  });

  test("begin at a quarter of an hour, too", async () => {
    // Kathmandu is 5:45 hours ahead of UTC.
    await store(click("2026-11-20T18:14:59"), click("2026-11-20T18:15:00"));
    expect(clicksOf(await inZone("Asia/Kathmandu", "2026-11-20", "2026-11-21"))).toEqual({
      "2026-11-20": 1,
      "2026-11-21": 1,
    });
  });
});

describe("the content of days", () => {
  test("people's clicks on these links from the start of the period, and each visitor once", async () => {
    await store(
      click("2026-11-19T10:59:00", 1, { address: "193.51.208.1", referrer: "https://early.example/" }),
      click("2026-11-19T11:00:00", 1, { address: "193.51.208.1", referrer: "https://a.example/" }),
      click("2026-11-19T12:00:00", 2),
      click("2026-11-19T13:00:00", 2),
      click("2026-11-19T13:00:00", 2, { userAgent: agents.slack }),
      click("2026-11-19T13:00:00", 3),
    );
    const period = { from: "2026-11-20", to: "2026-11-20" };
    expect(await inZone("Pacific/Auckland", "", "", { since: "2026-11-19", period })).toEqual({
      days: [
        { day: "2026-11-19", clicks: 1 },
        { day: "2026-11-20", clicks: 3 },
      ],
      links: [
        { id: 2, clicks: 2 },
        { id: 1, clicks: 1 },
      ],
      countries: [
        { value: "US", clicks: 2 },
        { value: "FR", clicks: 1 },
      ],
      referrers: [
        { value: "Direct", clicks: 2 },
        { value: "a.example", clicks: 1 },
      ],
      visitors: { now: 2, before: 1 },
      utcBefore: null,
    });
  });

  test("at most as many links as requested, and nothing without links", async () => {
    await store(click("2026-11-20T12:00:00"), click("2026-11-20T12:01:00", 2), click("2026-11-20T12:02:00", 2));
    const of = { from: "2026-11-20", to: "2026-11-21" };
    const found = await inZone("Asia/Tokyo", of.from, of.to, { mostLinks: 1 });
    expect(found?.links).toEqual([{ id: 2, clicks: 2 }]);
    const none = await combinedClicksIn([], { ...open, zone: "Asia/Tokyo", since: of.from, period: of });
    const nothing = { days: [], links: [], countries: [], referrers: [], visitors: { now: 0, before: 0 } };
    expect(none).toEqual({ ...nothing, utcBefore: null });
  });

  test("the newest clicks up to a number, and since when", async () => {
    await store(click("2026-11-20T09:00:00"), click("2026-11-20T10:00:00"), click("2026-11-20T11:00:00", 2));
    const all = { from: Date.parse("2026-11-20"), present: Date.parse("2026-11-20"), to: Date.parse("2026-11-21") };
    const read = (most: number) => combinedClicksWithin([1, 2], { ...all, limit: null, mostLinks: 10, most });
    expect((await read(3)).since).toBe(Date.parse("2026-11-20T09:00:00Z"));
    expect((await read(4)).since).toBeNull();
    const some = await read(2);
    expect(some).toMatchObject({ since: Date.parse("2026-11-20T10:00:00Z"), links: [{ id: 2 }, { id: 1 }] });
    expect(some.samples.map(({ clicks }) => clicks)).toEqual([1, 1]);
  });
});

describe("days whose clicks cannot all be read are UTC days", () => {
  const lines = () => [
    click("2026-11-17T12:00:00"),
    click("2026-11-18T05:00:00"),
    // The 19th in Auckland, the 18th in UTC.
    click("2026-11-18T11:30:00"),
    click("2026-11-18T20:00:00"),
    click("2026-11-19T03:00:00"),
    // The 19th in Auckland and UTC, the 18th in Los Angeles.
    click("2026-11-19T07:00:00"),
    click("2026-11-19T20:00:00"),
  ];
  const retainedFrom = Date.parse("2026-11-18T00:00:00Z");

  test("in the east, a part of the last one is in the next day", async () => {
    await store(...lines());
    const found = await inZone("Pacific/Auckland", "2026-11-17", "2026-11-20", { retainedFrom });
    expect(found?.utcBefore).toBe("2026-11-19");
    expect(clicksOf(found)).toEqual({ "2026-11-17": 1, "2026-11-18": 1, "2026-11-19": 4, "2026-11-20": 1 });
    // All clicks are from one visitor.
    expect(found?.visitors).toEqual({ now: 1, before: 0 });
  });

  test("in the west, a part of the next day is in the last one", async () => {
    await store(...lines());
    const late = { retainedFrom: Date.parse("2026-11-18T12:00:00Z") };
    const found = await inZone("America/Los_Angeles", "2026-11-17", "2026-11-19", late);
    expect(found?.utcBefore).toBe("2026-11-19");
    // Of the 19th in UTC, three o'clock and seven belong to what was before it.
    expect(clicksOf(found)).toEqual({ "2026-11-17": 1, "2026-11-18": 5, "2026-11-19": 1 });
  });

  test("says nothing if all days are affected", async () => {
    await store(...lines());
    const none = { retainedFrom: Date.parse("2026-11-21") };
    expect(await inZone("Pacific/Auckland", "2026-11-17", "2026-11-20", none)).toBeNull();
  });
});
