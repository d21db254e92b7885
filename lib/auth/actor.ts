import type { Plan, User } from "@/generated/prisma/client";
import { AppError } from "@/lib/contract/errors";
import { db } from "@/lib/platform/db";

/** The user on whose behalf a service runs, with the plan that is in force now. */
export interface Actor {
  userId: number;
  email: string;
  username: string;
  admin: boolean;
  createdAt: Date;
  plan: Pick<Plan, "id" | "name" | "free" | "limits" | "storageMb">;
  /** null where the plan does not end */
  planExpiresAt: Date | null;
}

/** What an `Actor` is made of. Kept in caches in this form: the plan in force depends on the time of reading. */
export interface Member {
  user: User & { plan: Plan };
  freePlan: Plan;
}

/** The plan of new accounts and of those whose paid plan has expired. */
export function findFreePlan(): Promise<Plan> {
  return db.plan.findFirstOrThrow({ where: { free: true }, orderBy: { id: "asc" } });
}

/** A user as an actor at this moment, for work that goes on without them. */
export async function findActor(userId: number): Promise<Actor> {
  const [user, freePlan] = await Promise.all([
    db.user.findUniqueOrThrow({ where: { id: userId }, include: { plan: true } }),
    findFreePlan(),
  ]);
  return toActor({ user, freePlan });
}

/** The member as an actor at this moment: a paid plan that has expired counts as Free. */
export function toActor({ user, freePlan }: Member, now = new Date()): Actor {
  const expired = user.planExpiresAt !== null && user.planExpiresAt <= now;
  return {
    userId: user.id,
    email: user.email,
    username: user.username,
    admin: user.admin,
    createdAt: user.createdAt,
    plan: expired ? freePlan : user.plan,
    planExpiresAt: expired ? null : user.planExpiresAt,
  };
}

export function requireAdmin(actor: Actor | null): void {
  if (!actor?.admin) throw new AppError("admin_only");
}
