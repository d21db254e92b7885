import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ClickSubjects } from "@/lib/clicks/classify/recorded-click";
import { describeVisit } from "@/lib/clicks/classify/visit";
import { DirectoryDrain } from "@/lib/clicks/drain/drain-folder";
import { openClickStore } from "@/lib/clicks/drain/store";
import { formatLine } from "@/lib/clicks/journal/line";
import { provide } from "@/lib/platform/env";
import { type ClickDatabase, startClickDatabase } from "../support/click-database";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
const NOON = Date.parse("2026-11-20T12:00:00Z");

let database: ClickDatabase;
let directory: string;
let stats: typeof import("@/lib/clicks/statistics/stats");
let reportOf: typeof import("@/lib/clicks/statistics/report").buildReport;
let allClicks: typeof import("@/lib/clicks/statistics/log").allClicks;

beforeAll(async () => {
  database = await startClickDatabase(4);
  provide({ APP_SECRET: "a secret of the tests, which is long enough", DATABASE_URL: database.url });
  // Imported late: the pool reads the database's URL when it loads.
  stats = await import("@/lib/clicks/statistics/stats");
  ({ buildReport: reportOf } = await import("@/lib/clicks/statistics/report"));
  ({ allClicks } = await import("@/lib/clicks/statistics/log"));
  await database.client.query(`
    insert into users (id, email, username, username_folded, plan_id) values (2, 'ben@example.com', 'Ben', 'ben', 1);
    update links set user_id = 2 where id = 4; update link_counts set user_id = 2 where link_id = 4;
    update plans set limits = '{"clicks": 3}';
    insert into plans (id, name, limits)
      values (2, 'Some', '{"clicks": 5}'), (3, 'All', '{"clicks": null}'), (4, 'Same', '{"clicks": 5}')`);
});
afterAll(async () => {
  const { pool } = await import("@/lib/platform/database/pool");
  await pool.end();
  await database.stop();
});
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "signpost-usage-"));
  await database.reset();
  return () => rmSync(directory, { recursive: true });
});

function line(subjects: ClickSubjects, { at = NOON, agent = FIREFOX, from = "a.example" } = {}): string {
  const headers = { "user-agent": agent, referer: `https://${from}/` };
  return formatLine({ ...describeVisit({ method: "GET", headers }, "8.8.8.8"), at }, subjects);
}

let files = 0;
async function stored(...lines: string[]): Promise<void> {
  writeFileSync(join(directory, `${++files}.closed`), lines.join(""));
  await new DirectoryDrain(await openClickStore(database.client), directory, () => {}).pass();
}

const usage = () => database.query("select month::text, user_id, clicks from click_usage order by 1, 2");
const sites = (count: number, first = 1) =>
  Array.from({ length: count }, (_, n) => line({ linkId: 1 }, { from: `site-${n + first}.example` }));

/** What a user sees of a link if their plan shows the details of `limit` clicks a month. */
async function reportsOf(limit: number | null, id = 1) {
  const { clicks, locked, referrers } = await stats.statisticsOf("link", id, { limit });
  return { clicks, locked, sites: referrers.map(({ value }) => value.replace(".example", "")).sort() };
}

test("counts people's clicks on all items of an account once, by the click's month", async () => {
  await stored(
    line({ linkId: 1, campaignId: 1 }),
    line({ qrCodeId: 1 }),
    line({ bioPageId: 1 }),
    line({ bioPageId: 1, bioBlock: "b1" }),
    line({ linkId: 1 }, { agent: "Twitterbot/1.0" }),
    line({ linkId: 999 }),
    line({ linkId: 4 }),
    line({ linkId: 2 }, { at: Date.parse("2026-10-31T23:59:59.999Z") }),
    line({ linkId: 2 }, { at: Date.parse("2026-12-01T00:00:00Z") }),
  );
  await stored(line({ linkId: 2 }));
  expect(await usage()).toEqual([
    { month: "2026-10-01", user_id: 1, clicks: 1 },
    { month: "2026-11-01", user_id: 1, clicks: 4 },
    { month: "2026-11-01", user_id: 2, clicks: 1 },
    { month: "2026-12-01", user_id: 1, clicks: 1 },
  ]);
});

test("clicks beyond the limit count only in totals; a larger plan shows more, a smaller one fewer", async () => {
  await stored(...sites(4));
  await stored(...sites(4, 5));
  const named = (...numbers: number[]) => numbers.map((n) => `site-${n}`);
  expect(await reportsOf(3)).toEqual({ clicks: 8, locked: 5, sites: named(1, 2, 3) });
  expect(await reportsOf(5)).toEqual({ clicks: 8, locked: 3, sites: named(1, 2, 3, 4, 5) });
  expect(await reportsOf(null)).toEqual({ clicks: 8, locked: 0, sites: named(1, 2, 3, 4, 5, 6, 7, 8) });
  expect(await database.query("select clicks from link_counts where link_id = 1")).toEqual([{ clicks: 8 }]);
});

test.each([3, 5, 7, null])(
  "with a limit of %s, statistics since the start are those of a period with all days",
  async (limit) => {
    await stored(...sites(4), line({ linkId: 1 }, { agent: "Twitterbot/1.0" }));
    await stored(...sites(4, 3));
    const { postgresStatistics } = await import("@/lib/clicks/postgres/stats");
    const { ALL_TIME } = await import("@/lib/clicks/store/period");
    const period = { from: ALL_TIME, to: ALL_TIME };
    expect(await postgresStatistics.statisticsOf("link", 1, { limit })).toEqual(
      await postgresStatistics.statisticsOf("link", 1, { limit, period }),
    );
  },
);

test("the limit is for the whole account, and each month starts again", async () => {
  await stored(...sites(2), line({ qrCodeId: 1 }), line({ linkId: 2 }), line({ linkId: 4 }), ...sites(1, 9));
  await stored(line({ linkId: 2 }, { at: Date.parse("2026-12-01T00:00:00Z"), from: "december.example" }));
  expect(await reportsOf(3, 1)).toEqual({ clicks: 3, locked: 1, sites: ["site-1", "site-2"] });
  expect(await reportsOf(3, 2)).toEqual({ clicks: 2, locked: 1, sites: ["december"] });
  expect(await reportsOf(3, 4)).toEqual({ clicks: 1, locked: 0, sites: ["a"] });
});

test("bots do not count toward the limit, and are never locked", async () => {
  const robots = Array.from({ length: 6 }, () => line({ linkId: 1 }, { agent: "Twitterbot/1.0" }));
  await stored(...robots, ...sites(4), ...robots);
  expect(await reportsOf(3)).toMatchObject({ clicks: 4, locked: 1 });
  const { robots: found } = await stats.statisticsOf("link", 1, { limit: 3, robots: true });
  expect(found).toEqual([{ value: "agent:Twitterbot", clicks: 12 }]);
});

test("clicks on blocks of a bio page are locked with the others, and do not count toward the limit", async () => {
  const block = line({ bioPageId: 1, bioBlock: "b1" });
  await stored(line({ bioPageId: 1 }), block, block, ...sites(2), block, line({ bioPageId: 1 }));
  const of = async (limit: number | null) => {
    const { clicks, locked, blocks } = await stats.statisticsOf("bio", 1, { limit });
    return [clicks, locked, blocks[0]?.clicks];
  };
  expect(await of(3)).toEqual([2, 1, 2]);
  expect(await of(null)).toEqual([2, 0, 3]);
});

describe("of single clicks", () => {
  const view = { grain: "hour", zone: "Europe/Berlin", robots: false } as const;
  const period = { from: "2026-11-20", to: "2026-11-20" };

  test("a view includes locked clicks in its totals, but filters do not reveal them", async () => {
    await stored(...sites(4));
    await stored(...sites(4, 5));
    const all = await reportOf("link", 1, { ...view, period, filters: {} }, { limit: 3, retainedFrom: null });
    expect(all).toMatchObject({ clicks: 8, locked: 5, limit: 3 });
    expect(all.top.referrers.map(({ value }) => value)).toEqual(["site-1.example", "site-2.example", "site-3.example"]);
    const clicksFrom = async (site: number, limit: number | null) => {
      const filters = { referrer: `site-${site}.example` };
      return (await reportOf("link", 1, { ...view, period, filters }, { limit, retainedFrom: null })).clicks;
    };
    expect([await clicksFrom(3, 3), await clicksFrom(4, 3), await clicksFrom(4, 5), await clicksFrom(8, null)]).toEqual(
      [1, 0, 1, 1],
    );
    const counted = await reportOf(
      "link",
      1,
      { ...view, grain: "day", zone: "UTC", period, filters: {} },
      { limit: 3, retainedFrom: null },
    );
    expect(counted).toMatchObject({ clicks: 8, locked: 5, top: all.top });
  });

  test("a view of deleted clicks says so and compares nothing, but daily counts are complete", async () => {
    await stored(...sites(2));
    const retainedFrom = Date.parse("2026-11-20T06:00:00Z");
    const ofHours = await reportOf("link", 1, { ...view, period, filters: {} }, { limit: null, retainedFrom });
    expect(ofHours).toMatchObject({ clicks: 2, retainedFrom, clicksBefore: null });
    const ofDays = { ...view, grain: "day", zone: "UTC", period, filters: {} } as const;
    expect(await reportOf("link", 1, ofDays, { limit: null, retainedFrom })).toMatchObject({
      retainedFrom: null,
      clicksBefore: 0,
    });
  });

  test("the log shows only time and item of locked clicks", async () => {
    await stored(...sites(4));
    const clicks = [];
    for await (const click of allClicks("link", [1], 3)) clicks.push(click);
    expect(clicks.filter(({ locked }) => !locked)).toHaveLength(3);
    const [closed, ...others] = clicks.filter(({ locked }) => locked);
    expect(others).toEqual([]);
    expect(closed).toMatchObject({
      id: 1,
      at: new Date(NOON),
      robot: null,
      country: null,
      referrer: null,
      browser: null,
    });
    expect(JSON.stringify(closed)).not.toMatch(/site|Firefox|Linux/);
  });
});

test("several drains at once, at any progress, count every number once", async () => {
  const client = await database.connect();
  const folders = [mkdtempSync(join(tmpdir(), "signpost-usage-")), mkdtempSync(join(tmpdir(), "signpost-usage-"))];
  await Promise.all(
    [database.client, client].map(async (connection, drain) => {
      const folder = folders[drain] as string;
      for (let part = 0; part < 8; part++) {
        writeFileSync(join(folder, `${drain}-${part}.closed`), line({ linkId: drain + 1 }));
        await new DirectoryDrain(await openClickStore(connection), folder, () => {}).pass();
      }
      rmSync(folder, { recursive: true });
    }),
  );
  await client.end();
  expect(await usage()).toEqual([{ month: "2026-11-01", user_id: 1, clicks: 16 }]);
  expect((await database.query("select beyond from clicks where beyond is null")).length).toBe(3);
  expect((await database.query("select beyond from clicks where beyond = 3")).length).toBe(2);
  expect((await database.query("select beyond from clicks where beyond = 5")).length).toBe(11);
});
