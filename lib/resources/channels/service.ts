import { type Channel, type ChannelItem, Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { notFound } from "@/lib/contract/errors";
import type { Page, Paged } from "@/lib/contract/pagination";
import type { Versions } from "@/lib/contract/version";
import { db, isForeignKeyViolation } from "@/lib/platform/database/db";
import { readList, selectColumns } from "@/lib/platform/database/rows";
import { listLinks } from "@/lib/resources/links/service";
import { getOwnedRow, listOwnedRows } from "@/lib/resources/owned-rows";
import { deleteOwnedRow, findOwnedRow, readOwnedRows, updateOwnedRow } from "@/lib/resources/ownership";
import { withinLimit } from "@/lib/resources/plans/quota";
import type { ChannelItemType, CreateChannel, UpdateChannel } from "./schema";

/** A page of the actor's channels: with `q`, only those whose name contains it; with `starred`, only favorites. */
export const listChannels = (actor: Actor, page: Page, { q = "", starred = false } = {}) =>
  listOwnedRows(actor, "channel", page, { q, ...(starred && { starred }) });

export const getChannel = (actor: Actor, id: number) => getOwnedRow(actor, "channel", id);

/** Archived links stay in their channels but are not listed. */
const listed = { OR: [{ linkId: null }, { link: { archived: false } }] } satisfies Prisma.ChannelItemWhereInput;

/** Counts the items of each of these channels. Empty channels are missing from the map. */
export async function itemCounts(ids: number[]): Promise<Map<number, number>> {
  const counts = await db.channelItem.groupBy({
    by: "channelId",
    where: { channelId: { in: ids }, ...listed },
    _count: true,
  });
  return new Map(counts.map(({ channelId, _count }) => [channelId, _count]));
}

/** The items of all the actor's channels in batches, oldest first. */
export const allItems = (actor: Actor) =>
  readOwnedRows<ChannelItemWithRelations>(
    {
      findMany: ({ where: { userId, id }, ...query }) =>
        db.channelItem.findMany({ where: { channel: { userId }, id }, ...query, include }),
    },
    actor,
    "channel",
  );

/** A page of the channel's items, latest first, and the channel. */
export async function listItems(
  actor: Actor,
  id: number,
  page: Page,
): Promise<Paged<ChannelItemWithRelations> & { channel: Channel }> {
  const channel = await getChannel(actor, id);
  return { ...(await readItems(id, page)), channel };
}

export const createChannel = (actor: Actor, input: CreateChannel): Promise<Channel> =>
  withinLimit(actor, "channels", (tx) => tx.channel.create({ data: { ...input, userId: actor.userId } }));

export const updateChannel = (actor: Actor, id: number, input: UpdateChannel, versions?: Versions) =>
  updateOwnedRow(db.channel, actor, id, input, "channel", versions);

/** Deletes the channel. Its items are kept. */
export const deleteChannel = (actor: Actor, id: number) => deleteOwnedRow(db.channel, actor, id, "channel");

/** Puts an item of the actor into the channel, unless it is already there. */
export async function assignToChannel(actor: Actor, id: number, type: ChannelItemType, itemId: number): Promise<void> {
  authorize(actor, "channels:write");
  await getChannel(actor, id);
  const { noun, item } = await findItem(actor, type, itemId);
  if (await db.channelItem.findFirst({ where: { channelId: id, ...item }, select: { id: true } })) return;
  await withinLimit(actor, "channelItems", (tx) =>
    tx.channelItem.createMany({ data: { channelId: id, ...item }, skipDuplicates: true }),
  ).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? notFound(noun) : error;
  });
}

export async function removeFromChannel(
  actor: Actor,
  id: number,
  type: ChannelItemType,
  itemId: number,
): Promise<void> {
  authorize(actor, "channels:write");
  await getChannel(actor, id);
  const { item } = await findItem(actor, type, itemId);
  await db.channelItem.deleteMany({ where: { channelId: id, ...item } });
}

/** Finds the actor's links, bio pages and QR codes whose name contains `q`; links also by their destination. */
export async function findItems(actor: Actor, q: string) {
  const page = { page: 1, limit: 5 };
  const [links, bioPages, qrCodes] = await Promise.all([
    listLinks(actor, { q, ...page }),
    listOwnedRows(actor, "bio page", page, { q }),
    listOwnedRows(actor, "QR code", page, { q }),
  ]);
  return { links: links.rows, bioPages: bioPages.rows, qrCodes: qrCodes.rows };
}

async function findItem(actor: Actor, type: ChannelItemType, id: number) {
  switch (type) {
    case "links":
      await findOwnedRow(db.link, actor, id, "link");
      return { noun: "link", item: { linkId: id } };
    case "bio":
      await findOwnedRow(db.bioPage, actor, id, "bio page");
      return { noun: "bio page", item: { bioPageId: id } };
    case "qr":
      await findOwnedRow(db.qrCode, actor, id, "QR code");
      return { noun: "QR code", item: { qrCodeId: id } };
  }
}

/** The relations that are loaded with an item. */
export const include = {
  link: {
    select: {
      id: true,
      alias: true,
      title: true,
      destination: true,
      metaTitle: true,
      metaImage: true,
      domain: { select: { userId: true, scheme: true, host: true } },
    },
  },
  bioPage: { select: { id: true, name: true, slug: true } },
  qrCode: { select: { id: true, name: true, code: true } },
} satisfies Prisma.ChannelItemInclude;

export type ChannelItemWithRelations = Prisma.ChannelItemGetPayload<{ include: typeof include }>;

type Link = NonNullable<ChannelItemWithRelations["link"]>;

interface ItemRow extends ChannelItem, Omit<Link, "id" | "domain"> {
  domainUserId: number | null;
  scheme: string;
  host: string;
  pageName: string;
  slug: string;
  codeName: string;
  code: string;
}

const columns = `${selectColumns(Object.keys(Prisma.ChannelItemScalarFieldEnum), "item")},
  ${selectColumns(["alias", "title", "destination", "metaTitle", "metaImage"], "link")},
  domain.user_id AS "domainUserId", domain.scheme, domain.host,
  page.name AS "pageName", page.slug, code.name AS "codeName", code.code`;

const from = `channel_items AS item
  LEFT JOIN links AS link ON link.id = item.link_id LEFT JOIN domains AS domain ON domain.id = link.domain_id
  LEFT JOIN bio_pages AS page ON page.id = item.bio_page_id LEFT JOIN qr_codes AS code ON code.id = item.qr_code_id`;

/** A page of the channel's items, latest first. Archived links stay in the channel but are not listed. */
async function readItems(channelId: number, page: Page): Promise<Paged<ChannelItemWithRelations>> {
  const where = "item.channel_id = $1 AND (item.link_id IS NULL OR NOT link.archived)";
  const list = { columns, from, where, keys: ["item.id"], values: [channelId] };
  const { rows, ...listed } = await readList<ItemRow>(list, page);
  return { ...listed, rows: rows.map(toItem) };
}

function toItem(row: ItemRow): ChannelItemWithRelations {
  const { id, channelId, linkId, bioPageId, qrCodeId, createdAt } = row;
  const { alias, title, destination, metaTitle, metaImage } = row;
  const domain = { userId: row.domainUserId, scheme: row.scheme, host: row.host };
  return {
    ...{ id, channelId, linkId, bioPageId, qrCodeId, createdAt },
    link: linkId === null ? null : { id: linkId, alias, title, destination, metaTitle, metaImage, domain },
    bioPage: bioPageId === null ? null : { id: bioPageId, name: row.pageName, slug: row.slug },
    qrCode: qrCodeId === null ? null : { id: qrCodeId, name: row.codeName, code: row.code },
  };
}
