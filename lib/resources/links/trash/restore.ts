import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { errorOf, notFound } from "@/lib/contract/errors";
import type { Transaction } from "@/lib/platform/database/db";
import { blockedReason, blocklist } from "@/lib/platform/network/blocklist";
import { isListed } from "@/lib/platform/network/host-list";
import { warnAll } from "@/lib/platform/warnings";
import { defaultDomainId } from "@/lib/resources/domains/service";
import { destinationsOf, findLeading } from "@/lib/resources/links/destinations/blocked";
import type { LinkWithRelations } from "@/lib/resources/links/read";
import { getLink, invalidateLink } from "@/lib/resources/links/service";
import { randomAlias } from "@/lib/resources/links/writing/random-alias";
import {
  limitOf,
  limitReached,
  lockAccount,
  remainingInLock,
  withRoomInTransaction,
} from "@/lib/resources/plans/quota";
import { requireStorage } from "@/lib/resources/plans/storage";
import { lossesOf } from "./losses";
import { deleteStored, insertDeleted, lockDeleted, restoreRelations } from "./restore-rows";

const randomAttempts = 5;

/**
 * Restores a deleted link of the actor with the same id, and so with its statistics. Relations to deleted things are
 * left out; a deleted domain is replaced by the default one, a taken alias by a random one. Warns of what it does not
 * get back.
 */
export async function restoreLink(actor: Actor, id: number): Promise<LinkWithRelations> {
  authorize(actor, "links:write");
  await requireStorage(actor);
  const blocked = await blocklist();
  const defaultDomain = await defaultDomainId();
  const losses = await withRoomInTransaction(actor, "links", async (tx, room) => {
    // With a limit of links, the lock is held. A plan without one still limits what is in channels.
    if (limitOf(actor, "links") === null) await lockAccount(tx, actor.userId);
    const [found] = await lockDeleted(tx, actor, [id]);
    if (!found) throw notFound("deleted link");
    if (!found.archived && room <= 0) throw errorOf(limitReached(actor, "links"));
    await insertWithFreeAlias(tx, id, defaultDomain, found.alias);
    const channelRoom = found.channels > 0 ? await remainingInLock(tx, actor, "channelItems") : 0;
    await restoreRelations(tx, [id], Math.min(found.channels, channelRoom));
    if (destinationsOf(await findLeading(tx, id)).some((url) => isListed(blocked, url))) {
      await tx.disabledLink.createMany({ data: { linkId: id, reason: blockedReason }, skipDuplicates: true });
    }
    const losses = (await lossesOf(tx, [id])).get(id) ?? [];
    await deleteStored(tx, [id]);
    return losses;
  });
  warnAll(losses);
  return invalidateLink(await getLink(actor, id));
}

/** Inserts the link's row with its own alias or else a random one. */
async function insertWithFreeAlias(tx: Transaction, id: number, domainId: number, own: string): Promise<void> {
  // Try its own alias twice: the first conflict may be about an external ID that another link has got just now.
  for (const alias of [own, own, ...Array.from({ length: randomAttempts }, () => randomAlias())]) {
    if ((await insertDeleted(tx, [id], domainId, alias)).length > 0) return;
  }
  throw new Error("found no free random alias");
}
