import { Prisma } from "@/generated/prisma/client";
import { AppError, refusedField } from "@/lib/contract/errors";
import type { Transaction } from "@/lib/platform/database/db";
import { measureStorage } from "@/lib/resources/plans/storage";
import type { OwnershipTransferContents } from "./schema";

/** The contents of a transfer. */
export interface Offer {
  /** the account that gives them */
  userId: number;
  everything: boolean;
  linkIds: number[];
}

type Counts = Omit<OwnershipTransferContents, "dropped"> & OwnershipTransferContents["dropped"];

/** Returns what an offer would move at this moment, and what chosen links would lose. */
export async function countTransferContents(tx: Transaction, offer: Offer): Promise<OwnershipTransferContents> {
  if (offer.everything) return everythingOf(tx, offer.userId);
  const [counts] = await tx.$queryRaw<(Counts & Record<`lost_${string}`, number>)[]>(chosen(offer));
  const { lost_campaigns, lost_channels, lost_pixels, lost_overlays, lost_splash, ...along } = counts as Counts &
    Record<`lost_${string}`, number>;
  const stays = { campaigns: 0, channels: 0, pixels: 0, overlays: 0, splash: 0, bio: 0, qr: 0, deleted: 0 };
  return {
    ...along,
    ...stays,
    dropped: {
      campaigns: Number(lost_campaigns),
      channels: Number(lost_channels),
      pixels: Number(lost_pixels),
      overlays: Number(lost_overlays),
      splash: Number(lost_splash),
    },
  };
}

const chosen = ({ userId, linkIds }: Offer) => Prisma.sql`
  WITH own AS MATERIALIZED (SELECT id, domain_id, campaign_id, overlay_id, splash_page_id FROM links
    WHERE user_id = ${userId} AND id = ANY(${linkIds}))
  SELECT (SELECT count(*)::int FROM own) AS links,
    (SELECT coalesce(json_agg(host ORDER BY host), '[]') FROM domains
      WHERE user_id = ${userId} AND id IN (SELECT domain_id FROM own)) AS domains,
    (SELECT count(DISTINCT "B")::int FROM "_LinkToTag" WHERE "A" IN (SELECT id FROM own)) AS tags,
    (SELECT coalesce(sum(link_bytes(links)), 0)::float8 FROM links WHERE id IN (SELECT id FROM own)) AS bytes,
    (SELECT count(*)::int FROM own WHERE campaign_id IS NOT NULL) AS lost_campaigns,
    (SELECT count(DISTINCT link_id)::int FROM channel_items WHERE link_id IN (SELECT id FROM own)) AS lost_channels,
    (SELECT count(DISTINCT "A")::int FROM "_LinkToPixel" WHERE "A" IN (SELECT id FROM own)) AS lost_pixels,
    (SELECT count(*)::int FROM own WHERE overlay_id IS NOT NULL) AS lost_overlays,
    (SELECT count(*)::int FROM own WHERE splash_page_id IS NOT NULL) AS lost_splash`;

async function everythingOf(tx: Transaction, userId: number): Promise<OwnershipTransferContents> {
  const [counts] = await tx.$queryRaw<Omit<OwnershipTransferContents, "bytes" | "dropped">[]>`
    SELECT (SELECT coalesce(sum(links + archived), 0)::int FROM link_blocks WHERE user_id = ${userId}) AS links,
      (SELECT coalesce(json_agg(host ORDER BY host), '[]') FROM domains WHERE user_id = ${userId}) AS domains,
      (SELECT count(*)::int FROM tags WHERE user_id = ${userId}) AS tags,
      (SELECT count(*)::int FROM campaigns WHERE user_id = ${userId}) AS campaigns,
      (SELECT count(*)::int FROM channels WHERE user_id = ${userId}) AS channels,
      (SELECT count(*)::int FROM pixels WHERE user_id = ${userId}) AS pixels,
      (SELECT count(*)::int FROM overlays WHERE user_id = ${userId}) AS overlays,
      (SELECT count(*)::int FROM splash_pages WHERE user_id = ${userId}) AS splash,
      (SELECT count(*)::int FROM bio_pages WHERE user_id = ${userId}) AS bio,
      (SELECT count(*)::int FROM qr_codes WHERE user_id = ${userId}) AS qr,
      (SELECT count(*)::int FROM deleted_links WHERE user_id = ${userId}) AS deleted`;
  const dropped = { campaigns: 0, channels: 0, pixels: 0, overlays: 0, splash: 0 };
  return {
    ...(counts as Omit<OwnershipTransferContents, "bytes" | "dropped">),
    bytes: await measureStorage(userId),
    dropped,
  };
}

/** Refuses links on a domain of the giver if other links on it stay: a domain has one account. */
export async function requireWholeDomains(tx: Transaction, { userId, everything, linkIds }: Offer): Promise<void> {
  if (everything) return;
  const [shared] = await tx.$queryRaw<{ host: string }[]>`
    SELECT host FROM domains WHERE user_id = ${userId}
      AND id IN (SELECT domain_id FROM links WHERE user_id = ${userId} AND id = ANY(${linkIds}))
      AND EXISTS (SELECT FROM links WHERE domain_id = domains.id AND id <> ALL(${linkIds}))
    ORDER BY host LIMIT 1`;
  if (shared) throw new AppError("handover_domain_shared", { host: shared.host });
}

/** Refuses links that do not belong to the giver. */
export async function requireOwnLinks(tx: Transaction, { userId, everything, linkIds }: Offer): Promise<void> {
  if (everything) return;
  const found = await tx.link.count({ where: { userId, id: { in: linkIds } } });
  if (found < new Set(linkIds).size) throw refusedField("links", "not_yours", { what: "link" });
}
