import { afterAll, beforeAll, expect, test } from "vitest";
import { ensurePartitions } from "@/lib/clicks/postgres/partitions";
import { pastInPostgres } from "@/lib/clicks/postgres/past-clicks";
import { type ClickDatabase, startClickDatabase } from "../support/click-database";

const CROWDED = Date.parse("2026-05-03T10:00Z");
const CLICKS = 50_000;

let database: ClickDatabase;
beforeAll(async () => {
  database = await startClickDatabase(1);
  await ensurePartitions(
    database.client,
    [0, 20, 40].map((days) => CROWDED - days * 86_400_000),
  );
  // More than one batch in the same second, and others weeks apart, in the two months before.
  await database.client.query(
    `insert into clicks (id, at, "unique", referrer)
     select n, to_timestamp($1) - case when n % 10 < 7 then interval '0' else n % 10 * interval '4 days' end - n % 3 * interval '1 second',
       false, n::text from generate_series(1, ${CLICKS}) as n`,
    [CROWDED / 1_000],
  );
});
afterAll(() => database.stop(), 60_000);

test.each([CLICKS, 43_211, 1])("reads the newest %i clicks, each once and the latest first", async (most) => {
  const found: (string | null)[] = [];
  for await (const clicks of pastInPostgres(database.client)(most))
    found.push(...clicks.map(({ referrer }) => referrer));
  const { rows } = await database.client.query("select referrer from clicks order by at desc, id desc limit $1", [
    most,
  ]);
  expect(found).toEqual(rows.map(({ referrer }) => referrer));
});
