import type { LinkView } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { refusedField } from "@/lib/contract/errors";
import { name } from "@/lib/contract/fields";
import { z } from "@/lib/contract/zod";
import { db } from "@/lib/platform/database/db";
import { deleteOwnedRow } from "@/lib/resources/ownership";
import { inAccountLock } from "@/lib/resources/plans/quota";
import { listColumns, pageSizes } from "./list-columns";

/** A person's settings for lists of links. */
export const listSettings = z.object({
  columns: z.array(z.enum(listColumns)).max(listColumns.length),
  compact: z.boolean(),
  perPage: z.literal(pageSizes),
});

export type ListSettings = z.infer<typeof listSettings>;

export const usualListSettings: ListSettings = { columns: [...listColumns], compact: false, perPage: 20 };

const most = 50;

/** A saved view: a name, and the query of its address. */
export const linkView = z.object({ name: name(), query: z.string().min(1).max(1000) });

export async function listViews(actor: Actor): Promise<LinkView[]> {
  authorize(actor, "links:read");
  return db.linkView.findMany({ where: { userId: actor.userId }, orderBy: { name: "asc" } });
}

/** Saves a view. It replaces one with the same name. */
export async function saveView(actor: Actor, input: z.infer<typeof linkView>): Promise<void> {
  authorize(actor, "links:write");
  const { userId } = actor;
  await inAccountLock(userId, async (tx) => {
    const others = await tx.linkView.count({ where: { userId, name: { not: input.name } } });
    if (others >= most) throw refusedField("name", "views_full", { count: most });
    await tx.linkView.upsert({
      where: { userId_name: { userId, name: input.name } },
      create: { userId, ...input },
      update: input,
    });
  });
}

export const deleteView = (actor: Actor, id: number) => deleteOwnedRow(db.linkView, actor, id, "link view");

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
