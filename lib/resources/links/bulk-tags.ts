import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { refusedField } from "@/lib/contract/errors";
import { db, type Transaction } from "@/lib/platform/db";
import { foldTag, maxTags } from "@/lib/resources/tags/names";
import type { Step } from "./bulk-step";
import { lockLinks } from "./lock-links";

async function ownTag({ userId }: Actor, name: string, path: "tag" | "untag"): Promise<number> {
  const tag = await db.tag.findFirst({ where: { userId, nameFolded: foldTag(name) }, select: { id: true } });
  if (!tag) throw refusedField(path, "not_yours", { what: "tag" });
  return tag.id;
}

export async function tagged(actor: Actor, name: string): Promise<Step> {
  authorize(actor, "links:write");
  const target = await ownTag(actor, name, "tag");
  return {
    action: "tag",
    target,
    stores: true,
    async change(tx, ids) {
      const links = (await lockLinks(tx, actor, ids)).map(({ id }) => id);
      const added = await addTag(tx, links, target);
      if (await hasTooMany(tx, added)) throw refusedField("tag", "link_tags_full", { count: maxTags });
      return { ids: added };
    },
  };
}

/** Those that did not have it. */
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

export async function untagged(actor: Actor, name: string): Promise<Step> {
  authorize(actor, "links:write");
  const target = await ownTag(actor, name, "untag");
  return {
    action: "untag",
    target,
    async change(tx, ids) {
      const links = (await lockLinks(tx, actor, ids)).map(({ id }) => id);
      return { ids: await takeTag(tx, links, target) };
    },
  };
}

/** Those that had it. */
export async function takeTag(tx: Transaction, links: number[], tag: number): Promise<number[]> {
  const taken = await tx.$queryRaw<{ id: number }[]>`
    DELETE FROM "_LinkToTag" WHERE "B" = ${tag} AND "A" = ANY(${links}) RETURNING "A" AS id`;
  return taken.map(({ id }) => id);
}
