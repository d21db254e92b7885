import type { Actor } from "@/lib/auth/actor";
import type { ShownDetail } from "@/lib/clicks/statistics/read-report";
import { DAY_MS, type Period } from "@/lib/clicks/store/period";
import { statement } from "@/lib/platform/database/statement";
import { env } from "@/lib/platform/env";
import { readLimits } from "./quota";

/** The number of clicks a month that the actor can see in detail; null for no limit, as for administrators. */
export const clickLimitOf = (actor: Actor): number | null =>
  actor.unlimited ? null : (readLimits(actor.plan.limits).clicks ?? null);

/** What the actor can see of single clicks. If the instance keeps them for fewer days, that limit applies. */
export function shownDetailOf(actor: Actor): ShownDetail {
  const days = [env.CLICK_RETENTION_DAYS, actor.unlimited ? null : readLimits(actor.plan.limits).retention];
  const kept = Math.min(...days.map((number) => number ?? Number.POSITIVE_INFINITY));
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return { limit: clickLimitOf(actor), retainedFrom: Number.isFinite(kept) ? today - kept * DAY_MS : null };
}

/** The clicks on the actor's links, QR codes and bio pages this month (UTC), without bots, and the plan's limit. */
export async function clicksThisMonth(
  actor: Actor,
  now = new Date(),
): Promise<Period & { used: number; limit: number | null }> {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const period = { from: day(Date.UTC(year, month)), to: day(Date.UTC(year, month + 1, 0)) };
  const rows = await statement<{ clicks: number }>(
    "SELECT clicks::float8 FROM click_usage WHERE month = $1::date AND user_id = $2",
    [period.from, actor.userId],
    { quick: true },
  );
  return { ...period, used: rows[0]?.clicks ?? 0, limit: clickLimitOf(actor) };
}
