import type { Client } from "pg";
import { ALL_TIME, type RollupRow } from "./rollup";

/** Adds sorted rows to what the database has already counted. */
export async function addRollups(client: Client, rows: RollupRow[]): Promise<void> {
  await client.query(
    `insert into click_rollups (subject, subject_id, robot, dimension, day, value, clicks, "unique")
     select * from unnest($1::"ClickSubject"[], $2::int[], $3::bool[], $4::"ClickDimension"[], $5::date[], $6::text[],
       $7::int[], $8::int[])
     on conflict (subject, subject_id, robot, dimension, day, value) do update
       set clicks = click_rollups.clicks + excluded.clicks, "unique" = click_rollups."unique" + excluded."unique"`,
    [
      `{${rows.map((row) => row.subject)}}`,
      `{${rows.map((row) => row.subjectId)}}`,
      `{${rows.map((row) => row.robot)}}`,
      `{${rows.map((row) => row.dimension)}}`,
      `{${rows.map((row) => row.day)}}`,
      `{${rows.map((row) => `"${row.value.replace(/["\\]/g, "\\$&")}"`)}}`,
      `{${rows.map((row) => row.clicks)}}`,
      `{${rows.map((row) => row.unique)}}`,
    ],
  );
}

const COUNTERS = {
  link: `links set clicks = links.clicks + added.clicks, unique_clicks = unique_clicks + added."unique"`,
  qr: `qr_codes set scans = scans + added.clicks, unique_scans = unique_scans + added."unique"`,
};

/** Adds people's clicks to the counters that lists show and sort by. */
export async function addCounters(client: Client, rows: RollupRow[]): Promise<void> {
  for (const subject of ["link", "qr"] as const) {
    const totals = rows.filter(
      (row) => row.subject === subject && row.dimension === "total" && row.day === ALL_TIME && !row.robot,
    );
    if (totals.length === 0) continue;
    const [table] = COUNTERS[subject].split(" ");
    const values = [
      totals.map((row) => row.subjectId),
      totals.map((row) => row.clicks),
      totals.map((row) => row.unique),
    ];
    // Locked in the order of their ids, which an update by itself does not promise: two drains cannot deadlock.
    await client.query(`select 1 from ${table} where id = any($1::int[]) order by id for no key update`, [values[0]]);
    await client.query(
      `update ${COUNTERS[subject]} from unnest($1::int[], $2::int[], $3::int[]) as added (id, clicks, "unique")
       where ${table}.id = added.id`,
      values,
    );
  }
}
