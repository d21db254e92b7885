import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createDatabase } from "../support/shared-postgres";

test("finds clicks by their time in ranges of pages, and gives new months their own ranges", async () => {
  const database = await createDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  await client.query(`create table clicks_2026_01 (like clicks including defaults including constraints);
    alter table clicks attach partition clicks_2026_01 for values from ('2026-01-01Z') to ('2026-02-01Z');
    insert into clicks (at, link_id, "unique") select timestamptz '2026-01-01Z' + n * interval '30 seconds', 1 + n % 9973, false
      from generate_series(0, 86399) as n;
    analyze clicks`);
  await client.query(`create table clicks_2026_02 (like clicks including defaults including constraints);
    alter table clicks attach partition clicks_2026_02 for values from ('2026-02-01Z') to ('2026-03-01Z')`);

  const { rows: indexes } = await client.query(
    `select tablename, indexname from pg_indexes where tablename like 'clicks_2026%' and indexdef ~ 'brin|UNIQUE' order by 1`,
  );
  expect(indexes).toEqual(
    ["01", "02"].map((month) => ({ tablename: `clicks_2026_${month}`, indexname: `clicks_2026_${month}_at_idx` })),
  );
  const minute = "select id from clicks where at >= '2026-01-20T10:00Z' and at < '2026-01-20T10:01Z'";
  expect((await client.query(minute)).rowCount).toBe(2);
  await client.query("select brin_summarize_new_values('clicks_2026_01_at_idx')");
  const { rows: plan } = await client.query(`explain ${minute}`);
  expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("clicks_2026_01_at_idx");
});
