import { afterAll, beforeAll, expect, test } from "vitest";
import { newClickId } from "@/lib/clicks/classify/click-id";
import { formatPageEvent } from "@/lib/clicks/journal/line";
import { provide } from "@/lib/platform/env";
import { type ClickDatabase, startClickDatabase } from "../support/click-database";
import { clickLine, storeLines } from "../support/stored-clicks";
import { agents } from "../support/visit";

const NOON = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

let database: ClickDatabase;
beforeAll(async () => {
  database = await startClickDatabase(2);
  process.env.DATABASE_URL = database.url;
  provide({ APP_SECRET: "a secret of the tests, which is long enough" });
});
afterAll(() => database.stop());

/** Ten thousand visitors, half of them for each variant; each has their own minute. */
const visits = Array.from({ length: 10_000 }, (_, index) => ({
  at: NOON + index * MINUTE,
  variant: index % 2 ? "split.b" : "split.a",
  campaignId: index % 4 === 0 ? 2 : null,
}));
const lines = visits.map(({ at, variant, campaignId }, index) =>
  clickLine(
    { linkId: 1, campaignId: campaignId ?? undefined, rule: "split.0", variant },
    { at, userAgent: agents.mac, address: `8.${index >> 8}.${index & 255}.8` },
  ),
);

interface Sale {
  at: number;
  variant: string;
  campaignId: number | null;
  amount: number;
  currency: string;
}
const sales: Sale[] = visits
  .filter((_, index) => index % 12.5 < 1)
  .map((visit, index) => ({
    ...{ ...visit, at: visit.at + MINUTE },
    ...{ amount: 100 + ((index * 7_919) % 9_973), currency: index % 3 ? "EUR" : "JPY" },
  }));

/** Revenue as `conversionFigures` has it, counted from what was sold. */
const recount = (some: Sale[]) =>
  ["EUR", "JPY"].map((currency) => ({
    currency,
    amount: some.filter((sale) => sale.currency === currency).reduce((sum, { amount }) => sum + amount, 0),
  }));

test("10,000 clicks with 800 conversions: figures equal a recount, and replays count once", async () => {
  const { conversionFigures, conversionRate } = await import("@/lib/clicks/statistics/conversion-figures");
  const { conversionsByVariant, revenueByVariant } = await import("@/lib/clicks/statistics/conversion-figures");
  const { statisticsOf } = await import("@/lib/clicks/statistics/stats");
  const reports = sales.map(({ at, variant, campaignId, amount, currency }) => {
    const clickId = newClickId({ linkId: 1, campaignId, variant, at: at - MINUTE });
    return formatPageEvent({ kind: "click conversion", clickId, event: "sale", at, amount, currency });
  });
  expect(reports).toHaveLength(800);
  for (let from = 0; from < lines.length; from += 1_000)
    await storeLines(database.client, [...lines.slice(from, from + 1_000), ...reports.slice(0, from / 10)]);
  await storeLines(database.client, reports);
  await storeLines(database.client, reports.toReversed());

  const { clicks } = await statisticsOf("link", 1, { limit: null });
  const all = await conversionFigures({ of: "link", id: 1 });
  expect(all).toEqual({ count: 800, events: [{ event: "sale", count: 800 }], revenue: recount(sales) });
  expect([clicks, conversionRate(all, clicks)]).toEqual([10_000, 0.08]);

  const inCampaign = sales.filter(({ campaignId }) => campaignId === 2);
  expect(await conversionFigures({ of: "campaign", id: 2 })).toMatchObject({
    count: inCampaign.length,
    revenue: recount(inCampaign),
  });
  const [start, end] = [NOON + 1_000 * MINUTE, NOON + 2_000 * MINUTE];
  const within = sales.filter(({ at }) => at >= start && at < end);
  expect(await conversionFigures({ of: "link", id: 1 }, { start, end })).toMatchObject({
    count: within.length,
    revenue: recount(within),
  });
  for (const variant of ["split.a", "split.b"]) {
    const ofVariant = sales.filter((sale) => sale.variant === variant);
    expect((await conversionsByVariant(1)).get(variant)).toBe(ofVariant.length);
    expect((await revenueByVariant(1)).get(variant)).toEqual(recount(ofVariant));
  }
  expect(await conversionFigures({ of: "account", id: 1 })).toEqual(all);
  const { figuresOfLinks } = await import("@/lib/clicks/statistics/conversion-figures");
  expect([...(await figuresOfLinks([1, 3]))]).toEqual([[1, { count: all.count, revenue: all.revenue }]]);
  expect(await conversionFigures({ of: "link", id: 2 })).toEqual({ count: 0, events: [], revenue: [] });
});

test("a click that brings several conversions, and a visitor of the counting address, count once", async () => {
  const { conversionFigures } = await import("@/lib/clicks/statistics/conversion-figures");
  const clickId = newClickId({ linkId: 2, campaignId: null, variant: null, at: NOON });
  const report = (event: string) => formatPageEvent({ kind: "click conversion", clickId, event, at: NOON });
  const { identifyVisitor: visitorOf } = await import("@/lib/clicks/classify/visit");
  const visitor = visitorOf("9.9.9.9", agents.mac);
  const seen = clickLine({ linkId: 2 }, { at: NOON, userAgent: agents.mac, address: "9.9.9.9" });
  const done = formatPageEvent({ kind: "conversion", linkId: 2, visitor, at: NOON });
  await storeLines(database.client, [seen, report("lead"), report("sale"), done, done]);
  const { figuresOfLinks } = await import("@/lib/clicks/statistics/conversion-figures");
  expect((await figuresOfLinks([2])).get(2)).toEqual({ count: 2, revenue: [] });
  expect(await conversionFigures({ of: "link", id: 2 })).toEqual({
    count: 2,
    events: [
      { event: "lead", count: 2 },
      { event: "sale", count: 1 },
    ],
    revenue: [],
  });
});

test("the clicks of a period are those of its days, and a table has the conversions beside them", async () => {
  const { clicksOfLinks } = await import("@/lib/clicks/statistics/stats");
  const { buildReport: reportOf } = await import("@/lib/clicks/statistics/report");
  const { reportTable } = await import("@/lib/clicks/statistics/report-table");
  const period = { from: "2026-11-22", to: "2026-11-23" };
  const days = visits.filter(({ at }) => at >= Date.UTC(2026, 10, 22) && at < Date.UTC(2026, 10, 24)).length;
  expect(await clicksOfLinks([1, 2], period)).toBe(days);
  const question = { period, grain: "day", zone: "UTC", robots: false, filters: {} } as const;
  const report = await reportOf("link", 1, question, { limit: null, retainedFrom: null });
  expect(report.clicks).toBe(days);
  const figures = { count: 9, events: [{ event: "sale", count: 12 }], revenue: [{ currency: "EUR", amount: 4_900 }] };
  const rows = [];
  for await (const row of reportTable(report, question, new Map(), figures)) rows.push(row);
  expect(rows.slice(-3)).toEqual([
    ["total", "conversions", 9, null],
    ["conversion event", "sale", 12, null],
    ["revenue, minor units", "EUR", 4_900, null],
  ]);
});
