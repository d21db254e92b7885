import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ClickSubject } from "@/generated/prisma/enums";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import { VisitorPacking } from "@/lib/clicks/postgres/pack-visitors";
import { recountCounters, totalsInPostgres } from "@/lib/clicks/postgres/recount-totals";
import { PostgresClickStore } from "@/lib/clicks/postgres/store";
import { forgetVisitors, markNewVisitors } from "@/lib/clicks/postgres/visitors";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { provide } from "@/lib/platform/env";
import { breakAt } from "../support/break-at";
import { type ClickDatabase, startClickDatabase } from "../support/click-database";
import { advisoryLocksIn } from "../support/locks";
import { eventually } from "../support/wait";

/** More visitors than are needed for a pack. */
const MANY = 21_000;
const LOWEST = "-9223372036854775808";
const HIGHEST = "9223372036854775807";

let database: ClickDatabase;
let client: pg.Client;

beforeAll(async () => {
  provide({ APP_SECRET: "a secret of the tests, which is long enough" });
  database = await startClickDatabase(4);
  client = database.client;
});
afterAll(() => database.stop());
beforeEach(() => database.reset());

const clickOf = (visitor: string, id = 1, subject: ClickSubject = "link") =>
  ({ visitor, robot: null, subjects: [{ subject, id, first: false }] }) as unknown as EnrichedClick;
const isFirst = ({ subjects }: EnrichedClick) => subjects[0]?.first;

/** The visitors that the drain counts as new. */
async function met(visitors: string[], id = 1, connection = client): Promise<string[]> {
  const clicks = visitors.map((visitor) => clickOf(visitor, id));
  await connection.query("begin");
  await markNewVisitors(connection, clicks);
  await connection.query("commit");
  return clicks.filter(isFirst).map(({ visitor }) => visitor as string);
}

async function pack(connection = client): Promise<number> {
  const packing = new VisitorPacking(connection);
  let steps = 1;
  while (await packing.step()) steps += 1;
  return steps;
}

/** Enough other visitors to make packing worthwhile. */
const others = (id = 4) =>
  client.query(
    `insert into click_visitors select 'link', $1, hashtextextended(n::text, 0) from generate_series(1, $2::int) as n`,
    [id, MANY],
  );

interface Kept {
  first: string;
  visitors: string[];
}

async function setsOf(id = 1, subject: ClickSubject = "link"): Promise<Kept[]> {
  const { rows } = await client.query<Kept>(
    `select first, visitors::text[] from click_visitor_sets where subject = $1 and subject_id = $2 order by first`,
    [subject, id],
  );
  return rows;
}

const rowsLeft = async () => (await client.query("select from click_visitors")).rowCount;
const numbers = (from: number, count: number, step = 1) =>
  Array.from({ length: count }, (_, index) => String(from + index * step));

test("a visitor is new once per link, packed or not", async () => {
  const visitors = [LOWEST, "-1", "0", "1", "5000000000", HIGHEST];
  expect(await met(visitors)).toEqual(visitors);
  await others();
  await pack();
  expect(await rowsLeft()).toBe(0);
  expect(await setsOf()).toEqual([{ first: LOWEST, visitors }]);
  expect(await met([...visitors, "2"])).toEqual(["2"]);
  expect(await met(visitors, 2)).toEqual(visitors);
});

test("packs nothing if there are few rows", async () => {
  await met(["1", "2"]);
  expect(await pack()).toBe(1);
  expect(await rowsLeft()).toBe(2);
});

test("sets have at most 128 visitors, and their ranges cover all", async () => {
  await met([...numbers(0, 1_000, 100), LOWEST, HIGHEST]);
  await others();
  await pack();
  const before = await setsOf();
  await met([...numbers(1, 300), ...numbers(-500, 10)]);
  await others(3);
  await pack();
  const after = await setsOf();
  expect(after.length).toBeGreaterThan(before.length);
  const visitors = after.flatMap((set) => set.visitors);
  expect(new Set(visitors).size).toBe(1_312 - 3);
  expect(visitors.map(BigInt)).toEqual(visitors.map(BigInt).sort((a, b) => (a < b ? -1 : 1)));
  expect(after[0]?.first).toBe(LOWEST);
  for (const [place, set] of after.entries()) {
    expect(set.visitors.length).toBeLessThanOrEqual(128);
    expect(BigInt(set.visitors[0] ?? "")).toBeGreaterThanOrEqual(BigInt(set.first));
    const next = after[place + 1];
    if (next) expect(BigInt(set.visitors.at(-1) ?? "")).toBeLessThan(BigInt(next.first));
  }
  // Each is found in its place.
  expect(await met([...visitors, "-501"])).toEqual(["-501"]);
});

test("deleted visitors are removed from rows and sets, and are new again", async () => {
  const visitors = numbers(0, 300);
  await met(visitors);
  await others();
  await pack();
  await met(["1000", "1001"]);
  const gone = [...visitors.slice(0, 140), "200", "1000", "4711"];
  const counted = gone.map((visitor) => ({ click: clickOf(visitor) }));
  for (const { click } of counted) for (const clicked of click.subjects) clicked.first = true;
  const campaign = { subject: "campaign" as const, id: 1, first: false };
  counted[0]?.click.subjects.push(campaign);
  await client.query("insert into click_visitors values ('campaign', 1, 0)");
  await forgetVisitors(client, counted as Parameters<typeof forgetVisitors>[1]);
  expect(campaign.first).toBe(true);
  expect((await setsOf())[0]).toEqual({ first: LOWEST, visitors: [] });
  expect(await met([...visitors, "1000", "1001"])).toEqual([...visitors.slice(0, 140), "200", "1000"]);
});

test("deletions remove sets in steps", async () => {
  await client.query(
    `insert into click_visitor_sets select 'link', 2, n, array[n] from generate_series(1, 2500) as n;
     insert into click_visitor_sets values ('qr', 2, 1, '{1}'), ('link', 3, 1, '{1}');
     insert into click_erasures values ('link', 2, true)`,
  );
  const store = new PostgresClickStore(client);
  let steps = 0;
  while (await store.erase()) steps += 1;
  expect(steps).toBeGreaterThan(2);
  expect([await setsOf(2), (await setsOf(2, "qr")).length, (await setsOf(3)).length]).toEqual([[], 1, 1]);
});

test("a recount counts rows and sets, and notices a missing visitor", async () => {
  await others(1);
  await pack();
  await met(["1", "2", "3"]);
  await client.query("insert into click_rollups values ('link', 1, false, '1970-01-01', $1, $1, '{}', '{}')", [
    MANY + 3,
  ]);
  await client.query("update link_counts set clicks = $1, unique_clicks = $1 where link_id = 1", [MANY + 3]);
  const found = async () => (await recountCounters(client, "link", 1, totalsInPostgres("link", 1))).flat();
  expect(await found()).toEqual([]);
  await client.query("update click_visitor_sets set visitors = visitors[2:] where first = $1", [LOWEST]);
  expect(await found()).toMatchObject([{ of: "visitors", id: 1, kept: MANY + 3, found: MANY + 2 }]);
});

test("a drain that looked before a pass stores before it, and a drain during a pass looks after it", async () => {
  await others();
  const [early, late] = [await database.connect(), await database.connect()];
  await early.query("begin");
  const clicks = [clickOf("7"), clickOf("8")];
  await markNewVisitors(early, clicks);
  expect(clicks.map(isFirst)).toEqual([true, true]);
  const packed = pack();
  await eventually(async () => expect(await waiting()).toBe(1));
  // Waits behind the pass, which waits for the first drain.
  const meeting = met(["7", "9"], 1, late);
  await eventually(async () => expect(await waiting()).toBe(2));
  await early.query("commit");
  await packed;
  expect(await meeting).toEqual(["9"]);
  expect(await met(["7", "8", "9"])).toEqual([]);
  await Promise.all([early.end(), late.end()]);
});

/** The number of waiting locks, read over an idle connection. */
async function waiting(): Promise<number> {
  const watcher = await database.connect();
  const locks = await advisoryLocksIn(watcher);
  await watcher.end();
  return locks.filter(({ key, granted }) => key === advisoryLocks.clickVisitors && !granted).length;
}

test("a pass that would wait long lets drains go first", async () => {
  await others();
  const early = await database.connect();
  await early.query("begin");
  await markNewVisitors(early, [clickOf("7")]);
  expect(await pack()).toBe(1);
  expect(await rowsLeft()).toBe(MANY);
  await early.query("commit");
  await pack();
  expect(await rowsLeft()).toBe(0);
  await early.end();
});

test.each(["before", "after"] as const)("no visitor is lost or new if a pass stops %s a statement", async (when) => {
  await others(1);
  const { rows } = await client.query<{ visitor: string }>("select visitor::text from click_visitors");
  // A step has six statements, so steps of five reach each of them.
  for (let nth = 2, reached = true; reached; nth += 5) {
    const broken = await database.connect();
    const state = breakAt(broken, nth, when);
    await pack(broken).catch(() => {});
    reached = state.reached;
    await broken.end().catch(() => {});
    await eventually(async () => expect(await advisoryLocksIn(client)).toEqual([]));
    const [sum] = await database.query(`select (select count(*)::int from click_visitors) as rows,
      (select coalesce(sum(cardinality(visitors)), 0)::int from click_visitor_sets) as packed`);
    expect(Number(sum?.rows) + Number(sum?.packed)).toBe(MANY);
    if (await enough()) continue;
    await client.query("insert into click_visitors select 'link', 1, unnest(visitors) from click_visitor_sets");
    await client.query("truncate click_visitor_sets");
  }
  expect(await met(rows.map(({ visitor }) => visitor))).toEqual([]);
});

const enough = async () => (await client.query("select from click_visitors offset 20000")).rowCount !== 0;

test("the space of many rows is freed", async () => {
  // An autovacuum would keep the table from being truncated.
  await client.query("alter table click_visitors set (autovacuum_enabled = false)");
  await client.query(`insert into click_visitors select 'link', n % 4, n from generate_series(1, 120000) as n`);
  const bytes = async () =>
    (await client.query("select pg_total_relation_size('click_visitors')::int as bytes")).rows[0].bytes;
  expect(await bytes()).toBeGreaterThan(8 * 2 ** 20);
  expect(await pack()).toBe(120_000 / 2_500 + 1);
  // If Postgres takes longer than drains may wait, a later pass frees the space.
  await eventually(async () => {
    if ((await bytes()) < 100_000) return;
    await others();
    await pack();
    expect(await bytes()).toBeLessThan(100_000);
  });
  expect((await client.query("show statement_timeout")).rows).toEqual([{ statement_timeout: "0" }]);
});
