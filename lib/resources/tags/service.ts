import type { z } from "zod";
import { Prisma, type Tag } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { errorOf, notFound, refusedField } from "@/lib/contract/errors";
import type { Page, Paged } from "@/lib/contract/pagination";
import { formatTimestamp } from "@/lib/contract/timestamp";
import type { Versions } from "@/lib/contract/version";
import { db, isUniqueViolation, type Transaction } from "@/lib/platform/database/db";
import { readList, selectColumns } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import { ownedRowsWhere } from "@/lib/resources/owned-rows";
import { deleteOwnedRow, readOwnedRows, updateOwnedRow } from "@/lib/resources/ownership";
import { limitOf, limitReached, lockAccount, withinLimit } from "@/lib/resources/plans/quota";
import { firstSpellings, foldTag } from "./names";
import type { CreateTag, tagItem, UpdateTag } from "./schema";

/**
 * Returns an SQL expression for the number of links with a tag, archived ones included. Triggers count them
 * (prisma/sql/links.sql).
 */
export const taggedLinks = (tag: string) =>
  `(SELECT coalesce(sum(links), 0)::int FROM tag_counts WHERE tag_id = ${tag})`;

const include = { _count: { select: { links: true } } } satisfies Prisma.TagInclude;

export type CountedTag = Prisma.TagGetPayload<{ include: typeof include }>;

const counted = {
  columns: `${selectColumns(Object.keys(Prisma.TagScalarFieldEnum), "own")},
    ${taggedLinks("own.id")} AS links`,
  from: "tags AS own",
};

type ReadTag = Tag & { links: number };

const withCount = ({ links, ...tag }: ReadTag): CountedTag => ({ ...tag, _count: { links } });

/** A page of the actor's tags, newest first; with `q`, only those whose name contains it. */
export async function listTags(actor: Actor, page: Page, q = ""): Promise<Paged<CountedTag>> {
  authorize(actor, "links:read");
  const { rows, ...listed } = await readList<ReadTag>({ ...counted, ...ownedRowsWhere(actor.userId, { q }) }, page);
  return { ...listed, rows: rows.map(withCount) };
}

/** Returns the clicks of all time on the links with each of these tags, by the id of the tag. */
export async function clicksByTag(actor: Actor, tags: number[]): Promise<Map<number, number>> {
  authorize(actor, "links:read");
  const rows = await statement<{ id: number; clicks: number }>(
    `SELECT "B" AS id, sum(links.clicks)::float8 AS clicks FROM "_LinkToTag" JOIN link_counts AS links ON links.link_id = "A"
     WHERE "B" = ANY($1::int[]) AND links.user_id = $2 GROUP BY "B"`,
    [tags, actor.userId],
    { quick: true },
  );
  return new Map(rows.map(({ id, clicks }) => [id, clicks]));
}

/** All of the actor's tags, in batches, oldest first. */
export const allTags = (actor: Actor) =>
  readOwnedRows<CountedTag>({ findMany: (query) => db.tag.findMany({ ...query, include }) }, actor, "tag");

export async function getTag(actor: Actor, id: number): Promise<CountedTag> {
  authorize(actor, "links:read");
  const text = `SELECT ${counted.columns} FROM ${counted.from} WHERE own.id = $1 AND own.user_id = $2`;
  const [tag] = await statement<ReadTag>(text, [id, actor.userId], { quick: true });
  if (!tag) throw notFound("tag");
  return withCount(tag);
}

export const createTag = (actor: Actor, input: CreateTag): Promise<Tag> =>
  withinLimit(actor, "tags", (tx) =>
    tx.tag.create({ data: { ...input, nameFolded: foldTag(input.name), userId: actor.userId } }),
  ).catch(mapTaken);

export function updateTag(actor: Actor, id: number, input: UpdateTag, versions?: Versions): Promise<Date> {
  const data = { ...input, ...(input.name && { nameFolded: foldTag(input.name) }) };
  return updateOwnedRow(db.tag, actor, id, data, "tag", versions).catch(mapTaken);
}

/** Deletes the tag. Links that had it stay. */
export const deleteTag = (actor: Actor, id: number) => deleteOwnedRow(db.tag, actor, id, "tag");

function mapTaken(error: unknown): never {
  throw isUniqueViolation(error) ? refusedField("name", "tag_taken") : error;
}

interface NamedTag {
  id: number;
  nameFolded: string;
  /** whether it was created now */
  isNew?: boolean;
}

/**
 * Returns the actor's tags with these names and creates missing ones. It runs in the transaction of the links that get
 * the tags, before those are written. Two transactions that create the same name get the same tag.
 */
export async function tagsNamed(tx: Transaction, actor: Actor, names: string[]): Promise<NamedTag[]> {
  const wanted = firstSpellings(names);
  const found = await lockedTags(tx, actor, [...wanted.keys()]);
  for (const { nameFolded } of found) wanted.delete(nameFolded);
  if (wanted.size === 0) return found;
  await lockAccount(tx, actor.userId);
  const meanwhile = await lockedTags(tx, actor, [...wanted.keys()]);
  for (const { nameFolded } of meanwhile) wanted.delete(nameFolded);
  const count = await tx.tag.count({ where: { userId: actor.userId } });
  const limit = limitOf(actor, "tags") ?? Number.POSITIVE_INFINITY;
  if (count + wanted.size > limit) throw errorOf(limitReached(actor, "tags"));
  const data = [...wanted].map(([nameFolded, name]) => ({ userId: actor.userId, name, nameFolded }));
  await tx.tag.createMany({ data });
  const created = await lockedTags(tx, actor, [...wanted.keys()]);
  return [...found, ...meanwhile, ...created.map((tag) => ({ ...tag, isNew: true }))];
}

/** Locks the tags against changes, before the rows of blocks, as `write_link_texts` in prisma/sql/links.sql does. */
const lockedTags = (tx: Transaction, { userId }: Actor, folded: string[]) =>
  tx.$queryRaw<NamedTag[]>`
    SELECT id, name_folded AS "nameFolded" FROM tags
    WHERE user_id = ${userId} AND name_folded = ANY(${folded}) ORDER BY id FOR SHARE`;

export function presentTag({ id, name, color, createdAt, _count }: CountedTag): z.infer<typeof tagItem> {
  return { id, name, color, links: _count.links, date: formatTimestamp(createdAt) };
}
