import type { Plan } from "@/generated/prisma/client";
import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { AppError, notFound, refusedField } from "@/lib/contract/errors";
import type { Versions } from "@/lib/contract/version";
import { announce } from "@/lib/platform/database/changes";
import { atVersion, db, isForeignKeyViolation, isMissingRow, isUniqueViolation } from "@/lib/platform/database/db";
import { endOf } from "@/lib/platform/warnings";
import type { CreatePlan, Subscription, UpdatePlan } from "./schema";

export function listPlans(actor: Actor): Promise<Plan[]> {
  requireAdmin(actor);
  return db.plan.findMany({ orderBy: { id: "asc" } });
}

export async function getPlan(actor: Actor, id: number): Promise<Plan> {
  requireAdmin(actor);
  const plan = await db.plan.findUnique({ where: { id } });
  if (!plan) throw notFound("plan");
  return plan;
}

/**
 * Counts the users on each plan. Plans without users are missing from the map. Expired subscriptions count, because
 * they can be renewed.
 */
export async function subscriberCounts(actor: Actor): Promise<Map<number, number>> {
  requireAdmin(actor);
  const counts = await db.user.groupBy({ by: "planId", where: { deletion: null }, _count: true });
  return new Map(counts.map(({ planId, _count }) => [planId, _count]));
}

export async function createPlan(actor: Actor, { name, limits, free = false, ...rest }: CreatePlan): Promise<Plan> {
  requireAdmin(actor);
  const data = { name, limits, free, storageMb: rest.storagemb, ...pricesOf(rest, free) };
  return db.plan.create({ data }).catch(mapDatabaseError);
}

/** Changes the fields that are sent. The change applies to everyone on the plan from the next request on. */
export async function updatePlan(
  actor: Actor,
  id: number,
  { name, limits, ...rest }: UpdatePlan,
  versions?: Versions,
): Promise<Plan> {
  const { free } = await getPlan(actor, id);
  const data = { name, limits, storageMb: rest.storagemb, ...pricesOf(rest, free) };
  const plan = await atVersion(db, "plans", { id, versions }, (tx) => tx.plan.update({ where: { id }, data })).catch(
    mapDatabaseError,
  );
  announce("plan_changed");
  return plan;
}

/** Deletes a plan. Refused while users are on it, or if it is the last free plan, which new accounts need. */
export async function deletePlan(actor: Actor, id: number): Promise<void> {
  requireAdmin(actor);
  await db.$transaction(async (tx) => {
    // Lock all plans: otherwise each of two requests could consider the other's plan the last free one.
    const plans = await tx.$queryRaw<{ id: number; free: boolean }[]>`SELECT id, free FROM plans FOR UPDATE`;
    const plan = plans.find((row) => row.id === id);
    if (!plan) throw notFound("plan");
    const users = await tx.user.count({ where: { planId: id, deletion: null } });
    if (users > 0) throw inUse(users);
    if (plan.free && plans.filter(({ free }) => free).length === 1) {
      throw new AppError("plan_is_last_free");
    }
    await tx.plan.delete({ where: { id } }).catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? inUse(1) : error;
    });
  });
}

const inUse = (users: number) => new AppError("plan_in_use", { users });

/** A free plan has no prices. */
const pricesOf = ({ pricemonthly, priceyearly, pricelifetime }: UpdatePlan, free: boolean) =>
  free ? {} : { priceMonthly: pricemonthly, priceYearly: priceyearly, priceLifetime: pricelifetime };

function mapDatabaseError(error: unknown): never {
  if (isUniqueViolation(error)) throw refusedField("name", "plan_name_taken");
  throw isMissingRow(error) ? notFound("plan") : error;
}

/** Puts a user on a plan. Returns the plan and when it ends, null for never. */
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
    // The lock makes two simultaneous renewals add up.
    const [user] = await tx.$queryRaw<{ planId: number; expiresAt: Date | null }[]>`
      SELECT plan_id AS "planId", plan_expires_at AS "expiresAt" FROM users
      WHERE id = ${userId} AND NOT EXISTS (SELECT FROM account_deletions WHERE user_id = ${userId}) FOR NO KEY UPDATE`;
    if (!user) throw notFound("user");
    const current = user.planId === planId ? user.expiresAt : null;
    const sent =
      expiration === undefined ? expiryOf(type, new Date(), current) : endOf("expiration", expiration, "plan_end_past");
    const planExpiresAt = plan.free ? null : sent;
    const planInterval = plan.free ? null : type;
    await tx.user.update({ where: { id: userId }, data: { planId, planInterval, planExpiresAt } });
    return planExpiresAt;
  });
  announce("user_changed", `${userId}`);
  return { plan, expiresAt };
}

type Interval = "monthly" | "yearly" | "lifetime";

/** The last second that the contract's timestamps can express. */
const latest = Date.parse("9999-12-31T23:59:59Z");

/**
 * Returns when a subscription that begins at `now` ends: null for a lifetime. `currentExpiry` is the end of a running
 * subscription to the same plan, or null; the new one then begins at that time.
 */
export function expiryOf(interval: Interval, now: Date, currentExpiry: Date | null = null): Date | null {
  if (interval === "lifetime") return null;
  const start = currentExpiry && currentExpiry > now ? currentExpiry : now;
  return addMonths(start, interval === "monthly" ? 1 : 12);
}

/**
 * Returns the same day and time after a number of calendar months (UTC), or the month's last day if it has no such day.
 */
export function addMonths(start: Date, months: number): Date {
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + months);
  // In a month of 30 days, the 31st becomes the 1st of the next month, whose day 0 is the last day of the intended
  // month.
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return new Date(Math.min(end.getTime(), latest));
}
