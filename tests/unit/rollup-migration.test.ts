import { expect, test } from "vitest";
import { databaseBefore } from "../support/migrations";

test("an older version's roll-ups, one row per value, become rows of days", async () => {
  const { client, migrate } = await databaseBefore("20261121041006_rollups_of_a_day_in_one_row");
  await client.query(`insert into click_rollups (subject, subject_id, robot, dimension, day, value, clicks, "unique")
    values ('link', 1, false, 'total', '1970-01-01', '', 5, 2), ('link', 1, false, 'total', '2026-11-21', '', 5, 2),
      ('link', 1, false, 'country', '2026-11-21', 'FR', 4, 1), ('link', 1, false, 'country', '2026-11-21', 'JP', 1, 1),
      ('link', 1, true, 'total', '2026-11-21', '', 7, 0), ('bio', 1, false, 'block', '2026-11-21', 'FR', 3, 0)`);
  await migrate();

  const rows = await client.query(
    `select subject::text, robot, day::text, clicks, "unique",
       (select json_object_agg(dimension || ' ' || value, count)
        from unnest("values", counts) as entry (id, count) join click_values using (id)) as values
     from click_rollups order by click_rollups.subject, robot, day`,
  );
  const link = { subject: "link", robot: false, clicks: 5, unique: 2 };
  expect(rows.rows).toEqual([
    { ...link, day: "1970-01-01", values: null },
    { ...link, day: "2026-11-21", values: { "country FR": 4, "country JP": 1 } },
    { subject: "link", robot: true, day: "2026-11-21", clicks: 7, unique: 0, values: null },
    { subject: "bio", robot: false, day: "2026-11-21", clicks: 0, unique: 0, values: { "block FR": 3 } },
  ]);
});
