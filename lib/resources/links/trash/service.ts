import { type Domain, Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { usageInexact } from "@/lib/clicks/maintenance/erase";
import { notFound, refusedField } from "@/lib/contract/errors";
import { type Page, type Paged, paged, rangeAndOneMore } from "@/lib/contract/pagination";
import { db, type Transaction } from "@/lib/platform/database/db";
import { type Counted, countedFrom, totalIn } from "@/lib/platform/database/rows";
import { statement } from "@/lib/platform/database/statement";
import type { PresentedLink } from "@/lib/resources/links/presenter";
import { invalidateLink, type LinkAddress } from "@/lib/resources/links/service";

export const daysInTrash = 30;
/** The number of deleted links that an account keeps, latest first. */
export const mostKept = 10_000;
/** The maximum size of these links in bytes. */
const mostBytes = 64 * 2 ** 20;

/**
 * Many-to-many relations that are stored with a deleted link: the table, whose column A is the link, and the table that
 * its column B refers to.
 */
export const storedRelations = {
  pixels: { table: "_LinkToPixel", of: "pixels" },
  tags: { table: "_LinkToTag", of: "tags" },
} as const;

/** `DeletedLink.stored`: the link's row by column names, and its relations. */
export interface StoredLink extends Record<keyof typeof storedRelations, number[]> {
  link: Record<string, unknown> & { archived?: boolean };
  channels: number[];
  disabled: { reason: string; created_at: string } | null;
  /** open reports */
  reports: object[];
}

const relationsOfLink = Object.entries(storedRelations).map(
  ([name, { table }]) =>
    `'${name}', (SELECT coalesce(json_agg("B" ORDER BY "B"), '[]') FROM "${table}" WHERE "A" = l.id)`,
);

/** What is stored for a row `l` of links. */
export const storedLink = Prisma.raw(`jsonb_build_object('link', to_jsonb(l), ${relationsOfLink.join(", ")},
  'channels', (SELECT coalesce(json_agg(channel_id ORDER BY id), '[]') FROM channel_items WHERE link_id = l.id),
  'disabled', (SELECT to_jsonb(d) FROM disabled_links d WHERE link_id = l.id),
  'reports', (SELECT coalesce(json_agg(r ORDER BY r.id), '[]') FROM reports r WHERE link_id = l.id AND verdict IS NULL))`);

/** Deletes a link. Its clicks and statistics are kept for `daysInTrash`, while it can be restored. */
export async function deleteLink(actor: Actor, id: number): Promise<void> {
  if ((await deleteLinks(actor, [id])) === 0) throw notFound("link");
}

/** Deletes links so that they can be restored. Returns how many existed. */
export async function deleteLinks(actor: Actor, ids: number[]): Promise<number> {
  authorize(actor, "links:write");
  const links = await db.$transaction((tx) => deleteWithin(tx, actor, ids));
  links.forEach(invalidateLink);
  return links.length;
}

/** Deletes links in a transaction and returns those that existed. */
export async function deleteWithin(tx: Transaction, { userId }: Actor, ids: number[]): Promise<LinkAddress[]> {
  // Lock the account before the links, as its deletion does.
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR KEY SHARE`;
  const found = await tx.$queryRaw<LinkAddress[]>`
    SELECT id, domain_id AS "domainId", alias_folded AS "aliasFolded", campaign_id AS "campaignId" FROM links
    WHERE id = ANY(${ids}) AND user_id = ${userId} ORDER BY id FOR UPDATE`;
  const own = found.map(({ id }) => id);
  // Locks the counters in the same order as drains, so that no click is added after its link's are read.
  await tx.$executeRaw`
    WITH counts AS MATERIALIZED (
      SELECT link_id, clicks, unique_clicks FROM link_counts WHERE link_id = ANY(${own}) ORDER BY link_id FOR UPDATE
    )
    INSERT INTO deleted_links
      (link_id, user_id, domain_id, alias, destination, title, clicks, unique_clicks, bytes, stored)
    SELECT id, user_id, domain_id, alias, destination, title, coalesce(counts.clicks, 0), coalesce(counts.unique_clicks, 0),
      octet_length(stored::text), stored
    FROM links AS l LEFT JOIN counts ON id = link_id CROSS JOIN LATERAL (SELECT ${storedLink} AS stored) AS kept
    WHERE id = ANY(${own}) ORDER BY id`;
  await tx.$executeRaw`DELETE FROM links WHERE id = ANY(${own})`;
  await eraseBeyond(tx, userId);
  return found;
}

/** Erases deleted links and returns how many. The drain then erases their clicks in batches. */
const erase = (client: Transaction, which: Prisma.Sql): Promise<number> => client.$executeRaw`
  WITH erased AS (DELETE FROM deleted_links WHERE link_id IN (${which}) RETURNING link_id, user_id),
    counted AS (${usageInexact(Prisma.sql`erased`)})
  INSERT INTO click_erasures (subject, subject_id, clicks) SELECT 'link', link_id, true FROM erased`;

/** Skips locked links, which are being restored or get clicks. They are erased the next time. */
const eraseBeyond = (tx: Transaction, userId: number) =>
  erase(
    tx,
    Prisma.sql`
      SELECT link_id FROM deleted_links WHERE link_id IN (
        SELECT link_id FROM (
          SELECT link_id, row_number() OVER latest AS place, sum(bytes) OVER latest AS bytes FROM deleted_links
          WHERE user_id = ${userId} WINDOW latest AS (ORDER BY deleted_at DESC, link_id DESC)
        ) AS kept WHERE place > ${mostKept} OR bytes > ${mostBytes})
      FOR UPDATE SKIP LOCKED`,
  );

/** Permanently deletes a deleted link of the actor now. */
export async function eraseLink(actor: Actor, id: number): Promise<void> {
  authorize(actor, "links:write");
  const own = Prisma.sql`SELECT link_id FROM deleted_links WHERE link_id = ${id} AND user_id = ${actor.userId}`;
  const erased = await erase(db, own);
  if (erased === 0) throw notFound("deleted link");
}

const batch = 500;

/** Erases links that were deleted `daysInTrash` ago. Returns how many. */
export async function sweepDeletedLinks(): Promise<number> {
  for (let erased = 0; ; ) {
    const found = await erase(
      db,
      Prisma.sql`
        SELECT link_id FROM deleted_links WHERE deleted_at < now() - make_interval(days => ${daysInTrash}::int)
        ORDER BY deleted_at LIMIT ${batch} FOR UPDATE SKIP LOCKED`,
    );
    erased += found;
    if (found < batch) return erased;
  }
}

export type DeletedLink = PresentedLink & { deletedAt: Date };

type Row = Omit<DeletedLink, "items" | "counts"> & {
  clicks: string;
  uniqueClicks: string;
  channelId: number | null;
  domain: Domain;
};

/** Filters and orders of other lists of links. */
type Narrowed = Partial<Record<"q" | "tag" | "order" | "direction" | "archived" | "alias" | "externalid", unknown>>;

/** A page of the actor's deleted links, latest first. They cannot be searched, filtered or ordered. */
export async function listDeletedLinks(
  actor: Actor,
  page: Page,
  { q, tag, order, direction, archived, alias, externalid }: Narrowed = {},
): Promise<Paged<DeletedLink>> {
  authorize(actor, "links:read");
  const { userId } = actor;
  const wanted = { q, tag, order: order === "click" || undefined, direction: direction === "asc" || undefined };
  const clashing = Object.entries({ ...wanted, archived: archived || undefined, alias, externalid }).find(
    ([, value]) => value !== undefined,
  )?.[0];
  if (clashing) throw refusedField(clashing, "not_together", { other: "deleted" });
  const { skip, take } = rangeAndOneMore(page);
  const { after = [] } = page;
  const behind = after.length > 0 ? "AND (deleted_at, link_id) < ($4, $5)" : "";
  const [rows, counted] = await Promise.all([
    statement<Row>(
      `SELECT link_id AS id, alias, destination, title, clicks::text, unique_clicks::text AS "uniqueClicks",
         deleted_at AS "deletedAt", stored #>> '{link,description}' AS description, stored #>> '{link,external_id}' AS "externalId",
         (stored #>> '{link,campaign_id}')::int AS "campaignId", (stored #>> '{channels,-1}')::int AS "channelId",
         (stored #>> '{link,created_at}')::timestamptz AS "createdAt",
         (SELECT coalesce(json_agg(json_build_object('name', name) ORDER BY name_folded), '[]') FROM tags
           WHERE tags.user_id = $1 AND stored->'tags' @> to_jsonb(tags.id)) AS tags,
         json_build_object('userId', d.user_id, 'scheme', d.scheme, 'host', d.host) AS domain
       FROM (
         SELECT * FROM deleted_links WHERE user_id = $1 ${behind} ORDER BY deleted_at DESC, link_id DESC OFFSET $2 LIMIT $3
       ) AS page
       JOIN domains d ON d.id = coalesce(domain_id, (SELECT id FROM domains WHERE user_id IS NULL))
       ORDER BY deleted_at DESC, link_id DESC`,
      [userId, skip, take, ...after],
    ),
    statement<Counted>(countedFrom("deleted_links WHERE user_id = $1", "link_id"), [userId], { quick: true }),
  ]);
  const listed = paged(page, { rows, ...totalIn(page, counted, rows.length) }, ({ deletedAt, id }) => [
    deletedAt.toISOString(),
    id,
  ]);
  return {
    ...listed,
    rows: listed.rows.map(({ channelId, clicks, uniqueClicks, ...row }) => ({
      ...row,
      counts: { clicks: BigInt(clicks), uniqueClicks: BigInt(uniqueClicks) },
      items: channelId === null ? [] : [{ channelId }],
    })),
  };
}
