import { beforeAll, expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { ownerOf } from "../support/owner";

let pool: typeof import("@/lib/platform/database/pool").pool;
let db: typeof import("@/lib/platform/database/db").db;
let moveBatch: typeof import("@/lib/resources/ownership-transfers/accept").moveBatch;
let listLinks: typeof import("@/lib/resources/links/service").listLinks;
let writeDueTexts: typeof import("@/lib/resources/links/search/due-texts").writeDueTexts;

await startDatabase();

/** More than one statement may write, in two blocks. */
const MANY = 5_000;

beforeAll(async () => {
  ({ pool } = await import("@/lib/platform/database/pool"));
  ({ db } = await import("@/lib/platform/database/db"));
  ({ moveBatch } = await import("@/lib/resources/ownership-transfers/accept"));
  ({ listLinks } = await import("@/lib/resources/links/service"));
  ({ writeDueTexts } = await import("@/lib/resources/links/search/due-texts"));
  await pool.query(
    `insert into users (id, email, username, username_folded, password_hash, plan_id)
     select id, id || '@example.com', id, id, '', (select min(id) from plans) from generate_series(1, 2) as id`,
  );
  await pool.query("insert into campaigns (id, user_id, name) values (1, 1, 'Frühling'), (2, 1, 'Klein')");
  await pool.query(
    "insert into tags (id, user_id, name, name_folded) values (1, 1, 'Plakat', 'plakat'), (2, 1, 'Messe', 'messe')",
  );
  await pool.query(
    `insert into links (user_id, domain_id, alias, alias_folded, destination, campaign_id)
     select 1, 1, 'a' || n, 'a' || n, 'https://example.com/', case when n > 3 then 1 else 2 end
     from generate_series(1, ${MANY}) as n`,
  );
  await pool.query(`insert into "_LinkToTag" select id, case when id > 3 then 1 else 2 end from links`);
  await writeDueTexts();
});

const found = async (q: string, userId = 1) => (await listLinks(ownerOf(userId), { q, limit: 1, page: 1 })).total;
const due = async () => (await pool.query("select from link_blocks where texts_due")).rowCount;

it.each([
  ["a renamed tag", "update tags set name = 'Banner', name_folded = 'banner' where id = 1", "plakat", "banner"],
  ["a renamed campaign", "update campaigns set name = 'Sommer' where id = 1", "frühling", "sommer"],
  ["a deleted tag", "delete from tags where id = 1", "banner", ""],
  ["a deleted campaign", "delete from campaigns where id = 1", "sommer", ""],
])("writes the texts of %s later if it has many links", async (_, change, former, now) => {
  expect([await found(former), await due()]).toEqual([MANY - 3, 0]);
  await pool.query(change);
  expect([await found(former), await due()]).toEqual([MANY - 3, 2]);
  await writeDueTexts();
  expect([await found(former), await due()]).toEqual([0, 0]);
  if (now) expect(await found(now)).toBe(MANY - 3);
});

it("writes the texts of a few links at once", async () => {
  await pool.query("update tags set name = 'Laden', name_folded = 'laden' where id = 2");
  await pool.query("update campaigns set name = 'Winzig' where id = 2");
  expect([await found("laden winzig"), await due()]).toEqual([3, 0]);
});

it("remembers that texts are due when the links get another owner", async () => {
  await pool.query("insert into tags (id, user_id, name, name_folded) values (3, 1, 'Alt', 'alt')");
  await pool.query(`insert into "_LinkToTag" select id, 3 from links`);
  await writeDueTexts();
  await pool.query("update tags set name = 'Neu', name_folded = 'neu' where id = 3");
  const { rows } = await pool.query<{ id: number }>("select id from links where id <= 10");
  await db.$transaction((tx) =>
    moveBatch(
      tx,
      1,
      2,
      rows.map(({ id }) => id),
    ),
  );
  expect(await found("alt", 2)).toBe(10);
  await writeDueTexts();
  expect([await found("neu", 2), await found("neu"), await due()]).toEqual([10, MANY - 10, 0]);
});
