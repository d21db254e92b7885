import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { enrich } from "@/lib/clicks/classify/enriched-click";
import type { ClickSubjects, RecordedClick } from "@/lib/clicks/classify/recorded-click";
import type { Visit } from "@/lib/clicks/classify/visit";
import { BatchSize, DirectoryDrain } from "@/lib/clicks/drain/drain-folder";
import { replayQuarantine } from "@/lib/clicks/drain/replay";
import { openClickStore } from "@/lib/clicks/drain/store";
import { listJournals } from "@/lib/clicks/journal/journal-files";
import { measureWaiting } from "@/lib/clicks/journal/leases";
import { parseLine } from "@/lib/clicks/journal/line";
import { provide } from "@/lib/platform/env";
import { breakAt } from "../support/break-at";
import { type ClickDatabase, inClickHouse, startClickDatabase } from "../support/click-database";
import { clickLine } from "../support/stored-clicks";
import { allTests } from "../support/tier";
import { eventually } from "../support/wait";

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const NOON = Date.UTC(2026, 10, 21, 12);

let database: ClickDatabase;
let directory: string;

beforeAll(async () => {
  provide({ APP_SECRET: "a secret of the tests, which is long enough" });
  database = await startClickDatabase(50);
});
afterAll(() => database.stop(), 60_000);

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "signpost-drain-"));
  await database.reset();
  return () => rmSync(directory, { recursive: true });
});

const line = (subjects: ClickSubjects, visit: Partial<Visit> = {}) =>
  clickLine(subjects, { at: NOON, userAgent: CHROME, ...visit });
const click = (...of: Parameters<typeof line>) => enrich(parseLine(line(...of).slice(0, -1)) as RecordedClick);
const write = (name: string, ...lines: string[]) => writeFileSync(join(directory, name), lines.join(""));
const query = (sql: string) => database.query(sql);

/** All-time counts of a subject, by dimension and value. */
async function valuesOf(subject: string, id: number): Promise<Record<string, number>> {
  const rows = await query(`select dimension || ' ' || click_values.value as word, sum(count)::bigint as count
    from click_rollups, unnest("values", counts) as entry (id, count) join click_values using (id)
    where subject = '${subject}' and subject_id = ${id} and day = '1970-01-01' group by word order by word`);
  return Object.fromEntries(rows.map(({ word, count }) => [word, count]));
}

async function drain(client = database.client): Promise<number> {
  const storedTo = new Map<string, number>();
  const store = await openClickStore(client);
  const journals = new DirectoryDrain(store, directory, () => {}, new BatchSize(), storedTo);
  while (await journals.pass());
  return backlog(storedTo);
}

/** Returns the bytes that wait in the journals. */
const backlog = (storedTo: Map<string, number>) =>
  measureWaiting(listJournals(directory), (journal) => storedTo.get(journal) ?? 0).bytes;

test("while visitors have priority, few clicks are stored at a time", async () => {
  write("1.closed", ...Array.from({ length: 9_000 }, (_, index) => line({ linkId: 1 + (index % 3) })));
  const backlogs: number[] = [];
  const storedTo = new Map<string, number>();
  const afterBatch = () => {
    backlogs.push(backlog(storedTo));
  };
  const store = await openClickStore(database.client);
  let givesWay = true;
  const size = new BatchSize();
  size.givesWay = () => {
    const gives = givesWay;
    givesWay = backlogs.length < 2;
    return gives;
  };
  await new DirectoryDrain(store, directory, afterBatch, size, storedTo).pass();
  expect(backlogs.length).toBeGreaterThan(2);
  expect(backlogs.length).toBeLessThan(6);
  expect(backlogs.at(-1)).toBe(0);
  expect(await query("select sum(clicks)::int as clicks from link_counts")).toEqual([{ clicks: 9_000 }]);
});

test("a click is stored with all of its data", async () => {
  write("1.closed", line({ linkId: 1, campaignId: 2 }, { referrer: "https://www.facebook.com/x", language: "de-AT" }));
  expect(await drain()).toBe(0);
  const [click] = await query("select * from clicks");
  expect(click).toMatchObject({
    at: new Date(NOON),
    link_id: 1,
    campaign_id: 2,
    qr_code_id: null,
    unique: true,
    robot: null,
    class: null,
    ruleset: 4,
    country: "US",
    language: "de",
    referrer: "facebook.com",
    browser: "Chrome",
    os: "Windows",
    device: "Desktop",
  });
  expect(await query("select clicks, unique_clicks from link_counts where link_id = 1")).toEqual([
    { clicks: 1, unique_clicks: 1 },
  ]);
  const counted = { clicks: 1, unique: 1 };
  expect(await query(`select subject::text, day::text, clicks, "unique" from click_rollups order by 1, 2`)).toEqual([
    { subject: "campaign", day: "1970-01-01", ...counted },
    { subject: "campaign", day: "2026-11-21", ...counted },
    { subject: "link", day: "1970-01-01", ...counted },
    { subject: "link", day: "2026-11-21", ...counted },
  ]);
  expect(await valuesOf("campaign", 2)).toEqual({
    "country US": 1,
    "referrer facebook.com": 1,
    "browser Chrome": 1,
    "os Windows": 1,
    "device Desktop": 1,
    "language de": 1,
    "social network1": 1,
  });
  expect(JSON.stringify(await query("select * from clicks, click_visitors"))).not.toContain("8.8.8.8");
});

test("a link's roll-up is added up now and then, and its sum is always right", async () => {
  const sizes = async () =>
    (await query(`select cardinality("values") as size from click_rollups where subject = 'link' and subject_id = 1
      and day = '1970-01-01'`)) as { size: number }[];
  const seen: number[] = [];
  for (let number = 1; number <= 17; number++) {
    write(`${number}.closed`, line({ linkId: 1 }, { referrer: number % 2 ? "https://odd.example/" : "" }));
    await drain();
    expect(await valuesOf("link", 1)).toMatchObject({ "country US": number, "os Windows": number });
    seen.push((await sizes())[0]?.size ?? 0);
  }
  expect(await valuesOf("link", 1)).toMatchObject({ "referrer odd.example": 9, "referrer Direct": 8 });
  if (inClickHouse()) return;
  // Six per click, and seven for all.
  expect(Math.max(...seen)).toBe(7 + 7 * 6);
  expect([seen[7], seen[8], seen[15]]).toEqual([7, 13, 7]);
  // Corrections by judgments or plans are added up at once.
  const { Rollup } = await import("@/lib/clicks/store/rollup");
  const { storeRollup } = await import("@/lib/clicks/postgres/rollups");
  const { Dictionary } = await import("@/lib/clicks/postgres/dictionary");
  const rollup = new Rollup();
  for (let times = 0; times < 8; times++) rollup.add(click({ linkId: 1 }), -1);
  await database.client.query("begin");
  await storeRollup(database.client, rollup, new Dictionary(database.client));
  await database.client.query("commit");
  expect(await valuesOf("link", 1)).toMatchObject({ "country US": 9, "referrer odd.example": 9 });
  expect(await valuesOf("link", 1)).not.toHaveProperty("referrer Direct");
});

test("counts above the range of a small integer continue", async () => {
  const much = 2 ** 31 - 1;
  write("1.closed", line({ linkId: 1, qrCodeId: 1 }));
  await drain();
  await query(`update link_counts set clicks = ${much}, unique_clicks = ${much}; update qr_codes set scans = ${much}`);
  // ClickHouse's rows are large in any case.
  await query(
    `update click_rollups set clicks = ${much}, "unique" = ${much}, counts = array_fill(${much}, array[cardinality(counts)])`,
  );
  write("2.closed", line({ linkId: 1, qrCodeId: 1 }, { address: "8.8.4.4" }));
  expect(await drain()).toBe(0);
  expect(await query("select clicks, unique_clicks from link_counts where link_id = 1")).toEqual([
    { clicks: much + 1, unique_clicks: much + 1 },
  ]);
  expect(await query("select scans from qr_codes where id = 1")).toEqual([{ scans: much + 1 }]);
  if (inClickHouse()) return;
  // Imported late: the pool reads the database's URL when it loads.
  provide({ DATABASE_URL: database.url });
  const { postgresStatistics } = await import("@/lib/clicks/postgres/stats");
  const { pool } = await import("@/lib/platform/database/pool");
  expect((await valuesOf("link", 1))["country US"]).toBe(much + 1);
  const period = { from: "2026-11-20", to: "2026-11-21" };
  const { clicks, browsers } = await postgresStatistics.statisticsOf("link", 1, { limit: null, period });
  expect([clicks, browsers]).toEqual([much + 1, [{ value: "Chrome", clicks: much + 1 }]]);
  expect((await postgresStatistics.clicksByDay("link", [1], period)).get(1)?.get("2026-11-21")).toBe(much + 1);
  expect((await postgresStatistics.clicksOverTime("link", 1, period)).at(-1)?.clicks).toBe(much + 1);
  await pool.end();
});

test("a visitor is unique once per subject, within a batch and later", async () => {
  write(
    "1.closed",
    line({ linkId: 1 }),
    line({ linkId: 1 }),
    line({ linkId: 2 }),
    line({ linkId: 1 }, { address: "8.8.4.4" }),
  );
  await drain();
  write("2.closed", line({ linkId: 1, campaignId: 1 }));
  await drain();
  expect(
    await query("select link_id as id, clicks, unique_clicks from link_counts where clicks > 0 order by 1"),
  ).toEqual([
    { id: 1, clicks: 4, unique_clicks: 2 },
    { id: 2, clicks: 1, unique_clicks: 1 },
  ]);
  expect(await query(`select count(*)::int from clicks where "unique"`)).toEqual([{ count: 3 }]);
  expect(await query(`select clicks, "unique" from click_rollups where subject = 'campaign'`)).toEqual([
    { clicks: 1, unique: 1 },
    { clicks: 1, unique: 1 },
  ]);
});

test("bots are counted separately, and visitors without tracking are counted without a hash", async () => {
  write(
    "1.closed",
    line({ linkId: 1 }, { head: true }),
    line({ linkId: 1 }, { prefetch: true }),
    line({ linkId: 1 }, { userAgent: "Twitterbot/1.0" }),
    line({ linkId: 1 }, { untracked: true }),
    line({ qrCodeId: 1 }),
  );
  await drain();
  expect(await query("select clicks, unique_clicks from link_counts where link_id = 1")).toEqual([
    { clicks: 1, unique_clicks: 0 },
  ]);
  expect(await query("select scans, unique_scans from qr_codes where id = 1")).toEqual([{ scans: 1, unique_scans: 1 }]);
  expect(await query("select robot, class::text, ruleset from clicks order by id")).toEqual([
    { robot: "head", class: "robot", ruleset: 4 },
    { robot: "prefetch", class: "preview", ruleset: 4 },
    { robot: "agent:Twitterbot", class: "preview", ruleset: 4 },
    { robot: null, class: null, ruleset: 4 },
    { robot: null, class: null, ruleset: 4 },
  ]);
  expect(await query("select visitor from clicks where link_id = 1 and robot is null")).toEqual([{ visitor: null }]);
  expect(await query(`select clicks from click_rollups where robot and day = '2026-11-21'`)).toEqual([{ clicks: 3 }]);
  expect(await query("select count(*)::int from click_visitors")).toEqual([{ count: 1 }]);
});

test("clicks on deleted items are dropped, but count for other items", async () => {
  write("1.closed", line({ linkId: 999 }), line({ linkId: 999, campaignId: 1 }), line({ linkId: 1 }));
  await drain();
  expect(await query("select link_id, campaign_id from clicks order by id")).toEqual([
    { link_id: null, campaign_id: 1 },
    { link_id: 1, campaign_id: null },
  ]);
  expect(await query("select 1 from click_rollups where subject_id = 999")).toEqual([]);
  expect(await query("select 1 from click_visitors where subject_id = 999")).toEqual([]);
});

test("a journal without countable lines is stored and deleted, too", async () => {
  write("1.closed", line({ linkId: 999 }), line({}), "damaged\n");
  write("2.closed");
  expect(await drain()).toBe(0);
  expect(readdirSync(directory)).toEqual([]);
  expect(await query("select * from clicks")).toEqual([]);
});

test("all counts of a deleted link are erased", async () => {
  write("1.closed", line({ linkId: 1 }), line({ linkId: 2 }), line({ linkId: 1, campaignId: 1 }));
  await drain();
  await database.client.query("insert into click_erasures values ('link', 1, true)");
  const store = await openClickStore(database.client);
  while (await store.erase());
  await eventually(async () => {
    expect(await query("select link_id from clicks")).toEqual([{ link_id: 2 }]);
    expect(
      await query("select subject::text, subject_id as id from click_rollups where day = '1970-01-01' order by 1, 2"),
    ).toEqual([
      { subject: "campaign", id: 1 },
      { subject: "link", id: 2 },
    ]);
  });
});

test("clicks go to their month in UTC", async () => {
  const months = [Date.UTC(2026, 11, 1) - 1, Date.UTC(2026, 11, 1), Date.UTC(2027, 0, 1) - 1, Date.UTC(2024, 1, 29)];
  write("1.closed", ...months.map((at) => line({ linkId: 1 }, { at })));
  await drain();
  expect(await query("select tableoid::regclass::text as month from clicks order by id")).toEqual([
    { month: "clicks_2026_11" },
    { month: "clicks_2026_12" },
    { month: "clicks_2026_12" },
    { month: "clicks_2024_02" },
  ]);
  const days = await query(`select day::text, clicks, "unique" from click_rollups order by day`);
  expect(days.map((row) => [row.day, row.clicks, row.unique])).toEqual([
    ["1970-01-01", 4, 1],
    ["2024-02-29", 1, 0],
    ["2026-11-30", 1, 1],
    ["2026-12-01", 1, 0],
    ["2026-12-31", 1, 0],
  ]);
});

test("later batches add to the same row", async () => {
  const visits = [{ referrer: "https://a.example/" }, { referrer: "https://b.example/", language: "fr" }, {}];
  for (const [index, visit] of visits.entries()) {
    write(`${index}.closed`, line({ linkId: 1, rule: "0" }, visit), line({ linkId: 1 }, visit));
    await drain();
  }
  expect(await valuesOf("link", 1)).toMatchObject({
    "browser Chrome": 6,
    "language en": 4,
    "language fr": 2,
    "referrer Direct": 2,
    "referrer a.example": 2,
    "referrer b.example": 2,
    "rule 0": 3,
  });
});

test.skipIf(inClickHouse())("many different values cannot make a link's row grow without limit", async () => {
  const hosts = Array.from({ length: 3_500 }, (_, n) => `https://site-${n}.example/`);
  const often = Array.from({ length: 5 }, () => line({ linkId: 1 }, { referrer: "https://often.example/" }));
  write("1.closed", ...often, ...hosts.map((referrer) => line({ linkId: 1 }, { referrer })));
  await drain();
  write("2.closed", ...often, line({ linkId: 1 }, { referrer: "https://new.example/" }));
  await drain();
  const referrers = Object.entries(await valuesOf("link", 1)).filter(([word]) => word.startsWith("referrer "));
  expect(referrers.length).toBeLessThan(200);
  expect(referrers.reduce((sum, [, count]) => sum + count, 0)).toBe(3_511);
  expect(Object.fromEntries(referrers)).toMatchObject({
    "referrer often.example": 10,
    "referrer new.example": 1,
    "referrer Other": 3_500 - 149,
  });
});

test("two drains that store the same links at once count every click without a deadlock", async () => {
  const links = Array.from({ length: 50 }, (_, n) => n + 1);
  const clients = await Promise.all([database.connect(), database.connect()]);
  const storing = clients.map(async (client, drain) => {
    const store = await openClickStore(client);
    // Each drain has another order, with the same visitors everywhere.
    const order = drain === 0 ? links : links.toReversed();
    for (let batch = 0; batch < 10; batch++) {
      const hot = Array.from({ length: 200 }, (_, n) => click({ linkId: 1 }, { address: `8.8.8.${n}` }));
      const clicks = [...hot, ...order.map((linkId) => click({ linkId }))];
      await store.store({ journal: `drain-${drain}`, from: batch, to: batch + 1, clicks, events: [] });
    }
  });
  await Promise.all(storing);
  await Promise.all(clients.map((client) => client.end()));
  expect(
    await query("select link_id as id, clicks, unique_clicks from link_counts where link_id < 3 order by 1"),
  ).toEqual([
    { id: 1, clicks: 2 * 10 * 201, unique_clicks: 200 },
    { id: 2, clicks: 20, unique_clicks: 1 },
  ]);
  expect(await query("select sum(clicks)::int from click_rollups where day > '1970-01-01'")).toEqual([
    { sum: 2 * 10 * 250 },
  ]);
  expect(await valuesOf("link", 1)).toMatchObject({ "browser Chrome": 2 * 10 * 201 });
});

test("two drains that need a new month at once both get it", async () => {
  const clients = await Promise.all([database.connect(), database.connect(), database.connect()]);
  write("1.open", line({ linkId: 1 }, { at: Date.UTC(2025, 4) }));
  // All but one find the journal already stored, or ClickHouse working on the same block.
  const ended = await Promise.allSettled(clients.map((client) => drain(client)));
  for (const result of ended)
    if (result.status === "rejected") expect(result.reason.message).toMatch(/already been stored|is already running/);
  await Promise.all(clients.map((client) => client.end()));
  await drain();
  expect(await query("select clicks from link_counts where link_id = 1")).toEqual([{ clicks: 1 }]);
});

test("a growing journal is stored up to its last line, and deleted when it is complete", async () => {
  const whole = line({ linkId: 1 });
  write("1.open", whole, whole.slice(0, 4));
  expect(await drain()).toBe(4);
  expect(readdirSync(directory)).toEqual(["1.open"]);
  appendFileSync(join(directory, "1.open"), whole.slice(4));
  expect(await drain()).toBe(0);
  write("2.closed", line({ linkId: 2 }), "damaged\n", line({ linkId: 2 }), whole.slice(0, 7));
  await drain();
  expect(readdirSync(directory)).toEqual(["1.open"]);
  expect(await query("select link_id as id, clicks from link_counts where clicks > 0 order by 1")).toEqual([
    { id: 1, clicks: 2 },
    { id: 2, clicks: 2 },
  ]);
  expect((await query("select journal from journal_offsets")).map((row) => row.journal)).toEqual(["1"]);
});

test.each(["before", "after"] as const)(
  "each click counts once, at whatever statement the connection breaks (%s it)",
  async (when) => {
    let breaks = 0;
    for (let nth = 1; ; nth++) {
      await database.reset();
      write(
        `${when}-${nth}.closed`,
        line({ linkId: 1 }),
        line({ linkId: 2 }),
        line({ linkId: 1, campaignId: 1 }),
        line({ qrCodeId: 3 }),
      );
      const client = await database.connect();
      const state = breakAt(client, nth, when);
      await drain(client).catch(() => {});
      await client.end().catch(() => {});
      await drain();
      expect(
        await query("select link_id as id, clicks, unique_clicks from link_counts where clicks > 0 order by 1"),
      ).toEqual([
        { id: 1, clicks: 2, unique_clicks: 1 },
        { id: 2, clicks: 1, unique_clicks: 1 },
      ]);
      expect(await query("select count(*)::int from clicks")).toEqual([{ count: 4 }]);
      expect(await query(`select sum(clicks)::int from click_rollups where day > '1970-01-01'`)).toEqual([{ sum: 5 }]);
      expect(readdirSync(directory)).toEqual([]);
      if (!state.reached) break;
      breaks += 1;
    }
    expect(breaks).toBeGreaterThanOrEqual(15);
  },
  60_000,
);

/** Fills the counter of link 7, so that one more click overflows it. */
const fill = () => query(`update link_counts set clicks = ${2n ** 63n - 1n} where link_id = 7`);
const empty = () => query("update link_counts set clicks = 0 where link_id = 7");
const quarantined = async () =>
  (await query("select line, reason from quarantined_clicks order by id")).map(({ line, reason }) => ({
    line: (line as Buffer).toString("latin1"),
    reason,
  }));

test("rejected clicks are quarantined, and all others are stored once", async () => {
  await fill();
  const good = (linkId = 1) => line({ linkId });
  const [version, at, ...rest] = good().trimEnd().split("\t");
  const long = Array.from({ length: 2_000 }, (_, index) => index.toString(36).padStart(4, "0")).join("");
  // Postgres accepts neither, ClickHouse both.
  const words = [line({ linkId: 2, rule: "null" }).replace("null", "nu\0ll"), line({ linkId: 2, rule: long })];
  const poison: string[] = [
    good(7),
    [version, Date.UTC(1970, 5), ...rest].join("\t"),
    [version, Date.UTC(9999, 11, 31), ...rest].join("\t"),
    ["9", at, ...rest].join("\t"),
    [version, "yesterday", ...rest].join("\t"),
    [version, at, "-1", ...rest.slice(1)].join("\t"),
    [version, at, "99999999999", ...rest.slice(1)].join("\t"),
    good().slice(0, 25),
    "garbage",
    ...(inClickHouse() ? [] : words),
    "x".repeat(300_000),
  ];
  const parts = poison.flatMap((one) => [good(), one.endsWith("\n") ? one : `${one}\n`, good(999), good(3)]);
  const invalid = Buffer.from(line({ linkId: 2, rule: "bytes" }));
  invalid.fill(0xff, invalid.indexOf("bytes"), invalid.indexOf("bytes") + 5);
  writeFileSync(join(directory, "1.closed"), Buffer.concat([...parts.map((part) => Buffer.from(part)), invalid]));
  expect(await drain()).toBe(0);
  expect(readdirSync(directory)).toEqual([]);

  const stored = [
    { id: 1, clicks: poison.length },
    { id: 2, clicks: 1 },
    { id: 3, clicks: poison.length },
  ];
  expect(
    await query("select link_id as id, clicks from link_counts where clicks > 0 and link_id <> 7 order by 1"),
  ).toEqual(stored);
  expect(await query("select link_id as id, count(*)::int as clicks from clicks group by 1 order by 1")).toEqual(
    stored,
  );
  const aside = await quarantined();
  // The endless line spans two reads.
  expect(aside.slice(0, -2).map(({ line }) => line)).toEqual(poison.slice(0, -1).map((one) => one.trimEnd()));
  expect(aside.slice(-2).map(({ line }) => line)).toEqual(["x".repeat(16_384), "x".repeat(16_384)]);
  const reasons = ["bigint out of range", "This is not a click."];
  if (!inClickHouse()) reasons.push(expect.stringMatching(/invalid byte sequence/), expect.stringMatching(/index row/));
  expect([...new Set(aside.map(({ reason }) => reason))]).toEqual(expect.arrayContaining(reasons));

  await empty();
  const left = aside.length - 1;
  expect(await replayQuarantine(database.client)).toEqual({ stored: 1, left });
  expect(await replayQuarantine(database.client)).toEqual({ stored: 0, left });
  expect(await query("select clicks from link_counts where link_id = 7")).toEqual([{ clicks: 1 }]);
  expect(await query("select journal from journal_offsets")).toEqual([]);
});

test("a full, slow or unreachable database quarantines no click", async () => {
  for (const code of [
    "53100",
    "53200",
    "55P03",
    "40001",
    "40P01",
    "57014",
    "57P03",
    "08006",
    "25006",
    "42P01",
    "XX000",
  ]) {
    write("1.closed", line({ linkId: 1 }), line({ linkId: 2 }));
    const client = await database.connect();
    const ask = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) =>
      /update link_counts/.test(String(args[0]))
        ? Promise.reject(Object.assign(new Error("not now"), { code }))
        : ask(...args)) as typeof client.query;
    await expect(drain(client)).rejects.toMatchObject({ code });
    await client.end();
  }
  expect(await quarantined()).toEqual([]);
  await drain();
  expect(await query("select clicks from link_counts where link_id in (1, 2)")).toEqual([{ clicks: 1 }, { clicks: 1 }]);
});

test("a batch that takes the database too long is begun again with half as many clicks, until all are stored once", async () => {
  const lines = Array.from({ length: 9_000 }, (_, index) => line({ linkId: 1 + (index % 3) }));
  write("1.closed", ...lines);
  const most = 1_200 * (lines[0] as string).length;
  // As if a larger batch took too long: see `statement_timeout`.
  await query(`create function refuse_large() returns trigger language plpgsql as $$ begin
      raise exception 'too slow' using errcode = '57014'; end $$;
    create trigger refuse_large before update on journal_offsets for each row
      when (new."offset" - old."offset" > ${most}) execute function refuse_large()`);
  const size = new BatchSize();
  const pass = async () =>
    new DirectoryDrain(await openClickStore(database.client), directory, () => {}, size).pass().catch(String);
  const passes: unknown[] = [];
  while (readdirSync(directory).length > 0 && passes.length < 30) passes.push(await pass());
  await query("drop function refuse_large cascade");
  expect(passes.slice(0, 3)).toEqual(Array(3).fill("error: too slow"));
  expect(await query("select link_id, clicks from link_counts where clicks > 0 order by 1")).toEqual(
    [1, 2, 3].map((link_id) => ({ link_id, clicks: 3_000 })),
  );
  expect(await query("select count(*)::int from clicks")).toEqual([{ count: 9_000 }]);
});

test("batches of clicks without a journal are halved, too", async () => {
  await fill();
  const { storeLines } = await import("@/lib/clicks/drain/line-store");
  const lines = [line({ linkId: 1 }), line({ linkId: 7 }), "damaged\n", line({ linkId: 2 })];
  for (const _again of [1, 2]) await storeLines(database.client, { journal: "process-1", position: 0, lines });
  expect(
    await query("select link_id as id, clicks from link_counts where clicks > 0 and link_id <> 7 order by 1"),
  ).toEqual([
    { id: 1, clicks: 1 },
    { id: 2, clicks: 1 },
  ]);
  expect((await quarantined()).map(({ line }) => line)).toEqual([lines[1]?.trimEnd(), "damaged"]);
});

test.each(["before", "after"] as const)(
  "nothing is lost or counted twice, at whatever statement the connection breaks (%s it) during a quarantine",
  async (when) => {
    let breaks = 0;
    // Each takes a second, so `npm test` breaks at fewer statements.
    for (let nth = when === "before" ? 1 : 2; ; nth += allTests ? 3 : 8) {
      await database.reset();
      await fill();
      write(`${when}-${nth}.closed`, line({ linkId: 1 }), line({ linkId: 7 }), "damaged\n", line({ linkId: 2 }));
      const client = await database.connect();
      const state = breakAt(client, nth, when);
      await drain(client).catch(() => {});
      await client.end().catch(() => {});
      await drain();
      const counted = [
        { id: 1, clicks: 1 },
        { id: 2, clicks: 1 },
      ];
      expect(
        await query("select link_id as id, clicks from link_counts where clicks > 0 and link_id <> 7 order by 1"),
      ).toEqual(counted);
      expect(await query("select count(*)::int from clicks")).toEqual([{ count: 2 }]);
      expect(await quarantined()).toHaveLength(2);
      expect(readdirSync(directory)).toEqual([]);

      await empty();
      const replaying = await database.connect();
      const replay = breakAt(replaying, nth, when);
      await replayQuarantine(replaying).catch(() => {});
      await replaying.end().catch(() => {});
      await replayQuarantine(database.client);
      expect(await query("select link_id as id, clicks from link_counts where clicks > 0 order by 1")).toEqual([
        ...counted,
        { id: 7, clicks: 1 },
      ]);
      expect(await query("select count(*)::int from clicks")).toEqual([{ count: 3 }]);
      expect((await quarantined()).map(({ line }) => line)).toEqual(["damaged"]);
      if (!state.reached && !replay.reached) break;
      breaks += 1;
    }
    expect(breaks).toBeGreaterThanOrEqual(allTests ? 10 : 4);
  },
  120_000,
);
