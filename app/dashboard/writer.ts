import { forbidden } from "next/navigation";
import type { Actor } from "@/lib/auth/actor";
import { can } from "@/lib/auth/permissions";
import { requireActor } from "@/lib/auth/session";
import type { Permission } from "@/lib/contract/permissions";

/** Whoever is signed in, for a page that is there to change something; it says so to who may not, with status 403. */
export async function requireWriter(permission: Permission): Promise<Actor> {
  const actor = await requireActor();
  if (!can(actor, permission)) forbidden();
  return actor;
}
