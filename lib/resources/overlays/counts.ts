import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { db } from "@/lib/platform/db";
import { pool } from "@/lib/platform/pool";
import { createRateLimiter } from "@/lib/platform/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";
import { type Counted, CountsToStore } from "./counts-to-store";

/** Nobody sees an overlay more often, from one network: anybody can say that they did. */
const limiter = () =>
  processSingleton("overlayCountLimiter", () =>
    createRateLimiter({ name: "overlay-count", points: 200, seconds: 15 * 60 }),
  );

const toStore = () => processSingleton("overlayCounts", () => new CountsToStore(store));

/** Counts that an overlay was shown to somebody at `address`, or got from them what it asks for. Done once it is stored. */
export async function countOverlay(overlayId: number, what: keyof Counted, address: string): Promise<void> {
  const { allowed } = await limiter().consume({ address, with: overlayId });
  if (allowed) await toStore().add(overlayId, what);
}

/** Adds what was counted of several overlays. In their order, so that no two processes wait for each other. */
async function store(counted: Map<number, Counted>): Promise<void> {
  const entries = [...counted].sort(([one], [other]) => one - other);
  await pool.query({
    name: "count-overlays",
    text: `INSERT INTO overlay_counts AS stored (overlay_id, impressions, responses)
      SELECT o.id, c.impressions, c.responses
      FROM unnest($1::int[], $2::int[], $3::int[]) AS c (id, impressions, responses)
        JOIN overlays o ON o.id = c.id ORDER BY o.id
      ON CONFLICT (overlay_id) DO UPDATE SET
        impressions = least(stored.impressions::bigint + EXCLUDED.impressions, 2147483647),
        responses = least(stored.responses::bigint + EXCLUDED.responses, 2147483647)`,
    values: [
      entries.map(([id]) => id),
      entries.map(([, { impressions }]) => impressions),
      entries.map(([, { responses }]) => responses),
    ],
  });
}

export interface OverlayCounts extends Counted {
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
