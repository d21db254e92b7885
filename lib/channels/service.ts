import type { Channel, Prisma } from "@/generated/prisma/client";
import { type Listed, type Page, rangeOf } from "@/lib/api/pagination";
import type { Actor } from "@/lib/auth/actor";
import { db, isDangling } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { deleteOwn, getOwn, listOwn, updateOwn } from "@/lib/own";
import type { ChannelItemType, CreateChannel, UpdateChannel } from "./schema";

const include = {
  link: { include: { domain: true } },
  bioPage: true,
  qrCode: true,
} satisfies Prisma.ChannelItemInclude;

export type ChannelItemWithRelations = Prisma.ChannelItemGetPayload<{ include: typeof include }>;

export const listChannels = (actor: Actor, page: Page) => listOwn(db.channel, actor, page);

/** A page of what is in the channel, what came last first. */
export async function listItems(actor: Actor, id: number, page: Page): Promise<Listed<ChannelItemWithRelations>> {
  await getOwn(db.channel, actor, id, "channel");
  const where = { channelId: id };
  const [rows, total] = await Promise.all([
    db.channelItem.findMany({ where, include, orderBy: { id: "desc" }, ...rangeOf(page) }),
    db.channelItem.count({ where }),
  ]);
  return { rows, total };
}

export const createChannel = (actor: Actor, input: CreateChannel): Promise<Channel> =>
  db.channel.create({ data: { ...input, userId: actor.userId } });

export const updateChannel = (actor: Actor, id: number, input: UpdateChannel) =>
  updateOwn(db.channel, actor, id, input, "channel");

/** Deletes the channel. What was in it stays. */
export const deleteChannel = (actor: Actor, id: number) => deleteOwn(db.channel, actor, id, "channel");

/** Puts something of the actor's into the channel, unless it is there. */
export async function assignToChannel(actor: Actor, id: number, type: ChannelItemType, itemId: number): Promise<void> {
  await getOwn(db.channel, actor, id, "channel");
  const { noun, item } = await findItem(actor, type, itemId);
  await db.channelItem
    .createMany({ data: { channelId: id, ...item }, skipDuplicates: true })
    .catch((error: unknown) => {
      throw isDangling(error) ? notFound(noun) : error;
    });
}

async function findItem(actor: Actor, type: ChannelItemType, id: number) {
  switch (type) {
    case "links":
      await getOwn(db.link, actor, id, "link");
      return { noun: "link", item: { linkId: id } };
    case "bio":
      await getOwn(db.bioPage, actor, id, "bio page");
      return { noun: "bio page", item: { bioPageId: id } };
    case "qr":
      await getOwn(db.qrCode, actor, id, "QR code");
      return { noun: "QR code", item: { qrCodeId: id } };
  }
}
