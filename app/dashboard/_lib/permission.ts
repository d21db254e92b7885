import { forbidden } from "next/navigation";
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
