import type { z } from "zod";
import type { Domain, Link, Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { foldAlias, isAlias, linkKey } from "@/lib/contract/alias";
import { notFound } from "@/lib/contract/errors";
import { type Page, type Paged, type Position, paged, rangeAndOneMore, type Total } from "@/lib/contract/pagination";
import { announce } from "@/lib/platform/database/changes";
import { db } from "@/lib/platform/database/db";
import { statement } from "@/lib/platform/database/statement";
import { baseUrl } from "@/lib/platform/env";
import { isHostOfInstance } from "@/lib/resources/domains/instance-links";
import { readOwnedRows } from "@/lib/resources/ownership";
import { foldTag } from "@/lib/resources/tags/names";
import {
  include,
  type LinkName,
  type LinkReader,
  type LinkWithRelations,
  type ListedLink,
  listedLinks,
  named,
  newestPart,
} from "./read";
import type { linkItem } from "./schema";
import { findLinkIds, isNewest, type LinkOrder } from "./search/find";
import { aliasInShortUrl, linkOrigin } from "./short-url";
import { linkById, type ShownLink, shownLinkById, wholeLinks } from "./whole";

/** The keys of a link in caches. */
export type LinkAddress = Pick<Link, "id" | "domainId" | "aliasFolded" | "campaignId">;

type LinkFilter = Page & LinkOrder & LinkName;

/** A page of the actor's links, and how many there are on all pages. */
export const listLinks = (actor: Actor, filter: LinkFilter): Promise<Paged<ListedLink>> =>
  readLinks(actor, filter, listedLinks);

/** The same in the documented form. */
export const listLinkItems = (actor: Actor, filter: LinkFilter) => readLinks(actor, filter, linkItems);

async function readLinks<Row extends { id: number }>(
  actor: Actor,
  { limit, page, after, externalid, alias, ...filter }: LinkFilter,
  read: LinkReader<Row>,
): Promise<Paged<Row>> {
  authorize(actor, "links:read");
  if (externalid !== undefined || alias !== undefined) {
    return partOf(await read.byName(actor.userId, { externalid, alias }), { limit, page, after }, read);
  }
  const range = rangeAndOneMore({ limit, page });
  const order = await normalizeFilter(filter);
  const positionOf = (row: Row) => [
    order.order === "click" ? String(read.clicksOf(row)) : read.createdAt(row).toISOString(),
    row.id,
  ];
  if (isNewest(order, range) && !after) {
    return paged({ limit, page }, await read.newest(actor.userId, filter.archived ?? false, range), positionOf);
  }
  const { ids, ...total } = await findLinkIds(actor.userId, order, { ...range, after });
  const rows = await read.byIds(actor.userId, ids.slice(0, limit));
  // A link that was deleted after its id was read must not look like the end of the list.
  const last = ids.length > limit ? rows.at(-1) : undefined;
  return { ...total, rows, next: last ? positionOf(last) : null };
}

/** A page of the few links that share a name. */
function partOf<Row extends { id: number }>(links: Row[], page: Page, read: LinkReader<Row>): Paged<Row> {
  const placeOf = (link: Row): [number, number] => [read.isOnDefaultDomain(link) ? 0 : 1, link.id];
  const isBehind = (link: Row, [own = 0, id = 0]: Position) => {
    const place = placeOf(link);
    return place[0] === own ? place[1] > Number(id) : place[0] > Number(own);
  };
  const { skip, take } = rangeAndOneMore(page);
  const left = page.after ? links.filter((link) => isBehind(link, page.after ?? [])) : links;
  return paged(page, { rows: left.slice(skip, skip + take), total: links.length }, placeOf);
}

/** Returns the ids of the first `take` links of the actor that match a filter, and how many match. */
export async function findLinks(actor: Actor, filter: LinkOrder, take: number): Promise<{ ids: number[] } & Total> {
  authorize(actor, "links:read");
  return findLinkIds(actor.userId, await normalizeFilter(filter), { skip: 0, take });
}

async function normalizeFilter<F extends LinkOrder>(filter: F): Promise<F> {
  const q = filter.q && (await searchedIn(filter.q));
  return { ...filter, q, tag: filter.tag?.map(foldTag), excludetag: filter.excludetag?.map(foldTag) };
}

/** Returns the text to search for. For a short URL that is its alias, the only part of it that links store. */
async function searchedIn(q: string): Promise<string> {
  const alias = aliasBeforePlus(q);
  if (alias) return alias;
  const address = aliasInShortUrl(q);
  return address && (address.host === null || (await isHostOfInstance(address.host))) ? address.alias : q;
}

/** Returns the alias in `<alias>+`, the address of the page about a link; null for any other text. */
function aliasBeforePlus(text: string): string | null {
  const alias = text.trim().replace(/\+$/, "");
  return alias !== text.trim() && isAlias(alias) ? alias : null;
}

/** How many links are read at once, and how many bytes of their rules, which are stored compressed. */
const atOnce = { links: 1_000, bytes: 512 * 1_024 };

/** All of the actor's links, or those in `ids`, in batches, oldest first. */
export async function* allLinks(actor: Actor, ids?: number[]): AsyncGenerator<LinkWithRelations[]> {
  authorize(actor, "links:read");
  const sorted = ids && [...new Set(ids)].sort((one, other) => one - other);
  for (let after = 0; ; ) {
    const next = await idsBehind(actor.userId, after, sorted);
    const last = next.at(-1);
    if (last === undefined) return;
    const links = await wholeLinks(actor.userId, next);
    yield links.sort((one, other) => one.id - other.id);
    after = last;
  }
}

/**
 * Returns the ids of the first links after `after`: all, or those in `chosen`. Archived links and others are each read
 * in order from the same index, so that no other index is needed.
 */
async function idsBehind(userId: number, after: number, chosen: number[] | undefined): Promise<number[]> {
  const part = (archived: boolean) =>
    `(SELECT id, rules FROM links WHERE user_id = $1 AND archived = ${archived} AND id > $2
      ${chosen ? "AND id = ANY($5::int[])" : ""} ORDER BY id LIMIT $3)`;
  const left = chosen?.filter((id) => id > after);
  const rows = await statement<{ id: number }>(
    `SELECT id FROM (
       SELECT id, sum(pg_column_size(rules)) OVER (ORDER BY id) - pg_column_size(rules) AS before
       FROM (${part(false)} UNION ALL ${part(true)} ORDER BY id LIMIT $3) AS next
     ) AS sized WHERE before < $4 ORDER BY id`,
    [userId, after, atOnce.links, atOnce.bytes, ...(left ? [left] : [])],
    { quick: true },
  );
  return rows.map(({ id }) => id);
}

/** The addresses of all the actor's links, in batches, oldest first. */
export const allAddresses = (actor: Actor) =>
  readOwnedRows<{ id: number; alias: string; domain: Domain }>(
    {
      findMany: (query) =>
        withArchived(query, (where) =>
          db.link.findMany({ ...query, where, select: { id: true, alias: true, domain: true } }),
        ),
    },
    actor,
    "link",
  );

/**
 * The first of all links, archived or not. Both kinds are read in order from the same index and merged, so that no
 * other index is needed.
 */
async function withArchived<Where extends object, Row extends { id: number }>(
  { where, take }: { where: Where; take: number },
  find: (where: Where & { archived: boolean }) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const found = await Promise.all([false, true].map((archived) => find({ ...where, archived })));
  return found
    .flat()
    .sort((one, other) => one.id - other.id)
    .slice(0, take);
}

/** Returns the actor's link with this short URL or alias. If several domains have it, the service's own comes first. */
export async function getLinkByShortUrl(actor: Actor, short: string): Promise<LinkWithRelations> {
  authorize(actor, "links:read");
  const text = aliasBeforePlus(short) ?? short;
  // `go/spring` may be an alias with two parts, or a host and an alias.
  const named = isAlias(text) && !text.includes("/") ? null : aliasInShortUrl(text);
  // A branded domain is also served at its `www.`, unless that is a separate domain.
  const bare = named?.host?.startsWith("www.") ? { ...named, host: named.host.slice("www.".length) } : null;
  const addresses: ({ alias: string; host?: string | null } | null)[] = [
    isAlias(text) ? { alias: text } : null,
    named,
    bare,
  ];
  for (const address of addresses) {
    if (!address) continue;
    const link = await db.link.findFirst({
      where: { userId: actor.userId, aliasFolded: foldAlias(address.alias), domain: domainOf(address.host) },
      include,
      orderBy: [{ domain: { userId: { sort: "desc", nulls: "first" } } }, { id: "asc" }],
    });
    if (link) return link;
  }
  throw notFound("link");
}

function domainOf(host: string | null | undefined): Prisma.DomainWhereInput | undefined {
  return host === undefined ? undefined : host === null ? { userId: null } : { host };
}

/** The actor's links that match, in no particular order. */
export async function linksWhere(actor: Actor, where: Prisma.LinkWhereInput): Promise<LinkWithRelations[]> {
  authorize(actor, "links:read");
  return db.link.findMany({ where: { ...where, userId: actor.userId }, include });
}

export async function getLink(actor: Actor, id: number): Promise<LinkWithRelations> {
  authorize(actor, "links:read");
  const link = await linkById(actor.userId, id);
  if (!link) throw notFound("link");
  return link;
}

/** Returns the actor's link, and what is wrong with its destination. */
export async function getShownLink(actor: Actor, id: number): Promise<ShownLink> {
  authorize(actor, "links:read");
  const found = await shownLinkById(actor.userId, id);
  if (!found) throw notFound("link");
  return found;
}

/** Invalidates the cached link: at once in this process, a moment later in the others. */
export function invalidateLink<L extends Pick<Link, "domainId" | "aliasFolded"> & { campaignId?: number | null }>(
  link: L,
): L {
  const { domainId, aliasFolded } = link;
  // Links at the beginnings of an alias are cached with whether other links lie below them.
  for (let alias = aliasFolded; alias !== ""; alias = alias.slice(0, Math.max(0, alias.lastIndexOf("/")))) {
    announce("link_changed", linkKey(domainId, alias));
  }
  if (link.campaignId !== null) announce("campaign_changed");
  return link;
}

/** A link in the documented form, with what that form leaves out. */
interface FoundItem {
  id: number;
  item: z.infer<typeof linkItem>;
  createdAt: Date;
}

/** What the API shows of a link in lists, in this order. */
type Row = [
  id: number,
  alias: string,
  destination: string,
  title: string,
  description: string,
  externalId: string | null,
  campaign: number | null,
  createdAt: string,
  domain: number,
];

/** A page of links, and what belongs to them. null if there is none. */
interface Found {
  links: Row[] | null;
  counts: [link: number, clicks: number, uniqueClicks: number][] | null;
  tags: [link: number, name: string][] | null;
  channels: [link: number, channel: number][] | null;
  domains: [id: number, userId: number | null, scheme: string, host: string][] | null;
}

const columns = `link.id, link.alias, link.destination, link.title, link.description, link.external_id,
  link.campaign_id, link.created_at, link.domain_id`;
const ids = "ARRAY(SELECT id FROM link)";
// Selects one JSON text, because sending and parsing the fields one by one costs twice as much. Related rows are looked
// up once for all links: a look-up for each link would cost half as much again. `link` is materialized to keep its
// order.
const found = `
  (SELECT json_agg(json_build_array(id, alias, destination, title, description, external_id, campaign_id,
    created_at AT TIME ZONE 'UTC', domain_id)) FROM link) AS links,
  (SELECT json_agg(json_build_array(link_id, clicks, unique_clicks)) FROM link_counts WHERE link_id = ANY(${ids})) AS counts,
  (SELECT json_agg(json_build_array("A", tag.name) ORDER BY tag.name_folded)
    FROM "_LinkToTag" JOIN tags AS tag ON tag.id = "B" WHERE "A" = ANY(${ids})) AS tags,
  (SELECT json_agg(json_build_array(link_id, channel_id) ORDER BY id) FROM channel_items
    WHERE link_id = ANY(${ids})) AS channels,
  (SELECT json_agg(json_build_array(id, user_id, scheme, host)) FROM domains
    WHERE id = ANY(ARRAY(SELECT DISTINCT domain_id FROM link))) AS domains`;

const foundFrom = (from: string) => `WITH link AS MATERIALIZED (SELECT ${columns} FROM ${from}) SELECT ${found}`;

function itemsOf({ links, counts, tags, channels, domains }: Found): FoundItem[] {
  const clicksOf = new Map(counts?.map(([link, ...clicks]) => [link, clicks]));
  const originById = new Map(
    domains?.map(([id, userId, scheme, host]) => [id, linkOrigin({ userId, scheme, host })] as const),
  );
  // Shows the channel that a link was added to last.
  const channelOf = new Map(channels);
  const tagsOf = new Map<number, string[]>();
  for (const [link, name] of tags ?? []) tagsOf.set(link, [...(tagsOf.get(link) ?? []), name]);
  return (links ?? []).map(
    ([id, alias, longurl, title, description, externalid, campaign, createdAt, domainId]): FoundItem => {
      const [clicks = 0, uniqueclicks = 0] = clicksOf.get(id) ?? [];
      const domain = originById.get(domainId) ?? "";
      const item = {
        ...{ id, alias, shorturl: `${domain}/${alias}`, longurl },
        ...{ clicks, uniqueclicks, title, description, externalid },
        ...{ domain, campaign, channel: channelOf.get(id) ?? null, tags: tagsOf.get(id) ?? [] },
        date: createdAt.slice(0, 19).replace("T", " "),
      };
      return { id, item, createdAt: new Date(`${createdAt}Z`) };
    },
  );
}

async function read(text: string, values: unknown[]): Promise<FoundItem[]> {
  const [row] = await statement<Found>(text, values, { quick: true });
  return row ? itemsOf(row) : [];
}

const newest = (archived: boolean) => `${newestPart(archived)} SELECT (SELECT total FROM part) AS total, ${found}`;
// Created once, because each new string would have to be hashed to find the prepared statement.
const [newestArchived, newestOthers] = [newest(true), newest(false)];
const byIds = foundFrom(`unnest($2::int[]) WITH ORDINALITY AS requested (id, place)
  JOIN links AS link USING (id) WHERE link.user_id = $1 ORDER BY place`);

/** Reads links in the documented form. */
const linkItems: LinkReader<FoundItem> = {
  async newest(userId, archived, { take, skip }) {
    const text = archived ? newestArchived : newestOthers;
    const [row] = await statement<Found & { total: number }>(text, [userId, take, skip], { quick: true });
    return row ? { rows: itemsOf(row), total: row.total } : { rows: [], total: 0 };
  },
  byIds: (userId, ids) => read(byIds, [userId, ids]),
  byName(userId, name) {
    const { text, values } = named(userId, name);
    return read(foundFrom(`links AS link JOIN domains AS domain ON domain.id = link.domain_id ${text}`), values);
  },
  clicksOf: ({ item }) => item.clicks,
  createdAt: ({ createdAt }) => createdAt,
  isOnDefaultDomain: ({ item }) => item.domain === baseUrl(),
};
