import { type LinkChangeSet, Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { type Refusal, refusal } from "@/lib/contract/refusal";
import { currentAuthor } from "@/lib/platform/database/author";
import type { Transaction } from "@/lib/platform/database/db";
import { nameOf } from "@/lib/resources/links/writing/insert";

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

/** SQL for the earlier reference of an overwritten link to a row that no longer exists. */
const goneReferences = Object.entries({
  campaign_id: "campaigns",
  overlay_id: "overlays",
  splash_page_id: "splash_pages",
})
  .map(
    ([column, table]) => `(before->>'${column}' IS NOT NULL AND NOT EXISTS (
      SELECT FROM ${table} WHERE id = (before->>'${column}')::int AND user_id = links.user_id))`,
  )
  .join(" OR ");

/**
 * Restores the earlier values of locked links that an import has overwritten, from the audit log. Returns why the others
 * could not be restored, by id.
 */
export async function undoOverwritten(
  tx: Transaction,
  { userId }: Actor,
  { request }: LinkChangeSet,
  ids: number[],
): Promise<Map<number, Refusal>> {
  const overwritten = Prisma.sql`(
      SELECT subject_id AS id, before, after FROM audit_changes JOIN audit_entries ON audit_entries.id = entry_id
      WHERE request = ${request}::uuid AND user_id = ${userId} AND subject = 'link' AND subject_id = ANY(${ids})
        AND before IS NOT NULL AND after IS NOT NULL
    ) AS overwritten`;
  const states = await tx.$queryRaw<{ id: number; changed: boolean; gone: boolean; taken: boolean }[]>`
    SELECT links.id, NOT to_jsonb(links) @> after AS changed, ${Prisma.raw(goneReferences)} AS gone,
      EXISTS (SELECT FROM links AS other WHERE other.user_id = links.user_id AND other.id <> links.id
        AND other.external_id = before->>'external_id') AS taken
    FROM ${overwritten} JOIN links USING (id) WHERE NOT to_jsonb(links) @> before`;
  const refused = new Map<number, Refusal>();
  for (const { id, changed, gone, taken } of states) {
    if (changed) refused.set(id, refusal("undo_link_changed"));
    else if (gone) refused.set(id, refusal("undo_reference_gone"));
    else if (taken) refused.set(id, refusal("undo_externalid_taken"));
  }
  const free = ids.filter((id) => !refused.has(id));
  await tx.$executeRaw`
    UPDATE links SET (${Prisma.raw(columns)}) =
      (SELECT ${Prisma.raw(columns)} FROM jsonb_populate_record(links, overwritten.before))
    FROM ${overwritten} WHERE links.id = overwritten.id AND links.id = ANY(${free})`;
  return refused;
}
