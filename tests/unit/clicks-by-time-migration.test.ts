import { expect, test } from "vitest";
import { databaseBefore } from "../support/migrations";

test("finds clicks of an older version by their time, and gives new months their own ranges", async () => {
  const { client, migrate } = await databaseBefore("20261124200000_clicks_by_time_in_ranges");
  await client.query(`create table clicks_2026_01 (like clicks including defaults including constraints);
    alter table clicks attach partition clicks_2026_01 for values from ('2026-01-01Z') to ('2026-02-01Z');
    insert into clicks (at, link_id, "unique") select timestamptz '2026-01-01Z' + n * interval '30 seconds', 1 + n % 9973, false
      from generate_series(0, 86399) as n;
    analyze clicks`);
  await migrate();
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
  const { rows: plan } = await client.query(`explain ${minute}`);
  expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toContain("clicks_2026_01_at_idx");
});
