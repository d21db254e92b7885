import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClickSubjects } from "@/lib/clicks/classify/recorded-click";
import { describeVisit } from "@/lib/clicks/classify/visit";
import { DirectoryDrain } from "@/lib/clicks/drain/drain-folder";
import { openClickStore } from "@/lib/clicks/drain/store";
import { formatLine } from "@/lib/clicks/journal/line";
import type { ReportQuery } from "@/lib/clicks/statistics/report";
import type { Filters } from "@/lib/clicks/store/selection";
import { provide } from "@/lib/platform/env";
import { type ClickDatabase, startClickDatabase } from "../support/click-database";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const ROBOT = "Twitterbot/1.0";
const FRENCH = "193.51.208.1";

const all = { limit: null, retainedFrom: null };

let database: ClickDatabase;
let stats: typeof import("@/lib/clicks/statistics/stats");
let reportOf: typeof import("@/lib/clicks/statistics/report").buildReport;

function visit(at: string, address: string, referer: string, agent = FIREFOX, linkId = 1): string {
  const headers = { "user-agent": agent, referer, "accept-language": "en-GB" };
  return formatLine({ ...describeVisit({ method: "GET", headers }, address), at: Date.parse(at) }, { linkId });
}

function visitWith(query: string, subjects: ClickSubjects): string {
  const { at, ...visit } = describeVisit(
    { method: "GET", url: `/alias?${query}`, headers: { "user-agent": FIREFOX } },
    "",
  );
  return formatLine({ at: Date.parse("2026-11-03T03:00:00Z"), ...visit }, subjects);
}

beforeAll(async () => {
  database = await startClickDatabase(4);
  provide({ APP_SECRET: "a secret of the tests, which is long enough", DATABASE_URL: database.url });
  // Imported late: the pool reads the database's URL when it loads.
  stats = await import("@/lib/clicks/statistics/stats");
  ({ buildReport: reportOf } = await import("@/lib/clicks/statistics/report"));
  const directory = mkdtempSync(join(tmpdir(), "signpost-stats-"));
  const lines = [
    visit("2026-11-01T00:00:00Z", "8.8.8.8", "https://t.co/x"),
    visit("2026-11-01T23:59:59.999Z", "8.8.8.8", "https://a.example/"),
    visit("2026-11-03T00:00:00Z", "8.8.8.8", "https://a.example/"),
    visit("2026-11-03T01:00:00Z", "8.8.4.4", "https://a.example/"),
    visit("2026-11-03T01:00:00Z", "192.0.2.1", "", ROBOT),
    ...Array.from({ length: 12 }, (_, n) =>
      visit("2026-11-03T02:00:00Z", "127.0.0.1", `https://site-${n + 10}.example/`),
    ),
    visitWith("utm_source=news&utm_medium=e-mail&utm_campaign=Spring%20sale", { linkId: 3, rule: "rules.2" }),
    visitWith("utm_source=news&utm_term=shoes&utm_content=banner", { linkId: 3, rule: "split.1" }),
    visitWith("utm_source=%20&utm_medium=&other=1", { linkId: 3 }),
    visitWith("utm_source=card", { bioPageId: 1 }),
    visitWith("", { bioPageId: 1, bioBlock: "b21" }),
    ...Array.from({ length: 12 }, (_, n) => visitWith("", { bioPageId: 1, bioBlock: `b${n + 10}` })),
    visitWith("", { bioPageId: 1, bioBlock: "b21" }),
    // The night in which Berlin sets its clocks back.
    visit("2026-10-22T12:00:00Z", FRENCH, "https://a.example/", FIREFOX, 4),
    visit("2026-10-24T22:30:00Z", FRENCH, "https://a.example/", FIREFOX, 4),
    visit("2026-10-25T00:30:00Z", FRENCH, "https://b.example/", SAFARI, 4),
    visit("2026-10-25T01:30:00Z", "8.8.8.8", "https://a.example/", FIREFOX, 4),
    visit("2026-10-25T22:59:59Z", "8.8.8.8", "", FIREFOX, 4),
    visit("2026-10-25T23:00:00Z", FRENCH, "", ROBOT, 4),
  ];
  writeFileSync(join(directory, "1.closed"), lines.join(""));
  await new DirectoryDrain(await openClickStore(database.client), directory, () => {}).pass();
  rmSync(directory, { recursive: true });
});

afterAll(async () => {
  const { pool } = await import("@/lib/platform/database/pool");
  await pool.end();
  await database.stop();
});

test("statistics since the start count people", async () => {
  const largest = [
    { value: "a.example", clicks: 3 },
    ...Array.from({ length: 9 }, (_, n) => ({ value: `site-${n + 10}.example`, clicks: 1 })),
  ];
  expect(await stats.statisticsOf("link", 1, { limit: null })).toEqual({
    clicks: 16,
    locked: 0,
    uniqueClicks: 3,
    countries: [
      { value: "Unknown", clicks: 12 },
      { value: "US", clicks: 4 },
    ],
    regions: [],
    cities: [],
    referrers: largest,
    // Each of them is a separate source.
    sources: largest,
    browsers: [{ value: "Firefox", clicks: 16 }],
    systems: [{ value: "Linux", clicks: 16 }],
    devices: [{ value: "Desktop", clicks: 16 }],
    languages: [{ value: "en", clicks: 16 }],
    social: { network1: 0, network2: 1, network3: 0 },
    utm: { source: [], medium: [], campaign: [], term: [], content: [] },
    rules: [],
    variants: [],
    blocks: [],
    classes: [{ value: "preview", clicks: 1 }],
    robots: [{ value: "agent:Twitterbot", clicks: 1 }],
  });
});

test.each([
  ["link", 1],
  ["link", 3],
  ["bio", 1],
] as const)("statistics since the start of %s %i are those of a period with all days", async (subject, id) => {
  const { postgresStatistics } = await import("@/lib/clicks/postgres/stats");
  const { ALL_TIME } = await import("@/lib/clicks/store/period");
  const counted = await postgresStatistics.statisticsOf(subject, id, { limit: null });
  const period = { from: ALL_TIME, to: ALL_TIME };
  expect(counted).toEqual(await postgresStatistics.statisticsOf(subject, id, { limit: null, period }));
  // Numbers are known by now.
  expect(await postgresStatistics.statisticsOf(subject, id, { limit: null })).toEqual(counted);
});

test("counts UTM parameters and deciding rules if there are any", async () => {
  const { clicks, utm, rules } = await stats.statisticsOf("link", 3, { limit: null });
  expect({ clicks, utm, rules }).toEqual({
    clicks: 3,
    utm: {
      source: [{ value: "news", clicks: 2 }],
      medium: [{ value: "e-mail", clicks: 1 }],
      campaign: [{ value: "Spring sale", clicks: 1 }],
      term: [{ value: "shoes", clicks: 1 }],
      content: [{ value: "banner", clicks: 1 }],
    },
    rules: [
      { value: "rules.2", clicks: 1 },
      { value: "split.1", clicks: 1 },
    ],
  });
});

test("counts the blocks of a bio page separately from its visits", async () => {
  const { clicks, uniqueClicks, utm, blocks, browsers } = await stats.statisticsOf("bio", 1, { limit: null });
  expect({ clicks, uniqueClicks, source: utm.source, blocks, browsers }).toEqual({
    clicks: 1,
    uniqueClicks: 1,
    source: [{ value: "card", clicks: 1 }],
    blocks: [
      { value: "b21", clicks: 3 },
      ...Array.from({ length: 11 }, (_, n) => ({ value: `b${n + 10}`, clicks: 1 })),
    ],
    browsers: [{ value: "Firefox", clicks: 1 }],
  });
});

test("counts bots on request", async () => {
  const { clicks, uniqueClicks, browsers, robots, classes } = await stats.statisticsOf("link", 1, {
    limit: null,
    robots: true,
  });
  expect({ clicks, uniqueClicks }).toEqual({ clicks: 17, uniqueClicks: 3 });
  expect(robots).toEqual([{ value: "agent:Twitterbot", clicks: 1 }]);
  expect(classes).toEqual([{ value: "preview", clicks: 1 }]);
  expect(browsers).toContainEqual({ value: "Unknown", clicks: 1 });
});

test("a period includes its first and last day, and counts each visitor once", async () => {
  const period = { from: "2026-11-02", to: "2026-11-03" };
  const { clicks, uniqueClicks, referrers } = await stats.statisticsOf("link", 1, { limit: null, period });
  expect({ clicks, uniqueClicks, first: referrers[0] }).toEqual({
    clicks: 14,
    uniqueClicks: 3,
    first: { value: "a.example", clicks: 2 },
  });
});

test("a link without clicks has statistics of zero", async () => {
  const { clicks, uniqueClicks, countries, social } = await stats.statisticsOf("link", 2, { limit: null });
  expect([clicks, uniqueClicks, countries, social]).toEqual([0, 0, [], { network1: 0, network2: 0, network3: 0 }]);
});

test("clicks over time: a row for each day", async () => {
  const byDay = await stats.clicksByDay("link", [1, 999], { from: "2026-10-31", to: "2026-11-03" });
  expect([...byDay.keys()]).toEqual([1]);
  for (const { day, clicks } of await stats.clicksOverTime("link", 1, { from: "2026-10-31", to: "2026-11-03" })) {
    expect([day, byDay.get(1)?.get(day) ?? 0]).toEqual([day, clicks]);
  }
  expect(await stats.clicksOverTime("link", 1, { from: "2026-10-31", to: "2026-11-03" })).toEqual([
    { day: "2026-10-31", clicks: 0, robots: 0 },
    { day: "2026-11-01", clicks: 2, robots: 0 },
    { day: "2026-11-02", clicks: 0, robots: 0 },
    { day: "2026-11-03", clicks: 14, robots: 1 },
  ]);
});

const night: ReportQuery = {
  period: { from: "2026-10-24", to: "2026-10-26" },
  grain: "day",
  zone: "UTC",
  robots: false,
  filters: {},
};

test("a report compares a period with the same number of days before it", async () => {
  const { points, ...report } = await reportOf("link", 4, night, all);
  expect(points).toEqual([
    { at: Date.parse("2026-10-24"), clicks: 1, before: 0 },
    { at: Date.parse("2026-10-25"), clicks: 3, before: 1 },
    { at: Date.parse("2026-10-26"), clicks: 0, before: 0 },
  ]);
  expect(report).toMatchObject({ clicks: 4, uniqueClicks: 3, clicksBefore: 1, uniqueClicksBefore: 1, robots: 1 });
});

test.each<[string, Filters, object]>([
  [
    "a country",
    { country: "FR" },
    { clicks: 2, uniqueClicks: 2, clicksBefore: 1, referrers: ["a.example", "b.example"] },
  ],
  [
    "a country and a browser",
    { country: "FR", browser: "Firefox" },
    { clicks: 1, clicksBefore: 1, referrers: ["a.example"] },
  ],
  ["a referrer", { referrer: "a.example" }, { clicks: 2, countries: ["FR", "US"], browsers: ["Firefox"] }],
  ["a system that nobody had", { os: "Windows" }, { clicks: 0, uniqueClicks: 0, clicksBefore: 0, countries: [] }],
  ["what is no SQL", { referrer: "a.example' or '1'='1", device: "\\" }, { clicks: 0, clicksBefore: 0 }],
])("a report can be filtered completely by %s", async (_, filters, expected) => {
  const { top, ...report } = await reportOf("link", 4, { ...night, filters }, all);
  const lists = Object.entries(top).map(([name, entries]) => [
    name,
    Array.isArray(entries) && entries.map(({ value }) => value),
  ]);
  expect({ ...report, ...Object.fromEntries(lists) }).toMatchObject(expected);
});

test("a report can be filtered by the rule that found a bot", async () => {
  const robot = await reportOf("link", 4, { ...night, robots: true, filters: { robot: "agent:Twitterbot" } }, all);
  expect(robot).toMatchObject({ clicks: 1, uniqueClicks: 0, robots: 1 });
  expect(robot.top).toMatchObject({ countries: [{ value: "FR", clicks: 1 }], robots: [{ value: "agent:Twitterbot" }] });
  const people = await reportOf("link", 4, { ...night, filters: { country: "FR" } }, all);
  const [preview] = [{ value: "preview", clicks: 1 }];
  expect([people.clicks, people.robots, people.top.classes]).toEqual([2, 1, [preview]]);
  expect(people.top.robots).toEqual([{ value: "agent:Twitterbot", clicks: 1 }]);
  const previews = await reportOf("link", 4, { ...night, robots: true, filters: { class: "preview" } }, all);
  expect(previews).toMatchObject({ clicks: 1, robots: 1, top: { classes: [preview] } });
  const scanners = await reportOf("link", 4, { ...night, robots: true, filters: { class: "scanner" } }, all);
  expect(scanners).toMatchObject({ clicks: 0, robots: 0, top: { classes: [] } });
});

test("a report can be filtered by unknown values and by UTM parameters", async () => {
  const period = { from: "2026-11-03", to: "2026-11-03" };
  const unknown = await reportOf(
    "link",
    3,
    { ...night, period, filters: { country: "Unknown", language: "Unknown" } },
    all,
  );
  expect(unknown.clicks).toBe(3);
  const { clicks, top } = await reportOf("link", 3, { ...night, period, filters: { utm_source: "news" } }, all);
  expect({ clicks, term: top.utm.term }).toEqual({ clicks: 2, term: [{ value: "shoes", clicks: 1 }] });
  const bio = await reportOf("bio", 1, { ...night, period, filters: { browser: "Firefox" } }, all);
  expect(bio.clicks).toBe(1);
});

test("days begin in the time zone, also when its clocks change", async () => {
  const berlin = await reportOf("link", 4, { ...night, zone: "Europe/Berlin" }, all);
  expect(berlin.points.map(({ at, clicks }) => [new Date(at).toISOString(), clicks])).toEqual([
    ["2026-10-23T22:00:00.000Z", 0],
    ["2026-10-24T22:00:00.000Z", 4],
    ["2026-10-25T23:00:00.000Z", 0],
  ]);
  expect(berlin).toMatchObject({ clicks: 4, clicksBefore: 1, robots: 1 });
  const period = { from: "2026-10-25", to: "2026-10-25" };
  const hours = await reportOf("link", 4, { ...night, period, grain: "hour", zone: "Europe/Berlin" }, all);
  // 0 to 1, twice 2 to 3, and 23 to 24, in a day of 25 hours.
  expect(hours.points.flatMap(({ clicks }, hour) => Array(clicks).fill(hour))).toEqual([0, 2, 3, 24]);
  expect(hours.points).toHaveLength(25);
  const kathmandu = await reportOf("link", 4, { ...night, period, zone: "Asia/Kathmandu" }, all);
  // From 18:15 UTC to 18:15 UTC.
  expect([kathmandu.clicks, kathmandu.robots]).toEqual([3, 0]);
});

test("a report can be compared with chosen days", async () => {
  const period = { from: "2026-10-25", to: "2026-10-25" };
  const hours = { ...night, period, grain: "hour" } as const;
  const { points, ...report } = await reportOf("link", 4, { ...hours, compared: dayOf("2026-10-22") }, all);
  expect(report).toMatchObject({ clicks: 3, clicksBefore: 1, uniqueClicksBefore: 1, compared: dayOf("2026-10-22") });
  expect(report).toMatchObject({ comparedUntil: null, beforeToday: null });
  expect(points.filter(({ before }) => before === 1).map(({ at }) => at)).toEqual([Date.parse("2026-10-25T12:00Z")]);
  const counted = await reportOf("link", 4, { ...night, compared: { from: "2026-10-22", to: "2026-10-24" } }, all);
  expect(counted).toMatchObject({ clicks: 4, clicksBefore: 2 });
  expect(counted.points.map(({ before }) => before)).toEqual([1, 0, 1]);
});

const dayOf = (day: string) => ({ from: day, to: day });

test.each([
  ["2026-10-25T11:59:30Z", 0, "2026-10-22T11:59:00Z"],
  ["2026-10-25T12:00:59Z", 0, "2026-10-22T12:00:00Z"],
  ["2026-10-25T12:01:00Z", 1, "2026-10-22T12:01:00Z"],
])("a part of a day is compared with the same part: at %s", async (now, before, until) => {
  const period = { from: "2026-10-23", to: "2026-10-25" };
  for (const zone of ["UTC", "Etc/UTC"]) {
    const report = await reportOf("link", 4, { ...night, zone, period }, all, Date.parse(now));
    const { clicksBefore, comparedUntil, beforeToday } = report;
    expect([zone, clicksBefore, comparedUntil, beforeToday]).toEqual([zone, before, Date.parse(until), null]);
  }
  const hours = { ...night, period: dayOf("2026-10-25"), compared: dayOf("2026-10-22"), grain: "hour" } as const;
  const report = await reportOf("link", 4, hours, all, Date.parse(now));
  expect([report.clicksBefore, report.comparedUntil]).toEqual([before, Date.parse(until)]);
  // Future hours are not compared.
  expect(report.points.filter((point) => point.before !== null)).toHaveLength(new Date(now).getUTCHours() + 1);
});

test("compares whole days without today if no part of a day can be counted", async () => {
  const question = { ...night, period: { from: "2026-10-23", to: "2026-10-25" } };
  const detail = { limit: null, retainedFrom: Date.parse("2026-10-23") };
  const now = Date.parse("2026-10-25T13:00:00Z");
  const { points, ...report } = await reportOf("link", 4, question, detail, now);
  expect(report).toMatchObject({ clicks: 4, clicksBefore: 0, comparedUntil: null });
  expect(report.beforeToday).toEqual({ clicks: 1, uniqueClicks: 1 });
  expect(points.map(({ before }) => before)).toEqual([0, 0, null]);
  const today = await reportOf("link", 4, { ...question, period: dayOf("2026-10-25"), grain: "hour" }, detail, now);
  expect(today.clicksBefore).not.toBeNull();
  const kept = { ...detail, retainedFrom: Date.parse("2026-10-25") };
  const gone = await reportOf("link", 4, { ...question, period: dayOf("2026-10-25"), grain: "hour" }, kept, now);
  expect([gone.clicks, gone.clicksBefore]).toEqual([3, null]);
});

test("returns all values of one list, from the roll-ups and from the clicks", async () => {
  const period = { from: "2026-11-03", to: "2026-11-03" };
  const question = { ...night, period, whole: "referrer" } as const;
  for (const zone of ["UTC", "Etc/UTC"]) {
    const { top } = await reportOf("link", 1, { ...question, zone }, all);
    expect([zone, top.referrers.length]).toEqual([zone, 13]);
    expect(top.referrers[0]).toEqual({ value: "a.example", clicks: 2 });
    expect(top.referrers.at(-1)).toEqual({ value: "site-21.example", clicks: 1 });
    expect(top.browsers).toEqual([{ value: "Firefox", clicks: 14 }]);
    expect((await reportOf("link", 1, { ...question, whole: "browser", zone }, all)).top.referrers).toHaveLength(10);
  }
});

test("counts from clicks equal the roll-ups", async () => {
  for (const robots of [false, true]) {
    for (const grain of ["day", "week"] as const) {
      const question = { ...night, period: { from: "2026-10-20", to: "2026-11-08" }, grain, robots };
      for (const id of [1, 2, 3, 4]) {
        const counted = await reportOf("link", id, question, all);
        expect(await reportOf("link", id, { ...question, zone: "Etc/UTC" }, all)).toEqual(counted);
      }
    }
  }
});

test("reads only the newest clicks, and says since when", async () => {
  const at = (text: string) => Date.parse(text);
  const selection = {
    subject: "link",
    id: 4,
    before: at("2026-10-21"),
    from: at("2026-10-24"),
    to: at("2026-10-27"),
    limit: null,
  } as const;
  const { since, samples } = await stats.selectedClicks({
    ...selection,
    robots: true,
    filters: { country: "FR" },
    most: 3,
  });
  expect(since).toBe(at("2026-10-25T01:30:00Z"));
  expect(samples.filter(({ clicks, robots }) => clicks + robots > 0)).toEqual([
    { at: at("2026-10-25T23:00:00Z"), clicks: 0, robots: 1 },
  ]);
  const whole = await stats.selectedClicks({ ...selection, robots: true, filters: {}, most: 7 });
  expect(whole.since).toBeNull();
  // Intervals of 15 minutes: that of 22:59:59 begins at 22:45.
  expect(whole.samples.map((sample) => new Date(sample.at).toISOString().slice(8, 16)).sort()).toEqual([
    "22T12:00",
    "24T22:30",
    "25T00:30",
    "25T01:30",
    "25T22:45",
    "25T23:00",
  ]);
});

test("the log has every click once, a link's newest first, for any page size", async () => {
  const { allClicks } = await import("@/lib/clicks/statistics/log");
  const logOf = async (...of: Parameters<typeof allClicks>) => {
    const clicks = [];
    for await (const { place, ...click } of allClicks(...of)) clicks.push(click);
    return clicks;
  };
  const whole = await logOf("link", [1, 2, 3], null);
  expect(whole.map(({ id }) => id)).toEqual([...Array(17).fill(1), ...Array(3).fill(3)]);
  const times = whole.slice(0, 17).map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(
    whole
      .slice(0, 12)
      .map(({ referrer }) => referrer)
      .sort(),
  ).toEqual(Array.from({ length: 12 }, (_, n) => `site-${n + 10}.example`));
  expect(whole[16]).toEqual({
    id: 1,
    at: new Date("2026-11-01T00:00:00Z"),
    campaign: null,
    unique: true,
    robot: null,
    class: null,
    ruleset: 4,
    country: "US",
    region: null,
    city: null,
    language: "en",
    referrer: "t.co",
    browser: "Firefox",
    os: "Linux",
    device: "Desktop",
    utm_source: null,
    utm_medium: null,
    utm_campaign: null,
    utm_term: null,
    utm_content: null,
    rule: null,
    variant: null,
    block: null,
    locked: false,
  });
  expect(whole.filter(({ robot }) => robot).map(({ robot }) => robot)).toEqual(["agent:Twitterbot"]);
  expect(whole.slice(17).map(({ utm_source, rule }) => [utm_source, rule])).toContainEqual(["news", "rules.2"]);
  for (const batch of [1, 2, 5, 17]) expect(await logOf("link", [1, 2, 3], null, batch)).toEqual(whole);
  expect(await logOf("bio", [1], null, 3)).toHaveLength(15);
  expect(await logOf("qr", [1, 2], null)).toEqual([]);
});
