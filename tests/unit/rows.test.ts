import { beforeAll, expect, test } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { startDatabase } from "../support/database";
import { ownerOf } from "../support/owner";

await startDatabase();
const { db } = await import("@/lib/platform/database/db");
const { columnOf } = await import("@/lib/platform/database/rows");
const { getOwnedRow, listOwnedRows } = await import("@/lib/resources/owned-rows");
const links = await import("@/lib/resources/links/service");
const { presentLink } = await import("@/lib/resources/links/presenter");
const { readLinkCounts: countsOf } = await import("@/lib/resources/links/counts");
const { include } = await import("@/lib/resources/links/read");
const channels = await import("@/lib/resources/channels/service");
const items = await import("@/lib/resources/channels/service");
const tags = await import("@/lib/resources/tags/service");
const keys = await import("@/lib/resources/api-keys/service");
const members = await import("@/lib/resources/members/service");
const bio = await import("@/lib/resources/bio-pages/service");

let actor: Actor;
let stranger: Actor;
const whole = { page: 1, limit: 100 };

const tables = {
  campaign: db.campaign,
  channel: db.channel,
  domain: db.domain,
  import: db.import,
  overlay: db.overlay,
  pixel: db.pixel,
  "bio page": db.bioPage,
  "QR code": db.qrCode,
  "splash page": db.splashPage,
} as const;

beforeAll(async () => {
  const { id: planId } = await db.plan.findFirstOrThrow();
  const person = (name: string) =>
    db.user.create({ data: { email: `${name}@example.com`, username: name, usernameFolded: name, planId } });
  const [owner, other] = [await person("owner"), await person("other")];
  [actor, stranger] = [ownerOf(owner.id), ownerOf(other.id)];
  const userId = owner.id;
  for (const name of ["50% off", "Spring_1", "spring\\2"]) {
    await db.campaign.create({ data: { userId, name, slug: name, slugFolded: name } });
    await db.channel.create({
      data: { userId, name, description: "ä", color: "#000000", starred: name === "50% off" },
    });
    await db.pixel.create({ data: { userId, name, type: "gapixel", tag: name } });
    await db.overlay.create({ data: { userId, name, type: "message", content: { text: name } } });
    await db.splashPage.create({ data: { userId, name, content: { title: [name, 1, null] } } });
    await db.bioPage.create({ data: { userId, name, slug: name, slugFolded: name, theme: {}, blocks: [] } });
    const code = { code: name, data: { ssid: name }, foreground: "#000000", background: "#ffffff" };
    await db.qrCode.create({ data: { userId, name, type: "wifi", ...code, scans: 2n ** 53n + 1n } });
    await db.tag.create({ data: { userId, name, nameFolded: name } });
  }
  const domain = {
    userId,
    host: "go.example",
    redirectRoot: "https://example.com/",
    redirect404: "https://example.com/404",
  };
  await db.domain.create({ data: { ...domain, appLinks: { ios: [] }, failingSince: new Date() } });
  await db.import.create({ data: { userId, fileName: "links.csv", source: "csv", counts: {} } });
  await makeLinks(userId);
  const key = {
    userId,
    memberId: other.id,
    name: "key",
    legacy: false,
    hmac: Buffer.from("1"),
    scopes: ["links:read", "a,b"],
  };
  await db.apiKey.create({ data: { ...key, networks: ["10.0.0.0/8"], lastUsedAt: new Date(), lastUsedFrom: "::1" } });
  await db.apiKey.create({ data: { userId, memberId: userId, name: "", legacy: true, hmac: Buffer.from("2") } });
  await db.member.create({ data: { userId, memberId: other.id, role: "analyst" } });
});

async function makeLinks(userId: number) {
  const [channel, later] = await db.channel.findMany({ where: { userId }, orderBy: { id: "asc" } });
  const pixels = await db.pixel.findMany({ where: { userId }, select: { id: true } });
  const tagged = await db.tag.findMany({ where: { userId }, select: { id: true } });
  const { id: own } = await db.domain.findFirstOrThrow({ where: { userId } });
  const { id: campaignId } = await db.campaign.findFirstOrThrow({ where: { userId } });
  const { id: free } = await db.domain.findFirstOrThrow({ where: { userId: null } });
  for (let number = 0; number < 12; number++) {
    const rich = number % 3 === 0;
    const link = await db.link.create({
      data: {
        userId,
        domainId: rich ? own : free,
        alias: `L${number}`,
        aliasFolded: `l${number}`,
        destination: `https://example.com/${number}`,
        archived: number % 4 === 3,
        ...(rich && {
          campaignId,
          externalId: `ours-${number}`,
          expiresAt: new Date("2031-02-03T04:05:06.789Z"),
          rules: [{ when: { country: "DE" }, to: "https://example.com/de" }],
          deepLink: { auto: true },
          forward: "all",
          trackConversions: true,
          tags: { connect: tagged },
          pixels: { connect: pixels },
          items: { create: [{ channelId: channel?.id ?? 0 }, { channelId: later?.id ?? 0 }] },
          disabled: { create: { reason: "phishing" } },
        }),
      },
    });
    const counts = { clicks: 2n ** 40n + BigInt(number), uniqueClicks: 7n };
    if (rich) await db.link.update({ where: { id: link.id }, data: { counts: { update: counts } } });
  }
  const page = await db.bioPage.findFirstOrThrow({ where: { userId } });
  const code = await db.qrCode.findFirstOrThrow({ where: { userId } });
  await db.channelItem.create({ data: { channelId: channel?.id ?? 0, bioPageId: page.id } });
  await db.channelItem.create({ data: { channelId: channel?.id ?? 0, qrCodeId: code.id } });
}

test.each(Object.keys(tables) as (keyof typeof tables)[])("reads a %s like Prisma", async (noun) => {
  const table = tables[noun] as unknown as { findMany(query: object): Promise<{ id: number }[]> };
  const wanted = await table.findMany({ where: { userId: actor.userId }, orderBy: { id: "desc" } });
  expect(wanted.length).toBeGreaterThan(0);
  expect(await listOwnedRows(actor, noun, whole)).toStrictEqual({ rows: wanted, total: wanted.length, next: null });
  expect(await getOwnedRow(actor, noun, wanted[0]?.id ?? 0)).toStrictEqual(wanted[0]);
  await expect(getOwnedRow(stranger, noun, wanted[0]?.id ?? 0)).rejects.toMatchObject({ code: "not_found" });
  expect(await listOwnedRows(stranger, noun, whole)).toEqual({ rows: [], total: 0, next: null });
});

test("a page after the end has the total, and a page begins where the one before ended", async () => {
  const { rows: all } = await listOwnedRows(actor, "campaign", whole);
  const behind = await listOwnedRows(actor, "campaign", { page: 1, limit: 2, after: [all[0]?.id ?? 0] });
  expect(behind.rows).toEqual(all.slice(1));
  expect(await listOwnedRows(actor, "campaign", { page: 5, limit: 2 })).toEqual({ rows: [], total: 3, next: null });
  const pages = [
    await listOwnedRows(actor, "campaign", { page: 1, limit: 2 }),
    await listOwnedRows(actor, "campaign", { page: 2, limit: 2 }),
  ];
  expect(pages.flatMap(({ rows }) => rows)).toEqual((await listOwnedRows(actor, "campaign", whole)).rows);
});

test.each([
  ["%", 1],
  ["_", 1],
  ["\\", 1],
  ["SPRING", 2],
  ["' OR true --", 0],
])("takes %s in a name literally", async (q, count) => {
  expect((await listOwnedRows(actor, "campaign", whole, { q })).total).toBe(count);
  expect((await tags.listTags(actor, whole, q)).total).toBe(count);
});

test("filters lists by columns", async () => {
  expect((await channels.listChannels(actor, whole, { starred: true })).rows.map(({ name }) => name)).toEqual([
    "50% off",
  ]);
  expect((await listOwnedRows(actor, "QR code", whole, { type: "wifi" })).total).toBe(3);
  expect((await listOwnedRows(actor, "QR code", whole, { type: "text" })).total).toBe(0);
});

test("reads a link and all that belongs to it like Prisma", async () => {
  for (const { id } of await db.link.findMany({ where: { userId: actor.userId } })) {
    const wanted = await db.link.findFirst({ where: { id }, include });
    expect(await links.getLink(actor, id)).toStrictEqual(wanted);
    const { disabled: _, domain: { userId = 0, scheme = "", host = "" } = {}, ...shown } = wanted ?? {};
    expect(await links.getShownLink(actor, id)).toStrictEqual({
      link: { ...shown, domain: { userId, scheme, host } },
      failing: null,
      converted: false,
      rollups: { rollups: null, beyond: null },
    });
    await expect(links.getLink(stranger, id)).rejects.toMatchObject({ code: "not_found" });
  }
});

test.each([
  { archived: false },
  { archived: true },
  { archived: false, order: "click" as const },
  { archived: false, q: "example" },
])("reads a list of links with %o like Prisma", async (filter) => {
  const found = await links.listLinks(actor, { ...whole, ...filter });
  const wanted = await db.link.findMany({
    where: { userId: actor.userId, archived: filter.archived },
    // Lists show the channel that a link was added to last.
    include: { ...include, items: { ...include.items, take: 1 } },
  });
  expect(found.total).toBe(wanted.length);
  wanted.sort((one, other) => (filter.order ? countsOf(other).clicks - countsOf(one).clicks : 0) || other.id - one.id);
  expect(found.rows.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
  for (const [index, { shares, ...link }] of found.rows.entries()) {
    expect(wanted[index]).toMatchObject(link);
    expect(shares).toBeNull();
  }
  const parts = [];
  for (let page = 1; page <= 5; page++)
    parts.push(...(await links.listLinks(actor, { page, limit: 2, ...filter })).rows);
  expect(parts).toEqual(found.rows);
  const beyond = { rows: [], total: wanted.length, next: null };
  expect(await links.listLinks(actor, { page: 99, limit: 2, ...filter })).toEqual(beyond);
  expect(await links.listLinkItems(actor, { page: 99, limit: 2, ...filter })).toEqual(beyond);
});

test.each([
  { archived: false },
  { archived: true },
  { archived: false, order: "click" as const },
  { archived: false, q: "example" },
  { alias: "l3" },
  { externalid: "ours-3" },
])("the API shows the links of a list with %o as they are presented elsewhere", async (filter) => {
  const { rows, ...found } = await links.listLinks(actor, { page: 1, limit: 3, ...filter });
  const items = await links.listLinkItems(actor, { page: 1, limit: 3, ...filter });
  expect({ ...items, rows: items.rows.map(({ item }) => item) }).toEqual({ ...found, rows: rows.map(presentLink) });
});

test("finds a link by its external ID", async () => {
  const found = await links.listLinks(actor, { ...whole, externalid: "ours-3" });
  expect(found).toMatchObject({ total: 1, rows: [{ alias: "L3", disabled: { reason: "phishing" } }] });
  expect(await links.listLinks(stranger, { ...whole, externalid: "ours-3" })).toEqual({
    rows: [],
    total: 0,
    next: null,
  });
});

test("reads tags, keys, members and a channel's items", async () => {
  const counted = await db.tag.findMany({
    where: { userId: actor.userId },
    include: { _count: { select: { links: true } } },
    orderBy: { id: "desc" },
  });
  expect(await tags.listTags(actor, whole)).toStrictEqual({ rows: counted, total: 3, next: null });
  expect(await tags.getTag(actor, counted[0]?.id ?? 0)).toStrictEqual(counted[0]);
  const key = await db.apiKey.findFirst({
    where: { userId: actor.userId, legacy: false },
    omit: { hmac: true, encrypted: true },
    include: { member: { select: { username: true } } },
  });
  expect(await keys.listKeys(actor, whole)).toStrictEqual({ rows: [key], total: 1, next: null });
  const all = await members.listMembers(actor, whole);
  expect(all).toMatchObject({
    total: 2,
    rows: [
      { username: "owner", role: "owner" },
      { username: "other", role: "analyst" },
    ],
  });
  expect((await members.listMembers(actor, { page: 2, limit: 1 })).rows).toStrictEqual([all.rows[1]]);
  const channel = await db.channel.findFirstOrThrow({ where: { userId: actor.userId }, orderBy: { id: "asc" } });
  const wanted = await db.channelItem.findMany({
    where: { channelId: channel.id, OR: [{ linkId: null }, { link: { archived: false } }] },
    include: items.include,
    orderBy: { id: "desc" },
  });
  expect(wanted.length).toBeGreaterThan(3);
  expect(await channels.listItems(actor, channel.id, whole)).toStrictEqual({
    channel,
    rows: wanted,
    total: wanted.length,
    next: null,
  });
});

test("uses the database's name of a column with a digit", () => {
  expect(["redirect404", "userId", "metaImage", "id"].map(columnOf)).toEqual([
    "redirect_404",
    "user_id",
    "meta_image",
    "id",
  ]);
});

test("reads a bio page with its pixels like Prisma", async () => {
  const { id } = await db.bioPage.findFirstOrThrow({ where: { userId: actor.userId } });
  const pixels = await db.pixel.findMany({
    where: { userId: actor.userId },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  await db.bioPage.update({ where: { id }, data: { pixels: { connect: pixels } } });
  const include = { pixels: { select: { id: true }, orderBy: { id: "asc" } } } as const;
  expect(await bio.getBioPage(actor, id)).toEqual(await db.bioPage.findUnique({ where: { id }, include }));
  await expect(bio.getBioPage(stranger, id)).rejects.toMatchObject({ kind: "not_found" });
});

test("reads invitations like Prisma, without their tokens", async () => {
  const invite = (name: string, days: number) =>
    db.memberInvitation.create({
      data: {
        userId: actor.userId,
        email: `${name}@example.com`,
        role: "editor",
        tokenHash: Buffer.from(name.padEnd(32, ".")),
        expiresAt: new Date(Date.now() + days * 86_400_000),
      },
    });
  await Promise.all([invite("open", 1), invite("ended", -1)]);
  const where = { userId: actor.userId, expiresAt: { gt: new Date() } };
  const found = await db.memberInvitation.findMany({ where, omit: { tokenHash: true }, orderBy: { id: "desc" } });
  expect(found).toHaveLength(1);
  expect(await members.listMemberInvitations(actor)).toEqual(found);
  expect(await members.listMemberInvitations(stranger)).toEqual([]);
});
