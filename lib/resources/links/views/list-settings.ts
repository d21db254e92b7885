import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { db } from "@/lib/platform/database/db";
import { type ListSettings, listSettings, usualListSettings } from "./list-schema";

/**
 * The settings of the person who acts, the same for all accounts. Settings of an earlier version that are no longer
 * valid are replaced by the defaults.
 */
export async function readListSettings(actor: Actor): Promise<ListSettings> {
  authorize(actor, "links:read");
  const kept = await db.listSettings.findUnique({ where: { userId: actor.by.userId } });
  return listSettings.safeParse(kept).data ?? usualListSettings;
}

export async function saveListSettings(actor: Actor, settings: ListSettings): Promise<void> {
  authorize(actor, "links:read");
  const { userId } = actor.by;
  await db.listSettings.upsert({ where: { userId }, create: { userId, ...settings }, update: settings });
}
