import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DirectoryDrain } from "@/lib/clicks/drain-directory";
import { formatLine } from "@/lib/clicks/line";
import { visitOf } from "@/lib/clicks/visit";
import { provide } from "@/lib/env";
import { type ClickDatabase, startClickDatabase } from "../support/click-database";

vi.setConfig({ testTimeout: 30_000 });

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
const ROBOT = "Twitterbot/1.0";

let database: ClickDatabase;
let stats: typeof import("@/lib/clicks/stats");

function visit(at: string, address: string, referer: string, agent = FIREFOX): string {
  const headers = { "user-agent": agent, referer, "accept-language": "en-GB" };
  return formatLine({ ...visitOf({ method: "GET", headers }, address), at: Date.parse(at) }, { linkId: 1 });
}

beforeAll(async () => {
  database = await startClickDatabase(2);
  provide({ APP_SECRET: "a secret of the tests, which is long enough", DATABASE_URL: database.url });
  // The pool takes the database's address when it is loaded.
  stats = await import("@/lib/clicks/stats");
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
  ];
  writeFileSync(join(directory, "1.closed"), lines.join(""));
  await new DirectoryDrain(database.client, directory, () => {}).pass();
  rmSync(directory, { recursive: true });
}, 60_000);

afterAll(async () => {
  const { pool } = await import("@/lib/db");
  await pool.end();
  await database.stop();
});

test("statistics since the beginning count people", async () => {
  expect(await stats.statisticsOf("link", 1)).toEqual({
    clicks: 16,
    uniqueClicks: 3,
    countries: [
      { value: "Unknown", clicks: 12 },
      { value: "US", clicks: 4 },
    ],
    referrers: [
      { value: "a.example", clicks: 3 },
      ...Array.from({ length: 9 }, (_, n) => ({ value: `site-${n + 10}.example`, clicks: 1 })),
    ],
    browsers: [{ value: "Firefox", clicks: 16 }],
    systems: [{ value: "Linux", clicks: 16 }],
    devices: [{ value: "Desktop", clicks: 16 }],
    languages: [{ value: "en", clicks: 16 }],
    social: { network1: 0, network2: 1, network3: 0 },
  });
});

test("robots count when asked for", async () => {
  const { clicks, uniqueClicks, browsers } = await stats.statisticsOf("link", 1, { robots: true });
  expect({ clicks, uniqueClicks }).toEqual({ clicks: 17, uniqueClicks: 3 });
  expect(browsers).toContainEqual({ value: "Unknown", clicks: 1 });
});

test("a period counts its days, both ends included, and the visitors who came first in it", async () => {
  const period = { from: "2026-11-02", to: "2026-11-03" };
  const { clicks, uniqueClicks, referrers } = await stats.statisticsOf("link", 1, { period });
  expect({ clicks, uniqueClicks, first: referrers[0] }).toEqual({
    clicks: 14,
    uniqueClicks: 2,
    first: { value: "a.example", clicks: 2 },
  });
});

test("a link without clicks has statistics of zero", async () => {
  const { clicks, uniqueClicks, countries, social } = await stats.statisticsOf("link", 2);
  expect([clicks, uniqueClicks, countries, social]).toEqual([0, 0, [], { network1: 0, network2: 0, network3: 0 }]);
});

test("clicks over time: a row for each day", async () => {
  expect(await stats.clicksOverTime("link", 1, { from: "2026-10-31", to: "2026-11-03" })).toEqual([
    { day: "2026-10-31", clicks: 0, uniqueClicks: 0, robots: 0 },
    { day: "2026-11-01", clicks: 2, uniqueClicks: 1, robots: 0 },
    { day: "2026-11-02", clicks: 0, uniqueClicks: 0, robots: 0 },
    { day: "2026-11-03", clicks: 14, uniqueClicks: 2, robots: 1 },
  ]);
});
