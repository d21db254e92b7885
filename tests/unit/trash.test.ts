import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { startDatabase } from "../support/database";

await startDatabase();
const { deleteLink, deleteLinks, eraseLink, listDeletedLinks, mostKept, sweepDeletedLinks } = await import(
  "@/lib/resources/links/trash/service"
);
const { restoreLink } = await import("@/lib/resources/links/trash/restore");
const { sweepUploads } = await import("@/lib/resources/uploads/service");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { createUser } = await import("@/lib/resources/users/service");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { keepExisting } = await import("@/lib/clicks/postgres/existing");
const { env } = await import("@/lib/platform/env");
const { pool } = await import("@/lib/platform/database/pool");
const { db } = await import("@/lib/platform/database/db");
const { seed } = await import("@/prisma/seed");
const { default: pg } = await import("pg");

async function newActor(username: string): Promise<Actor> {
  const { apiKey } = await createUser({ username, email: `${username}@example.com`, password: "quiet river stone" });
  return (await findActorByKey(apiKey)) as Actor;
}

let ada: Actor;
beforeAll(async () => {
  await seed();
  ada = await newActor("ada");
});

const newLink = async (actor = ada) => (await createLink(actor, { url: "https://example.com/", title: "x" })).id;
const erasures = async () =>
  (await pool.query<{ id: number }>("select subject_id as id from click_erasures order by 1")).rows.map(({ id }) => id);
const isKept = async (id: number) => (await db.deletedLink.count({ where: { linkId: id } })) === 1;
const isThere = async (id: number) => (await db.link.count({ where: { id } })) === 1;

it("a link is deleted in one transaction, or not at all", async () => {
  const ids = [await newLink(), await newLink()];
  const transactions = vi.spyOn(db, "$transaction");
  const outside = vi.spyOn(pool, "query");
  await deleteLinks(ada, ids);
  expect(transactions).toHaveBeenCalledTimes(1);
  expect(outside).not.toHaveBeenCalled();
  vi.restoreAllMocks();

  const id = await newLink();
  await pool.query(`
    create function fails() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger fails after delete on links for each statement execute function fails()`);
  await expect(deleteLink(ada, id)).rejects.toThrow("no");
  await pool.query("drop trigger fails on links; drop function fails");
  expect([await isThere(id), await isKept(id)]).toEqual([true, false]);
});

it("a link that cannot be restored completely stays deleted", async () => {
  const id = await newLink();
  await deleteLink(ada, id);
  await pool.query(`
    create function fails() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger fails after delete on deleted_links for each statement execute function fails()`);
  await expect(restoreLink(ada, id)).rejects.toThrow("no");
  await pool.query("drop trigger fails on deleted_links; drop function fails");
  expect([await isThere(id), await isKept(id)]).toEqual([false, true]);
});

it("a deleted link is erased by its account alone, and once", async () => {
  const id = await newLink();
  await deleteLink(ada, id);
  await expect(eraseLink(await newActor("eve"), id)).rejects.toMatchObject({ code: "not_found" });
  expect(await isKept(id)).toBe(true);
  await eraseLink(ada, id);
  expect(await isKept(id)).toBe(false);
  await expect(eraseLink(ada, id)).rejects.toMatchObject({ code: "not_found" });
  expect(await erasures()).toEqual([id]);
  await pool.query("delete from click_erasures");
});

it("erases what was deleted 30 days ago, and nothing else", async () => {
  const [old, young, present] = [await newLink(), await newLink(), await newLink()];
  await deleteLinks(ada, [old, young]);
  await pool.query("update deleted_links set deleted_at = now() - interval '30 days 1 minute' where link_id = $1", [
    old,
  ]);
  await pool.query("update deleted_links set deleted_at = now() - interval '29 days 23 hours' where link_id = $1", [
    young,
  ]);
  expect(await sweepDeletedLinks()).toBe(1);
  expect([await isKept(old), await isKept(young), await isThere(present)]).toEqual([false, true, true]);
  expect(await erasures()).toEqual([old]);
});

it("an account keeps a number of links and bytes, and the oldest are erased", async () => {
  const bob = await newActor("bob");
  const mine = await newLink();
  await deleteLink(ada, mine);
  await pool.query(
    `insert into deleted_links (link_id, user_id, alias, destination, title, clicks, unique_clicks, deleted_at, bytes, stored)
     select 1000000 + n, $1, n, '', '', 0, 0, now() - n * interval '1 second', 100, '{}' from generate_series(1, $2) as n`,
    [bob.userId, mostKept],
  );
  const id = await newLink(bob);
  await deleteLink(bob, id);
  expect((await listDeletedLinks(bob, { page: 1, limit: 1 })).total).toBe(mostKept);
  expect([await isKept(id), await isKept(1_000_000 + mostKept), await isKept(1_000_000 + mostKept - 1)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(await erasures()).toContain(1_000_000 + mostKept);

  await pool.query("update deleted_links set bytes = 16 * 1024 * 1024 where user_id = $1 and link_id > 1000000", [
    bob.userId,
  ]);
  const next = await newLink(bob);
  await deleteLink(bob, next);
  const { rows, total } = await listDeletedLinks(bob, { page: 1, limit: 10 });
  // The two with their own size, and three of 16 MiB.
  expect([total, rows.map((row) => row.id)]).toEqual([5, [next, id, 1_000_001, 1_000_002, 1_000_003]]);
  expect(await isKept(mine)).toBe(true);
});

it("a column that is newer than the deletion gets its default", async () => {
  const id = await newLink();
  await deleteLink(ada, id);
  await pool.query(
    "update deleted_links set stored = stored #- '{link,campaign_weight}' #- '{pixels}' where link_id = $1",
    [id],
  );
  const link = await restoreLink(ada, id);
  expect(link).toMatchObject({ id, campaignWeight: 1, pixels: [] });
});

it("keeps the preview image of a deleted link for as long", async () => {
  const code = "0123456789abcdef0123456789abcdef";
  const old = "now() - interval '2 days'";
  await pool.query(`insert into uploads (code, user_id, image, created_at) values ($1, $2, '', ${old})`, [
    code,
    ada.userId,
  ]);
  const { id } = await createLink(ada, { url: "https://example.com/", title: "x" });
  await db.link.update({ where: { id }, data: { metaImage: `https://example.com/uploads/${code}` } });
  await deleteLink(ada, id);
  expect(await sweepUploads()).toBe(0);
  await pool.query("delete from deleted_links where link_id = $1", [id]);
  expect(await sweepUploads()).toBe(1);
});

describe("the drain finds a link", () => {
  const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it.each([
    ["restored", (id: number) => restoreLink(ada, id)],
    ["deleted", (id: number) => deleteLink(ada, id)],
  ] as const)("that is %s before any of its look-ups", async (what, move) => {
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    const ask = client.query.bind(client) as (...of: unknown[]) => Promise<unknown>;
    for (const moment of [0, 1, 2, 3]) {
      const id = await newLink();
      if (what === "restored") await deleteLink(ada, id);
      let looks = 0;
      let moved: Promise<unknown> = Promise.resolve();
      vi.spyOn(client, "query").mockImplementation((async (...of: unknown[]) => {
        if (looks++ === moment) {
          moved = Promise.resolve(move(id));
          // A link that the drain has locked is only deleted when the drain is done.
          await Promise.race([moved, later(500)]);
        }
        return ask(...of);
      }) as never);
      await ask("begin");
      const click = { subjects: [{ subject: "link", id, first: false }] } as never;
      const {
        clicks: [kept],
      } = await keepExisting(client, [click]);
      await ask("commit");
      vi.restoreAllMocks();
      await moved;
      expect({ moment, subjects: kept?.subjects.length }).toEqual({ moment, subjects: 1 });
    }
    await client.end();
  });
});
