import type { Actor } from "@/lib/auth/actor";
import { db } from "@/lib/platform/database/db";
import { getDefaultDomain } from "@/lib/resources/domains/default";
import { linkOrigin } from "./short-url";

/** The scheme and host of new links of the actor that name no domain. */
export async function defaultOrigin(actor: Actor): Promise<string> {
  return linkOrigin(await db.domain.findUniqueOrThrow({ where: { id: await getDefaultDomain(actor) } }));
}
