import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { startDatabase } from "../support/database";

await startDatabase();
const { acceptOwnershipTransfer } = await import("@/lib/resources/ownership-transfers/accept");
const {
  getCurrentContents,
  createOwnershipTransfer,
  getOwnershipTransfer,
  listOwnershipTransfers,
  previewOwnershipTransfer,
  refuseOwnershipTransfer,
  withdrawOwnershipTransfer,
} = await import("@/lib/resources/ownership-transfers/service");
const { sweepOwnershipTransfers } = await import("@/lib/resources/ownership-transfers/service");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { addLinks } = await import("@/lib/resources/links/writing/add-many");
const { deleteLink } = await import("@/lib/resources/links/trash/service");
const { restoreLink } = await import("@/lib/resources/links/trash/restore");
const { archiveLinks } = await import("@/lib/resources/links/bulk/archive");
const { getLink, listLinks } = await import("@/lib/resources/links/service");
const { deleteUser } = await import("@/lib/resources/users/delete");
const { scheduleAccountDeletion: leave } = await import("@/lib/resources/users/account-deletion");
const { createUser } = await import("@/lib/resources/users/service");
const { findActorByKey } = await import("@/lib/auth/api-key");
const { measureStorage: storageOf } = await import("@/lib/resources/plans/storage");
const { db } = await import("@/lib/platform/database/db");
const { pool } = await import("@/lib/platform/database/pool");
const { hashPassword } = await import("@/lib/auth/password");
const passwordHash = await hashPassword("quiet river stone");

let count = 0;
async function newActor(limits: object = {}, storageMb = 100): Promise<Actor> {
  const username = `user-${++count}`;
  const input = { username, email: `${username}@example.com`, password: null, passwordHash };
  const { user, apiKey } = await createUser({ ...input, emailVerified: true });
  const pro = await db.plan.findFirstOrThrow({ where: { name: "Pro" } });
  const plan = await db.plan.create({
    data: { name: `Plan ${count}`, limits: { ...(pro.limits as object), ...limits }, storageMb },
  });
  await db.user.update({ where: { id: user.id }, data: { planId: plan.id } });
  return (await findActorByKey(apiKey)) as Actor;
}

let admin: Actor;
let ada: Actor;
let bob: Actor;
beforeAll(async () => {
  const input = { username: "root-1", email: "root@example.com", password: "quiet river stone", admin: true };
  admin = (await findActorByKey((await createUser(input)).apiKey)) as Actor;
});
beforeEach(async () => {
  [ada, bob] = [await newActor(), await newActor()];
});

const linkOf = (who: Actor, more: object = {}) => createLink(who, { url: "https://example.com/", ...more });

async function handOver(to: Actor, what: { links: number[] | "all" }) {
  const { id } = await createOwnershipTransfer(ada, { email: to.email.toUpperCase(), ...what });
  await acceptOwnershipTransfer(to, id);
  return id;
}

const totalOf = async (who: Actor) => (await listLinks(who, { page: 1, limit: 10 })).total;

/** Checks that the summaries of links match the links. */
async function expectBlocksRight() {
  const { rows } = await pool.query(`
    SELECT * FROM (SELECT user_id, block, links, archived, bytes FROM link_blocks) AS kept
    FULL JOIN (SELECT user_id, id >> 12 AS block, count(*) FILTER (WHERE NOT archived)::int AS links,
      count(*) FILTER (WHERE archived)::int AS archived, sum(link_bytes(links))::bigint AS bytes
      FROM links GROUP BY 1, 2) AS counted USING (user_id, block, links, archived, bytes)
    WHERE kept IS NULL OR counted IS NULL`);
  expect(rows).toEqual([]);
  const texts = await pool.query(
    "SELECT link_id FROM link_texts JOIN links ON links.id = link_id WHERE link_texts.user_id <> links.user_id",
  );
  expect(texts.rows).toEqual([]);
  const counts = await pool.query(
    "SELECT id FROM links LEFT JOIN link_counts c ON link_id = id WHERE c.user_id IS DISTINCT FROM links.user_id",
  );
  expect(counts.rows).toEqual([]);
}

describe("chosen links", () => {
  it("move with their aliases, clicks, statistics and tags, and lose what they share with others", async () => {
    const { userId } = ada;
    const campaign = await db.campaign.create({ data: { userId, name: "Spring" } });
    const channel = await db.channel.create({ data: { userId, name: "Print" } });
    const pixel = await db.pixel.create({ data: { userId, type: "gtmpixel", name: "Tags", tag: "GTM-ABC123" } });
    const overlay = await db.overlay.create({ data: { userId, type: "message", name: "Hi", content: {} } });
    await db.tag.create({ data: { userId: bob.userId, name: "ÉTÉ", nameFolded: "été", color: "#111111" } });
    const link = await linkOf(ada, {
      ...{ campaign: campaign.id, channel: channel.id, pixels: [pixel.id], type: `overlay-${overlay.id}` },
      ...{ tags: ["Été", "Poster"], externalid: "crm-1", password: "open sesame", title: "To find" },
    });
    await linkOf(bob, { externalid: "crm-1" });
    const stays = await linkOf(ada, { tags: ["Poster"] });
    await db.linkCounts.update({ where: { linkId: link.id }, data: { clicks: 12 } });
    const converted = { event: "sale", source: "api", at: new Date() } as const;
    const [taken, free] = ["order-1", "order-2"];
    for (const [owner, linkId, externalId] of [
      [ada, link.id, taken],
      [ada, link.id, free],
      [ada, stays.id, "order-3"],
      [bob, 1, taken],
    ] as const)
      await db.conversion.create({ data: { ...converted, userId: owner.userId, linkId, externalId } });
    const person = { person: ada.username, key: "Till" };
    for (const one of await db.conversion.findMany({ where: { userId } })) {
      const values = { conversionId: one.id, withdrawnBefore: true, withdrawnAfter: false, ...person };
      await db.conversionCorrection.create({ data: { userId, ...values } });
      await db.conversion.update({ where: { id: one.id }, data: { corrections: 1 } });
    }
    const before = await getLink(ada, link.id);

    const shown = await previewOwnershipTransfer(ada, { links: [link.id] });
    expect(shown).toMatchObject({ links: 1, tags: 2, domains: [], pixels: 0 });
    expect(shown.dropped).toEqual({ campaigns: 1, channels: 1, pixels: 1, overlays: 1, splash: 0 });
    await handOver(bob, { links: [link.id] });

    const after = await getLink(bob, link.id);
    expect(after).toMatchObject({
      alias: before.alias,
      counts: { clicks: 12n },
      passwordHash: before.passwordHash,
      title: "To find",
    });
    expect(after).toMatchObject({ campaignId: null, overlayId: null, pixels: [], items: [], type: "direct" });
    const conversions = await db.conversion.findMany({ where: { userId: bob.userId }, orderBy: { id: "asc" } });
    // Bob has a conversion with the first ID already.
    expect(conversions.map(({ linkId, externalId }) => [linkId, externalId])).toEqual([
      [link.id, null],
      [link.id, free],
      [1, taken],
    ]);
    expect(await db.conversion.count({ where: { userId } })).toBe(1);
    // Corrections are moved with their conversions, without the names of those who made them.
    const corrections = await db.conversionCorrection.findMany({ where: { userId: bob.userId } });
    expect(corrections.map(({ conversionId }) => conversionId).sort()).toEqual(
      conversions.slice(0, 2).map(({ id }) => id),
    );
    expect(corrections).toMatchObject(Array(2).fill({ person: null, key: null }));
    expect(await db.conversionCorrection.findMany({ where: { userId } })).toMatchObject([person]);
    // Bob has a link with that ID already.
    expect(after.externalId).toBeNull();
    expect(after.tags.map(({ name }) => name)).toEqual(["Poster", "ÉTÉ"]);
    await expect(getLink(ada, link.id)).rejects.toMatchObject({ code: "not_found" });
    expect((await getLink(ada, stays.id)).tags).toMatchObject([{ name: "Poster" }]);
    expect((await listLinks(bob, { q: "to find", page: 1, limit: 10 })).total).toBe(1);
    expect((await listLinks(ada, { q: "to find", page: 1, limit: 10 })).total).toBe(0);
    expect((await listLinks(bob, { tag: ["été"], page: 1, limit: 10 })).total).toBe(1);
    await expectBlocksRight();
  });

  it("take their domain with them if it has no others, and are refused otherwise", async () => {
    const domain = await db.domain.create({ data: { userId: ada.userId, host: `go.user-${count}.test` } });
    const on = { domain: domain.host };
    const [one, other] = [await linkOf(ada, on), await linkOf(ada, on)];
    const shared = { code: "handover_domain_shared", params: { host: domain.host } };
    await expect(previewOwnershipTransfer(ada, { links: [one.id] })).rejects.toMatchObject(shared);
    await expect(createOwnershipTransfer(ada, { email: bob.email, links: [one.id] })).rejects.toMatchObject(shared);

    const { id } = await createOwnershipTransfer(ada, { email: bob.email, links: [one.id, other.id] });
    const late = await linkOf(ada, on);
    await expect(acceptOwnershipTransfer(bob, id)).rejects.toMatchObject(shared);
    expect((await getLink(ada, one.id)).userId).toBe(ada.userId);
    // In the trash, it does not keep its alias.
    await deleteLink(ada, late.id);
    await acceptOwnershipTransfer(bob, id);
    expect(await db.domain.findUnique({ where: { id: domain.id } })).toMatchObject({ userId: bob.userId });
    const link = await restoreLink(ada, late.id);
    expect(link.domain.userId).toBeNull();
    await expectBlocksRight();
  });

  it("are refused if they belong to others, were deleted, or go to oneself", async () => {
    const theirs = await linkOf(bob);
    const mine = await linkOf(ada);
    const notYours = { fields: [{ path: "links", code: "not_yours" }] };
    for (const links of [[theirs.id], [mine.id, theirs.id], [2_000_000_000]]) {
      await expect(createOwnershipTransfer(ada, { email: bob.email, links })).rejects.toMatchObject(notYours);
      await expect(previewOwnershipTransfer(ada, { links })).rejects.toMatchObject(notYours);
    }
    const own = { fields: [{ path: "email", code: "handover_to_self" }] };
    await expect(
      createOwnershipTransfer(ada, { email: ada.email.toUpperCase(), links: [mine.id] }),
    ).rejects.toMatchObject(own);
    const { id } = await createOwnershipTransfer(ada, { email: bob.email, links: [mine.id] });
    await deleteLink(ada, mine.id);
    await expect(acceptOwnershipTransfer(bob, id)).rejects.toMatchObject({ code: "handover_empty" });
  });
});

describe("a whole account", () => {
  it("moves with everything in it, and both accounts are consistent afterwards", async () => {
    const { userId } = ada;
    const domain = await db.domain.create({ data: { userId, host: `all.user-${count}.test` } });
    const campaign = await db.campaign.create({ data: { userId, name: "Spring" } });
    const channel = await db.channel.create({ data: { userId, name: "Print" } });
    const pixel = await db.pixel.create({ data: { userId, type: "gtmpixel", name: "Tags", tag: "GTM-ABC123" } });
    const overlay = await db.overlay.create({ data: { userId, type: "message", name: "Hi", content: {} } });
    const splash = await db.splashPage.create({ data: { userId, name: "Shop", content: {} } });
    const slug = `all-${count}`;
    const bio = await db.bioPage.create({ data: { userId, slug, slugFolded: slug, name: "Me" } });
    const qr = await db.qrCode.create({ data: { userId, code: slug, type: "text", name: "Poster", data: "Hello" } });
    await db.smsMessage.create({ data: { userId, from: "+15005550006", to: "+4915112345678", message: "Hi" } });
    await db.linkView.createMany({
      data: [
        { userId, name: "Mine", query: "q=a" },
        { userId, name: "Both", query: "q=b" },
        { userId: bob.userId, name: "Both", query: "q=c" },
      ],
    });
    await db.tag.create({ data: { userId: bob.userId, name: "poster", nameFolded: "poster" } });
    const rich = await linkOf(ada, {
      ...{ campaign: campaign.id, channel: channel.id, pixels: [pixel.id], type: `overlay-${overlay.id}` },
      ...{ tags: ["Poster", "Fair"], domain: domain.host },
    });
    const archived = await linkOf(ada);
    await archiveLinks(ada, [archived.id]);
    const deleted = await linkOf(ada, { tags: ["Fair", "Poster"] });
    await deleteLink(ada, deleted.id);
    const weight = (await storageOf(ada.userId)) + (await storageOf(bob.userId));

    const shown = await previewOwnershipTransfer(ada, { links: "all" });
    expect(shown).toMatchObject({
      ...{ links: 2, domains: [domain.host], tags: 2, campaigns: 1, channels: 1, pixels: 1, overlays: 1, splash: 1 },
      ...{ bio: 1, qr: 1, deleted: 1 },
    });
    await handOver(bob, { links: "all" });

    const after = await getLink(bob, rich.id);
    expect(after).toMatchObject({ campaignId: campaign.id, overlayId: overlay.id, pixels: [{ id: pixel.id }] });
    expect(after).toMatchObject({ items: [{ channelId: channel.id }], domain: { userId: bob.userId } });
    expect(after.tags.map(({ name }) => name)).toEqual(["Fair", "poster"]);
    for (const [row, table] of [
      ...[
        [campaign, db.campaign],
        [channel, db.channel],
        [pixel, db.pixel],
        [overlay, db.overlay],
      ],
      ...[
        [splash, db.splashPage],
        [bio, db.bioPage],
        [qr, db.qrCode],
      ],
    ] as [{ id: number }, typeof db.campaign][]) {
      expect(await table.findUnique({ where: { id: row.id } })).toMatchObject({ userId: bob.userId });
    }
    expect(await db.smsMessage.count({ where: { userId } })).toBe(1);
    expect(await db.linkView.count({ where: { userId: bob.userId } })).toBe(2);
    // With everything it had, including its tag.
    const link = await restoreLink(bob, deleted.id);
    expect([link.userId, link.tags.map(({ name }) => name)]).toEqual([bob.userId, ["Fair", "poster"]]);
    await expectBlocksRight();
    // A tag that both had is now one.
    expect(await storageOf(ada.userId)).toBeLessThanOrEqual(512);
    expect(await storageOf(bob.userId)).toBeGreaterThan(weight - 2_048);
    // The receiver's data no longer depends on the giver.
    await deleteUser(admin, ada.userId);
    expect((await getLink(bob, rich.id)).alias).toBe(rich.alias);
  });

  it("is refused if the recipient claims one of its domains", async () => {
    const host = `claimed.user-${count}.test`;
    await db.domain.create({ data: { userId: ada.userId, host } });
    await db.domain.create({ data: { userId: bob.userId, host, status: "pending" } });
    await expect(handOver(bob, { links: "all" })).rejects.toMatchObject({ code: "handover_domain_twice" });
    expect(await db.domain.count({ where: { userId: ada.userId } })).toBe(1);
  });
});

describe("a recipient's limits", () => {
  const some = (enabled: boolean, count: number) => ({ enabled, count });

  it.each<[string, object, (who: Actor) => Promise<unknown>, string]>([
    ["links", { links: 1 }, (who) => linkOf(who), "plan_limit_reached"],
    ["pixels", { pixels: some(false, 5) }, async () => null, "plan_lacks_feature"],
    [
      "more pixels",
      { pixels: some(true, 1) },
      (who) => db.pixel.create({ data: { userId: who.userId, type: "gtmpixel", name: "T", tag: "GTM-ABC123" } }),
      "plan_limit_reached",
    ],
    ["domains", { domain: some(false, 5) }, async () => null, "plan_lacks_feature"],
  ])("apply: to %s", async (_, limits, before, code) => {
    const cleo = await newActor(limits);
    await before(cleo);
    await linkOf(ada);
    await db.pixel.create({ data: { userId: ada.userId, type: "gtmpixel", name: "T", tag: "GTM-ABC123" } });
    await db.domain.create({ data: { userId: ada.userId, host: `room.user-${count}.test` } });
    const { id } = await createOwnershipTransfer(ada, { email: cleo.email, links: "all" });
    await expect(acceptOwnershipTransfer(cleo, id)).rejects.toMatchObject({ code });
    expect([await totalOf(ada), (await getOwnershipTransfer(ada, id)).status]).toEqual([1, "open"]);
  });

  it("apply: to storage", async () => {
    const cleo = await newActor({}, 1);
    const long = "x".repeat(7_000);
    await addLinks(ada, { links: Array.from({ length: 80 }, (_, n) => ({ url: `https://example.com/${n}${long}` })) });
    const made = await db.link.findMany({ where: { userId: ada.userId }, select: { id: true } });
    const { id } = await createOwnershipTransfer(ada, { email: cleo.email, links: made.map((link) => link.id) });
    await expect(acceptOwnershipTransfer(cleo, id)).rejects.toMatchObject({ code: "plan_storage_full" });
    expect(await totalOf(ada)).toBe(80);
  });

  it("are never exceeded by links that are created and accepted at once", async () => {
    const cleo = await newActor({ links: 10 });
    const links = await Promise.all(Array.from({ length: 8 }, () => linkOf(ada)));
    const offers = await Promise.all(
      [0, 4].map((from) =>
        createOwnershipTransfer(ada, { email: cleo.email, links: links.slice(from, from + 4).map(({ id }) => id) }),
      ),
    );
    const results = await Promise.allSettled([
      ...offers.map(({ id }) => acceptOwnershipTransfer(cleo, id)),
      ...Array.from({ length: 10 }, () => linkOf(cleo)),
    ]);
    const total = await totalOf(cleo);
    expect(total).toBeLessThanOrEqual(10);
    const accepted = results.slice(0, 2).filter(({ status }) => status === "fulfilled").length;
    expect(await totalOf(ada)).toBe(8 - 4 * accepted);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason.code).toBe("plan_limit_reached");
    await expectBlocksRight();
  });
});

describe("an offer", () => {
  it("is answered once, however many answer at once", async () => {
    const link = await linkOf(ada);
    const { id } = await createOwnershipTransfer(ada, { email: bob.email, links: [link.id] });
    const results = await Promise.allSettled([
      ...Array.from({ length: 4 }, () => acceptOwnershipTransfer(bob, id)),
      refuseOwnershipTransfer(bob, id),
      withdrawOwnershipTransfer(ada, id),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) if (result.status === "rejected") expect(result.reason.code).toBe("handover_closed");
    const { status } = await getOwnershipTransfer(ada, id);
    expect((await db.link.findUniqueOrThrow({ where: { id: link.id } })).userId).toBe(
      status === "accepted" ? bob.userId : ada.userId,
    );
  });

  it("expires after its days, and is deleted a month later", async () => {
    const link = await linkOf(ada);
    const { id } = await createOwnershipTransfer(ada, { email: bob.email, links: [link.id] });
    await db.handover.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } });
    for (const act of [
      () => acceptOwnershipTransfer(bob, id),
      () => refuseOwnershipTransfer(bob, id),
      () => withdrawOwnershipTransfer(ada, id),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: "handover_closed" });
    }
    await sweepOwnershipTransfers();
    expect((await listOwnershipTransfers(ada, { page: 1, limit: 10 })).total).toBe(1);
    await db.handover.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 31 * 86_400_000) } });
    await sweepOwnershipTransfers();
    expect((await listOwnershipTransfers(ada, { page: 1, limit: 10 })).total).toBe(0);
  });

  it("is visible only to its sender and its recipient", async () => {
    const link = await linkOf(ada);
    const { id } = await createOwnershipTransfer(ada, { email: bob.email, links: [link.id] });
    const eve = await newActor();
    for (const act of [
      getOwnershipTransfer,
      acceptOwnershipTransfer,
      refuseOwnershipTransfer,
      withdrawOwnershipTransfer,
    ]) {
      await expect(act(eve, id)).rejects.toMatchObject({ code: "not_found" });
    }
    // Neither can act for the other.
    await expect(acceptOwnershipTransfer(ada, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(withdrawOwnershipTransfer(bob, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(getLink(bob, link.id)).rejects.toMatchObject({ code: "not_found" });
    expect(await getCurrentContents(await getOwnershipTransfer(bob, id))).toMatchObject({ links: 1 });
    // The address counts at the time of the answer.
    await db.user.update({ where: { id: bob.userId }, data: { email: `new-${bob.email}` } });
    await expect(acceptOwnershipTransfer(bob, id)).rejects.toMatchObject({ code: "handover_closed" });
  });

  it("is refused if too many are open, or to an account that is being deleted", async () => {
    const link = await linkOf(ada);
    await db.handover.createMany({
      data: Array.from({ length: 19 }, () => ({
        ...{ userId: ada.userId, email: "x@example.com", everything: true, expiresAt: new Date(Date.now() + 60_000) },
      })),
    });
    const offers = Array.from({ length: 4 }, (_, n) =>
      createOwnershipTransfer(ada, { email: n === 0 ? bob.email : `y${n}-${bob.email}`, links: [link.id] }),
    );
    const results = await Promise.allSettled(offers);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const cleo = await newActor();
    const { id } = await createOwnershipTransfer(cleo, { email: bob.email, links: "all" });
    await leave(bob);
    const { leavesAt } = await db.user.findUniqueOrThrow({ where: { id: bob.userId } });
    await expect(acceptOwnershipTransfer({ ...bob, leavesAt }, id)).rejects.toMatchObject({ code: "account_leaving" });
  });
});

it("requires a confirmed address, also without a mail server", async () => {
  const link = await linkOf(ada);
  await db.user.update({ where: { id: bob.userId }, data: { emailVerifiedAt: null } });
  const { id } = await createOwnershipTransfer(ada, { email: bob.email, links: [link.id] });
  const lacking = { code: "email_unconfirmed_without_mail" };
  await expect(acceptOwnershipTransfer(bob, id)).rejects.toMatchObject(lacking);
  await expect(refuseOwnershipTransfer(bob, id)).rejects.toMatchObject(lacking);
  await expect(getOwnershipTransfer(bob, id)).rejects.toMatchObject({ code: "not_found" });
  expect((await listOwnershipTransfers(bob, { page: 1, limit: 10 })).total).toBe(0);
  expect((await getLink(ada, link.id)).id).toBe(link.id);

  await db.user.update({ where: { id: bob.userId }, data: { emailVerifiedAt: new Date() } });
  await acceptOwnershipTransfer(bob, id);
  expect((await getLink(bob, link.id)).id).toBe(link.id);
});
