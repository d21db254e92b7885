import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { errorOf } from "@/lib/contract/errors";
import { db, type Transaction } from "@/lib/platform/db";
import { limitReached, withRoomAtOnce } from "@/lib/resources/plans/quota";
import { invalidateLink, type LinkAddress } from "./service";

/** Takes links out of the lists; those that were in them before. They lead visitors on, and take nothing of the quota. */
export async function archiveLinks(actor: Actor, ids: number[]): Promise<number[]> {
  authorize(actor, "links:write");
  const links = await db.$transaction(async (tx) => mark(tx, await lockThose(tx, actor, ids, false), true));
  links.forEach(invalidateLink);
  return links.map(({ id }) => id);
}

/** Puts archived links back into the lists, all or none of them; those that were archived before. */
export async function unarchiveLinks(actor: Actor, ids: number[]): Promise<number[]> {
  authorize(actor, "links:write");
  const links = await withRoomAtOnce(actor, "links", async (tx, room) => {
    const found = await lockThose(tx, actor, ids, true);
    if (found.length > room) throw errorOf(limitReached(actor, "links"));
    return mark(tx, found, false);
  });
  links.forEach(invalidateLink);
  return links.map(({ id }) => id);
}

/** Links, their counters, what they are named by, then their blocks, each in their order: nobody who writes to several waits for another in a circle. */
async function lockThose(tx: Transaction, actor: Actor, ids: number[], archived: boolean): Promise<LinkAddress[]> {
  const links = await tx.$queryRaw<LinkAddress[]>`
    SELECT id, domain_id AS "domainId", alias_folded AS "aliasFolded", campaign_id AS "campaignId" FROM links
    WHERE id = ANY(${ids}) AND user_id = ${actor.userId} AND archived = ${archived} ORDER BY id FOR NO KEY UPDATE`;
  const found = links.map(({ id }) => id);
  await tx.$queryRaw`SELECT link_id FROM link_counts WHERE link_id = ANY(${found}) ORDER BY 1 FOR NO KEY UPDATE`;
  await tx.$queryRaw`SELECT lock_names_of_links(${found})::text`;
  const blocks = found.map((id) => id >> 12);
  await tx.$queryRaw`
    SELECT block FROM link_blocks WHERE user_id = ${actor.userId} AND block = ANY(${blocks}) ORDER BY block
    FOR NO KEY UPDATE`;
  return links;
}

async function mark(tx: Transaction, links: LinkAddress[], archived: boolean): Promise<LinkAddress[]> {
  await tx.link.updateMany({ where: { id: { in: links.map(({ id }) => id) } }, data: { archived } });
  return links;
}
