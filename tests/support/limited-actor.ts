import { randomUUID } from "node:crypto";
import type { Actor } from "@/lib/auth/actor";

/** Creates an account on the free plan that can have this many links. The database must be running and have its plans. */
export async function actorWithLinkLimit(links: number): Promise<Actor> {
  const { db } = await import("@/lib/platform/database/db");
  const { findActor } = await import("@/lib/auth/actor");
  const { id: planId } = await db.plan.findFirstOrThrow({ where: { free: true } });
  const username = `person-${randomUUID().slice(0, 8)}`;
  const data = { email: `${username}@example.com`, username, usernameFolded: username, planId };
  const { plan, ...actor } = await findActor((await db.user.create({ data })).id);
  return { ...actor, plan: { ...plan, limits: { ...(plan.limits as object), links } } };
}
