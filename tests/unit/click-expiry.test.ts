import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ClickSubjects } from "@/lib/clicks/classify/recorded-click";
import { describeVisit } from "@/lib/clicks/classify/visit";
import { DirectoryDrain } from "@/lib/clicks/drain/drain-folder";
import { openClickStore } from "@/lib/clicks/drain/store";
import { formatLine } from "@/lib/clicks/journal/line";
import { env, provide } from "@/lib/platform/env";
import { type ClickDatabase, inClickHouse, startClickDatabase } from "../support/click-database";
import { eventually } from "../support/wait";

const DAY_MS = 86_400_000;

let database: ClickDatabase;
let directory: string;
let planExpiry: typeof import("@/lib/clicks/maintenance/retention").planExpiry;

beforeAll(async () => {
  database = await startClickDatabase(10);
  provide({ APP_SECRET: "a secret of the tests, which is long enough", DATABASE_URL: database.url });
  // Imported late: the pool reads the database's URL when it loads.
  ({ planExpiry } = await import("@/lib/clicks/maintenance/retention"));
  // Ann is on plan 1, Ben on plan 2, which has no limit.
  await database.client.query(`
    insert into plans (id, name, limits) values (2, 'Two', '{"retention": null}');
    update plans set free = true where id = 1;
    insert into users (id, email, username, username_folded, plan_id) values (2, 'ben@example.com', 'Ben', 'ben', 2);
    update links set user_id = 2 where id = 9`);
});
afterAll(async () => {
  const { pool } = await import("@/lib/platform/database/pool");
  await pool.end();
  await database.stop();
});
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "signpost-expiry-"));
  env.CLICK_RETENTION_DAYS = undefined;
  await database.reset();
  await database.client.query("delete from click_expiries; update users set admin = false, plan_expires_at = null");
  await keep(1, 30);
  await keep(2, null);
  return () => rmSync(directory, { recursive: true });
});

const keep = (plan: number, days: number | null) =>
  database.client.query("update plans set limits = jsonb_build_object('retention', $2::int) where id = $1", [
    plan,
    days,
  ]);

const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";

/** A visit some days ago, at noon in UTC. */
function line(subjects: ClickSubjects, daysAgo: number): string {
  const at = Math.floor(Date.now() / DAY_MS - daysAgo) * DAY_MS + DAY_MS / 2;
  return formatLine({ ...describeVisit({ method: "GET", headers: { "user-agent": agent } }, "8.8.8.8"), at }, subjects);
}

let files = 0;
async function stored(...lines: string[]): Promise<void> {
  writeFileSync(join(directory, `${++files}.closed`), lines.join(""));
  await new DirectoryDrain(await openClickStore(database.client), directory, () => {}).pass();
}

/** What drains do after a check of what is due. */
async function expire(): Promise<number> {
  await planExpiry();
  const store = await openClickStore(database.client);
  let steps = 0;
  await eventually(async () => {
    while (await store.expire()) steps += 1;
    // ClickHouse accepts no new deletion while one is running.
    expect(await database.query("select from click_expiries where goal is not null")).toEqual([]);
  });
  return steps;
}

/** The ages in days of the clicks of each subject. */
async function ages(column = "link_id"): Promise<[id: number, daysAgo: number][]> {
  const rows = await database.query(
    `select ${column} as id, (now() at time zone 'utc')::date - (at at time zone 'utc')::date as age from clicks
     where ${column} is not null order by 1, 2`,
  );
  return rows.map(({ id, age }) => [Number(id), Number(age)]);
}

/** ClickHouse deletes asynchronously. */
const left = (expected: [number, number][], column?: string) =>
  eventually(async () => expect(await ages(column)).toEqual(expected));

const counted = () =>
  database.query(
    `select subject::text, subject_id, robot, day::text, clicks, "unique", cardinality("values") as size,
       (select sum(count)::int from unnest(counts) as count) as counted from click_rollups order by 1, 2, 3, 4`,
  );

test("erases clicks that a plan no longer keeps, to the day, and keeps their counts", async () => {
  const every = [0, 29, 30, 31, 45, 100, 500];
  await stored(...every.flatMap((age) => [line({ linkId: 1 }, age), line({ linkId: 9 }, age)]));
  const before = await counted();
  await expire();
  await left([
    ...[0, 29, 30].map((age): [number, number] => [1, age]),
    ...every.map((age): [number, number] => [9, age]),
  ]);
  expect(await counted()).toEqual(before);
  expect(await database.query("select clicks from link_counts where link_id = 1")).toEqual([{ clicks: 7 }]);
  expect(await expire()).toBe(0);
});

test("erases clicks of every kind of item, with what remains of it", async () => {
  await database.client.query(
    `insert into deleted_links (link_id, user_id, alias, destination, title, clicks, unique_clicks, bytes, stored)
     values (77, 1, 'gone', '', '', 0, 0, 0, '{}'); update links set archived = true where id = 2`,
  );
  const subjects: ClickSubjects[] = [
    { linkId: 2 },
    { linkId: 77 },
    { qrCodeId: 3 },
    { bioPageId: 4 },
    { linkId: 999, campaignId: 5 },
  ];
  await stored(...subjects.flatMap((subject) => [line(subject, 5), line(subject, 60)]));
  await expire();
  await left([
    [2, 5],
    [77, 5],
  ]);
  for (const [column, id] of [
    ["qr_code_id", 3],
    ["bio_page_id", 4],
    ["campaign_id", 5],
  ] as const)
    await left([[id, 5]], column);
  await database.client.query("delete from deleted_links; update links set archived = false");
});

describe("uses the owner's plan", () => {
  const both = async (...expected: [number, number][]) => {
    await stored(line({ linkId: 1 }, 20), line({ linkId: 9 }, 20));
    await expire();
    await left(expected);
  };

  test("treats an expired plan as the free one", async () => {
    await keep(1, 10);
    await database.client.query("update users set plan_expires_at = now() - interval '1 minute' where id = 2");
    await both();
  });

  test("keeps all clicks of administrators", async () => {
    await keep(1, 10);
    await database.client.query("update users set admin = true where id = 1");
    await both([1, 20], [9, 20]);
  });

  test("applies the instance's retention to all accounts if it is shorter", async () => {
    await database.client.query("update users set admin = true where id = 2");
    env.CLICK_RETENTION_DAYS = 25;
    await both([1, 20], [9, 20]);
    env.CLICK_RETENTION_DAYS = 15;
    await expire();
    await left([]);
  });
});

test("a smaller plan erases older clicks, and a larger one keeps the rest", async () => {
  await stored(...[5, 50, 80].map((age) => line({ linkId: 9 }, age)));
  await keep(2, 60);
  await expire();
  await left([
    [9, 5],
    [9, 50],
  ]);
  await keep(2, 90);
  expect(await expire()).toBe(0);
  await keep(2, 10);
  await expire();
  await left([[9, 5]]);
});

test("finds a click that is stored after its retention has ended", async () => {
  await stored(line({ linkId: 1 }, 5));
  await expire();
  await stored(line({ linkId: 1 }, 200));
  await left([
    [1, 5],
    [1, 200],
  ]);
  await expire();
  await left([[1, 5]]);
});

test("checks links again that come from another account", async () => {
  const { restartExpiry } = await import("@/lib/clicks/maintenance/retention");
  const { db } = await import("@/lib/platform/database/db");
  await stored(line({ linkId: 9 }, 300));
  await expire();
  await database.client.query("update links set user_id = 1 where id = 9");
  expect(await expire()).toBe(0);
  await restartExpiry(db as never, 1);
  await expire();
  await left([]);
  await database.client.query("update links set user_id = 2 where id = 9");
});

test("drops months that no account keeps", async () => {
  await keep(2, 60);
  await stored(line({ linkId: 1 }, 400), line({ linkId: 9 }, 400), line({ linkId: 9 }, 1));
  await planExpiry();
  await left([[9, 1]]);
});

describe.skipIf(inClickHouse())("in Postgres", () => {
  const months = async () =>
    (await database.query("select from pg_inherits where inhparent = 'clicks'::regclass")).length;

  test("drops empty months, and creates them again when needed", async () => {
    const before = await months();
    await stored(line({ linkId: 1 }, 700), line({ linkId: 1 }, 1));
    expect(await months()).toBeGreaterThan(before);
    const grown = await months();
    await expire();
    await planExpiry();
    expect(await months()).toBeLessThan(grown);
    await stored(line({ linkId: 1 }, 700));
    await left([
      [1, 1],
      [1, 700],
    ]);
  });

  test("works in steps that are each committed, and only one of two drains works at a time", async () => {
    await stored(line({ linkId: 1 }, 60), line({ linkId: 2 }, 60));
    await database.client.query(`insert into clicks (at, link_id, "unique")
      select (select min(at) from clicks), 1 + n % 5, false from generate_series(1, 25000) as n`);
    await planExpiry();
    const other = await database.connect();
    const [here, there] = [await openClickStore(database.client), await openClickStore(other)];
    await database.client.query("begin; select pg_advisory_xact_lock(5067925)");
    expect(await there.expire()).toBe(false);
    await database.client.query("commit");
    const left = async () => (await database.query("select count(*) from clicks"))[0]?.count;
    expect(await here.expire()).toBe(true);
    const after = Number(await left());
    expect(after).toBeGreaterThan(0);
    expect(25_002 - after).toBeLessThanOrEqual(10_000);
    let steps = 1;
    while (await there.expire()) steps += 1;
    expect([Number(await left()), steps > 2]).toEqual([0, true]);
    await other.end();
  });
});
