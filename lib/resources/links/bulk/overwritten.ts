import { type LinkChangeSet, Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/contract/errors";
import { currentAuthor } from "@/lib/platform/author";
import type { Transaction } from "@/lib/platform/db";
import type { LinkAddress } from "@/lib/resources/links/service";
import { nameOf } from "@/lib/resources/links/writing/insert";
import { lockLinks } from "./lock-links";

/** Stores which links an import has overwritten, so that it can be undone as a whole. An import calls it several times. */
export async function keepOverwritten(tx: Transaction, { userId }: Actor, linkIds: number[]): Promise<void> {
  if (linkIds.length === 0) return;
  const request = currentAuthor()?.request;
  const where = { userId, action: "import", request };
  const before = await tx.linkChangeSet.findFirst({ where, select: { id: true } });
  if (before) await tx.linkChangeSet.update({ where: before, data: { linkIds: { push: linkIds } } });
  else await tx.linkChangeSet.create({ data: { ...where, linkIds } });
}

/** An address and what belongs to it stay, so an import does not change them. */
const kept = ["id", "userId", "domainId", "alias", "aliasFolded", "passwordHash", "createdAt", "updatedAt"];
const columns = Object.values(Prisma.LinkScalarFieldEnum)
  .filter((name) => !kept.includes(name))
  .map((name) => `"${nameOf(name)}"`)
  .join(", ");

/**
 * Restores the earlier values of links that an import has overwritten, from the audit log. Throws `undo_changed` if one
 * was changed since.
 */
export async function undoOverwritten(tx: Transaction, actor: Actor, set: LinkChangeSet): Promise<LinkAddress[]> {
  const { linkIds, request } = set;
  const links = await lockLinks(tx, actor, linkIds);
  const undone = await tx.$queryRaw<{ id: number }[]>`
    WITH overwritten AS (
      SELECT subject_id AS id, before, after FROM audit_changes JOIN audit_entries ON audit_entries.id = entry_id
      WHERE request = ${request}::uuid AND user_id = ${actor.userId} AND subject = 'link' AND subject_id = ANY(${linkIds})
        AND before IS NOT NULL AND after IS NOT NULL
    )
    UPDATE links SET (${Prisma.raw(columns)}) =
      (SELECT ${Prisma.raw(columns)} FROM jsonb_populate_record(links, overwritten.before))
    FROM overwritten WHERE links.id = overwritten.id AND NOT EXISTS (
      SELECT FROM jsonb_each(overwritten.after) AS value
      WHERE to_jsonb(links)->value.key IS DISTINCT FROM value.value)
    RETURNING links.id`;
  if (links.length < linkIds.length || undone.length < linkIds.length) throw new AppError("undo_changed");
  return links;
}
