import { forbidden, notFound } from "next/navigation";
import type { Actor } from "@/lib/auth/actor";
import { hasPermission } from "@/lib/auth/permissions";
import { requireActor } from "@/lib/auth/session";
import type { Permission } from "@/lib/contract/permissions";

/** Returns the actor. If their role lacks the permission, the page with status 403 is shown. */
export async function requirePermission(permission: Permission): Promise<Actor> {
  const actor = await requireActor();
  if (!hasPermission(actor, permission)) forbidden();
  return actor;
}

/** The logged-in administrator. Others get the not-found page. */
export async function administrator() {
  const actor = await requireActor();
  if (!actor.admin) notFound();
  return actor;
}
