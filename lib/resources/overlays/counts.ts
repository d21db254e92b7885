import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { journal } from "@/lib/clicks/journal";
import type { OverlayEvent } from "@/lib/clicks/told-line";
import { db } from "@/lib/platform/db";
import { createRateLimiter } from "@/lib/platform/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";

/** Nobody sees an overlay more often, from one network: anybody can say that they did. */
const limiter = () =>
  processSingleton("overlayCountLimiter", () =>
    createRateLimiter({ name: "overlay-count", points: 200, seconds: 15 * 60 }),
  );

/**
 * Counts that an overlay was shown to somebody at `address`, or got from them what it asks for. Done once that is kept: it is
 * added when the drain has stored it. Throws where it cannot be kept.
 */
export async function countOverlay(overlayId: number, counts: OverlayEvent["counts"], address: string): Promise<void> {
  const { allowed } = await limiter().consume({ address, with: overlayId });
  if (!allowed) return;
  await journal().tell({ kind: "overlay", overlayId, counts });
}

export interface OverlayCounts {
  impressions: number;
  responses: number;
  /** when counting began; null where nothing was counted yet */
  since: Date | null;
}

const nothing: OverlayCounts = { impressions: 0, responses: 0, since: null };

/** What was counted of the actor's overlays, by their ids. */
export async function overlayCountsOf(actor: Actor, ids: number[]): Promise<(id: number) => OverlayCounts> {
  authorize(actor, "overlays:read");
  const where = { overlayId: { in: ids }, overlay: { userId: actor.userId } };
  const counted = new Map((await db.overlayCount.findMany({ where })).map((row) => [row.overlayId, row]));
  return (id) => counted.get(id) ?? nothing;
}
