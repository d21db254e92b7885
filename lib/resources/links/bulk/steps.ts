import { Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { refusedField } from "@/lib/contract/errors";
import { type LinkStatus, linkStatuses } from "@/lib/contract/link-state";
import { db, longTransaction, type Transaction } from "@/lib/platform/database/db";
import { requireFeatures } from "@/lib/resources/links/features";
import { References } from "@/lib/resources/links/references";
import type { LinkAddress } from "@/lib/resources/links/service";
import { type Limited, withRoomInTransaction } from "@/lib/resources/plans/quota";
import { foldTag, maxTags } from "@/lib/resources/tags/names";
import { tagsNamed } from "@/lib/resources/tags/service";

/** Links per query, so that none takes longer than `pool` waits. */
const atOnce = 2_500;

export type LockedLink = LinkAddress & { alias: string; status: LinkStatus; archived: boolean };

/** Locks the actor's links among these in the order of their ids, as every transaction that locks several does. */
export const lockLinks = (tx: Transaction, { userId }: Pick<Actor, "userId">, ids: number[]) =>
  tx.$queryRaw<LockedLink[]>`
    SELECT id, domain_id AS "domainId", alias, alias_folded AS "aliasFolded", campaign_id AS "campaignId",
      status::text, archived FROM links
    WHERE id = ANY(${ids}) AND user_id = ${userId} ORDER BY id FOR UPDATE`;

/**
 * In a statement that selects this first, triggers neither index a changed link nor record its change. The statement
 * does so itself: for each link, the same rows would be written once more.
 */
export const IN_BULK = Prisma.raw("set_config('signpost.bulk', statement_timestamp()::text, true)");

/** The columns that `changeColumn` can set: their types, and what updates search texts and counts. */
const columns = {
  archived: { type: Prisma.raw("boolean"), index: Prisma.raw("index_archived_links(array_agg(id))") },
  campaign_id: { type: Prisma.raw("int"), index: Prisma.raw("write_link_texts(array_agg(id))") },
  domain_id: { type: Prisma.raw("int"), index: Prisma.raw("NULL") },
  status: { type: Prisma.raw('"LinkStatus"'), index: Prisma.raw("NULL") },
};

/** Sets a column of locked links to a value for each, and records the changes in the audit log. */
export async function changeColumn(
  tx: Transaction,
  links: { id: number }[],
  column: keyof typeof columns,
  values: (string | number | boolean | null)[],
): Promise<void> {
  const all = links.map(({ id }) => id);
  const name = Prisma.raw(column);
  const { type, index } = columns[column];
  for (let from = 0; from < all.length; from += atOnce) {
    const ids = all.slice(from, from + atOnce);
    const texts = values.slice(from, from + atOnce).map((value) => (value === null ? null : String(value)));
    // Before the rows of any block, as a rename of a campaign or tag does.
    const named = column === "campaign_id" && from === 0 ? all : [];
    await tx.$executeRaw`
      WITH begun AS MATERIALIZED (SELECT ${IN_BULK}, lock_names_of_links(${named}::int[])), changed AS (
        UPDATE links SET ${name} = sent.value::${type}
        FROM begun, unnest(${ids}::int[], ${texts}::text[]) AS sent (id, value) JOIN links AS former USING (id)
        WHERE links.id = sent.id RETURNING links.id, links.user_id,
          jsonb_build_object(${column}::text, former.${name}) AS before, jsonb_build_object(${column}::text, links.${name}) AS after
      )
      SELECT ${index}, audit_record(user_id, array_agg(ROW(NULL, 'link', id, before, after)::audit_changes))
      FROM changed GROUP BY user_id`;
  }
}

/** Does all of `work` or nothing, within the actor's limit for the resource that it adds to. */
export const runAtomically = <T>(
  within: Limited | undefined,
  actor: Actor,
  work: (tx: Transaction, room: number) => Promise<T>,
): Promise<T> =>
  within
    ? withRoomInTransaction(actor, within, work, longTransaction)
    : db.$transaction((tx) => work(tx, Number.POSITIVE_INFINITY), longTransaction);

export type Action =
  | "domain"
  | "campaign"
  | "channel"
  | "tag"
  | "untag"
  | "import"
  | "public"
  | "private"
  | "off"
  | "archive"
  | "unarchive"
  | "delete";

/** The number that `befores` has for a status. */
export const statusCode = (status: LinkStatus) => linkStatuses.indexOf(status) + 1;

export const statusOfCode = (code: number): LinkStatus | undefined => linkStatuses[code - 1];

/** The result of a change. */
export interface Changed {
  /** the links that were changed */
  ids: number[];
  /** the id of what they were assigned to, if the change created it */
  target?: number;
  /** the cache keys of the links, before and after the change */
  addresses?: LinkAddress[];
  /** the previous campaign, domain or status of each link, 0 for none; the id of a tag that the change created */
  befores?: number[];
  /** links whose alias is taken on the domain */
  taken?: LockedLink[];
}

/** One change of many links. Everything that can be checked without locking them has been checked. */
export interface Step {
  action: Action;
  /** the id of the campaign, channel, domain or tag, if it exists already */
  target: number | null;
  /** the limited resource that the change adds to */
  within?: Limited;
  /** whether it needs more storage */
  stores?: boolean;
  change(tx: Transaction, ids: number[], room: number): Promise<Changed>;
}

export const changedOf = (links: LinkAddress[]): Changed => ({ ids: links.map(({ id }) => id), addresses: links });

/** Moves links to a domain. Links whose alias is taken there stay. */
export async function moveToDomainStep(actor: Actor, text: string): Promise<Step> {
  authorize(actor, "links:write");
  const target = await new References(actor).domain(text);
  await requireFeatures(actor, {}, target);
  return {
    action: "domain",
    target,
    async change(tx, ids) {
      // Lock the domain before its links, as its deletion does.
      await tx.$queryRaw`SELECT id FROM domains WHERE id = ${target} FOR KEY SHARE`;
      const links = (await lockLinks(tx, actor, ids)).filter(({ domainId }) => domainId !== target);
      const free = await idsWithFreeAlias(tx, target, links);
      const moved = links.filter(({ id }) => free.has(id));
      const values = moved.map(() => target);
      await changeColumn(tx, moved, "domain_id", values);
      return {
        ids: moved.map(({ id }) => id),
        addresses: [...moved, ...moved.map((link) => ({ ...link, domainId: target }))],
        befores: moved.map(({ domainId }) => domainId),
        taken: links.filter(({ id }) => !free.has(id)),
      };
    },
  };
}

/** Returns the ids of links whose alias is free on the domain. Of several with the same alias, the oldest may move. */
export async function idsWithFreeAlias(tx: Transaction, domainId: number, links: LockedLink[]): Promise<Set<number>> {
  const aliases = links.map(({ aliasFolded }) => aliasFolded);
  const there = await tx.$queryRaw<{ alias: string }[]>`
    SELECT alias_folded AS alias FROM links WHERE domain_id = ${domainId} AND alias_folded = ANY(${aliases})`;
  const taken = new Set(there.map(({ alias }) => alias));
  const free = new Set<number>();
  for (const { id, aliasFolded } of links) {
    if (taken.has(aliasFolded)) continue;
    taken.add(aliasFolded);
    free.add(id);
  }
  return free;
}

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

async function hasTooMany(tx: Transaction, links: number[]): Promise<boolean> {
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
