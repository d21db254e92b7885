import type { Actor } from "@/lib/auth/actor";
import { type Refusal, refusal } from "@/lib/contract/refusal";
import type { Transaction } from "@/lib/platform/database/db";
import type { Warning } from "@/lib/platform/warnings";
import type { LinkAddress } from "@/lib/resources/links/service";
import { limitOf, limitReached, lockAccount, remainingInLock } from "@/lib/resources/plans/quota";
import { lossesOf } from "./losses";
import { deleteStored, insertDeleted, lockDeleted, restoreRelations } from "./restore-rows";

interface Restored {
  restored: LinkAddress[];
  /** why the other deleted links could not be restored, by id */
  left: Map<number, Refusal>;
  /** what the restored links did not get back, by id */
  losses: Map<number, Warning[]>;
}

/** Restores deleted links with their own addresses: those whose alias is free, as many as there is room for. */
export async function restoreWithin(tx: Transaction, actor: Actor, ids: number[], room: number): Promise<Restored> {
  // With a limit of links, the lock is held. A plan without one still limits what is in channels.
  if (limitOf(actor, "links") === null) await lockAccount(tx, actor.userId);
  const left: Restored["left"] = new Map();
  let free = room;
  const wanted = (await lockDeleted(tx, actor, ids)).filter(({ id, domainId, archived }) => {
    if (domainId === null) left.set(id, refusal("restore_domain_gone"));
    else if (!archived && free <= 0) left.set(id, limitReached(actor, "links"));
    else if (!archived) free--;
    return !left.has(id);
  });
  const requested = wanted.map(({ id }) => id);
  const restored = requested.length > 0 ? await insertDeleted(tx, requested, null) : [];
  const made = restored.map(({ id }) => id);
  const isMade = new Set(made);
  for (const id of requested) if (!isMade.has(id)) left.set(id, refusal("restore_alias_taken"));
  if (made.length === 0) return { restored, left, losses: new Map() };
  const channels = wanted.reduce((sum, link) => sum + (isMade.has(link.id) ? link.channels : 0), 0);
  const channelRoom = channels > 0 ? await remainingInLock(tx, actor, "channelItems") : 0;
  await restoreRelations(tx, made, Math.min(channels, channelRoom));
  const losses = await lossesOf(tx, made);
  await deleteStored(tx, made);
  return { restored, left, losses };
}
