import type { Actor } from "@/lib/auth/actor";
import { errorOf } from "@/lib/contract/errors";
import type { Transaction } from "@/lib/platform/db";
import type { LinkAddress } from "@/lib/resources/links/service";
import { limitReached, remainingInLock } from "@/lib/resources/plans/quota";
import { deleteStored, insertDeleted, lockDeleted, restoreRelations } from "./restore-rows";
import { storedLink } from "./service";

/**
 * Restores deleted links exactly as they were. Returns null if one of them cannot be restored, because it has been
 * erased, its alias is taken or something it was related to is gone; the caller must then roll back.
 */
export async function restoreWithin(
  tx: Transaction,
  actor: Actor,
  ids: number[],
  room: number,
): Promise<LinkAddress[] | null> {
  const found = await lockDeleted(tx, actor, ids, room);
  if (found.length < ids.length || found.some(({ domainId }) => domainId === null)) return null;
  const made = await insertDeleted(tx, ids, null);
  if (made.length < ids.length) return null;
  const channels = found.reduce((sum, link) => sum + link.channels, 0);
  if (channels > 0 && (await remainingInLock(tx, actor, "channelItems")) < channels) {
    throw errorOf(limitReached(actor, "channelItems"));
  }
  await restoreRelations(tx, ids, channels);
  if (!(await areAsBefore(tx, ids))) return null;
  await deleteStored(tx, ids);
  return made;
}

/** Returns whether the restored links have all that was stored. A newer version may have added columns. */
async function areAsBefore(tx: Transaction, ids: number[]): Promise<boolean> {
  const others = await tx.$queryRaw<object[]>`
    SELECT FROM deleted_links d JOIN links l ON l.id = d.link_id CROSS JOIN LATERAL (SELECT ${storedLink} AS stored) AS now
    WHERE d.link_id = ANY(${ids}) AND NOT now.stored @> (d.stored #- '{link,clicks}' #- '{link,unique_clicks}') LIMIT 1`;
  return others.length === 0;
}
