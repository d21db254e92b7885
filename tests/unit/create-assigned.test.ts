import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { type CountingProxy, startCountingProxy } from "../support/counting-proxy";
import { startDatabase } from "../support/database";
import { actorWithLinkLimit } from "../support/limited-actor";

await startDatabase();
const { db } = await import("@/lib/platform/database/db");
const { env, provide } = await import("@/lib/platform/env");
const { authored } = await import("@/lib/platform/database/author");
const { transaction } = await import("@/lib/platform/database/statement");
const { getLink } = await import("@/lib/resources/links/service");
const { createLink } = await import("@/lib/resources/links/writing/save");

const url = "https://example.com/";
let proxy: CountingProxy;
let userId: number;
let actor: Actor;

beforeAll(async () => {
  proxy = await startCountingProxy(String(env.DATABASE_URL));
  // Only the connections for transactions open later and use it.
  provide({ DATABASE_URL: proxy.url });
});

afterAll(() => proxy.close());

beforeEach(async () => {
  actor = await actorWithLinkLimit(3);
  userId = actor.userId;
});

const withTags = () => createLink(actor, { url, title: "A title", tags: ["Spring", "Sale"] });

const tagsOf = async (id: number) => (await getLink(actor, id)).tags.map(({ name }) => name);

test("a link with tags, a pixel and a channel is created in one round trip, as one entry of the audit log", async () => {
  await createLink(actor, { url, title: "A title", tags: ["Sale"] });
  const pixel = await db.pixel.create({ data: { userId, name: "A pixel", type: "gtmpixel", tag: "GTM-1" } });
  const channel = await db.channel.create({ data: { userId, name: "A channel" } });
  const before = proxy.traffic();
  const input = { url, title: "A title", tags: ["sale", "Spring", "SPRING"], pixels: [pixel.id], channel: channel.id };
  const { id } = await authored({ operation: "POST /test", person: userId }, () => createLink(actor, input));
  const { statements, writes } = proxy.traffic();
  // Begin, two locks, the link, its new tag, three kinds of assignments, commit.
  expect(statements - before.statements).toBe(9);
  expect(writes - before.writes).toBe(1);
  const link = await getLink(actor, id);
  expect(link).toMatchObject({ pixels: [{ id: pixel.id }], items: [{ channelId: channel.id }] });
  expect(await tagsOf(id)).toEqual(["Sale", "Spring"]);
  const entries = await db.auditEntry.findMany({ where: { userId, operation: "POST /test" } });
  expect(entries).toMatchObject([{ personId: userId }]);
  const changes = await db.auditChange.findMany({ where: { entryId: entries[0]?.id } });
  const assigned = { tags: ["Sale", "Spring"], pixels: [pixel.id], channels: [channel.id] };
  expect(changes.filter(({ subject }) => subject === "link")).toMatchObject([
    { subject: "link", subjectId: id, before: null, after: { title: "A title", ...assigned } },
  ]);
  expect(changes.filter(({ subject }) => subject === "tag")).toMatchObject([{ after: { name: "Spring" } }]);
});

test("new tags are created in the order in which they were sent", async () => {
  const names = ["m", "b", "z", "a", "k", "c"];
  await createLink(actor, { url, title: "A title", tags: names });
  const created = await db.tag.findMany({ where: { userId }, orderBy: { id: "asc" } });
  expect(created.map(({ name }) => name)).toEqual(names);
});

test("a link whose new tags would exceed the limit is refused, and none of them is created", async () => {
  const names = Array.from({ length: 999 }, (_, n) => `tag ${n}`);
  await db.tag.createMany({ data: names.map((name) => ({ userId, name, nameFolded: name })) });
  await expect(withTags()).rejects.toMatchObject({ code: "account_limit_reached", params: { limit: 1_000 } });
  expect(await db.tag.count({ where: { userId } })).toBe(999);
  const { id } = await createLink(actor, { url, title: "A title", tags: ["tag 1", "Sale"] });
  expect(await tagsOf(id)).toEqual(["Sale", "tag 1"]);
});

test("a taken alias is refused, and the link that has it gets no tags", async () => {
  const { id } = await createLink(actor, { url, title: "A title", custom: "taken-here" });
  const again = createLink(actor, { url, title: "A title", custom: "Taken-Here", tags: ["Sale"] });
  await expect(again).rejects.toMatchObject({ code: "alias_taken" });
  expect(await tagsOf(id)).toEqual([]);
  expect(await db.tag.count({ where: { userId } })).toBe(0);
});

test("the plan's limit counts, and a refused link leaves no tags", async () => {
  const tagged = () => createLink(actor, { url, title: "A title", tags: ["Sale"] });
  const results = await Promise.allSettled(Array.from({ length: 6 }, tagged));
  const reasons = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
  expect(reasons).toEqual(Array.from({ length: 3 }, () => "plan_limit_reached"));
  expect(await db.link.count({ where: { userId } })).toBe(3);
});

test("statements of transactions are planned for tables that grow", async () => {
  expect(await transaction([["SHOW enable_seqscan"], ["SHOW plan_cache_mode"]])).toEqual([
    [{ enable_seqscan: "off" }],
    [{ plan_cache_mode: "force_generic_plan" }],
  ]);
});
