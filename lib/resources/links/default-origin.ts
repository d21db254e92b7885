import type { Actor } from "@/lib/auth/actor";
import { db } from "@/lib/platform/db";
import { defaultDomainOf } from "@/lib/resources/domains/default";
import { originOf } from "./short-url";

/** Scheme and host of the actor's new links that name no domain. */
export async function defaultOrigin(actor: Actor): Promise<string> {
  return originOf(await db.domain.findUniqueOrThrow({ where: { id: await defaultDomainOf(actor) } }));
}
