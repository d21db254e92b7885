import { Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { foldAlias } from "@/lib/contract/alias";
import { errorOf, notFound } from "@/lib/contract/errors";
import { blockedReason, blocklist, isListed } from "@/lib/platform/blocklist";
import type { Transaction } from "@/lib/platform/db";
import { defaultDomainId } from "@/lib/resources/domains/service";
import type { Lost } from "@/lib/resources/links/presenter";
import type { LinkWithRelations } from "@/lib/resources/links/read";
import { getLink, invalidateLink } from "@/lib/resources/links/service";
import { nameOf } from "@/lib/resources/links/writing/insert";
import { randomAlias } from "@/lib/resources/links/writing/random-alias";
import { limitReached, roomFor, withRoomAtOnce } from "@/lib/resources/plans/quota";
import { requireStorage } from "@/lib/resources/plans/storage";
import { type StoredLink, storedRelations } from "./service";
import { destinationsOf, type Leading } from "./sweep";

const randomAttempts = 5;

export interface Restored {
  link: LinkWithRelations;
  lost: Lost;
}

interface Found {
  alias: string;
  domainId: number | null;
  stored: StoredLink;
}

/**
 * Restores a deleted link of the actor with the same id, and so with its statistics. Relations to deleted things are
 * left out; a deleted domain is replaced by the default one, a taken alias by a random one.
 */
export async function restoreLink(actor: Actor, id: number): Promise<Restored> {
  authorize(actor, "links:write");
  await requireStorage(actor);
  const list = await blocklist();
  const defaultDomain = await defaultDomainId();
  const lost = await withRoomAtOnce(actor, "links", async (tx, room) => {
    const { alias, domainId, stored } = await lockDeleted(tx, actor, id);
    if (room <= 0 && !stored.link.archived) throw errorOf(limitReached(actor, "links"));
    await lockNames(tx, stored);
    const put = await insert(tx, id, stored, domainId ?? defaultDomain, alias);
    for (const [name, { table, of }] of Object.entries(storedRelations)) {
      await tx.$executeRaw`
        INSERT INTO ${Prisma.raw(`"${table}"`)} ("A", "B") SELECT ${id}, id FROM ${Prisma.raw(of)}
        WHERE id = ANY(${stored[name as keyof typeof storedRelations] ?? []}) AND user_id = ${actor.userId} FOR KEY SHARE`;
    }
    await restoreItems(tx, actor, id, stored.channels);
    await restoreReports(tx, id);
    if (destinationsOf(leading(stored.link)).some((url) => isListed(list, url))) {
      await tx.disabledLink.createMany({ data: { linkId: id, reason: blockedReason }, skipDuplicates: true });
    }
    await tx.deletedLink.delete({ where: { linkId: id }, select: { linkId: true } });
    return { alias: put !== alias, domain: domainId === null };
  });
  return { link: invalidateLink(await getLink(actor, id)), lost };
}

/** Locks the account and the domain first, as their deletion locks them before their links. */
async function lockDeleted(tx: Transaction, { userId }: Actor, id: number): Promise<Found> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR KEY SHARE`;
  await tx.$queryRaw`
    SELECT id FROM domains WHERE id = (SELECT domain_id FROM deleted_links WHERE link_id = ${id} AND user_id = ${userId})
    FOR KEY SHARE`;
  const [found] = await tx.$queryRaw<Found[]>`
    SELECT alias, domain_id AS "domainId", stored FROM deleted_links WHERE link_id = ${id} AND user_id = ${userId}
    FOR UPDATE`;
  if (!found) throw notFound("deleted link");
  return found;
}

/** Locks what the link refers to before the rows of blocks, as `lock_names_of_links` does for existing links. */
async function lockNames(tx: Transaction, { link, tags = [] }: StoredLink): Promise<void> {
  await tx.$queryRaw`SELECT id FROM campaigns WHERE id = ${link.campaign_id}::int FOR SHARE`;
  await tx.$queryRaw`SELECT id FROM tags WHERE id = ANY(${tags}) ORDER BY id FOR SHARE`;
}

/** Columns that refer to other rows, which may have been deleted. */
const references = { campaign_id: "campaigns", overlay_id: "overlays", splash_page_id: "splash_pages" };
const columns = Object.values(Prisma.LinkScalarFieldEnum).map(nameOf);
const apart = [
  "domain_id",
  "alias",
  "alias_folded",
  "clicks",
  "unique_clicks",
  "external_id",
  ...Object.keys(references),
];
/** Another link may have this external ID by now. */
const externalId = Prisma.raw(`(SELECT l.external_id WHERE NOT EXISTS (
  SELECT FROM links WHERE user_id = l.user_id AND external_id = l.external_id))`);

/** Inserts the link's row again and returns the alias that it got. Newer columns get their defaults. */
async function insert(tx: Transaction, id: number, { link }: StoredLink, domainId: number, own: string) {
  const kept = columns.filter((name) => name in link && !apart.includes(name));
  const referring = Object.entries(references).map(
    ([name, table]) => `(SELECT id FROM ${table} WHERE id = l.${name} AND user_id = l.user_id FOR KEY SHARE)`,
  );
  const target = Prisma.raw([...apart, ...kept].map((name) => `"${name}"`).join(", "));
  const source = Prisma.raw([...referring, ...kept.map((name) => `l."${name}"`)].join(", "));
  // Try its own alias twice: the first conflict may be about an external ID that another link has got just now.
  const aliases = [own, own, ...Array.from({ length: randomAttempts }, () => randomAlias())];
  for (const alias of aliases) {
    const made = await tx.$executeRaw`
      INSERT INTO links (${target})
      SELECT ${domainId}, ${alias}, ${foldAlias(alias)}, d.clicks, d.unique_clicks, ${externalId}, ${source}
      FROM deleted_links d CROSS JOIN LATERAL jsonb_populate_record(NULL::links, d.stored->'link') AS l
      WHERE d.link_id = ${id} ON CONFLICT DO NOTHING`;
    if (made === 1) return alias;
  }
  throw new Error("found no free random alias");
}

/** Restores only as many as there is room for, so that deleting links does not get around the limit. */
async function restoreItems(tx: Transaction, actor: Actor, id: number, channels: number[]): Promise<void> {
  if (channels.length === 0) return;
  const room = Math.min(channels.length, await roomFor(tx, actor, "channelItems"));
  await tx.$executeRaw`
    INSERT INTO channel_items (link_id, channel_id)
    SELECT ${id}, channels.id FROM channels JOIN unnest(${channels}::int[]) WITH ORDINALITY AS kept (id, place) USING (id)
    WHERE user_id = ${actor.userId} ORDER BY place LIMIT ${room} FOR KEY SHARE OF channels`;
}

/** Deleting and restoring a link removes neither the reports against it nor an administrator's decision. */
async function restoreReports(tx: Transaction, id: number): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO reports (id, link_id, reason, message, created_at)
    SELECT r.id, r.link_id, r.reason, r.message, r.created_at
    FROM deleted_links d CROSS JOIN LATERAL jsonb_populate_recordset(NULL::reports, d.stored->'reports') AS r
    WHERE d.link_id = ${id}`;
  await tx.$executeRaw`
    INSERT INTO disabled_links (link_id, reason, created_at)
    SELECT d.link_id, stored #>> '{disabled,reason}', (stored #>> '{disabled,created_at}')::timestamptz
    FROM deleted_links d WHERE d.link_id = ${id} AND stored #>> '{disabled,reason}' IS NOT NULL`;
}

const leading = ({ destination, expiry_url, deep_link, rules }: StoredLink["link"]) =>
  ({ destination, expiryUrl: expiry_url, deepLink: deep_link, rules }) as Leading;
