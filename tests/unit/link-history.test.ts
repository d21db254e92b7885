import { expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { proActor } from "../support/pro-actor";

await startDatabase();
const { db } = await import("@/lib/platform/database/db");
const { pool } = await import("@/lib/platform/database/pool");
const { authored } = await import("@/lib/platform/database/author");
const { createLink, updateLink } = await import("@/lib/resources/links/writing/save");
const { deleteLink } = await import("@/lib/resources/links/trash/service");
const { restoreLink } = await import("@/lib/resources/links/trash/restore");
const { archiveLinks } = await import("@/lib/resources/links/bulk/archive");
const { listHistory: historyOf, linkAt, revertLink } = await import("@/lib/resources/links/history/service");
const { getLink } = await import("@/lib/resources/links/service");
const { presentLinkDetails } = await import("@/lib/resources/links/presenter");
const { presentLinkChange } = await import("@/lib/resources/links/history/service");
const { seed } = await import("@/prisma/seed");
await seed();

const as = <T>(person: number, work: () => Promise<T>) => authored({ operation: "PUT", person }, work);
const page = { page: 1, limit: 50 };
const url = "https://example.com/spring";
const changesOf = async (actor: Awaited<ReturnType<typeof proActor>>, id: number) =>
  (await historyOf(actor, id, page)).rows;

/** Returns the present time, after making sure that later changes have a later time. */
async function moment(): Promise<Date> {
  const { rows } = await pool.query("SELECT clock_timestamp() AS at, pg_sleep(0.005)");
  return rows[0].at;
}

async function newWithPast() {
  const actor = await proActor();
  const campaign = await db.campaign.create({ data: { userId: actor.userId, name: "Sale" } });
  const pixel = await db.pixel.create({
    data: { userId: actor.userId, type: "gtmpixel", name: "Shop", tag: "GTM-ABC1234" },
  });
  const full = {
    url,
    custom: `spring${actor.userId}`,
    title: "Spring",
    tags: ["Poster", "Ada"],
    pixels: [pixel.id],
    campaign: campaign.id,
    expiry: "2037-01-31 18:00:00",
    geotarget: [{ location: "FR", link: `${url}/fr` }],
    rules: [{ when: { query: [{ name: "ref", value: "mail" }] }, to: `${url}/mail` }],
    parameters: [{ name: "utm_source", value: "poster" }],
    password: "a password",
  };
  const { id } = await as(actor.userId, () => createLink(actor, full));
  const atFirst = await moment();
  const emptied = {
    tags: [],
    pixels: null,
    campaign: null,
    expiry: null,
    geotarget: null,
    rules: null,
    parameters: null,
  };
  await as(actor.userId, () =>
    updateLink(actor, id, { ...emptied, url: `${url}/2`, title: null, custom: `other${id}` }),
  );
  await pool.query("UPDATE links SET title = 'Second' WHERE id = $1", [id]);
  await as(actor.userId, () => updateLink(actor, id, { url: `${url}/3`, title: "Third" }));
  return { actor, id, full, atFirst };
}

it("shows each change with the person who made it, and nothing to others", async () => {
  const { actor, id } = await newWithPast();
  const rows = (await changesOf(actor, id)).map(presentLinkChange);
  expect(rows.map(({ kind, person }) => [kind, person?.name])).toEqual([
    ["changed", actor.username],
    ["changed", undefined],
    ["changed", actor.username],
    ["created", actor.username],
  ]);
  expect(rows[0]).toMatchObject({
    before: { url: `${url}/2`, title: "Second" },
    after: { url: `${url}/3`, title: "Third" },
  });
  expect(Object.keys(rows[2]?.before ?? {}).toSorted()).toEqual(
    ["campaign", "custom", "expiry", "geotarget", "parameters", "pixels", "rules", "tags", "title", "url"].toSorted(),
  );
  const other = await proActor();
  await expect(historyOf(other, id, page)).rejects.toMatchObject({ code: "not_found" });
  await expect(linkAt(other, id, { at: new Date() })).rejects.toMatchObject({ code: "not_found" });
});

it("shows the link at a moment, and after each change", async () => {
  const { actor, id, full, atFirst } = await newWithPast();
  const { password: _, ...told } = full;
  expect(await linkAt(actor, id, { at: atFirst })).toMatchObject({
    ...told,
    tags: ["Ada", "Poster"],
    protected: "set",
  });
  expect(await linkAt(actor, id, { at: new Date(0) })).toBeNull();
  const rows = await changesOf(actor, id);
  const urls = await Promise.all(rows.map(async (row) => (await linkAt(actor, id, { after: row.id }))?.url));
  expect(urls).toEqual([`${url}/3`, `${url}/2`, `${url}/2`, url]);
  expect((await linkAt(actor, id, { before: rows[0]?.id ?? 0 }))?.title).toBe("Second");
});

it("restores the link's earlier state, except for its password", async () => {
  const { actor, id, atFirst } = await newWithPast();
  const hash = (await getLink(actor, id)).passwordHash;
  const before = presentLinkDetails(await getLink(actor, id));
  const link = await as(actor.userId, () => revertLink(actor, id, { at: atFirst }));
  expect(await linkAt(actor, id, { at: new Date() })).toEqual(await linkAt(actor, id, { at: atFirst }));
  expect(presentLinkDetails(link)).toMatchObject({ longurl: url, title: "Spring", expiry: "2037-01-31 18:00:00" });
  expect(link.passwordHash).toBe(hash);
  // Reverting is a change that can be reverted as well.
  const [latest] = await changesOf(actor, id);
  await as(actor.userId, () => revertLink(actor, id, { before: latest?.id ?? 0 }));
  expect(presentLinkDetails(await getLink(actor, id))).toEqual({ ...before, campaignweight: 1 });
});

it("rejects what cannot be restored, and changes nothing", async () => {
  const { actor, id, full, atFirst } = await newWithPast();
  const now = () => linkAt(actor, id, { at: new Date() });
  const present = await now();
  await createLink(await proActor(), { url, custom: full.custom });
  const back = () => revertLink(actor, id, { at: atFirst });
  await expect(back()).rejects.toMatchObject({ code: "alias_taken", fields: [{ path: "custom" }] });
  expect(await now()).toEqual(present);
  await db.campaign.deleteMany({ where: { userId: actor.userId } });
  await expect(back()).rejects.toMatchObject({ code: "not_yours", fields: [{ path: "campaign" }] });
  await expect(revertLink(actor, id, { at: new Date(0) })).rejects.toMatchObject({ code: "history_absent" });
  await expect(revertLink(actor, id, { after: 2 ** 40 })).rejects.toMatchObject({ code: "not_found" });
  expect(await now()).toEqual(present);
});

it("keeps the history of a link that was deleted and restored", async () => {
  const { actor, id, full, atFirst } = await newWithPast();
  await as(actor.userId, () => archiveLinks(actor, [id]));
  await as(actor.userId, () => deleteLink(actor, id));
  const gone = await moment();
  await as(actor.userId, () => restoreLink(actor, id));
  expect(await linkAt(actor, id, { at: gone })).toBeNull();
  expect(await linkAt(actor, id, { at: atFirst })).toMatchObject({ url, title: full.title, archived: false });
  const { rows, since } = await historyOf(actor, id, page);
  expect(rows.map(({ kind }) => kind)).toEqual([
    "created",
    "deleted",
    "changed",
    "changed",
    "changed",
    "changed",
    "created",
  ]);
  expect(since).toBeNull();
});

it("says since when it is known if the link is older than the log", async () => {
  const { actor, id, atFirst } = await newWithPast();
  const [, , edit, creation] = await changesOf(actor, id);
  await pool.query("DELETE FROM audit_entries WHERE id = $1", [creation?.id]);
  await pool.query("INSERT INTO audit_horizons VALUES ($1, $2)", [actor.userId, atFirst]);
  const { since } = await historyOf(actor, id, page);
  expect(since).toEqual(atFirst);
  expect(await linkAt(actor, id, { at: atFirst })).toMatchObject({ url, title: "Spring" });
  expect(await linkAt(actor, id, { before: edit?.id ?? 0 })).toMatchObject({ url, title: "Spring" });
  await expect(linkAt(actor, id, { at: new Date(atFirst.getTime() - 1) })).rejects.toMatchObject({
    code: "history_unknown",
  });
});
