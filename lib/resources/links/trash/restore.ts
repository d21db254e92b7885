import { Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { foldAlias } from "@/lib/contract/alias";
import { errorOf, notFound } from "@/lib/contract/errors";
import { type Refusal, refusal } from "@/lib/contract/refusal";
import type { Transaction } from "@/lib/platform/database/db";
import { blockedReason, blocklist } from "@/lib/platform/network/blocklist";
import { isListed } from "@/lib/platform/network/host-list";
import { type Warning, warnAll } from "@/lib/platform/warnings";
import { defaultDomainId } from "@/lib/resources/domains/service";
import { destinationsOf, findLeading } from "@/lib/resources/links/destinations/blocked";
import type { LinkWithRelations } from "@/lib/resources/links/read";
import { getLink, invalidateLink, type LinkAddress } from "@/lib/resources/links/service";
import { type InsertedRow, insertionOf, nameOf } from "@/lib/resources/links/writing/insert";
import { randomAlias } from "@/lib/resources/links/writing/random-alias";
import {
  limitOf,
  limitReached,
  lockAccount,
  remainingInLock,
  withRoomInTransaction,
} from "@/lib/resources/plans/quota";
import { requireStorage } from "@/lib/resources/plans/storage";
import { storedRelations } from "./service";

const randomAttempts = 5;

/**
 * Restores a deleted link of the actor with the same id, and so with its statistics. Relations to deleted things are
 * left out; a deleted domain is replaced by the default one, a taken alias by a random one. Warns of what it does not
 * get back.
 */
export async function restoreLink(actor: Actor, id: number): Promise<LinkWithRelations> {
  authorize(actor, "links:write");
  await requireStorage(actor);
  const blocked = await blocklist();
  const defaultDomain = await defaultDomainId();
  const losses = await withRoomInTransaction(actor, "links", async (tx, room) => {
    // With a limit of links, the lock is held. A plan without one still limits what is in channels.
    if (limitOf(actor, "links") === null) await lockAccount(tx, actor.userId);
    const [found] = await lockDeleted(tx, actor, [id]);
    if (!found) throw notFound("deleted link");
    if (!found.archived && room <= 0) throw errorOf(limitReached(actor, "links"));
    await insertWithFreeAlias(tx, id, defaultDomain, found.alias);
    const channelRoom = found.channels > 0 ? await remainingInLock(tx, actor, "channelItems") : 0;
    await restoreRelations(tx, [id], Math.min(found.channels, channelRoom));
    if (destinationsOf(await findLeading(tx, id)).some((url) => isListed(blocked, url))) {
      await tx.disabledLink.createMany({ data: { linkId: id, reason: blockedReason }, skipDuplicates: true });
    }
    const losses = (await lossesOf(tx, [id])).get(id) ?? [];
    await deleteStored(tx, [id]);
    return losses;
  });
  warnAll(losses);
  return invalidateLink(await getLink(actor, id));
}

/** Inserts the link's row with its own alias or else a random one. */
async function insertWithFreeAlias(tx: Transaction, id: number, domainId: number, own: string): Promise<void> {
  // Try its own alias twice: the first conflict may be about an external ID that another link has got just now.
  for (const alias of [own, own, ...Array.from({ length: randomAttempts }, () => randomAlias())]) {
    if ((await insertDeleted(tx, [id], domainId, alias)).length > 0) return;
  }
  throw new Error("found no free random alias");
}

/** What is restored of a deleted link, besides its row. */
interface Deleted {
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
async function lockDeleted(tx: Transaction, { userId }: Actor, ids: number[]): Promise<Deleted[]> {
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
async function insertDeleted(
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
async function restoreRelations(tx: Transaction, ids: number[], room: number): Promise<void> {
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

const deleteStored = (tx: Transaction, ids: number[]) =>
  tx.$executeRaw`DELETE FROM deleted_links WHERE link_id = ANY(${ids})`;

/** What refers to one other thing, by its column. */
const single = {
  campaign_id: { field: "campaign", what: "campaign" },
  overlay_id: { field: "type", what: "overlay" },
  splash_page_id: { field: "type", what: "splash" },
} as const;

const isLess = [
  ...Object.keys({ external_id: true, ...single }).map(
    (column) => `(d.stored #>> '{link,${column}}') IS NOT NULL AND l."${column}" IS NULL AS "${column}"`,
  ),
  ...Object.entries(storedRelations).map(
    ([name, { table }]) =>
      `jsonb_array_length(d.stored->'${name}') > (SELECT count(*) FROM "${table}" WHERE "A" = l.id) AS "${name}"`,
  ),
  `jsonb_array_length(d.stored->'channels') > (SELECT count(*) FROM channel_items WHERE link_id = l.id) AS channels`,
].join(", ");

/** Returns what links that have been restored in this transaction did not get back, by id. */
async function lossesOf(tx: Transaction, ids: number[]): Promise<Map<number, Warning[]>> {
  const rows = await tx.$queryRaw<({ id: number; moved: boolean; renamed: boolean } & Record<string, unknown>)[]>`
    SELECT l.id, d.domain_id IS NULL AS moved, d.alias <> l.alias AS renamed, ${Prisma.raw(isLess)}
    FROM deleted_links d JOIN links l ON l.id = d.link_id WHERE d.link_id = ANY(${ids}) ORDER BY l.id`;
  const found = new Map<number, Warning[]>();
  for (const { id, moved, renamed, external_id: named, ...lost } of rows) {
    const without = (field: string, what: Lacking) => ({ field, ...refusal("restored_without", { what }) });
    const losses: Warning[] = [
      ...(moved ? [{ field: "domain", ...refusal("restored_on_other_domain") }] : []),
      ...(renamed ? [{ field: "custom", ...refusal("restored_with_other_alias") }] : []),
      ...(named ? [{ field: "externalid", ...refusal("restored_without_externalid") }] : []),
      ...Object.entries(single).flatMap(([column, { field, what }]) => (lost[column] ? [without(field, what)] : [])),
      ...(["tags", "pixels"] as const).flatMap((name) => (lost[name] ? [without(name, name)] : [])),
      ...(lost.channels ? [without("channel", "channels")] : []),
    ];
    if (losses.length > 0) found.set(id, losses);
  }
  return found;
}

type Lacking = (typeof single)[keyof typeof single]["what"] | "tags" | "pixels" | "channels";

interface Restored {
  restored: LinkAddress[];
  /** why the other deleted links could not be restored, by id */
  left: Map<number, Refusal>;
  /** what the restored links did not get back, by id */
  losses: Map<number, Warning[]>;
}

/** Restores deleted links with their own addresses: those whose alias is free, as many as there is room for. */
export async function restoreWithin(tx: Transaction, actor: Actor, ids: number[], room: number): Promise<Restored> {
  // With a limit of links, the lock is held. A plan without one still limits what is in channels.
  if (limitOf(actor, "links") === null) await lockAccount(tx, actor.userId);
  const left: Restored["left"] = new Map();
  let free = room;
  const wanted = (await lockDeleted(tx, actor, ids)).filter(({ id, domainId, archived }) => {
    if (domainId === null) left.set(id, refusal("restore_domain_gone"));
    else if (!archived && free <= 0) left.set(id, limitReached(actor, "links"));
    else if (!archived) free--;
    return !left.has(id);
  });
  const requested = wanted.map(({ id }) => id);
  const restored = requested.length > 0 ? await insertDeleted(tx, requested, null) : [];
  const made = restored.map(({ id }) => id);
  const isMade = new Set(made);
  for (const id of requested) if (!isMade.has(id)) left.set(id, refusal("restore_alias_taken"));
  if (made.length === 0) return { restored, left, losses: new Map() };
  const channels = wanted.reduce((sum, link) => sum + (isMade.has(link.id) ? link.channels : 0), 0);
  const channelRoom = channels > 0 ? await remainingInLock(tx, actor, "channelItems") : 0;
  await restoreRelations(tx, made, Math.min(channels, channelRoom));
  const losses = await lossesOf(tx, made);
  await deleteStored(tx, made);
  return { restored, left, losses };
}
