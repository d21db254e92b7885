import type { Plan } from "@/generated/prisma/client";
import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { keyCache } from "@/lib/auth/key-cache";
import { db } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { parseTimestamp } from "@/lib/timestamp";
import type { Subscription } from "./schema";
import { expiryOf } from "./subscription";

export function listPlans(actor: Actor): Promise<Plan[]> {
  requireAdmin(actor);
  return db.plan.findMany({ orderBy: { id: "asc" } });
}

/** Puts a user on a plan; returns it and the moment at which it ends, null for never. */
export async function subscribe(
  actor: Actor,
  planId: number,
  userId: number,
  { type, expiration }: Subscription,
): Promise<{ plan: Plan; expiresAt: Date | null }> {
  requireAdmin(actor);
  const plan = await db.plan.findUnique({ where: { id: planId } });
  if (!plan) throw notFound("plan");
  const expiresAt = await db.$transaction(async (tx) => {
    // Two renewals at once add up.
    const [user] = await tx.$queryRaw<{ planId: number; expiresAt: Date | null }[]>`
      SELECT plan_id AS "planId", plan_expires_at AS "expiresAt" FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
    if (!user) throw notFound("user");
    const current = user.planId === planId ? user.expiresAt : null;
    const sent = expiration === undefined ? expiryOf(type, new Date(), current) : parseTimestamp(expiration);
    const planExpiresAt = plan.free ? null : sent;
    const planInterval = plan.free ? null : type;
    await tx.user.update({ where: { id: userId }, data: { planId, planInterval, planExpiresAt } });
    return planExpiresAt;
  });
  keyCache().forgetUser(userId);
  return { plan, expiresAt };
}
