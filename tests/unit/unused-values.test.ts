import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Dictionary, KNOWN_FOR_MS } from "@/lib/clicks/postgres/dictionary";
import { storeRollup } from "@/lib/clicks/postgres/rollups";
import { forgetUnusedValues } from "@/lib/clicks/postgres/unused-values";
import { type ClickDatabase, startClickDatabase } from "../support/click-database";
import { waitingConnections } from "../support/locks";
import { eventually } from "../support/wait";

let database: ClickDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await startClickDatabase(1);
  client = database.client;
});
afterAll(() => database.stop());
beforeEach(async () => {
  await database.reset();
  await client.query("truncate click_values");
});
afterEach(() => vi.restoreAllMocks());

interface Where {
  link?: number;
  beyond?: number;
}

/** Counts a click from each of these referrers, in a transaction. */
async function count(referrers: string[], dictionary: Dictionary, where?: Where): Promise<void> {
  await connectionOf(dictionary).query("begin");
  await countWithin(referrers, dictionary, where);
  await connectionOf(dictionary).query("commit");
}

async function countWithin(referrers: string[], dictionary: Dictionary, { link = 1, beyond }: Where = {}) {
  const places = referrers.map((_, place) => place);
  const values = { places, clicks: places.map(() => 1) } as never;
  const row = { subject: "link" as const, id: link, day: "2026-11-25", clicks: referrers.length, values };
  const words = referrers.map((value) => ({ dimension: "referrer" as const, value }));
  const rows = beyond === undefined ? [{ ...row, robot: false, unique: 0 }] : [];
  const beyondRows = beyond === undefined ? [] : [{ ...row, beyond }];
  await storeRollup(connectionOf(dictionary), { words, rows: () => rows, beyondRows: () => beyondRows }, dictionary);
}

const connectionOf = (dictionary: Dictionary) => (dictionary as unknown as { client: pg.Client }).client;
const values = async () =>
  (await client.query("select value from click_values order by value")).rows.map(({ value }) => value);
const marked = async () =>
  (await client.query("select value from click_values where unused_since is not null order by value")).rows.map(
    ({ value }) => value,
  );
const deleteLink = (id: number) => client.query("delete from click_rollups where subject_id = $1", [id]);
const passHours = (hours: number) =>
  client.query("update click_values set unused_since = unused_since - make_interval(hours => $1)", [hours]);

/** The counts in the roll-ups, by value. */
async function counted(): Promise<Record<string, number>> {
  const { rows } = await client.query<{ value: string; count: number }>(
    `select coalesce(value, 'nothing') as value, sum(count)::int as count from click_rollups, unnest("values", counts) as entry (id, count)
     left join click_values using (id) group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ value, count: found }) => [value, found]));
}

test("marks values that no roll-up uses, and deletes them an hour later; all others stay", async () => {
  const dictionary = new Dictionary(client);
  await count(["a.example", "both.example"], dictionary);
  await count(["b.example", "both.example"], dictionary, { link: 2 });
  await count(["beyond.example"], dictionary, { beyond: 1_000 });
  await client.query("insert into click_values (dimension, value) values ('referrer', 'Other')");
  await forgetUnusedValues(client);
  expect(await marked()).toEqual([]);

  await deleteLink(2);
  await forgetUnusedValues(client);
  expect(await marked()).toEqual(["b.example"]);
  await forgetUnusedValues(client);
  expect(await marked()).toEqual(["b.example"]);
  await passHours(2);
  await forgetUnusedValues(client);
  expect(await values()).toEqual(["Other", "a.example", "beyond.example", "both.example"]);
  expect(await counted()).toEqual({ "a.example": 1, "both.example": 1 });
});

test("a value that is used again loses its mark, and keeps its number", async () => {
  const [number] = await new Dictionary(client).numbersOf([{ dimension: "referrer", value: "a.example" }]);
  await forgetUnusedValues(client);
  expect(await marked()).toEqual(["a.example"]);
  await count(["a.example"], new Dictionary(client));
  expect(await marked()).toEqual([]);
  expect(await new Dictionary(client).numbersOf([{ dimension: "referrer", value: "a.example" }])).toEqual([number]);
});

test("a drain may use a number that it knows for some time, and it stays", async () => {
  const dictionary = new Dictionary(client);
  await count(["a.example", "b.example"], dictionary);
  await deleteLink(1);
  await forgetUnusedValues(client);
  await count(["a.example"], dictionary);
  expect(await marked()).toEqual(["a.example", "b.example"]);
  await passHours(2);
  await forgetUnusedValues(client);
  expect(await values()).toEqual(["a.example"]);
  expect(await marked()).toEqual([]);
  expect(await counted()).toEqual({ "a.example": 1 });

  // Later it checks again, and values that were deleted in the meantime are created again.
  const later = performance.now() + KNOWN_FOR_MS + 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => later);
  await count(["b.example"], dictionary);
  expect(await counted()).toEqual({ "a.example": 1, "b.example": 1 });
});

test("keeps a value that a drain is about to use, and waits for a deletion to create it again", async () => {
  await count(["a.example"], new Dictionary(client));
  await deleteLink(1);
  await forgetUnusedValues(client);
  await passHours(2);
  const drain = await database.connect();
  await drain.query("begin");
  await countWithin(["a.example"], new Dictionary(drain));
  await forgetUnusedValues(client);
  await drain.query("commit");
  expect(await counted()).toEqual({ "a.example": 1 });
  expect(await marked()).toEqual([]);
  await forgetUnusedValues(client);
  expect(await values()).toEqual(["a.example"]);

  await deleteLink(1);
  await forgetUnusedValues(client);
  await passHours(2);
  await client.query("begin");
  await forgetUnusedValues(client);
  let done = false;
  const counting = count(["a.example"], new Dictionary(drain)).then(() => {
    done = true;
  });
  await eventually(async () => expect(await waitingConnections(client)).toBe(1));
  expect(done).toBe(false);
  await client.query("commit");
  await counting;
  expect(await counted()).toEqual({ "a.example": 1 });
  await drain.end();
});

test("reads all roll-ups and values, page by page", async () => {
  const referrers = Array.from({ length: 2_500 }, (_, number) => `${number + 1_000}.example`);
  await count(referrers, new Dictionary(client));
  await client.query(`insert into click_rollups (subject, subject_id, robot, day, clicks, "unique", "values", counts)
    select 'qr', n, false, '2026-11-25', 1, 0, array[id], '{1}' from (select id, row_number() over (order by id) as n from click_values) as value
    where n % 2 = 0`);
  await deleteLink(1);
  // A row that is larger than an answer should be, and one after it.
  await client.query(`insert into click_rollups (subject, subject_id, robot, day, clicks, "unique", "values", counts)
    select 'link'::"ClickSubject", 1, false, date '2026-11-25', 1, 0, array(select generate_series(100000, 106000)), array_fill(1::bigint, array[6001])
    union all select 'link', 2, false, '2026-11-25', 1, 0, array[id], '{1}' from click_values where value = '1000.example'`);
  await forgetUnusedValues(client);
  await passHours(2);
  await forgetUnusedValues(client);
  const left = await values();
  expect(left).toHaveLength(1_251);
  expect(left).toEqual(referrers.filter((_, number) => number === 0 || number % 2 === 1));
});
