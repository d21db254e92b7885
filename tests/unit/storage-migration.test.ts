import { expect, test } from "vitest";
import { databaseBefore } from "../support/migrations";

test("counts an older version's links and plans toward storage, and sets a limit", async () => {
  const { client, migrate } = await databaseBefore("20261122072227_bound_storage");
  await client.query(`insert into plans (name, free, limits) values ('Free', true, '{}'), ('Mine', false, '{}');
    insert into users (id, email, username, username_folded, plan_id) values (1, 'a', 'a', 'a', 1), (2, 'b', 'b', 'b', 1);
    insert into domains (id, host) values (1, 'go.example');
    insert into links (user_id, domain_id, alias, alias_folded, destination, rules)
      select 1 + n % 2, 1, 'Ü' || n, 'ü' || n, 'https://example.com/', '[{"to": "https://a.example/"}]'
      from generate_series(1, 5000) as n`);
  await migrate();

  const { rows: blocks } = await client.query(
    `select user_id, bytes > 0 as weighed, bytes = (
         select sum(link_bytes(l)) from links as l where l.user_id = link_blocks.user_id and id >> 12 = block) as right
       from link_blocks order by user_id, block`,
  );
  const right = { weighed: true, right: true };
  expect(blocks).toEqual([1, 1, 2, 2].map((user_id) => ({ user_id, ...right })));
  const { rows: plans } = await client.query("select name, storage_mb from plans order by id");
  expect(plans).toEqual([
    { name: "Free", storage_mb: 256 },
    { name: "Mine", storage_mb: 4096 },
  ]);
});
