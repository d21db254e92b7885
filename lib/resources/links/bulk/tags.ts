import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { refusedField } from "@/lib/contract/errors";
import { db, type Transaction } from "@/lib/platform/database/db";
import { foldTag, maxTags } from "@/lib/resources/tags/names";
import { tagsNamed } from "@/lib/resources/tags/service";
import { lockLinks } from "./lock-links";
import type { Step } from "./step";

export async function addTagStep(actor: Actor, name: string): Promise<Step> {
  authorize(actor, "links:write");
  return {
    action: "tag",
    target: null,
    stores: true,
    async change(tx, ids) {
      const [tag] = await tagsNamed(tx, actor, [name]);
      if (!tag) throw new Error("tagsNamed returned no tag");
      const links = (await lockLinks(tx, actor, ids)).map(({ id }) => id);
      const added = await addTag(tx, links, tag.id);
      if (await hasTooMany(tx, added)) throw refusedField("tag", "link_tags_full", { count: maxTags });
      return { ids: added, target: tag.id, befores: tag.isNew ? [tag.id] : [] };
    },
  };
}

/** Adds a tag and returns the links that did not have it. */
export async function addTag(tx: Transaction, links: number[], tag: number): Promise<number[]> {
  const added = await tx.$queryRaw<{ id: number }[]>`
    INSERT INTO "_LinkToTag" SELECT id, ${tag} FROM unnest(${links}::int[]) AS id ORDER BY id ON CONFLICT DO NOTHING
    RETURNING "A" AS id`;
  return added.map(({ id }) => id);
}

export async function hasTooMany(tx: Transaction, links: number[]): Promise<boolean> {
  const full = await tx.$queryRaw<object[]>`
    SELECT FROM "_LinkToTag" WHERE "A" = ANY(${links}) GROUP BY "A" HAVING count(*) > ${maxTags} LIMIT 1`;
  return full.length > 0;
}

/** Returns those of the links that cannot get this tag because they have as many as a link can have. */
export async function idsWithFullTags(tx: Transaction, links: number[], tag: number): Promise<Set<number>> {
  const full = await tx.$queryRaw<{ id: number }[]>`
    SELECT "A" AS id FROM "_LinkToTag" WHERE "A" = ANY(${links})
    GROUP BY "A" HAVING count(*) >= ${maxTags} AND NOT ${tag} = ANY(array_agg("B"))`;
  return new Set(full.map(({ id }) => id));
}

/**
 * Deletes a tag that a change has created, unless it is used or has been edited since. A deleted link, a webhook or a
 * forwarding may also use it.
 */
export const deleteCreatedTag = (tx: Transaction, { userId }: Actor, tag: number) =>
  tx.$executeRaw`
    DELETE FROM tags WHERE id = ${tag} AND user_id = ${userId} AND updated_at = created_at
      AND NOT EXISTS (SELECT FROM "_LinkToTag" WHERE "B" = tags.id)
      AND NOT EXISTS (SELECT FROM webhooks WHERE tag_id = tags.id)
      AND NOT EXISTS (SELECT FROM deleted_links WHERE user_id = ${userId} AND stored->'tags' @> to_jsonb(tags.id))`;

export async function removeTagStep(actor: Actor, name: string): Promise<Step> {
  authorize(actor, "links:write");
  const { userId } = actor;
  const tag = await db.tag.findFirst({ where: { userId, nameFolded: foldTag(name) }, select: { id: true } });
  if (!tag) throw refusedField("untag", "not_yours", { what: "tag" });
  const target = tag.id;
  return {
    action: "untag",
    target,
    async change(tx, ids) {
      const links = (await lockLinks(tx, actor, ids)).map(({ id }) => id);
      return { ids: await removeTag(tx, links, target) };
    },
  };
}

/** Removes a tag and returns the links that had it. */
export async function removeTag(tx: Transaction, links: number[], tag: number): Promise<number[]> {
  const taken = await tx.$queryRaw<{ id: number }[]>`
    DELETE FROM "_LinkToTag" WHERE "B" = ${tag} AND "A" = ANY(${links}) RETURNING "A" AS id`;
  return taken.map(({ id }) => id);
}
