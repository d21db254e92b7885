import { afterEach, beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { startDatabase } from "../support/database";
import { waitingConnections } from "../support/locks";

await startDatabase();
const { archiveLinks, unarchiveLinks } = await import("@/lib/resources/links/bulk/archive");
const { createLink, updateLink } = await import("@/lib/resources/links/writing/save");
const { readLinkCounts: countsOf } = await import("@/lib/resources/links/counts");
const { getLink, listLinks } = await import("@/lib/resources/links/service");
const { restoreLink } = await import("@/lib/resources/links/trash/restore");
const { deleteLink, listDeletedLinks } = await import("@/lib/resources/links/trash/service");
const { createUser } = await import("@/lib/resources/users/service");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { keepExisting } = await import("@/lib/clicks/postgres/existing");
const { enrich } = await import("@/lib/clicks/classify/enriched-click");
const { env } = await import("@/lib/platform/env");
const { db } = await import("@/lib/platform/database/db");
const { pool } = await import("@/lib/platform/database/pool");
const { moveBatch } = await import("@/lib/resources/ownership-transfers/accept");
const { seed } = await import("@/prisma/seed");
const { default: pg } = await import("pg");

async function newActor(username: string): Promise<Actor> {
  const { apiKey } = await createUser({ username, email: `${username}@example.com`, password: "quiet river stone" });
  return (await findActorByKey(apiKey)) as Actor;
}

let ada: Actor;
let bob: Actor;
beforeAll(async () => {
  await seed();
  [ada, bob] = [await newActor("ada"), await newActor("bob")];
});

/** Every link has its counters under its account, and nothing else has any. */
afterEach(async () => {
  const { rows } = await pool.query(`select links.id, link_id from links full join link_counts c on link_id = id
    where (links.id, links.user_id, links.archived) is distinct from (link_id, c.user_id, c.archived)`);
  expect(rows).toEqual([]);
});

const page = { page: 1, limit: 10 };
const newLink = async () => (await createLink(ada, { url: "https://example.com/" })).id;
const clicksOf = async (id: number) => countsOf(await getLink(ada, id));

/** A drain that has counted clicks on a link in an open transaction. */
async function drainThatCounts(id: number, clicks: number) {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  await client.query("begin");
  const visit = {
    at: 0,
    address: "192.0.2.1",
    userAgent: "",
    referrer: "",
    language: "",
    head: false,
    prefetch: false,
  };
  await keepExisting(client, [enrich({ visit: { ...visit, untracked: true }, subjects: { linkId: id } })]);
  return {
    async commit() {
      await client.query("update link_counts set clicks = clicks + $2 where link_id = $1", [id, clicks]);
      await client.query("commit");
      await client.end();
    },
  };
}

const move = (id: number, giver: Actor, receiver: Actor) =>
  db.$transaction((tx) => moveBatch(tx, giver.userId, receiver.userId, [id]));

const isWaiting = async () => (await waitingConnections(pool)) === 1;

it("stay with a link that is archived, transferred, deleted and restored", async () => {
  const id = await newLink();
  await pool.query("update link_counts set clicks = 7, unique_clicks = 3 where link_id = $1", [id]);
  await archiveLinks(ada, [id]);
  expect((await listLinks(ada, { ...page, archived: true, order: "click" })).rows.map((link) => link.id)).toEqual([id]);
  await unarchiveLinks(ada, [id]);
  await move(id, ada, bob);
  expect((await listLinks(bob, { ...page, order: "click" })).rows.map(countsOf)).toEqual([
    { clicks: 7, uniqueClicks: 3 },
  ]);
  await move(id, bob, ada);
  await deleteLink(ada, id);
  expect((await listDeletedLinks(ada, page)).rows.map(countsOf)).toEqual([{ clicks: 7, uniqueClicks: 3 }]);
  await restoreLink(ada, id);
  expect(await clicksOf(id)).toEqual({ clicks: 7, uniqueClicks: 3 });
});

it("include clicks that are counted while the link is deleted", async () => {
  const id = await newLink();
  const drain = await drainThatCounts(id, 5);
  const deleted = deleteLink(ada, id);
  await expect.poll(isWaiting).toBe(true);
  await drain.commit();
  await deleted;
  await restoreLink(ada, id);
  expect(await clicksOf(id)).toMatchObject({ clicks: 5 });
});

it("keep their account while they are counted", async () => {
  const id = await newLink();
  const drain = await drainThatCounts(id, 5);
  const moved = move(id, ada, bob);
  await expect.poll(isWaiting).toBe(true);
  await drain.commit();
  await moved;
  expect(countsOf(await getLink(bob, id))).toMatchObject({ clicks: 5 });
});

it("do not block edits of the link", async () => {
  const id = await newLink();
  const drain = await drainThatCounts(id, 5);
  await updateLink(ada, id, { title: "spring" });
  await pool.query("update links set click_limit_used = 1 where id = $1", [id]);
  await drain.commit();
  expect(await getLink(ada, id)).toMatchObject({ title: "spring", counts: { clicks: 5n } });
});
