import { type Handover, Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { recordErasedClicks } from "@/lib/clicks/maintenance/erase";
import { restartExpiry } from "@/lib/clicks/maintenance/retention";
import { AppError, errorOf, notFound } from "@/lib/contract/errors";
import { announce } from "@/lib/platform/database/changes";
import { db, type Transaction } from "@/lib/platform/database/db";
import { isSerializationFailure } from "@/lib/platform/database/outage";
import { IN_BULK } from "@/lib/resources/links/bulk/steps";
import { invalidateLink, type LinkAddress } from "@/lib/resources/links/service";
import { limitReached, remainingInLock, requireFeature } from "@/lib/resources/plans/quota";
import { measureStorage, storageFull, storageLimitOf } from "@/lib/resources/plans/storage";
import { countTransferContents, requireWholeDomains } from "./contents";
import type { OwnershipTransferContents } from "./schema";
import { mailGiver, requireConfirmed } from "./service";

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
  if (limit !== null && (await measureStorage(actor.userId)) + contents.bytes > limit)
    throw errorOf(storageFull(actor));
}

// These functions run in the transaction of lib/resources/ownership-transfers/accept.ts, which has locked both accounts and the
// links.

/**
 * Moves links only, with their domains if no other links are on them. Links lose what they share with links that stay.
 */
async function moveChosen(tx: Transaction, giver: number, receiver: number, ids: number[]): Promise<void> {
  const domains = await domainsOf(
    tx,
    giver,
    Prisma.sql`AND id IN (SELECT domain_id FROM links WHERE id = ANY(${ids}))`,
  );
  await freeExternalIds(tx, receiver, ids);
  await tx.$executeRaw`DELETE FROM "_LinkToPixel" WHERE "A" = ANY(${ids})`;
  await tx.$executeRaw`DELETE FROM channel_items WHERE link_id = ANY(${ids})`;
  // The new owner decides whether to share the statistics.
  await tx.$executeRaw`
    WITH unshared AS (DELETE FROM statistics_shares WHERE link_id = ANY(${ids}))
    UPDATE overlay_answers SET link_id = NULL WHERE link_id = ANY(${ids})`;
  await tx.$executeRaw`
    UPDATE links SET campaign_id = NULL, campaign_weight = 1, overlay_id = NULL, splash_page_id = NULL,
      type = CASE WHEN overlay_id IS NULL THEN type ELSE 'direct' END
    WHERE id = ANY(${ids}) AND (campaign_id, overlay_id, splash_page_id) IS DISTINCT FROM (NULL, NULL, NULL)`;
  await tx.$executeRaw`
    INSERT INTO tags (user_id, name, name_folded, color) SELECT ${receiver}, name, name_folded, color FROM tags
    WHERE user_id = ${giver} AND id IN (SELECT "B" FROM "_LinkToTag" WHERE "A" = ANY(${ids})) ORDER BY id
    ON CONFLICT DO NOTHING`;
  await tagAsReceiver(tx, giver, receiver, Prisma.sql`AND "A" = ANY(${ids})`);
  await tx.$executeRaw`
    DELETE FROM "_LinkToTag" USING tags WHERE tags.id = "B" AND user_id = ${giver} AND "A" = ANY(${ids})`;
  await moveUploads(tx, giver, receiver, ids);
  await moveLinks(tx, giver, receiver, ids);
  await moveDomains(tx, giver, receiver, domains);
}

/** Tables that move with everything, besides links, domains and tags. Messages stay: they have the giver's number. */
const tablesOfAccount = [
  "campaigns",
  "channels",
  "pixels",
  "overlays",
  "splash_pages",
  "bio_pages",
  "qr_codes",
  "qr_templates",
  "uploads",
];

/** Moves everything except the account itself: log-in, keys, plan, settings, SMS account, messages and imports. */
async function moveEverything(tx: Transaction, giver: number, receiver: number, ids: number[]): Promise<void> {
  const domains = await domainsOf(tx, giver, Prisma.empty);
  await tx.$queryRaw`SELECT id FROM campaigns WHERE user_id = ${giver} ORDER BY id FOR UPDATE`;
  await freeExternalIds(tx, receiver, ids);
  await tagAsReceiver(tx, giver, receiver, Prisma.empty);
  await moveDeleted(tx, giver, receiver);
  await tx.$executeRaw`
    DELETE FROM tags USING tags AS same WHERE tags.user_id = ${giver} AND same.user_id = ${receiver}
      AND same.name_folded = tags.name_folded`;
  await tx.$executeRaw`UPDATE tags SET user_id = ${receiver} WHERE user_id = ${giver}`;
  await tx.$executeRaw`DELETE FROM statistics_shares WHERE user_id = ${giver}`;
  await moveLinks(tx, giver, receiver, ids);
  for (const table of tablesOfAccount) {
    await tx.$executeRaw`UPDATE ${Prisma.raw(table)} SET user_id = ${receiver} WHERE user_id = ${giver}`;
  }
  await tx.$executeRaw`
    UPDATE link_views SET user_id = ${receiver} WHERE user_id = ${giver}
      AND name NOT IN (SELECT name FROM link_views WHERE user_id = ${receiver})`;
  await tx.$executeRaw`
    UPDATE utm_templates SET user_id = ${receiver} WHERE user_id = ${giver}
      AND name NOT IN (SELECT name FROM utm_templates WHERE user_id = ${receiver})`;
  await moveDomains(tx, giver, receiver, domains);
}

/** Links per query, so that none takes longer than `pool` waits. */
const atOnce = 5_000;

async function moveLinks(tx: Transaction, giver: number, receiver: number, ids: number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnce) {
    await moveBatch(tx, giver, receiver, ids.slice(from, from + atOnce));
  }
}

/**
 * Moves links and the rows next to them to another account. The caller has locked the links and their names. It changes
 * the rows of blocks, then texts, then counters, and these in the same order as the drain.
 */
export async function moveBatch(tx: Transaction, giver: number, receiver: number, ids: number[]): Promise<void> {
  const sides = Prisma.sql`(VALUES (${giver}::int, -1), (${receiver}::int, 1)) AS side (account, sign)`;
  await tx.$executeRaw`
    INSERT INTO link_blocks (user_id, block, links, archived, bytes, texts_due)
      SELECT account, moved.block, sign * moved.links, sign * moved.archived, sign * moved.bytes,
        sign = 1 AND coalesce(given.texts_due, false)
      FROM (
        SELECT id >> 12 AS block, count(*) FILTER (WHERE NOT archived) AS links, count(*) FILTER (WHERE archived) AS archived,
          sum(link_bytes(links)) AS bytes
        FROM links WHERE id = ANY(${ids}) AND user_id = ${giver} GROUP BY 1
      ) AS moved LEFT JOIN link_blocks AS given ON given.user_id = ${giver} AND given.block = moved.block CROSS JOIN ${sides}
      ORDER BY 1, 2
      ON CONFLICT (user_id, block) DO UPDATE SET links = link_blocks.links + excluded.links,
        archived = link_blocks.archived + excluded.archived, bytes = link_blocks.bytes + excluded.bytes,
        texts_due = link_blocks.texts_due OR excluded.texts_due`;
  await tx.$executeRaw`
    WITH begun AS MATERIALIZED (SELECT ${IN_BULK}), moved AS (
      UPDATE links SET user_id = ${receiver} FROM begun WHERE id = ANY(${ids}) AND user_id = ${giver} RETURNING links.*
    ), emptied AS (
      DELETE FROM link_blocks WHERE user_id = ${giver} AND links = 0 AND archived = 0
    ), texts AS (
      UPDATE link_texts SET user_id = ${receiver} WHERE link_id = ANY(${ids}) AND user_id = ${giver}
    ), counts AS (
      UPDATE link_counts SET user_id = ${receiver} FROM (
        SELECT link_id FROM link_counts WHERE link_id = ANY(${ids}) AND user_id = ${giver} ORDER BY link_id FOR NO KEY UPDATE
      ) AS locked WHERE link_counts.link_id = locked.link_id
    ), ${conversionsOf(Prisma.sql`ANY(${ids})`, receiver)}, states AS MATERIALIZED (
      SELECT id, audit_kept(to_jsonb(moved), kept::text[], secret) AS state FROM moved JOIN audited() ON relation = 'links'
    )
    SELECT audit_record(account, array_agg(ROW(NULL, 'link', id, CASE sign WHEN -1 THEN state END, CASE sign WHEN 1 THEN state END)::audit_changes))
    FROM states CROSS JOIN ${sides} GROUP BY account`;
}

/**
 * Moves the conversions of links with their corrections, without the names of who made these. Clears external IDs that
 * the receiver already uses.
 */
const conversionsOf = (links: Prisma.Sql, receiver: number) => Prisma.sql`
  corrections AS (
    UPDATE conversion_corrections SET user_id = ${receiver}, person = NULL, key = NULL WHERE conversion_id IN (
      SELECT id FROM conversions WHERE link_id = ${links} AND user_id <> ${receiver} AND corrections > 0)
  ), converted AS (
    UPDATE conversions SET user_id = ${receiver}, external_id = CASE WHEN external_id NOT IN (
      SELECT external_id FROM conversions WHERE user_id = ${receiver} AND external_id IS NOT NULL) THEN external_id END
    WHERE link_id = ${links} AND user_id <> ${receiver}
  )`;

async function domainsOf(tx: Transaction, giver: number, which: Prisma.Sql): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`SELECT id FROM domains WHERE user_id = ${giver} ${which}`;
  return rows.map(({ id }) => id);
}

async function moveDomains(tx: Transaction, giver: number, receiver: number, ids: number[]): Promise<void> {
  const [twice] = await tx.$queryRaw<{ host: string }[]>`
    SELECT host FROM domains WHERE user_id = ${receiver} AND host IN (SELECT host FROM domains WHERE id = ANY(${ids}))
    ORDER BY host LIMIT 1`;
  if (twice) throw new AppError("handover_domain_twice", { host: twice.host });
  // If the bio pages stay with the giver, they cannot be the root of a domain that moves.
  await tx.$executeRaw`
    UPDATE domains SET user_id = ${receiver}, root_bio_page_id = (
      SELECT id FROM bio_pages WHERE id = root_bio_page_id AND user_id = ${receiver})
    WHERE id = ANY(${ids})`;
  // When they are restored, they go to the service's own domain.
  await tx.$executeRaw`
    UPDATE deleted_links SET domain_id = NULL WHERE user_id = ${giver} AND domain_id = ANY(${ids})`;
}

/** Clears external IDs that the receiver already uses for another link. */
const freeExternalIds = (tx: Transaction, receiver: number, ids: number[]) =>
  tx.$executeRaw`
    UPDATE links SET external_id = NULL WHERE id = ANY(${ids}) AND external_id IN (
      SELECT external_id FROM links WHERE user_id = ${receiver} AND external_id IS NOT NULL)`;

/** Adds the receiver's tag of the same name to links that have a tag of the giver. */
const tagAsReceiver = (tx: Transaction, giver: number, receiver: number, which: Prisma.Sql) =>
  tx.$executeRaw`
    INSERT INTO "_LinkToTag" ("A", "B") SELECT "A", same.id FROM "_LinkToTag"
    JOIN tags ON tags.id = "B" AND tags.user_id = ${giver}
    JOIN tags AS same ON same.user_id = ${receiver} AND same.name_folded = tags.name_folded
    WHERE true ${which} ORDER BY 1, 2 ON CONFLICT DO NOTHING`;

/** Moves the images of link previews and the logos of codes. They still work where the giver uses them. */
const moveUploads = (tx: Transaction, giver: number, receiver: number, ids: number[]) =>
  tx.$executeRaw`
    UPDATE uploads SET user_id = ${receiver} WHERE user_id = ${giver} AND code IN (
      SELECT substring(named FROM '/uploads/([0-9a-f]{32})')
      FROM links, unnest(ARRAY[meta_image, qr_design->>'logo']) AS named WHERE id = ANY(${ids}))`;

/**
 * A deleted link is restored from its stored copy, so this changes the account in it, and its tags to those that the
 * receiver already has.
 */
async function moveDeleted(tx: Transaction, giver: number, receiver: number): Promise<void> {
  await tx.$executeRaw`
    WITH ${conversionsOf(Prisma.sql`ANY(SELECT link_id FROM deleted_links WHERE user_id = ${giver})`, receiver)} SELECT`;
  await tx.$executeRaw`
    UPDATE deleted_links SET user_id = ${receiver}, stored = kept, bytes = octet_length(kept::text)
    FROM (
      SELECT link_id AS id, jsonb_set(jsonb_set(stored, '{link,user_id}', to_jsonb(${receiver}::int)), '{tags}', (
        SELECT coalesce(jsonb_agg(coalesce(same.id, tags.id)), '[]') FROM tags
        LEFT JOIN tags AS same ON same.user_id = ${receiver} AND same.name_folded = tags.name_folded
        WHERE tags.user_id = ${giver} AND stored->'tags' @> to_jsonb(tags.id))) AS kept
      FROM deleted_links WHERE user_id = ${giver}
    ) AS moved WHERE link_id = moved.id`;
}
