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
import { verifyClicks } from "@/lib/clicks/verification/verify";
import { provide } from "@/lib/platform/env";
import { writeFlatCities } from "../support/city-data";
import { type ClickDatabase, inClickHouse, startClickDatabase } from "../support/click-database";

process.env.GEOIP_DB = writeFlatCities();

const [MUNICH, BERLIN, PARIS, GERMANY, ABROAD] = [1, 33, 65, 161]
  .map((last) => `185.10.100.${last}`)
  .concat("203.0.113.1");
const NOON = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1, 12);
const DAY = new Date(NOON).toISOString().slice(0, 10);

const all = { limit: null, retainedFrom: null };
const day: ReportQuery = {
  period: { from: DAY, to: DAY },
  grain: "day",
  zone: "UTC",
  robots: false,
  filters: {},
};

let database: ClickDatabase;
let stats: typeof import("@/lib/clicks/statistics/stats");
let reportOf: typeof import("@/lib/clicks/statistics/report").buildReport;

function clicks(count: number, address = "", subjects: ClickSubjects = { linkId: 1 }, agent = "Firefox/143.0"): string {
  const visit = describeVisit({ method: "GET", headers: { "user-agent": `Mozilla/5.0 ${agent}` } }, address);
  return formatLine({ ...visit, at: NOON }, subjects).repeat(count);
}

async function stored(...lines: string[]): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "signpost-places-"));
  writeFileSync(join(directory, "1.closed"), lines.join(""));
  await new DirectoryDrain(await openClickStore(database.client), directory, () => {}).pass();
  await database.client.query("delete from journal_offsets; delete from click_blocks");
  rmSync(directory, { recursive: true });
}

beforeAll(async () => {
  database = await startClickDatabase(3);
  provide({ APP_SECRET: "a secret of the tests, which is long enough", DATABASE_URL: database.url });
  // Imported late: the pool reads the database's URL when it loads.
  stats = await import("@/lib/clicks/statistics/stats");
  ({ buildReport: reportOf } = await import("@/lib/clicks/statistics/report"));
  await stored(
    clicks(3, MUNICH),
    clicks(2, BERLIN, { linkId: 1, campaignId: 1, qrCodeId: 1 }),
    clicks(1, PARIS),
    clicks(1, GERMANY),
    clicks(4, ABROAD),
    clicks(5, PARIS, { linkId: 1 }, "Twitterbot/1.0"),
    clicks(2, ABROAD, { linkId: 2 }),
    clicks(1, PARIS, { bioPageId: 1 }),
    clicks(1, PARIS, { bioPageId: 1, bioBlock: "b1" }),
  );
});

afterAll(async () => {
  const { pool } = await import("@/lib/platform/database/pool");
  await pool.end();
  await database.stop();
});

const regions = [
  { value: "Unknown", clicks: 5 },
  { value: "DE-BY", clicks: 3 },
  { value: "DE-BE", clicks: 2 },
  { value: "FR-IDF", clicks: 1 },
];
const cities = [
  { value: "Unknown", clicks: 5 },
  { value: "Munich, DE-BY", clicks: 3 },
  { value: "Berlin, DE-BE", clicks: 2 },
  { value: "Paris, FR-IDF", clicks: 1 },
];

test("clicks are counted by region and city, and as unknown without them", async () => {
  expect(await stats.statisticsOf("link", 1, { limit: null })).toMatchObject({ clicks: 11, regions, cities });
  const withRobots = await stats.statisticsOf("link", 1, { limit: null, robots: true });
  expect(withRobots.cities.slice(0, 2)).toEqual([
    { value: "Paris, FR-IDF", clicks: 6 },
    { value: "Unknown", clicks: 5 },
  ]);
  for (const subject of ["qr", "campaign"] as const)
    expect((await stats.statisticsOf(subject, 1, { limit: null })).cities).toEqual([
      { value: "Berlin, DE-BE", clicks: 2 },
    ]);
  // A click on a block follows a visit of the page.
  expect((await stats.statisticsOf("bio", 1, { limit: null })).cities).toEqual([{ value: "Paris, FR-IDF", clicks: 1 }]);
});

test("there are no lists if no click has a place, as in older data", async () => {
  expect(await stats.statisticsOf("link", 2, { limit: null })).toMatchObject({ clicks: 2, regions: [], cities: [] });
  const filtered = await reportOf("link", 2, { ...day, filters: { country: "Unknown" } }, all);
  expect(filtered).toMatchObject({ clicks: 2, top: { regions: [], cities: [] } });
});

test("single clicks match the roll-ups", async () => {
  const counted = await reportOf("link", 1, day, all);
  expect(counted.top).toMatchObject({ regions, cities });
  expect(await reportOf("link", 1, { ...day, zone: "Etc/UTC" }, all)).toEqual(counted);
});

test.each([
  [{ region: "DE-BY" }, 3],
  [{ city: "Berlin, DE-BE" }, 2],
  [{ city: "Berlin, DE-BE", region: "DE-BY" }, 0],
  [{ city: "Unknown", country: "DE" }, 1],
  [{ region: "Unknown" }, 5],
  [{ city: "x' or '1'='1" }, 0],
])("a report can be filtered by %o", async (filters, expected) => {
  expect((await reportOf("link", 1, { ...day, filters }, all)).clicks).toBe(expected);
});

test("the log and the table show region and city", async () => {
  const { allClicks } = await import("@/lib/clicks/statistics/log");
  const places = [];
  for await (const { region, city } of allClicks("link", [1], null)) places.push(`${region} ${city}`);
  expect(places.filter((text) => text === "DE-BY Munich, DE-BY")).toHaveLength(3);
  expect(places.filter((text) => text === "null null")).toHaveLength(5);
  const { reportTable } = await import("@/lib/clicks/statistics/report-table");
  const rows = [];
  for await (const row of reportTable(await reportOf("link", 1, day, all), day)) rows.push(row);
  expect(rows).toContainEqual(["region", "DE-BY", 3, null]);
  expect(rows).toContainEqual(["city", "Munich, DE-BY", 3, null]);
});

test("suggests rules from the places of clicks, the most frequent first", async () => {
  expect(await stats.placesClicked([1, 2])).toEqual([
    ...["DE-BY", "DE-BE", "FR-IDF"].map((value) => ({ dimension: "region", value })),
    ...["Munich, DE-BY", "Berlin, DE-BE", "Paris, FR-IDF"].map((value) => ({ dimension: "city", value })),
  ]);
  expect(await stats.placesClicked([2])).toEqual([]);
  expect(await stats.placesClicked([])).toEqual([]);
});

test("a recount finds the stored counts, and reports an uncounted city", async () => {
  expect(await verifyClicks(database.client)).toMatchObject({ differences: 0, clicks: 20 });
  if (inClickHouse()) return;
  await database.client.query("update clicks set city = 'Rome, IT-62' where city = 'Berlin, DE-BE'");
  const { named } = await verifyClicks(database.client);
  expect(named).toContain(`link 1, ${DAY}: city Berlin, DE-BE: 2 counted, the clicks say 0.`);
  expect(named).toContain(`link 1, ${DAY}: city Rome, IT-62: 0 counted, the clicks say 2.`);
});

test("four thousand cities of a day are stored as a few", async () => {
  if (inClickHouse()) return;
  const { Rollup } = await import("@/lib/clicks/store/rollup");
  const { storeRollup } = await import("@/lib/clicks/postgres/rollups");
  const { Dictionary } = await import("@/lib/clicks/postgres/dictionary");
  const { enrich } = await import("@/lib/clicks/classify/enriched-click");
  const { parseLine } = await import("@/lib/clicks/journal/line");
  const [recorded] = [parseLine(clicks(1, MUNICH, { linkId: 3 }).trim())];
  if (!recorded) throw new Error("no click");
  const rollup = new Rollup();
  for (let n = 0; n < 4_000; n++)
    for (let times = 0; times < (n < 20 ? 2 : 1); times++)
      rollup.add({ ...enrich(recorded), city: `City ${String(n).padStart(4, "0")}, DE-BY` });
  await database.client.query("begin");
  await storeRollup(database.client, rollup, new Dictionary(database.client));
  await database.client.query("commit");
  const { rows } = await database.client.query<{ values: number }>(
    `select cardinality("values") as values from click_rollups where subject = 'link' and subject_id = 3`,
  );
  expect(rows).toHaveLength(2);
  for (const { values } of rows) expect(values).toBeLessThan(300);
  const { clicks: total, cities } = await stats.statisticsOf("link", 3, { limit: null });
  expect({ total, cities: cities.slice(0, 2) }).toEqual({
    total: 4_020,
    cities: [
      { value: "Other", clicks: 4_020 - 20 * 2 - 130 },
      { value: "City 0000, DE-BY", clicks: 2 },
    ],
  });
});
