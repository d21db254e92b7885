import type { Handover } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { recordErasedClicks } from "@/lib/clicks/maintenance/erase";
import { restartExpiry } from "@/lib/clicks/maintenance/retention";
import { AppError, errorOf, notFound } from "@/lib/contract/errors";
import { announce } from "@/lib/platform/database/changes";
import { db, type Transaction } from "@/lib/platform/database/db";
import { isSerializationFailure } from "@/lib/platform/database/outage";
import { invalidateLink, type LinkAddress } from "@/lib/resources/links/service";
import { limitReached, remainingInLock, requireFeature } from "@/lib/resources/plans/quota";
import { storageFull, storageLimitOf, storageOf } from "@/lib/resources/plans/storage";
import { countTransferContents, requireWholeDomains } from "./contents";
import { mailGiver } from "./mails";
import { moveChosen, moveEverything } from "./move-resources";
import type { OwnershipTransferContents } from "./schema";
import { requireConfirmed } from "./service";

/** An account can have very many links, and all of them move in one transaction. */
const timeout = 10 * 60_000;
/** Up to this number, links are announced one by one; beyond it, everything is invalidated. */
const mostAnnounced = 10_000;

/**
 * Moves everything in a transfer to the actor, or nothing. Ids stay the same, so clicks and statistics move with them,
 * including clicks that are still in a journal. Throws `conflict` if the transfer has ended, and the plan's refusal if
 * there is no room.
 */
export async function acceptOwnershipTransfer(actor: Actor, id: number): Promise<void> {
  authorize(actor, "account:write");
  if (actor.leavesAt) throw new AppError("account_leaving");
  const { handover, links } = await retryOnDeadlock(() => move(actor, id));
  if (links.length > mostAnnounced) announce("link_changed");
  else links.forEach(invalidateLink);
  for (const topic of moved) announce(topic);
  void mailGiver(handover, "accepted");
}

/** Runs `work` and repeats it after a deadlock, which can occur because `work` locks many rows. */
async function retryOnDeadlock<T>(work: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (tries === 1 || !isSerializationFailure(error)) throw error;
    return retryOnDeadlock(work, tries - 1);
  }
}

const move = (actor: Actor, id: number) =>
  db.$transaction(
    async (tx) => {
      const handover = await lockOpenTransfer(tx, actor, id);
      await requireWholeDomains(tx, handover);
      const contents = await countTransferContents(tx, handover);
      const links = await lockLinks(tx, handover);
      if (links.length === 0 && !handover.everything) throw new AppError("handover_empty");
      await requireRoom(tx, actor, handover, contents);
      const ids = links.map((link) => link.id);
      await recordErasedClicks(tx, handover.userId, actor.userId, ids);
      await (handover.everything ? moveEverything : moveChosen)(tx, handover.userId, actor.userId, ids);
      await restartExpiry(tx, actor.userId);
      await tx.handover.update({ where: { id }, data: { status: "accepted" } });
      return { handover, links };
    },
    { timeout },
  );

/** Cached data of these may now belong to another account. */
const moved = ["qr_code_changed", "campaign_changed", "bio_page_changed", "overlay_changed", "domain_changed"] as const;

/**
 * Locks both accounts first, in the same order as the deletion of an account, so that nothing is added to either
 * meanwhile; then the transfer.
 */
async function lockOpenTransfer(tx: Transaction, actor: Actor, id: number): Promise<Handover> {
  const offered = await tx.handover.findFirst({ where: { id, email: actor.email } });
  if (!offered) throw notFound("handover");
  await tx.$queryRaw`
    SELECT id FROM users WHERE id = ANY(${[offered.userId, actor.userId]}) ORDER BY id FOR UPDATE`;
  await requireConfirmed(actor.userId, tx);
  const [open] = await tx.$queryRaw<object[]>`
    SELECT FROM handovers WHERE id = ${id} AND email = (SELECT email FROM users WHERE id = ${actor.userId})
      AND status = 'open' AND expires_at > now() FOR UPDATE`;
  if (!open || offered.userId === actor.userId) throw new AppError("handover_closed");
  await tx.$queryRaw`SELECT id FROM domains WHERE user_id = ${offered.userId} ORDER BY id FOR UPDATE`;
  return offered;
}

/** Locks links in the order of their ids, as the drain does, and before the rows that refer to them, as edits do. */
const lockLinks = (tx: Transaction, { userId, everything, linkIds }: Handover) =>
  tx.$queryRaw<LinkAddress[]>`
    SELECT id, domain_id AS "domainId", alias_folded AS "aliasFolded", campaign_id AS "campaignId" FROM links
    WHERE user_id = ${userId} AND (${everything} OR id = ANY(${linkIds})) ORDER BY id FOR NO KEY UPDATE`;

/** The resources that the receiver's plan limits by number, each with the number that a transfer adds. */
const counted = {
  domain: ({ domains }: OwnershipTransferContents) => domains.length,
  pixels: ({ pixels }: OwnershipTransferContents) => pixels,
  splash: ({ splash }: OwnershipTransferContents) => splash,
  overlay: ({ overlays }: OwnershipTransferContents) => overlays,
  campaigns: ({ campaigns }: OwnershipTransferContents) => campaigns,
  channels: ({ channels }: OwnershipTransferContents) => channels,
  tags: ({ tags }: OwnershipTransferContents) => tags,
  bioPages: ({ bio }: OwnershipTransferContents) => bio,
  qrCodes: ({ qr }: OwnershipTransferContents) => qr,
} as const;

const switched = ["domain", "pixels", "splash", "overlay"] as const;

/**
 * Refuses a transfer that exceeds the receiver's plan. Their account is locked, so nothing else can use up the room.
 */
async function requireRoom(
  tx: Transaction,
  actor: Actor,
  { userId, everything, linkIds }: Handover,
  contents: OwnershipTransferContents,
): Promise<void> {
  for (const feature of switched) if (counted[feature](contents) > 0) requireFeature(actor, feature);
  for (const [resource, countOf] of Object.entries(counted) as [keyof typeof counted, typeof counted.tags][]) {
    const count = countOf(contents);
    if (count > 0 && count > (await remainingInLock(tx, actor, resource))) throw errorOf(limitReached(actor, resource));
  }
  // Archived links do not count toward the limit.
  const chosen = everything ? {} : { id: { in: linkIds } };
  const links = await tx.link.count({ where: { userId, archived: false, ...chosen } });
  if (links > (await remainingInLock(tx, actor, "links"))) throw errorOf(limitReached(actor, "links"));
  const limit = storageLimitOf(actor);
  if (limit !== null && (await storageOf(actor.userId)) + contents.bytes > limit) throw errorOf(storageFull(actor));
}
