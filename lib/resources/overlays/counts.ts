import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { journal } from "@/lib/clicks/journal/journal";
import type { OverlayEvent } from "@/lib/clicks/journal/line";
import { db } from "@/lib/platform/database/db";
import { createRateLimiter } from "@/lib/platform/limits/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";

/** The most impressions of an overlay that are counted from one network, because anyone can send them. */
const limiter = () =>
  processSingleton("overlayCountLimiter", () =>
    createRateLimiter({ name: "overlay-count", points: 200, seconds: 15 * 60 }),
  );

/**
 * Counts that an overlay was shown to a visitor at `address`, or answered by them. Resolves once this is in the
 * journal; the drain adds it to the counts. Throws if it cannot be stored.
 */
export async function countOverlay(overlayId: number, counts: OverlayEvent["counts"], address: string): Promise<void> {
  const { allowed } = await limiter().consume({ address, with: overlayId });
  if (!allowed) return;
  await journal().recordEvent({ kind: "overlay", overlayId, counts });
}

export interface OverlayCounts {
  impressions: number;
  responses: number;
  /** when counting began; null if nothing has been counted yet */
  since: Date | null;
}

const nothing: OverlayCounts = { impressions: 0, responses: 0, since: null };

/** Returns a function for the counts of the actor's overlays, by their ids. */
export async function readOverlayCounts(actor: Actor, ids: number[]): Promise<(id: number) => OverlayCounts> {
  authorize(actor, "overlays:read");
  const where = { overlayId: { in: ids }, overlay: { userId: actor.userId } };
  const counted = new Map((await db.overlayCount.findMany({ where })).map((row) => [row.overlayId, row]));
  return (id) => counted.get(id) ?? nothing;
}

/**
 * The share of impressions that led to a click or answer, or null without impressions. At most 1: visitors without
 * JavaScript can answer, but their impressions are not counted.
 */
export const responseRate = ({ impressions, responses }: Pick<OverlayCounts, "impressions" | "responses">) =>
  impressions > 0 ? Math.min(1, responses / impressions) : null;
