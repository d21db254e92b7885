import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClickSubject } from "@/generated/prisma/enums";
import { PostgresClickStore } from "@/lib/clicks/postgres/store";
import { provide } from "@/lib/platform/env";
import { type ClickDatabase, startClickDatabase } from "../support/click-database";

let database: ClickDatabase;

beforeAll(async () => {
  provide({ APP_SECRET: "a secret of the tests, which is long enough" });
  database = await startClickDatabase(3);
  await database.client.query(`
    create table clicks_2026_10 partition of clicks for values from ('2026-10-01Z') to ('2026-11-01Z');
    create table clicks_2026_11 partition of clicks for values from ('2026-11-01Z') to ('2026-12-01Z')`);
});
afterAll(() => database.stop());

const columns = { link: "link_id", qr: "qr_code_id", campaign: "campaign_id", bio: "bio_page_id" };

/** Inserts counts as if there had been many clicks by as many visitors in two months. */
async function clicked(subject: ClickSubject, id: number, clicks: number): Promise<void> {
  await database.client.query(`
    insert into clicks (at, ${columns[subject]}, "unique")
      select '2026-10-31T12:00Z'::timestamptz + n % 2 * interval '1 day', ${id}, true from generate_series(1, ${clicks}) as n;
    insert into click_visitors select '${subject}', ${id}, n from generate_series(1, ${clicks}) as n;
    ${subject === "link" ? `insert into conversions (user_id, link_id, event, source, at) select 1, ${id}, 'sale', 'api', now() from generate_series(1, ${clicks})` : ""};
    insert into click_rollups select '${subject}', ${id}, false, day, ${clicks}, ${clicks}, '{1}', '{${clicks}}'
      from unnest('{1970-01-01,2026-10-31,2026-11-01}'::date[]) as day`);
}

async function deleted(subject: ClickSubject, id: number, clicks = true): Promise<void> {
  await database.client.query("insert into click_erasures values ($1, $2, $3)", [subject, id, clicks]);
}

async function rowsOf(subject: ClickSubject, id: number) {
  const { rows } = await database.client.query(
    `select (select count(*)::int from clicks where ${columns[subject]} = $2) as clicks,
       (select count(*)::int from click_visitors where subject = $1 and subject_id = $2) as visitors,
       (select count(*)::int from click_rollups where subject = $1 and subject_id = $2) as rollups,
       (select count(*)::int from conversions where link_id = $2 and $1 = 'link') as conversions`,
    [subject, id],
  );
  return rows[0];
}

async function erase(): Promise<number> {
  const store = new PostgresClickStore(database.client);
  let steps = 0;
  while (await store.erase()) steps += 1;
  return steps;
}

const nothing = { clicks: 0, visitors: 0, rollups: 0, conversions: 0 };

test("counts of a deleted link are erased in steps, and nothing else is", async () => {
  await clicked("link", 1, 25_000);
  await clicked("link", 2, 10);
  await deleted("link", 1);
  expect(await erase()).toBeGreaterThan(3);
  expect(await rowsOf("link", 1)).toEqual(nothing);
  expect(await rowsOf("link", 2)).toEqual({ clicks: 10, visitors: 10, rollups: 3, conversions: 10 });
  expect((await database.client.query("select from click_erasures")).rowCount).toBe(0);
});

test.each(["qr", "campaign", "bio"] as const)("counts of a deleted %s are erased, too", async (subject) => {
  await clicked(subject, 1, 10);
  await clicked(subject, 2, 10);
  await deleted(subject, 1);
  await erase();
  expect(await rowsOf(subject, 1)).toEqual(nothing);
  expect(await rowsOf(subject, 2)).toMatchObject({ clicks: 10, visitors: 10, rollups: 3 });
});

test("if only the statistics are deleted, the clicks stay for other items", async () => {
  await clicked("campaign", 3, 10);
  await deleted("campaign", 3, false);
  await erase();
  expect(await rowsOf("campaign", 3)).toMatchObject({ clicks: 10, visitors: 0, rollups: 0 });
});

test("several drains share the work, and if one fails, the next one continues", async () => {
  await clicked("link", 3, 10);
  await deleted("link", 3);
  await database.client.query("begin; select from click_erasures for update");
  const other = await database.connect();
  expect(await new PostgresClickStore(other).erase()).toBe(false);
  expect(await rowsOf("link", 3)).toMatchObject({ clicks: 10 });
  await database.client.query("rollback");
  expect(await new PostgresClickStore(other).erase()).toBe(true);
  expect(await rowsOf("link", 3)).toEqual(nothing);
  await other.end();
});
