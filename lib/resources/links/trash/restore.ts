import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { notFound } from "@/lib/contract/errors";
import { blockedReason, blocklist, isListed } from "@/lib/platform/blocklist";
import type { Transaction } from "@/lib/platform/db";
import { defaultDomainId } from "@/lib/resources/domains/service";
import { destinationsOf, findLeading } from "@/lib/resources/links/destinations/blocked";
import type { Lost } from "@/lib/resources/links/presenter";
import type { LinkWithRelations } from "@/lib/resources/links/read";
import { getLink, invalidateLink } from "@/lib/resources/links/service";
import { randomAlias } from "@/lib/resources/links/writing/random-alias";
import { remainingInLock, withRoomInTransaction } from "@/lib/resources/plans/quota";
import { requireStorage } from "@/lib/resources/plans/storage";
import { deleteStored, insertDeleted, lockDeleted, restoreRelations } from "./restore-rows";

const randomAttempts = 5;

export interface Restored {
  link: LinkWithRelations;
  lost: Lost;
}

/**
 * Restores a deleted link of the actor with the same id, and so with its statistics. Relations to deleted things are
 * left out; a deleted domain is replaced by the default one, a taken alias by a random one.
 */
export async function restoreLink(actor: Actor, id: number): Promise<Restored> {
  authorize(actor, "links:write");
  await requireStorage(actor);
  const list = await blocklist();
  const defaultDomain = await defaultDomainId();
  const lost = await withRoomInTransaction(actor, "links", async (tx, room) => {
    const [found] = await lockDeleted(tx, actor, [id], room);
    if (!found) throw notFound("deleted link");
    const alias = await insertWithFreeAlias(tx, id, defaultDomain, found.alias);
    const channelRoom = found.channels > 0 ? await remainingInLock(tx, actor, "channelItems") : 0;
    await restoreRelations(tx, [id], Math.min(found.channels, channelRoom));
    if (destinationsOf(await findLeading(tx, id)).some((url) => isListed(list, url))) {
      await tx.disabledLink.createMany({ data: { linkId: id, reason: blockedReason }, skipDuplicates: true });
    }
    await deleteStored(tx, [id]);
    return { alias: alias !== found.alias, domain: found.domainId === null };
  });
  return { link: invalidateLink(await getLink(actor, id)), lost };
}

/** Inserts the link's row with its own alias or else a random one, and returns the alias. */
async function insertWithFreeAlias(tx: Transaction, id: number, domainId: number, own: string): Promise<string> {
  // Try its own alias twice: the first conflict may be about an external ID that another link has got just now.
  for (const alias of [own, own, ...Array.from({ length: randomAttempts }, () => randomAlias())]) {
    if ((await insertDeleted(tx, [id], domainId, alias)).length > 0) return alias;
  }
  throw new Error("found no free random alias");
}
