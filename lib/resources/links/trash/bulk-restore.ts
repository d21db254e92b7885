import { Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { errorOf } from "@/lib/contract/errors";
import type { Transaction } from "@/lib/platform/db";
import type { LinkAddress } from "@/lib/resources/links/service";
import { nameOf } from "@/lib/resources/links/writing/insert";
import { limitReached } from "@/lib/resources/plans/quota";
import { storedLink, storedRelations } from "./service";

/** Columns that do not get the value they had when the link was deleted. */
const apart = ["domain_id", "clicks", "unique_clicks"];
const columns = Object.values(Prisma.LinkScalarFieldEnum)
  .map(nameOf)
  .filter((name) => !apart.includes(name));
const target = Prisma.raw([...apart, ...columns].map((name) => `"${name}"`).join(", "));
const source = Prisma.raw(
  ["d.domain_id", "d.clicks", "d.unique_clicks", ...columns.map((name) => `l."${name}"`)].join(", "),
);

/**
 * Restores deleted links exactly as they were. Returns null if one of them cannot be restored, because it has been
 * erased, its alias is taken or something it was related to is gone; the caller must then roll back.
 */
export async function restoreWithin(
  tx: Transaction,
  actor: Actor,
  ids: number[],
  room: number,
): Promise<LinkAddress[] | null> {
  const { userId } = actor;
  // Lock in the same order as `restoreLink`.
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR KEY SHARE`;
  await tx.$queryRaw`
    SELECT id FROM domains WHERE id IN (SELECT domain_id FROM deleted_links WHERE link_id = ANY(${ids}))
    ORDER BY id FOR KEY SHARE`;
  const kept = await tx.$queryRaw<{ archived: boolean; domainId: number | null }[]>`
    SELECT coalesce((stored #>> '{link,archived}')::boolean, false) AS archived, domain_id AS "domainId"
    FROM deleted_links WHERE link_id = ANY(${ids}) AND user_id = ${userId} ORDER BY link_id FOR UPDATE`;
  if (kept.length < ids.length || kept.some(({ domainId }) => domainId === null)) return null;
  if (kept.filter(({ archived }) => !archived).length > room) throw errorOf(limitReached(actor, "links"));
  await lockNames(tx, ids);
  const made = await tx.$queryRaw<LinkAddress[]>`
    INSERT INTO links (${target}) SELECT ${source} FROM deleted_links d
    CROSS JOIN LATERAL jsonb_populate_record(NULL::links, d.stored->'link') AS l
    WHERE d.link_id = ANY(${ids}) ORDER BY d.link_id ON CONFLICT DO NOTHING
    RETURNING id, domain_id AS "domainId", alias_folded AS "aliasFolded", campaign_id AS "campaignId"`;
  if (made.length < ids.length) return null;
  await restoreRelations(tx, ids);
  if (!(await areAsBefore(tx, ids))) return null;
  await tx.$executeRaw`DELETE FROM deleted_links WHERE link_id = ANY(${ids})`;
  return made;
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

async function restoreRelations(tx: Transaction, ids: number[]): Promise<void> {
  for (const [name, { table }] of Object.entries(storedRelations)) {
    await tx.$executeRaw`
      INSERT INTO ${Prisma.raw(`"${table}"`)} ("A", "B") SELECT link_id, other::int FROM deleted_links
      CROSS JOIN LATERAL jsonb_array_elements_text(stored->${name}::text) AS other WHERE link_id = ANY(${ids})`;
  }
  await tx.$executeRaw`
    INSERT INTO channel_items (link_id, channel_id) SELECT link_id, channel::int FROM deleted_links
    CROSS JOIN LATERAL jsonb_array_elements_text(stored->'channels') WITH ORDINALITY AS kept (channel, place)
    WHERE link_id = ANY(${ids}) ORDER BY link_id, place`;
  await tx.$executeRaw`
    INSERT INTO reports (id, link_id, reason, message, created_at)
    SELECT r.id, r.link_id, r.reason, r.message, r.created_at FROM deleted_links d
    CROSS JOIN LATERAL jsonb_populate_recordset(NULL::reports, d.stored->'reports') AS r WHERE d.link_id = ANY(${ids})`;
  await tx.$executeRaw`
    INSERT INTO disabled_links (link_id, reason, created_at)
    SELECT link_id, stored #>> '{disabled,reason}', (stored #>> '{disabled,created_at}')::timestamptz
    FROM deleted_links WHERE link_id = ANY(${ids}) AND stored #>> '{disabled,reason}' IS NOT NULL`;
}

/** Whether storing the restored links again would give what was stored. */
async function areAsBefore(tx: Transaction, ids: number[]): Promise<boolean> {
  const others = await tx.$queryRaw<object[]>`
    SELECT FROM deleted_links d JOIN links l ON l.id = d.link_id CROSS JOIN LATERAL (SELECT ${storedLink} AS stored) AS now
    WHERE d.link_id = ANY(${ids})
      AND now.stored #- '{link,clicks}' #- '{link,unique_clicks}' <> d.stored #- '{link,clicks}' #- '{link,unique_clicks}'
    LIMIT 1`;
  return others.length === 0;
}
