import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { errorOf, refusedField } from "@/lib/contract/errors";
import { id } from "@/lib/contract/fields";
import { z } from "@/lib/contract/zod";
import { db } from "@/lib/platform/db";
import { requireOwned } from "@/lib/resources/ownership";
import { limitReached, requireFeature, withRoom } from "@/lib/resources/plans/quota";
import { requireStorage } from "@/lib/resources/plans/storage";
import { maxTags } from "@/lib/resources/tags/names";
import { invalidateLink } from "./service";

/** Some links at once: a page of a list at most. Another user's are left alone, as if they were not there. */
export const linkIds = z.array(id()).min(1).max(100);

/** What caches know a link by. */
const address = { id: true, domainId: true, aliasFolded: true, campaignId: true } as const;

/** Switches links on or off; those that were not so before. */
export async function switchLinks(actor: Actor, ids: number[], status: "public" | "private"): Promise<number[]> {
  authorize(actor, "links:write");
  const links = await db.link.findMany({
    where: { id: { in: ids }, userId: actor.userId, status: { not: status } },
    select: address,
  });
  const changed = links.map((link) => link.id);
  await db.link.updateMany({ where: { id: { in: changed } }, data: { status } });
  links.forEach(invalidateLink);
  return changed;
}

/** Moves links to a campaign, or out of theirs with null; how many there are. */
export async function moveLinks(actor: Actor, ids: number[], campaign: number | null): Promise<number> {
  authorize(actor, "links:write");
  if (campaign !== null) {
    requireFeature(actor, "bundle");
    await requireOwned(db.campaign, actor, campaign, "campaign");
  }
  const links = await db.link.findMany({ where: { id: { in: ids }, userId: actor.userId }, select: address });
  await db.link.updateMany({ where: { id: { in: links.map((link) => link.id) } }, data: { campaignId: campaign } });
  // For the rotators that they are in now, and for those that they were in.
  for (const link of links) invalidateLink({ ...link, campaignId: campaign ?? link.campaignId });
  return links.length;
}

/** Puts links into a channel, unless they are there; how many there are. */
export async function addToChannel(actor: Actor, ids: number[], channel: number): Promise<number> {
  authorize(actor, "channels:write");
  await requireOwned(db.channel, actor, channel, "channel");
  const links = await db.link.findMany({ where: { id: { in: ids }, userId: actor.userId }, select: { id: true } });
  await requireStorage(actor);
  const data = links.map(({ id }) => ({ channelId: channel, linkId: id }));
  await withRoom(actor, "channelItems", (tx, room) => {
    if (data.length > room) throw errorOf(limitReached(actor, "channelItems"));
    return tx.channelItem.createMany({ data, skipDuplicates: true });
  });
  return links.length;
}

/** Gives links a tag, unless they have it; how many there are. All of them, or none where one has as many as it can. */
export async function tagLinks(actor: Actor, ids: number[], tag: number): Promise<number> {
  authorize(actor, "links:write");
  const links = await tagged(actor, ids, tag);
  await requireStorage(actor);
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`
      INSERT INTO "_LinkToTag" SELECT id, ${tag} FROM unnest(${links}::int[]) AS id ORDER BY id ON CONFLICT DO NOTHING`;
    const full = await tx.$queryRaw<object[]>`
      SELECT FROM "_LinkToTag" WHERE "A" = ANY(${links}) GROUP BY "A" HAVING count(*) > ${maxTags} LIMIT 1`;
    if (full.length > 0) throw refusedField("tags", "link_tags_full", { count: maxTags });
  });
  return links.length;
}

/** Takes a tag off links; how many there are. */
export async function untagLinks(actor: Actor, ids: number[], tag: number): Promise<number> {
  authorize(actor, "links:write");
  const links = await tagged(actor, ids, tag);
  await db.$executeRaw`DELETE FROM "_LinkToTag" WHERE "B" = ${tag} AND "A" = ANY(${links})`;
  return links.length;
}

/** Those of the links that are the actor's, as the tag must be. */
async function tagged(actor: Actor, ids: number[], tag: number): Promise<number[]> {
  await requireOwned(db.tag, actor, tag, "tag");
  const links = await db.link.findMany({ where: { id: { in: ids }, userId: actor.userId }, select: { id: true } });
  return links.map(({ id }) => id);
}
