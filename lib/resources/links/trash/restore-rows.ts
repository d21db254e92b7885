import { Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { foldAlias } from "@/lib/contract/alias";
import type { Transaction } from "@/lib/platform/database/db";
import { type InsertedRow, insertionOf, nameOf } from "@/lib/resources/links/writing/insert";
import { storedRelations } from "./service";

/** What is restored of a deleted link, besides its row. */
export interface Deleted {
  id: number;
  alias: string;
  /** null if the domain has been deleted */
  domainId: number | null;
  archived: boolean;
  /** in how many channels it was */
  channels: number;
}

/**
 * Locks deleted links of the actor, and what they refer to. The account and the domains are locked first, as their
 * deletion locks them before their links.
 */
export async function lockDeleted(tx: Transaction, { userId }: Actor, ids: number[]): Promise<Deleted[]> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR KEY SHARE`;
  await tx.$queryRaw`
    SELECT id FROM domains
    WHERE id IN (SELECT domain_id FROM deleted_links WHERE link_id = ANY(${ids}) AND user_id = ${userId})
    ORDER BY id FOR KEY SHARE`;
  const found = await tx.$queryRaw<Deleted[]>`
    SELECT link_id AS id, alias, domain_id AS "domainId", jsonb_array_length(stored->'channels') AS channels,
      coalesce((stored #>> '{link,archived}')::boolean, false) AS archived
    FROM deleted_links WHERE link_id = ANY(${ids}) AND user_id = ${userId} ORDER BY link_id FOR UPDATE`;
  await lockNames(tx, ids);
  return found;
}

/** Locks what the links refer to before the rows of blocks, as `lock_names_of_links` does for existing links. */
async function lockNames(tx: Transaction, ids: number[]): Promise<void> {
  await tx.$queryRaw`
    SELECT id FROM campaigns WHERE id IN (
      SELECT (stored #>> '{link,campaign_id}')::int FROM deleted_links WHERE link_id = ANY(${ids})) ORDER BY id FOR SHARE`;
  await tx.$queryRaw`
    SELECT id FROM tags WHERE id IN (
      SELECT tag::int FROM deleted_links CROSS JOIN LATERAL jsonb_array_elements_text(stored->'tags') AS tag
      WHERE link_id = ANY(${ids})) ORDER BY id FOR SHARE`;
}

/** Columns that refer to other rows, which may have been deleted. */
const references = { campaign_id: "campaigns", overlay_id: "overlays", splash_page_id: "splash_pages" };
const referring = Object.entries(references).map(
  ([name, table]) => `(SELECT id FROM ${table} WHERE id = l.${name} AND user_id = l.user_id FOR KEY SHARE)`,
);
/** Another link may have this external ID by now. */
const externalId = `(SELECT l.external_id WHERE NOT EXISTS (
  SELECT FROM links WHERE user_id = l.user_id AND external_id = l.external_id))`;
const columnsSetApart = ["domain_id", "alias", "alias_folded", "clicks", "unique_clicks", "external_id"];
const columns = Object.values(Prisma.LinkScalarFieldEnum)
  .map(nameOf)
  .filter((name) => !columnsSetApart.includes(name) && !(name in references));

/**
 * Inserts the rows of deleted links again, with `domainId` if their domain is gone, and returns those whose alias was
 * free. A missing reference becomes null, and so does an external ID that is taken. With `alias`, a single link gets
 * that one.
 */
export async function insertDeleted(
  tx: Transaction,
  ids: number[],
  domainId: number | null,
  alias: string | null = null,
): Promise<InsertedRow[]> {
  const kept = await columnsInAll(tx, ids);
  const values = Prisma.raw([externalId, ...referring, ...kept.map((name) => `l."${name}"`)].join(", "));
  // These rows are read where they are stored, so the source differs from that of new links.
  const source = Prisma.sql`SELECT coalesce(d.domain_id, ${domainId}::int), coalesce(${alias}, l.alias),
      coalesce(${alias && foldAlias(alias)}, l.alias_folded), d.clicks, d.unique_clicks, ${values}
    FROM deleted_links d CROSS JOIN LATERAL jsonb_populate_record(NULL::links, d.stored->'link') AS l
    WHERE d.link_id = ANY(${ids}) ORDER BY d.link_id`;
  return tx.$queryRaw<InsertedRow[]>(insertionOf([...columnsSetApart, ...Object.keys(references), ...kept], source));
}

/** Returns the columns that were stored with each of the links. Columns of a newer version get their defaults. */
async function columnsInAll(tx: Transaction, ids: number[]): Promise<string[]> {
  const stored = await tx.$queryRaw<{ name: string }[]>`
    SELECT name FROM deleted_links CROSS JOIN LATERAL jsonb_object_keys(stored->'link') AS name
    WHERE link_id = ANY(${ids}) GROUP BY name HAVING count(*) = ${ids.length}`;
  const names = new Set(stored.map(({ name }) => name));
  return columns.filter((name) => names.has(name));
}

/**
 * Restores tags, pixels, channels, reports and an administrator's decision about links, and deletes what was stored.
 * Leaves out what no longer exists, and channels beyond `room`, so that deleting links does not get around a limit.
 */
export async function restoreRelations(tx: Transaction, ids: number[], room: number): Promise<void> {
  for (const [name, { table, of }] of Object.entries(storedRelations)) {
    await tx.$executeRaw`
      INSERT INTO ${Prisma.raw(`"${table}"`)} ("A", "B") SELECT link_id, other.id
      FROM deleted_links d CROSS JOIN LATERAL jsonb_array_elements_text(stored->${name}::text) AS kept
      JOIN ${Prisma.raw(of)} AS other ON other.id = kept::int AND other.user_id = d.user_id
      WHERE link_id = ANY(${ids}) FOR KEY SHARE OF other`;
  }
  await tx.$executeRaw`
    INSERT INTO channel_items (link_id, channel_id) SELECT link_id, channels.id
    FROM deleted_links d CROSS JOIN LATERAL jsonb_array_elements_text(stored->'channels') WITH ORDINALITY AS kept (id, place)
    JOIN channels ON channels.id = kept.id::int AND channels.user_id = d.user_id
    WHERE link_id = ANY(${ids}) ORDER BY link_id, place LIMIT ${room} FOR KEY SHARE OF channels`;
  await tx.$executeRaw`
    INSERT INTO reports (id, link_id, reason, message, email, created_at)
    SELECT r.id, r.link_id, r.reason, r.message, r.email, r.created_at FROM deleted_links d
    CROSS JOIN LATERAL jsonb_populate_recordset(NULL::reports, d.stored->'reports') AS r WHERE d.link_id = ANY(${ids})`;
  await tx.$executeRaw`
    INSERT INTO disabled_links (link_id, reason, created_at, takedown_id)
    SELECT link_id, stored #>> '{disabled,reason}', (stored #>> '{disabled,created_at}')::timestamptz, takedown.id
    FROM deleted_links LEFT JOIN link_takedowns AS takedown ON takedown.id = (stored #>> '{disabled,takedown_id}')::int
    WHERE link_id = ANY(${ids}) AND stored #>> '{disabled,reason}' IS NOT NULL
      -- What was undone meanwhile stays undone.
      AND coalesce(takedown.status IN ('disabling', 'disabled'), true)`;
}

export const deleteStored = (tx: Transaction, ids: number[]) =>
  tx.$executeRaw`DELETE FROM deleted_links WHERE link_id = ANY(${ids})`;
