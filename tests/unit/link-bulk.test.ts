import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { startDatabase } from "../support/database";
import { actorWithLinkLimit } from "../support/limited-actor";

await startDatabase();
const { changeLinks } = await import("@/lib/resources/links/bulk/service");
const { changeLinksBody } = await import("@/lib/resources/links/bulk/schema");
const { sweepLinkChanges, undoChange } = await import("@/lib/resources/links/bulk/undo");
const { deleteLink, eraseLink } = await import("@/lib/resources/links/trash/service");
const { restoreLink } = await import("@/lib/resources/links/trash/restore");
const { withWarnings } = await import("@/lib/platform/warnings");
const { authored } = await import("@/lib/platform/database/author");
const { parse } = await import("@/lib/contract/parse");
const { createLink, updateLink } = await import("@/lib/resources/links/writing/save");
const { listLinks } = await import("@/lib/resources/links/service");
const { deleteView, listViews, saveView } = await import("@/lib/resources/links/views/views");
const { estimateMemory: memoryOf } = await import("@/lib/platform/cache/byte-bound-cache");
const { createUser } = await import("@/lib/resources/users/service");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { db } = await import("@/lib/platform/database/db");
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
  return (await Promise.all(made)).map(({ id }) => id).sort((one, other) => one - other);
}

const change = (actor: Actor, body: object) => changeLinks(actor, parse(changeLinksBody, body));

/** Everything that is stored about links, except when they were edited. */
const stored = (ids: number[]) =>
  db.$queryRaw<object[]>`
    SELECT to_jsonb(l) - 'updated_at' AS link, (SELECT to_jsonb(c) FROM link_counts c WHERE link_id = l.id) AS counts,
      (SELECT text FROM link_texts WHERE link_id = l.id) AS text,
      ARRAY(SELECT "B" FROM "_LinkToTag" WHERE "A" = l.id ORDER BY 1) AS tags,
      ARRAY(SELECT "B" FROM "_LinkToPixel" WHERE "A" = l.id ORDER BY 1) AS pixels,
      ARRAY(SELECT channel_id FROM channel_items WHERE link_id = l.id ORDER BY id) AS channels,
      (SELECT to_jsonb(d) FROM disabled_links d WHERE link_id = l.id) AS disabled
    FROM links l WHERE id = ANY(${ids}) ORDER BY id`;

const blocks = (actor: Actor) => db.linkBlock.findMany({ where: { userId: actor.userId }, orderBy: { block: "asc" } });

const everything = async (actor: Actor, ids: number[]) => [await stored(ids), await blocks(actor)];

async function studio(actor: Actor) {
  const { userId } = actor;
  const campaign = await db.campaign.create({ data: { name: "Spring", userId } });
  const channel = await db.channel.create({ data: { name: "Posters", userId } });
  const tag = await db.tag.create({ data: { name: "Fair", nameFolded: "fair", userId } });
  const domain = await db.domain.create({ data: { host: `go-${userId}.example`, userId } });
  const ids = await links(actor, 4);
  const [first = 0, second = 0, third = 0] = ids;
  const other = await db.campaign.create({ data: { name: "Autumn", userId } });
  await updateLink(actor, first, { campaign: other.id, tags: ["Poster"], channel: channel.id });
  await updateLink(actor, third, { status: "private" });
  await db.disabledLink.create({ data: { linkId: second, reason: "spam" } });
  return { ids, campaign, channel, tag, domain, other };
}

type Studio = Awaited<ReturnType<typeof studio>>;

/** Replaces an account's resources by a new set. */
async function renewed(actor: Actor): Promise<Studio> {
  const { userId } = actor;
  await db.link.deleteMany({ where: { userId } });
  for (const table of [db.campaign, db.channel, db.tag, db.domain] as { deleteMany(of: object): PromiseLike<object> }[])
    await table.deleteMany({ where: { userId } });
  return studio(actor);
}

/** Gives another of her links the alias that one link had on the service's own domain. */
async function takeAlias(id: number) {
  const deleted = await db.deletedLink.findUnique({ where: { linkId: id } });
  const { alias } = deleted ?? (await db.link.findUniqueOrThrow({ where: { id } }));
  return createLink(ada, { url: "https://example.com/", custom: alias });
}

async function erased(id: number) {
  await deleteLink(ada, id);
  await eraseLink(ada, id);
}

describe("a bulk change and its undo", () => {
  it.each([
    ["campaign", ({ campaign }) => ({ campaign: campaign.id }), 4],
    ["no campaign", () => ({ campaign: null }), 1],
    ["domain", ({ domain }) => ({ domain: domain.host }), 4],
    ["channel", ({ channel }) => ({ channel: channel.id }), 3],
    ["tag", () => ({ tag: "fair" }), 4],
    ["untag", () => ({ untag: "poster" }), 1],
    ["off", () => ({ status: "off" }), 4],
    ["private", () => ({ status: "private" }), 3],
    ["archive", () => ({ archived: true }), 4],
    ["delete", () => ({ deleted: true }), 4],
  ] as [string, (of: Studio) => object, number][])(
    "%s: undo restores exactly what was before",
    async (name, what, changed) => {
      const actor = await newActor(`undo-${name.replace(" ", "-")}`);
      const of = await studio(actor);
      const before = await everything(actor, of.ids);
      const done = await change(actor, { ids: of.ids, ...what(of) });
      expect(done).toMatchObject({ changed, refused: 0, refusals: [] });
      expect(await everything(actor, of.ids)).not.toEqual(before);
      expect(await change(actor, { ids: of.ids, ...what(of) })).toMatchObject({ id: null, changed: 0 });
      await expect(undoChange(bob, done.id ?? 0)).rejects.toMatchObject({ code: "undo_gone", kind: "not_found" });
      expect(await undoChange(actor, done.id ?? 0)).toMatchObject({ undone: changed, left: 0 });
      expect(await everything(actor, of.ids)).toEqual(before);
      await expect(undoChange(actor, done.id ?? 0)).rejects.toMatchObject({ code: "undo_gone" });
    },
  );

  it.each([
    [
      "campaign",
      ({ campaign }) => ({ campaign: campaign.id }),
      ({ other }) => db.campaign.delete({ where: { id: other.id } }),
      "undo_campaign_gone",
    ],
    [
      "one link",
      ({ campaign }) => ({ campaign: campaign.id }),
      ({ ids }) => updateLink(ada, ids[0] ?? 0, { campaign: null }),
      "undo_link_changed",
    ],
    ["a deleted link", () => ({ status: "off" }), ({ ids }) => deleteLink(ada, ids[0] ?? 0), "undo_link_deleted"],
    ["an erased link", () => ({ archived: true }), ({ ids }) => erased(ids[0] ?? 0), "undo_link_gone"],
    [
      "status",
      () => ({ status: "off" }),
      ({ ids }) => updateLink(ada, ids[0] ?? 0, { status: "private" }),
      "undo_link_changed",
    ],
    ["alias", ({ domain }) => ({ domain: domain.host }), ({ ids }) => takeAlias(ids[0] ?? 0), "undo_alias_taken"],
    ["deletion", () => ({ deleted: true }), ({ ids }) => takeAlias(ids[0] ?? 0), "restore_alias_taken"],
    ["erasure", () => ({ deleted: true }), ({ ids }) => eraseLink(ada, ids[0] ?? 0), "undo_link_gone"],
  ] as [string, (of: Studio) => object, (of: Studio) => Promise<unknown>, string][])(
    "undo changes back all links but one, and says why, before and after: %s",
    async (_, what, meanwhile, code) => {
      const of = await renewed(ada);
      const [first = 0, ...others] = of.ids;
      const before = await stored(others);
      const { id } = await change(ada, { ids: of.ids, ...what(of) });
      await meanwhile(of);
      const changed = await everything(ada, of.ids);
      const expected = { undone: 3, left: 1, refusals: [{ id: first, why: { code } }] };
      for (const mode of ["dry", "whole"] as const) {
        expect(await undoChange(ada, id ?? 0, mode)).toMatchObject({ done: false, ...expected });
        expect(await everything(ada, of.ids)).toEqual(changed);
      }
      expect(await undoChange(ada, id ?? 0)).toMatchObject({ done: true, ...expected });
      expect(await stored(others)).toEqual(before);
      const again = undoChange(ada, id ?? 0);
      if (code === "undo_link_gone") await expect(again).rejects.toMatchObject({ code: "undo_gone" });
      else
        await expect(again).rejects.toMatchObject({ code: "undo_changed", fields: [{ path: `links.${first}`, code }] });
    },
  );

  it("a link that was left is changed back once the reason is gone", async () => {
    const { ids } = await renewed(ada);
    const before = await stored(ids);
    const { id } = await change(ada, { ids, deleted: true });
    const taker = await takeAlias(ids[0] ?? 0);
    expect(await undoChange(ada, id ?? 0)).toMatchObject({ undone: 3, left: 1 });
    await deleteLink(ada, taker.id);
    expect(await undoChange(ada, id ?? 0)).toMatchObject({ undone: 1, left: 0 });
    expect(await stored(ids)).toEqual(before);
    await expect(undoChange(ada, id ?? 0)).rejects.toMatchObject({ code: "undo_gone" });
  });

  it("links that already have their earlier value count as changed back", async () => {
    const { ids } = await renewed(ada);
    const { id } = await change(ada, { ids, status: "off" });
    await updateLink(ada, ids[0] ?? 0, { status: "public" });
    expect(await undoChange(ada, id ?? 0)).toMatchObject({ undone: 4, left: 0 });
    const deletion = await change(ada, { ids, deleted: true });
    await restoreLink(ada, ids[1] ?? 0);
    expect(await undoChange(ada, deletion.id ?? 0)).toMatchObject({ undone: 4, left: 0 });
  });

  it("undo of a tag that was deleted, or of which links have no room, says so for each link", async () => {
    const { ids } = await renewed(ada);
    const tagged = await change(ada, { ids, tag: "Late" });
    const full = await change(ada, { ids, untag: "Late" });
    const [first = 0] = ids;
    await updateLink(ada, first, { tags: Array.from({ length: 20 }, (_, n) => `Full ${n}`) });
    expect(await undoChange(ada, full.id ?? 0)).toMatchObject({
      undone: 3,
      refusals: [{ id: first, why: { code: "link_tags_full" } }],
    });
    const again = await change(ada, { ids, untag: "Late" });
    await db.tag.deleteMany({ where: { userId: ada.userId, name: "Late" } });
    await expect(undoChange(ada, again.id ?? 0)).rejects.toMatchObject({
      fields: expect.arrayContaining([expect.objectContaining({ path: `links.${ids[1]}`, code: "undo_tag_gone" })]),
    });
    expect(await undoChange(ada, tagged.id ?? 0)).toMatchObject({ undone: 4, left: 0 });
  });

  it("undo brings back as many archived and deleted links as the plan has room for", async () => {
    for (const what of [{ archived: true }, { deleted: true }]) {
      const cleo = await actorWithLinkLimit(3);
      const ids = await links(cleo, 3);
      const { id } = await change(cleo, { ids, ...what });
      const taker = await createLink(cleo, { url: "https://example.com/" });
      const refusals = [{ id: ids[2], why: { code: "plan_limit_reached" } }];
      expect(await undoChange(cleo, id ?? 0)).toMatchObject({ undone: 2, left: 1, refusals });
      await deleteLink(cleo, taker.id);
      expect(await undoChange(cleo, id ?? 0)).toMatchObject({ undone: 1, left: 0 });
    }
  });

  it("every restore says what did not come back", async () => {
    const of = await renewed(ada);
    const { userId } = ada;
    const pixel = await db.pixel.create({ data: { userId, type: "vendor9", name: "Ads", tag: "x" } });
    const [first = 0, second = 0] = of.ids;
    const has = { campaign: of.other.id, channel: of.channel.id, tags: ["Lost", "Stays"], pixels: [pixel.id] };
    const lose = async (externalid: string) => {
      await createLink(ada, { url: "https://example.com/", externalid });
      for (const table of [db.campaign, db.channel, db.pixel] as { deleteMany(of: object): PromiseLike<object> }[])
        await table.deleteMany({ where: { userId } });
      await db.tag.deleteMany({ where: { userId, name: "Lost" } });
    };
    const without = (field: string, what: string) => ({ field, code: "restored_without", params: { what } });
    const losses = [
      { field: "externalid", code: "restored_without_externalid" },
      without("campaign", "campaign"),
      without("tags", "tags"),
      without("pixels", "pixels"),
      without("channel", "channels"),
    ];
    await updateLink(ada, first, { ...has, externalid: "one" });
    const { id } = await change(ada, { ids: of.ids, deleted: true });
    await lose("one");
    expect(await undoChange(ada, id ?? 0)).toMatchObject({ undone: 4, losses: [{ id: first, lost: losses }] });
    await updateLink(ada, second, { externalid: "two", tags: ["Lost"] });
    await deleteLink(ada, second);
    await lose("two");
    await takeAlias(second);
    expect((await withWarnings(() => restoreLink(ada, second))).warnings).toEqual([
      { field: "custom", code: "restored_with_other_alias" },
      { field: "externalid", code: "restored_without_externalid" },
      without("tags", "tags"),
    ]);
    await deleteLink(ada, second);
    expect((await withWarnings(() => restoreLink(ada, second))).warnings).toEqual([]);
  });

  it("undo restores links that were deleted before an upgrade added columns", async () => {
    const actor = await newActor("upgraded");
    const ids = await links(actor, 2);
    const before = await everything(actor, ids);
    const { id } = await change(actor, { ids, deleted: true });
    await db.$executeRaw`
      UPDATE deleted_links SET stored = stored #- '{link,campaign_weight}' #- '{link,redirect_status}'
      WHERE link_id = ANY(${ids})`;
    expect(await undoChange(actor, id ?? 0)).toMatchObject({ undone: 2, left: 0 });
    expect(await everything(actor, ids)).toEqual(before);
  });

  it("undo is possible for 30 days, then the change is deleted", async () => {
    const ids = await links(ada, 1);
    const { id } = await change(ada, { ids, status: "off" });
    const age = (days: number) =>
      db.linkChangeSet.update({
        where: { id: id ?? 0 },
        data: { createdAt: new Date(Date.now() - days * 86_400_000 - 60_000) },
      });
    await age(29);
    await sweepLinkChanges();
    expect(await db.linkChangeSet.count({ where: { id: id ?? 0 } })).toBe(1);
    await age(30);
    await expect(undoChange(ada, id ?? 0)).rejects.toMatchObject({ code: "undo_gone" });
    expect(await sweepLinkChanges()).toBeGreaterThan(0);
    expect(await db.linkChangeSet.count({ where: { id: id ?? 0 } })).toBe(0);
  });

  it("the latest 200 changes can be undone", async () => {
    const ids = await links(ada, 1);
    const kept = { userId: ada.userId, action: "off", linkIds: ids };
    await db.linkChangeSet.createMany({ data: Array.from({ length: 202 }, () => kept) });
    await change(ada, { ids, status: "off" });
    expect(await db.linkChangeSet.count({ where: { userId: ada.userId } })).toBe(200);
  });
});

it("a link whose alias is taken on the other domain stays, with the reason", async () => {
  const cleo = await newActor("cleo-moves");
  const domain = await db.domain.create({ data: { host: "cleo.example", userId: cleo.userId } });
  const second = await db.domain.create({ data: { host: "cleo-two.example", userId: cleo.userId } });
  const make = (custom: string, on?: string) => createLink(cleo, { url: "https://example.com/", custom, domain: on });
  const there = await make("Taken-there", domain.host);
  const [stays, moves] = [await make("taken-there-x"), await make("moves-there")];
  await db.link.update({ where: { id: stays.id }, data: { alias: "taken-There", aliasFolded: "taken-there" } });
  const twin = await make("moves-there", second.host);
  const done = await change(cleo, { ids: [stays.id, moves.id, twin.id, there.id], domain: domain.host });
  expect(done).toMatchObject({ changed: 1, refused: 2 });
  expect(done.refusals).toEqual([
    expect.objectContaining({ id: stays.id, code: "alias_taken", shorturl: expect.stringMatching(/taken-There$/) }),
    expect.objectContaining({ id: twin.id, shorturl: "https://cleo-two.example/moves-there" }),
  ]);
  expect(await undoChange(cleo, done.id ?? 0)).toMatchObject({ undone: 1, left: 0 });
  const { domainId } = await db.link.findUniqueOrThrow({ where: { id: moves.id } });
  expect(domainId).toBe(moves.domainId);
  const otherHost = await db.domain.create({ data: { host: "not-cleos.example", userId: bob.userId } });
  await expect(change(cleo, { ids: [moves.id], domain: otherHost.host })).rejects.toMatchObject({
    fields: [{ path: "domain", code: "not_yours" }],
  });
});

it("changes all that a filter finds, or nothing if the number has changed", async () => {
  const dora = await newActor("dora");
  const ids = await links(dora, 151);
  const campaign = await db.campaign.create({ data: { name: "All", userId: dora.userId } });
  await updateLink(dora, ids[0] ?? 0, { title: "Apart" });
  const other = { filter: { q: "apart" }, count: 2, campaign: campaign.id };
  await expect(change(dora, other)).rejects.toMatchObject({ code: "selection_changed", params: { count: 1 } });
  expect(await change(dora, { ...other, count: 1 })).toMatchObject({ changed: 1 });
  const before = await everything(dora, ids);
  const done = await change(dora, { filter: {}, count: 151, campaign: campaign.id });
  expect(done.changed).toBe(150);
  expect(await db.link.count({ where: { campaignId: campaign.id } })).toBe(151);
  expect((await listLinks(dora, { q: "all", page: 1, limit: 1 })).total).toBe(151);
  expect(await undoChange(dora, done.id ?? 0)).toMatchObject({ undone: 150, left: 0 });
  expect(await everything(dora, ids)).toEqual(before);
  const gone = await change(dora, { filter: { campaign: campaign.id }, count: 1, deleted: true });
  expect(gone).toMatchObject({ changed: 1 });
});

it("the audit log names each link, in one entry", async () => {
  const ids = await links(ada, 3);
  const campaign = await db.campaign.create({ data: { name: "Told", userId: ada.userId } });
  const author = { operation: "POST /api/urls/change", person: ada.userId };
  await authored(author, () => change(ada, { ids, campaign: campaign.id }));
  const entry = await db.auditEntry.findFirstOrThrow({ where: { userId: ada.userId, operation: author.operation } });
  const changes = await db.auditChange.findMany({ where: { entryId: entry.id }, orderBy: { subjectId: "asc" } });
  const moved = { subject: "link", before: { campaign_id: null }, after: { campaign_id: campaign.id } };
  expect(changes).toEqual(ids.map((subjectId) => expect.objectContaining({ ...moved, subjectId })));
});

it.each([
  [{ ids: [1] }, "links_change_one", ""],
  [{ status: "off" }, "required", "ids"],
  [{ filter: {}, status: "off" }, "required", "count"],
  [{ ids: [1], filter: {}, count: 1, status: "off" }, "not_together", "filter"],
  [{ ids: [1], status: "off", archived: true }, "not_together", "archived"],
  [{ filter: {}, count: 10_001, status: "off" }, "too_high", "count"],
  [{ ids: [], status: "off" }, "too_few", "ids"],
  [{ ids: Array.from({ length: 1_001 }, (_, n) => n + 1), status: "off" }, "too_many", "ids"],
  [{ ids: [1], status: "gone" }, "not_one_of", "status"],
  [{ ids: [1], tag: "a,b" }, "tag_name_characters", "tag"],
  [{ filter: { state: "x" }, count: 1, deleted: true }, "not_one_of", "filter.state"],
])("%j is rejected: %s", (body, code, path) => {
  expect(() => parse(changeLinksBody, body)).toThrow(
    expect.objectContaining({ fields: [expect.objectContaining({ code, path })] }),
  );
});

it("rejects all if one link would exceed a limit", async () => {
  const ids = await links(ada, 2);
  const tags = Array.from({ length: 20 }, (_, n) => `${n}`);
  const full = await createLink(ada, { url: "https://example.com/", tags });
  await db.tag.create({ data: { name: "More", nameFolded: "more", userId: ada.userId } });
  await expect(change(ada, { ids: [...ids, full.id], tag: "More" })).rejects.toMatchObject({ code: "link_tags_full" });
  expect((await listLinks(ada, { tag: ["MORE"], page: 1, limit: 10 })).total).toBe(0);
  await expect(change(ada, { ids: [full.id], tag: "Not there" })).rejects.toMatchObject({ code: "link_tags_full" });
  expect(await db.tag.count({ where: { name: "Not there" } })).toBe(0);
  await expect(change(ada, { ids, untag: "Nowhere" })).rejects.toMatchObject({ fields: [{ path: "untag" }] });
});

it.each([
  ["removes it", async () => {}, 0],
  ["keeps it if another link has it", () => createLink(ada, { url: "https://example.com/", tags: ["fresh"] }), 1],
  [
    "keeps it if it was edited",
    () => db.tag.updateMany({ where: { userId: ada.userId, name: "Fresh" }, data: { color: "#112233" } }),
    1,
  ],
  ["keeps it if a deleted link has it", async () => deleteLink(ada, (await tagged())[0] ?? 0), 1],
] as [string, () => Promise<unknown>, number][])(
  "a missing tag is created, and undo %s",
  async (_, meanwhile, stays) => {
    await db.tag.deleteMany({ where: { userId: ada.userId, name: "Fresh" } });
    const ids = await links(ada, 2);
    const { id } = await change(ada, { ids, tag: "Fresh" });
    expect((await tagged()).sort()).toEqual(ids);
    await meanwhile();
    if (id === null) throw new Error("nothing was changed");
    await undoChange(ada, id);
    expect((await tagged()).filter((one) => ids.includes(one))).toEqual([]);
    expect(await db.tag.count({ where: { userId: ada.userId, name: "Fresh" } })).toBe(stays);
  },
);

it("a tag that existed before a change stays after its undo", async () => {
  await db.tag.create({ data: { userId: ada.userId, name: "Empty", nameFolded: "empty" } });
  const { id } = await change(ada, { ids: await links(ada, 1), tag: "Empty" });
  await undoChange(ada, id ?? 0);
  expect(await db.tag.count({ where: { userId: ada.userId, name: "Empty" } })).toBe(1);
});

const tagged = async () => (await listLinks(ada, { tag: ["fresh"], page: 1, limit: 10 })).rows.map(({ id }) => id);

it("a transaction sends its statements one after another", async () => {
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

it("does not touch other users' links, campaigns and channels", async () => {
  const ids = await links(bob, 2);
  const campaign = await db.campaign.create({ data: { name: "Bob's", userId: bob.userId } });
  const channel = await db.channel.create({ data: { name: "Bob's", userId: bob.userId } });
  const before = await everything(bob, ids);
  for (const what of [{ deleted: true }, { status: "off" }, { campaign: null }, { archived: true }])
    expect(await change(ada, { ids, ...what })).toMatchObject({ id: null, changed: 0, refused: 0 });
  expect(await everything(bob, ids)).toEqual(before);
  const own = await links(ada, 1);
  await expect(change(ada, { ids: own, campaign: campaign.id })).rejects.toMatchObject({
    fields: [{ path: "campaign" }],
  });
  await expect(change(ada, { ids: own, channel: channel.id })).rejects.toMatchObject({ fields: [{ path: "channel" }] });
});

it("views are stored by name, per user, up to a limit", async () => {
  await saveView(ada, { name: "Mine", query: "q=a" });
  await saveView(ada, { name: "Mine", query: "q=b" });
  const [view] = await listViews(ada);
  expect(view).toMatchObject({ name: "Mine", query: "q=b" });
  expect(await listViews(bob)).toEqual([]);
  await expect(deleteView(bob, view?.id ?? 0)).rejects.toMatchObject({ kind: "not_found" });
  for (let number = 1; number < 50; number++) await saveView(ada, { name: `View ${number}`, query: "q=a" });
  await expect(saveView(ada, { name: "One more", query: "q=a" })).rejects.toThrow("There are already 50 saved views.");
  await deleteView(ada, view?.id ?? 0);
  expect(await listViews(ada)).toHaveLength(49);
});

it("a list does not read rules, because it does not show them", async () => {
  const cleo = await newActor("cleo");
  const to = `https://example.com/${"x".repeat(7_000)}`;
  const rules = Array.from({ length: 8 }, (_, index) => ({ when: { query: [{ name: `${index}` }] }, to }));
  for (let made = 0; made < 5; made++) await createLink(cleo, { url: "https://example.com/", rules });
  const { rows } = await listLinks(cleo, { page: 1, limit: 15 });
  expect(rows).toHaveLength(5);
  expect(memoryOf(rows)).toBeLessThan(5 * 5_000);
});
