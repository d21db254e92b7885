import { expect, test } from "vitest";
import { databaseBefore } from "../support/migrations";

test("visitors who opened the counting address after they came through its link are conversions", async () => {
  const { client, migrate } = await databaseBefore("20261126123907_conversions");
  await client.query(`set session_replication_role = replica;
    insert into plans (name, free, limits) values ('Free', true, '{}');
    insert into users (id, email, username, username_folded, plan_id) values (1, 'a', 'a', 'a', 1);
    insert into domains (id, host) values (1, 'go.example');
    insert into links (id, user_id, domain_id, alias, alias_folded, destination)
      select n, 1, 1, n, n, 'https://example.com/' from generate_series(1, 3) as n;
    insert into click_visitors values ('link', 1, 11), ('link', 2, 12);
    insert into click_visitor_sets (subject, subject_id, first, visitors) values ('link', 1, -9, '{-9,5,7}');
    insert into link_conversions select link, visitor, '2026-11-20T12:00Z' from (values
      (1, 11), (1, 5), (1, 6), (1, 12), (2, 12), (3, 5), (99, 5)) as told (link, visitor);
    set session_replication_role = default`);
  await migrate();

  const { rows } = await client.query(
    "select link_id, visitor::int, user_id, event, source, click, at from conversions order by link_id, visitor",
  );
  const converted = { user_id: 1, event: "lead", source: "visitor", click: null, at: new Date("2026-11-20T12:00Z") };
  expect(rows).toEqual([
    { link_id: 1, visitor: 5, ...converted },
    { link_id: 1, visitor: 11, ...converted },
    { link_id: 2, visitor: 12, ...converted },
  ]);
  expect((await client.query("select from link_conversions")).rowCount).toBe(7);
});
