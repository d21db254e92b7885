import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { errorOf } from "@/lib/contract/errors";
import { db, type Transaction } from "@/lib/platform/database/db";
import { invalidateLink } from "@/lib/resources/links/service";
import { limitReached, withRoomInTransaction } from "@/lib/resources/plans/quota";
import { changeColumn, type LockedLink, lockLinks } from "./steps";

/**
 * Archives links, and returns those that were not archived before. Archived links are not listed and do not count
 * toward the limit, but still redirect.
 */
export async function archiveLinks(actor: Actor, ids: number[]): Promise<number[]> {
  authorize(actor, "links:write");
  return invalidateLinks(await db.$transaction((tx) => archiveWithin(tx, actor, ids)));
}

/** Unarchives links, all or none of them, and returns those that were archived before. */
export async function unarchiveLinks(actor: Actor, ids: number[]): Promise<number[]> {
  authorize(actor, "links:write");
  return invalidateLinks(
    await withRoomInTransaction(actor, "links", (tx, room) => unarchiveWithin(tx, actor, ids, room)),
  );
}

function invalidateLinks(links: LockedLink[]): number[] {
  links.forEach(invalidateLink);
  return links.map(({ id }) => id);
}

export async function archiveWithin(tx: Transaction, actor: Actor, ids: number[]): Promise<LockedLink[]> {
  return setArchived(tx, await lockLinksToArchive(tx, actor, ids, false), true);
}

export async function unarchiveWithin(
  tx: Transaction,
  actor: Actor,
  ids: number[],
  room: number,
): Promise<LockedLink[]> {
  const found = await lockLinksToArchive(tx, actor, ids, true);
  if (found.length > room) throw errorOf(limitReached(actor, "links"));
  return setArchived(tx, found, false);
}

/**
 * Locks links, their counters, the rows that refer to them, then their blocks, each in order of their ids, so that
 * writers of several links cannot deadlock.
 */
async function lockLinksToArchive(
  tx: Transaction,
  actor: Actor,
  ids: number[],
  archived: boolean,
): Promise<LockedLink[]> {
  const links = (await lockLinks(tx, actor, ids)).filter((link) => link.archived === archived);
  const found = links.map(({ id }) => id);
  await tx.$queryRaw`SELECT link_id FROM link_counts WHERE link_id = ANY(${found}) ORDER BY 1 FOR NO KEY UPDATE`;
  await tx.$queryRaw`SELECT lock_names_of_links(${found})::text`;
  const blocks = found.map((id) => id >> 12);
  await tx.$queryRaw`
    SELECT block FROM link_blocks WHERE user_id = ${actor.userId} AND block = ANY(${blocks}) ORDER BY block
    FOR NO KEY UPDATE`;
  return links;
}

async function setArchived(tx: Transaction, links: LockedLink[], archived: boolean): Promise<LockedLink[]> {
  await changeColumn(
    tx,
    links,
    "archived",
    links.map(() => archived),
  );
  return links;
}
