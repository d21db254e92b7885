import { afterAll, beforeAll, expect, test } from "vitest";
import { provide } from "@/lib/platform/env";
import { type ClickDatabase, startClickDatabase } from "../support/click-database";
import { clickLine, storeLines } from "../support/stored-clicks";
import { agents } from "../support/visit";

let database: ClickDatabase;
let stats: typeof import("@/lib/clicks/statistics/stats");

const at = (time: string) => Date.parse(`2026-11-${time}Z`);
const FRENCH = "193.51.208.1";

beforeAll(async () => {
  database = await startClickDatabase(4);
  provide({ APP_SECRET: "a secret of the tests, which is long enough", DATABASE_URL: database.url });
  // Imported late: the pool reads the database's URL when it loads.
  stats = await import("@/lib/clicks/statistics/stats");
  await storeLines(database.client, [
    clickLine({ linkId: 1 }, { at: at("01T10:00:00"), address: FRENCH, referrer: "https://a.example/" }),
    clickLine({ linkId: 1 }, { at: at("02T09:00:00"), address: FRENCH, referrer: "https://a.example/" }),
    clickLine({ linkId: 2 }, { at: at("02T09:30:00"), address: FRENCH }),
    clickLine({ linkId: 2 }, { at: at("03T11:00:00") }),
    clickLine({ linkId: 2 }, { at: at("03T12:00:00") }),
    clickLine({ linkId: 2 }, { at: at("03T12:00:00"), userAgent: agents.slack }),
    clickLine({ linkId: 3 }, { at: at("03T12:00:00") }),
    clickLine({ qrCodeId: 1 }, { at: at("03T12:00:00") }),
  ]);
});

afterAll(async () => {
  const { pool } = await import("@/lib/platform/database/pool");
  await pool.end();
  await database.stop();
});

const period = { from: "2026-11-02", to: "2026-11-03" };
const options = { since: "2026-11-01", period, limit: null, mostLinks: 10 };

test("adds up people's clicks on several links, without other links", async () => {
  expect(await stats.combinedClicks([1, 2, 4], options)).toEqual({
    days: [
      { day: "2026-11-01", clicks: 1 },
      { day: "2026-11-02", clicks: 2 },
      { day: "2026-11-03", clicks: 2 },
    ],
    visitors: { now: 2, before: 1 },
    links: [
      { id: 2, clicks: 3 },
      { id: 1, clicks: 1 },
    ],
    countries: [
      { value: "FR", clicks: 2 },
      { value: "US", clicks: 2 },
    ],
    referrers: [
      { value: "Direct", clicks: 3 },
      { value: "a.example", clicks: 1 },
    ],
  });
});

test("names a limited number of links, and nothing without links", async () => {
  expect((await stats.combinedClicks([1, 2], { ...options, mostLinks: 1 })).links).toEqual([{ id: 2, clicks: 3 }]);
  const nothing = { days: [], links: [], countries: [], referrers: [], visitors: { now: 0, before: 0 } };
  expect(await stats.combinedClicks([], options)).toEqual(nothing);
});

test("counts a part of a day to the moment, unless it would read too much", async () => {
  const [from, to] = [at("02T00:00:00"), at("02T09:30:00")];
  expect(await stats.clicksBetween([1, 2, 3], from, to, 10)).toBe(1);
  expect(await stats.clicksBetween([1, 2, 3], from, to + 1_000, 10)).toBe(2);
  expect(await stats.clicksBetween([1, 2, 3], at("03T00:00:00"), at("04T00:00:00"), 10)).toBe(3);
  expect(await stats.clicksBetween([1, 2, 3], from, to + 1_000, 1)).toBeNull();
  expect(await stats.clicksBetween([], from, to, 10)).toBe(0);
});
