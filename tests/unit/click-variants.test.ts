import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClickSubjects } from "@/lib/clicks/classify/recorded-click";
import { describeVisit } from "@/lib/clicks/classify/visit";
import { DirectoryDrain } from "@/lib/clicks/drain/drain-folder";
import { openClickStore } from "@/lib/clicks/drain/store";
import { formatLine } from "@/lib/clicks/journal/line";
import type { Filters } from "@/lib/clicks/store/selection";
import { provide } from "@/lib/platform/env";
import { type ClickDatabase, inClickHouse, startClickDatabase } from "../support/click-database";
import { eventually } from "../support/wait";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
const DAY = "2026-11-03";
const all = { limit: null, retainedFrom: null };

let database: ClickDatabase;
let stats: typeof import("@/lib/clicks/statistics/stats");
let reportOf: typeof import("@/lib/clicks/statistics/report").buildReport;
let verifyClicks: typeof import("@/lib/clicks/verification/verify").verifyClicks;
let directory: string;

/** A visit on the day from the address number `who`. */
function visit(who: number, subjects: ClickSubjects, { agent = FIREFOX, untracked = false, day = DAY } = {}): string {
  const headers = { "user-agent": agent, ...(untracked && { dnt: "1" }) };
  const visit = describeVisit({ method: "GET", headers }, `127.0.0.${who}`);
  return formatLine({ ...visit, at: Date.parse(`${day}T10:00:00Z`) }, subjects);
}

let files = 0;
async function stored(...lines: string[]): Promise<void> {
  writeFileSync(join(directory, `${++files}.closed`), lines.join(""));
  await new DirectoryDrain(await openClickStore(database.client), directory, () => {}).pass();
}

const a = { linkId: 1, campaignId: 1, rule: "split.0", variant: "split.aaa" };
const b = { linkId: 1, rule: "split.1", variant: "split.bbb" };

beforeAll(async () => {
  database = await startClickDatabase(3);
  provide({ APP_SECRET: "a secret of the tests, which is long enough", DATABASE_URL: database.url });
  // Imported late: the pool reads the database's URL when it loads.
  stats = await import("@/lib/clicks/statistics/stats");
  ({ buildReport: reportOf } = await import("@/lib/clicks/statistics/report"));
  ({ verifyClicks } = await import("@/lib/clicks/verification/verify"));
  directory = mkdtempSync(join(tmpdir(), "signpost-variants-"));
  // Before the link had a split test, and before variants were stored.
  await stored(visit(1, { linkId: 1 }), visit(2, { linkId: 1, rule: "rules.0" }, { day: "2026-11-01" }));
  await stored(
    visit(1, a),
    visit(1, a),
    visit(2, a),
    visit(3, b),
    visit(4, b, { untracked: true }),
    visit(5, b, { agent: "Twitterbot/1.0" }),
  );
  // On another day the rule has moved; the variant is the same.
  await stored(visit(1, { ...a, rule: "rules.3.split.0" }, { day: "2026-11-04" }), visit(6, a, { day: "2026-11-04" }));
});

afterAll(async () => {
  rmSync(directory, { recursive: true });
  const { pool } = await import("@/lib/platform/database/pool");
  await pool.end();
  await database.stop();
});

test("each variant counts its clicks and visitors, including those who knew the link", async () => {
  const { clicks, uniqueClicks, variants } = await stats.statisticsOf("link", 1, { limit: null });
  expect(variants).toEqual([
    { value: "split.aaa", clicks: 5, visitors: 3 },
    { value: "split.bbb", clicks: 2, visitors: 1 },
  ]);
  // Two clicks have no variant; two of the four visitors had visited the link before.
  expect({ clicks, uniqueClicks }).toEqual({ clicks: 9, uniqueClicks: 4 });
});

test("counts bots on request, without visitors", async () => {
  const { variants } = await stats.statisticsOf("link", 1, { limit: null, robots: true });
  expect(variants.find(({ value }) => value === "split.bbb")).toEqual({ value: "split.bbb", clicks: 3, visitors: 1 });
});

test("a campaign does not see what decided about a link's visitors", async () => {
  expect((await stats.statisticsOf("campaign", 1, { limit: null })).variants).toEqual([]);
  expect((await report({ browser: "Firefox" }, "campaign")).top.variants).toEqual([]);
});

const report = (filters: Filters, subject: "link" | "campaign" = "link") =>
  reportOf(
    subject,
    1,
    { period: { from: DAY, to: "2026-11-04" }, grain: "day", zone: "UTC", robots: false, filters },
    all,
  );

test("counts a period from the roll-ups as from single clicks", async () => {
  const expected = [
    { value: "split.aaa", clicks: 5, visitors: 3 },
    { value: "split.bbb", clicks: 2, visitors: 1 },
  ];
  expect((await report({})).top.variants).toEqual(expected);
  expect((await report({ browser: "Firefox" })).top.variants).toEqual(expected);
});

test("a report can be filtered by a variant, with the variant's visitors", async () => {
  const { clicks, uniqueClicks, top } = await report({ variant: "split.aaa" });
  expect({ clicks, uniqueClicks, variants: top.variants, browsers: top.browsers }).toEqual({
    clicks: 5,
    uniqueClicks: 3,
    variants: [{ value: "split.aaa", clicks: 5, visitors: 3 }],
    browsers: [{ value: "Firefox", clicks: 5 }],
  });
  expect((await report({ variant: "split.ccc" })).clicks).toBe(0);
});

test("a foreign line without a variant counts for none", async () => {
  await stored(visit(7, { linkId: 2, rule: "rules.0", variant: "no variant" }));
  const { clicks, rules, variants } = await stats.statisticsOf("link", 2, { limit: null });
  expect({ clicks, rules, variants }).toEqual({ clicks: 1, rules: [{ value: "rules.0", clicks: 1 }], variants: [] });
});

test("beyond the plan's limit, a variant counts for accounts whose plan allows it", async () => {
  await database.client.query(`update plans set limits = '{"clicks": 10}'`);
  await stored(...[1, 2, 3].map((who) => visit(who, { ...b, linkId: 3 })));
  const of = async (limit: number | null) => (await stats.statisticsOf("link", 3, { limit })).variants;
  const three = [{ value: "split.bbb", clicks: 3, visitors: 3 }];
  expect(await of(null)).toEqual(three);
  expect(await of(10)).not.toEqual(three);
});

test("a recount finds no difference, unless a test adds one", async () => {
  expect(await verifyClicks(database.client)).toMatchObject({ differences: 0, named: [] });
  if (inClickHouse()) {
    const { clickhouse } = await import("@/lib/clicks/clickhouse/client");
    const query = "alter table clicks update variant = 'split.bbb' where link_id = 1 and variant = 'split.aaa'";
    await clickhouse().command({ query });
  } else {
    await database.client.query("update clicks set variant = 'split.bbb' where link_id = 1 and variant = 'split.aaa'");
  }
  // The clicks' seals report it, too: see segments.test.ts.
  const counted = async () => (await verifyClicks(database.client)).named.filter((line) => line.includes("counted"));
  await eventually(async () =>
    expect((await counted()).sort()).toEqual([
      "link 1, 2026-11-03: variant split.aaa: 3 counted, the clicks say 0.",
      "link 1, 2026-11-03: variant split.bbb: 2 counted, the clicks say 5.",
      "link 1, 2026-11-03: variant_visitors split.aaa: 2 counted, the clicks say 0.",
      "link 1, 2026-11-03: variant_visitors split.bbb: 1 counted, the clicks say 3.",
      "link 1, 2026-11-04: variant split.aaa: 2 counted, the clicks say 0.",
      "link 1, 2026-11-04: variant split.bbb: 0 counted, the clicks say 2.",
      "link 1, 2026-11-04: variant_visitors split.aaa: 1 counted, the clicks say 0.",
      "link 1, 2026-11-04: variant_visitors split.bbb: 0 counted, the clicks say 1.",
    ]),
  );
});

test("deleting a link deletes what is stored about its visitors' variants", async () => {
  expect((await database.client.query("select from click_variant_visitors where link_id = 1")).rowCount).toBe(4);
  await database.client.query("insert into click_erasures (subject, subject_id, clicks) values ('link', 1, true)");
  const store = await openClickStore(database.client);
  while (await store.erase());
  expect((await database.client.query("select from click_variant_visitors where link_id = 1")).rowCount).toBe(0);
});
