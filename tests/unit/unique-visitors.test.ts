import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import type { ClickSubjects } from "@/lib/clicks/classify/recorded-click";
import { MonthPacking } from "@/lib/clicks/postgres/store";
import type { ReportQuery } from "@/lib/clicks/statistics/report";
import { KEPT_VISITORS } from "@/lib/clicks/store/visitor-sample";
import { provide } from "@/lib/platform/env";
import { type ClickDatabase, inClickHouse, startClickDatabase } from "../support/click-database";
import { clickLine, storeLines } from "../support/stored-clicks";
import { agents } from "../support/visit";

let database: ClickDatabase;
let reportOf: typeof import("@/lib/clicks/statistics/report").buildReport;
let stats: typeof import("@/lib/clicks/statistics/stats");
let fillVisitors: typeof import("@/lib/clicks/maintenance/fill-visitors").fillVisitors;

beforeAll(async () => {
  database = await startClickDatabase(4);
  provide({ APP_SECRET: "a secret of the tests, which is long enough", DATABASE_URL: database.url });
  // Imported late: the pool reads the database's URL when it loads.
  ({ buildReport: reportOf } = await import("@/lib/clicks/statistics/report"));
  stats = await import("@/lib/clicks/statistics/stats");
  ({ fillVisitors } = await import("@/lib/clicks/maintenance/fill-visitors"));
});
afterAll(async () => {
  await (await import("@/lib/platform/database/pool")).pool.end();
  await database.stop();
});
beforeEach(() => database.reset());

const [ANN, BOB, EVE] = ["193.51.208.1", "8.8.8.8", "9.9.9.9"];

const click = (moment: string, subjects: ClickSubjects, address = ANN, more: object = {}) =>
  clickLine(subjects, { at: Date.parse(`${moment}Z`), address, ...more });
const store = (lines: string[]) => storeLines(database.client, lines);
const sql = async (text: string) => (await database.client.query(text)).rows;

const all = { limit: null, retainedFrom: null };
const period = { from: "2026-11-01", to: "2026-11-05" };
const question: ReportQuery = { period, grain: "day", zone: "UTC", robots: false, filters: {} };
const visitorsOf = async (subject: "link" | "campaign" | "bio" | "qr", more: Partial<ReportQuery> = {}) =>
  (await reportOf(subject, 1, { ...question, ...more }, all)).uniqueClicks;

/** Ann comes back on other days and to another link, Bob comes once; bots and untracked visitors do not count. */
const lines = () => [
  click("2026-10-20T12:00:00", { linkId: 1, campaignId: 1 }),
  click("2026-11-01T23:30:00", { linkId: 1, campaignId: 1 }),
  click("2026-11-02T12:00:00", { linkId: 1, campaignId: 1, qrCodeId: 1 }),
  click("2026-11-02T12:00:01", { linkId: 2, campaignId: 1 }),
  click("2026-11-03T00:30:00", { linkId: 2, campaignId: 1 }, BOB),
  click("2026-11-03T12:00:00", { linkId: 1, campaignId: 1 }, EVE, { userAgent: agents.slack }),
  click("2026-11-03T12:00:00", { linkId: 1, campaignId: 1 }, EVE, { untracked: true }),
  click("2026-11-03T13:00:00", { bioPageId: 1 }, BOB),
  click("2026-11-03T13:00:01", { bioPageId: 1, bioBlock: "b1" }, EVE),
];

test("a returning visitor counts once in a period, in every zone and interval", async () => {
  await store(lines());
  for (const zone of ["UTC", "Etc/UTC", "Europe/Berlin", "Pacific/Auckland"])
    for (const grain of ["hour", "day", "week"] as const) {
      const found = await Promise.all([
        visitorsOf("link", { zone, grain }),
        visitorsOf("campaign", { zone, grain }),
        visitorsOf("bio", { zone, grain }),
        visitorsOf("qr", { zone, grain }),
      ]);
      expect([zone, grain, ...found]).toEqual([zone, grain, 1, 2, 1, 1]);
    }
  expect(await visitorsOf("campaign", { filters: { country: "FR" } })).toBe(1);
  // For all time, the API returns first visits.
  expect((await stats.statisticsOf("link", 1, { limit: null })).uniqueClicks).toBe(1);
});

test("several links have the same visitors together as their campaign", async () => {
  await store(lines());
  const options = { since: "2026-10-27", period, limit: null, mostLinks: 5 };
  expect((await stats.combinedClicks([1, 2], options)).visitors).toEqual({ now: 2, before: 0 });
  expect((await stats.combinedClicks([1, 2], { ...options, since: "2026-10-20" })).visitors.before).toBe(1);
});

test("compared days count their visitors once each, up to the same minute", async () => {
  await store(lines());
  const compared = { from: "2026-11-01", to: "2026-11-02" };
  const today = { ...question, period: { from: "2026-11-04", to: "2026-11-05" }, compared };
  for (const zone of ["UTC", "Etc/UTC"]) {
    const at = (time: string) => reportOf("campaign", 1, { ...today, zone }, all, Date.parse(time));
    expect([zone, (await at("2026-11-05T11:00Z")).uniqueClicksBefore]).toEqual([zone, 1]);
    expect([zone, (await at("2026-11-06T11:00Z")).uniqueClicksBefore]).toEqual([zone, 1]);
    const twoDays = { ...today, zone, compared: { from: "2026-11-02", to: "2026-11-03" } };
    const before = async (time: string) =>
      (await reportOf("campaign", 1, twoDays, all, Date.parse(time))).uniqueClicksBefore;
    expect([zone, await before("2026-11-05T00:20Z"), await before("2026-11-05T00:40Z")]).toEqual([zone, 1, 2]);
  }
});

test("each variant of a link has its own visitors", async () => {
  await store([
    click("2026-10-20T12:00:00", { linkId: 1, variant: "split.a" }),
    click("2026-11-02T12:00:00", { linkId: 1, variant: "split.a" }),
    click("2026-11-03T12:00:00", { linkId: 1, variant: "split.a" }),
    click("2026-11-03T12:00:00", { linkId: 1, variant: "split.b" }, BOB),
    click("2026-11-04T12:00:00", { linkId: 1, variant: "split.b" }, ANN),
  ]);
  for (const zone of ["UTC", "Etc/UTC"]) {
    const { top, uniqueClicks } = await reportOf("link", 1, { ...question, zone }, all);
    expect([zone, uniqueClicks, top.variants.map(({ value, visitors }) => [value, visitors])]).toEqual([
      zone,
      2,
      [
        ["split.a", 1],
        ["split.b", 2],
      ],
    ]);
  }
  expect(await visitorsOf("link", { filters: { variant: "split.b" } })).toBe(2);
});

/** `count` visitors of a link on a day, starting with number `first`. */
const crowd = (day: string, count: number, first = 0) =>
  Array.from({ length: count }, (_, n) =>
    click(
      `${day}T12:00:00`,
      { linkId: 1 },
      `${80 + ((first + n) >> 16)}.1.${((first + n) >> 8) & 255}.${(first + n) & 255}`,
    ),
  );

test("estimates a day with more visitors than are stored, and several such days together", async () => {
  await store(crowd("2026-11-01", KEPT_VISITORS - 1));
  expect(await visitorsOf("link")).toBe(KEPT_VISITORS - 1);
  await store(crowd("2026-11-02", 9_000));
  // Half of them came the day before: 13,500 in total. Four standard errors are 6.3 %.
  await store(crowd("2026-11-03", 9_000, 4_500));
  const [{ most }] = await sql("select max(cardinality(visitors)) as most from click_day_visitors");
  expect(most).toBe(KEPT_VISITORS);
  expect(Math.abs((await visitorsOf("link")) / 13_500 - 1)).toBeLessThan(0.063);
  expect(await visitorsOf("link", { zone: "Etc/UTC" })).toBe(13_500);
});

const DAYS = ["2026-10-20", "2026-11-01", "2026-11-02", "2026-11-03"];
const due = (day: string, at = "now() - interval '1 second'") =>
  sql(`insert into visitor_days_due values ('${day}', ${at}) on conflict do nothing`);

const dayRows = () =>
  sql(
    "select *, day::text as date from click_day_visitors order by subject, subject_id, click_day_visitors.day, variant",
  );

test("fills an older version's days from their clicks, and a second run changes nothing", async () => {
  await store(lines());
  const before = await dayRows();
  await sql("delete from click_day_visitors");
  for (const day of DAYS) await due(day);
  await due("2026-11-03", "now() + interval '1 hour'");
  await fillVisitors();
  expect(await dayRows()).toEqual(before);
  await due("2026-11-02");
  await fillVisitors();
  expect(await dayRows()).toEqual(before);
  expect(await sql("select day::text from visitor_days_due")).toEqual([{ day: "2026-11-03" }]);
});

test("removing bots from a full day keeps its other visitors", async () => {
  await store(crowd("2026-11-01", 6_000));
  const { takeDayVisitors } = await import("@/lib/clicks/postgres/day-visitors");
  const visitors = (await sql("select visitor from click_visitors order by visitor")).map(({ visitor }) => visitor);
  // The highest hash, which was beyond those that are stored.
  const person = visitors.pop();
  const left = async () => ({ sql: `select '' as variant, (${person} >> 32)::int as hash`, values: [] });
  const gone = visitors.map((visitor) => ({
    at: Date.parse("2026-11-01T12:00Z"),
    visitor,
    subjects: [{ subject: "link", id: 1, first: true }],
  }));
  await takeDayVisitors(database.client, gone as unknown as EnrichedClick[], left);
  expect(await visitorsOf("link")).toBe(1);
});

test("the migration lists all days that may have clicks", async () => {
  await store(lines());
  const before = await dayRows();
  await sql("drop table click_day_visitors, visitor_days_due");
  await sql(readFileSync("prisma/migrations/20261126040918_visitors_by_day/migration.sql", "utf8"));
  const [{ first, later }] = await sql(
    "select min(day)::text as first, count(*) filter (where due_at > now())::int as later from visitor_days_due",
  );
  // Since the month of the first click. What an older instance stores today or in two days is included after those
  // days.
  expect([first <= "2026-10-20" || inClickHouse(), later]).toEqual([true, 3]);
  // In Postgres, the account here is younger than its clicks.
  if (inClickHouse()) for (const day of DAYS) await due(day);
  await fillVisitors();
  expect(await dayRows()).toEqual(before);
});

test.skipIf(inClickHouse())(
  "the migration lists packed days, too, and days with erased clicks count new visitors",
  async () => {
    await store([...lines(), click("2026-11-04T12:00:00", { linkId: 1 }, BOB)]);
    const before = await dayRows();
    const packing = new MonthPacking(database.client);
    while (await packing.step(Date.parse("2027-01-01")));
    await sql("delete from click_day_visitors");
    for (const day of [...DAYS, "2026-11-04"]) await due(day);
    await fillVisitors();
    expect(await dayRows()).toEqual(before);
    await sql("delete from click_day_visitors; delete from click_packs");
    for (const day of [...DAYS, "2026-11-04"]) await due(day);
    await fillVisitors();
    expect(await visitorsOf("link", { period: { from: "2026-10-20", to: "2026-11-05" } })).toBe(2);
  },
);
