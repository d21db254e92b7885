import { beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { startDatabase } from "../support/database";

await startDatabase();
const { addToChannel, moveLinks, switchLinks, tagLinks, untagLinks } = await import("@/lib/resources/links/bulk");
const { deleteLinks } = await import("@/lib/resources/links/trash");
const { createLink } = await import("@/lib/resources/links/save");
const { listLinks } = await import("@/lib/resources/links/service");
const { deleteView, listViews, saveView } = await import("@/lib/resources/links/views");
const { memoryOf } = await import("@/lib/platform/byte-bound-cache");
const { createUser } = await import("@/lib/resources/users/service");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { db } = await import("@/lib/platform/db");
const { seed } = await import("@/prisma/seed");

async function newActor(username: string): Promise<Actor> {
  const { apiKey } = await createUser({ username, email: `${username}@example.com`, password: "quiet river stone" });
  return (await findActorByKey(apiKey)) as Actor;
}

let ada: Actor;
let bob: Actor;
beforeAll(async () => {
  await seed();
  ada = await newActor("ada");
  bob = await newActor("bob");
});

async function links(actor: Actor, count: number): Promise<number[]> {
  const made = Array.from({ length: count }, () => createLink(actor, { url: "https://example.com/" }));
  return (await Promise.all(made)).map(({ id }) => id).sort();
}

it("several links are switched, and those named that were not so before", async () => {
  const [a, b, c] = (await links(ada, 3)) as [number, number, number];
  expect(await switchLinks(ada, [a], "private")).toEqual([a]);
  expect((await switchLinks(ada, [a, b, c], "private")).sort()).toEqual([b, c]);
  expect(await db.link.count({ where: { id: { in: [a, b, c] }, status: "private" } })).toBe(3);
});

it("several links go into a campaign and out of it, and into a channel", async () => {
  const ids = await links(ada, 2);
  const campaign = await db.campaign.create({ data: { name: "Spring", userId: ada.userId } });
  const channel = await db.channel.create({ data: { name: "Posters", userId: ada.userId } });
  expect(await moveLinks(ada, ids, campaign.id)).toBe(2);
  expect(await addToChannel(ada, ids, channel.id)).toBe(2);
  expect(await addToChannel(ada, ids, channel.id)).toBe(2);
  const found = { campaign: campaign.id, channel: channel.id, page: 1, limit: 10 };
  expect((await listLinks(ada, found)).total).toBe(2);
  await moveLinks(ada, ids, null);
  expect((await listLinks(ada, found)).total).toBe(0);
});

it("several links get a tag and lose it; where one would have too many, none gets it", async () => {
  const ids = await links(ada, 2);
  const tag = await db.tag.create({ data: { name: "Fair", nameFolded: "fair", userId: ada.userId } });
  const count = async () => (await listLinks(ada, { tag: "FAIR", page: 1, limit: 10 })).total;
  expect(await tagLinks(ada, [...ids, 999_999], tag.id)).toBe(2);
  expect(await tagLinks(ada, ids, tag.id)).toBe(2);
  expect(await count()).toBe(2);
  expect(await untagLinks(ada, ids, tag.id)).toBe(2);
  expect(await count()).toBe(0);
  const full = await createLink(ada, {
    url: "https://example.com/",
    tags: Array.from({ length: 20 }, (_, n) => `${n}`),
  });
  await expect(tagLinks(ada, [...ids, full.id], tag.id)).rejects.toMatchObject({ code: "link_tags_full" });
  expect(await count()).toBe(0);
  await expect(tagLinks(bob, ids, tag.id)).rejects.toMatchObject({ code: "not_yours" });
  await expect(untagLinks(bob, ids, tag.id)).rejects.toMatchObject({ code: "not_yours" });
  const theirs = await db.tag.create({ data: { name: "Fair", nameFolded: "fair", userId: bob.userId } });
  expect(await tagLinks(bob, ids, theirs.id)).toBe(0);
});

it("several links are deleted with their clicks", async () => {
  const ids = await links(ada, 2);
  expect(await deleteLinks(ada, [...ids, 999_999])).toBe(2);
  expect(await db.link.count({ where: { id: { in: ids } } })).toBe(0);
});

it("a transaction asks its one connection one thing after another", async () => {
  const warnings: Error[] = [];
  const warned = (warning: Error) => warnings.push(warning);
  process.on("warning", warned);
  const [id] = await links(ada, 1);
  await db.$transaction((tx) =>
    tx.link.findMany({ where: { id }, include: { domain: true, campaign: true, user: true } }),
  );
  await new Promise(setImmediate);
  process.off("warning", warned);
  expect(warnings).toEqual([]);
});

it("another user's links, campaigns and channels stay out of it", async () => {
  const ids = await links(bob, 2);
  const campaign = await db.campaign.create({ data: { name: "Bob's", userId: bob.userId } });
  const channel = await db.channel.create({ data: { name: "Bob's", userId: bob.userId } });
  expect(await deleteLinks(ada, ids)).toBe(0);
  expect(await switchLinks(ada, ids, "private")).toEqual([]);
  expect(await moveLinks(ada, ids, null)).toBe(0);
  expect(await db.link.count({ where: { id: { in: ids }, status: "public" } })).toBe(2);
  const own = await links(ada, 1);
  await expect(moveLinks(ada, own, campaign.id)).rejects.toMatchObject({ fields: [{ path: "campaign" }] });
  await expect(addToChannel(ada, own, channel.id)).rejects.toMatchObject({ fields: [{ path: "channel" }] });
});

it("views are kept by name, each user's own, and not without end", async () => {
  await saveView(ada, { name: "Mine", query: "q=a" });
  await saveView(ada, { name: "Mine", query: "q=b" });
  const [view] = await listViews(ada);
  expect(view).toMatchObject({ name: "Mine", query: "q=b" });
  expect(await listViews(bob)).toEqual([]);
  await expect(deleteView(bob, view?.id ?? 0)).rejects.toMatchObject({ kind: "not_found" });
  for (let number = 1; number < 50; number++) await saveView(ada, { name: `View ${number}`, query: "q=a" });
  await expect(saveView(ada, { name: "One more", query: "q=a" })).rejects.toThrow("There are 50 views already.");
  await deleteView(ada, view?.id ?? 0);
  expect(await listViews(ada)).toHaveLength(49);
});

it("a list reads nothing of rules, which it does not show", async () => {
  const cleo = await newActor("cleo");
  const to = `https://example.com/${"x".repeat(7_000)}`;
  const rules = Array.from({ length: 8 }, (_, index) => ({ when: { query: [{ name: `${index}` }] }, to }));
  for (let made = 0; made < 5; made++) await createLink(cleo, { url: "https://example.com/", rules });
  const { rows } = await listLinks(cleo, { page: 1, limit: 15 });
  expect(rows).toHaveLength(5);
  expect(memoryOf(rows)).toBeLessThan(5 * 5_000);
});
