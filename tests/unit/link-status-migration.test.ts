import { expect, it } from "vitest";
import { databaseBefore } from "../support/migrations";

it("the migration to off keeps private links as they were for visitors, and what is stored about them", async () => {
  const { client, migrate } = await databaseBefore("20261129124535_link_status_off");
  // Triggers need functions that this database does not have yet.
  await client.query("SET session_replication_role = replica");
  await client.query(`INSERT INTO plans (name, free, limits) VALUES ('Free', true, '{}')`);
  await client.query(
    `INSERT INTO users (email, username, username_folded, password_hash, plan_id) VALUES ('a@example.com','a','a','x',1)`,
  );
  await client.query("INSERT INTO domains (user_id, host, status) VALUES (NULL, 'sign.example', 'active')");
  for (const [alias, status] of [
    ["open", "public"],
    ["shut", "private"],
  ])
    await client.query(
      `INSERT INTO links (user_id, domain_id, alias, alias_folded, destination, status)
       VALUES (1, 1, $1, $1, 'https://example.com/', $2::"LinkStatus")`,
      [alias, status],
    );
  await client.query(
    `INSERT INTO audit_changes (entry_id, subject, subject_id, before, after) VALUES
      (1, 'link', 1, '{"status": "public", "title": ""}', '{"status": "private", "title": "A"}'),
      (2, 'link', 1, '{"status": "private"}', '{"status": "public"}'), (3, 'link', 1, null, '{"status": "private"}'),
      (4, 'link', 1, '{"title": "private"}', '{"title": "status"}'), (5, 'webhook', 1, null, '{"status": "private"}')`,
  );
  await client.query(
    `INSERT INTO deleted_links (link_id, user_id, alias, destination, title, clicks, unique_clicks, bytes, stored)
     VALUES (9, 1, 'gone', 'https://example.com/', '', 0, 0, 1, '{"link": {"status": "private", "alias": "gone"}}'),
       (10, 1, 'past', 'https://example.com/', '', 0, 0, 1, '{"link": {"status": "public", "alias": "past"}}')`,
  );
  await client.query("INSERT INTO link_change_sets (user_id, action) VALUES (1, 'private'), (1, 'archive')");
  await client.query(
    `INSERT INTO link_views (user_id, name, query) VALUES (1, 'a', 'q=status%3Dprivate&status=private&order=click'),
      (1, 'b', 'status=privately')`,
  );
  await client.query(
    `INSERT INTO import_rows (import_id, domain_id, "row", link, outcome) VALUES (1, 1, 1, '{"url": "x", "private": true}', 'ready'),
      (1, 1, 2, '{"url": "y", "private": false}', 'ready'), (1, 1, 3, '{"private": "maybe"}', 'invalid')`,
  );
  await client.query("SET session_replication_role = origin");
  await migrate();
  const rows = async (sql: string) => (await client.query({ text: sql, rowMode: "array" })).rows;
  expect(await rows("SELECT alias, status::text FROM links ORDER BY id")).toEqual([
    ["open", "public"],
    ["shut", "off"],
  ]);
  expect(await rows("SELECT stored #>> '{link,status}' FROM deleted_links ORDER BY link_id")).toEqual([
    ["off"],
    ["public"],
  ]);
  expect(await rows("SELECT before, after FROM audit_changes ORDER BY entry_id")).toEqual([
    [
      { status: "public", title: "" },
      { status: "off", title: "A" },
    ],
    [{ status: "off" }, { status: "public" }],
    [null, { status: "off" }],
    [{ title: "private" }, { title: "status" }],
    [null, { status: "private" }],
  ]);
  expect(await rows("SELECT action FROM link_change_sets ORDER BY id")).toEqual([["off"], ["archive"]]);
  expect(await rows("SELECT query FROM link_views ORDER BY name")).toEqual([
    ["q=status%3Dprivate&status=off&order=click"],
    ["status=privately"],
  ]);
  expect(await rows('SELECT link FROM import_rows ORDER BY "row"')).toEqual([
    [{ url: "x", status: "off" }],
    [{ url: "y", status: "public" }],
    [{ private: "maybe" }],
  ]);
  // The new value can be stored.
  await client.query("UPDATE links SET status = 'private' WHERE alias = 'open'");
});
