import type { Domain, Link, Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { eraseClicks } from "@/lib/clicks/erase";
import { foldAlias, isAlias, isReserved, linkKey } from "@/lib/contract/alias";
import { notFound, refusedField } from "@/lib/contract/errors";
import { type Listed, type Page, rangeOf } from "@/lib/contract/pagination";
import { announce } from "@/lib/platform/changes";
import { db, isGone, isTaken } from "@/lib/platform/db";
import { isOwnHost } from "@/lib/resources/domains/own-links";
import { defaultDomainId } from "@/lib/resources/domains/service";
import { randomAlias } from "@/lib/resources/links/random-alias";
import { allOwn, requireOwned } from "@/lib/resources/ownership";
import { ownPixels } from "@/lib/resources/pixels/service";
import { withinLimit } from "@/lib/resources/plans/quota";
import { requireStorageToGrow } from "@/lib/resources/plans/storage";
import { columnsOf } from "./columns";
import { assertAllowedDestinations } from "./destination";
import { requireFeatures } from "./features";
import { findLinkIds, type LinkOrder } from "./find";
import { framings } from "./framings";
import type { CreateLink, UpdateLink } from "./schema";
import { aliasInShortUrl } from "./short-url";
import { readRules } from "./stored";
import { fetchTitle } from "./title";

const include = {
  domain: true,
  disabled: true,
  pixels: { select: { id: true }, orderBy: { id: "asc" } },
  items: { select: { channelId: true }, orderBy: { id: "desc" }, take: 1 },
} satisfies Prisma.LinkInclude;

export type LinkWithRelations = Prisma.LinkGetPayload<{ include: typeof include }>;

/** What lists show. With their rules a thousand links would take a hundred MiB. */
const listed = {
  select: {
    id: true,
    alias: true,
    destination: true,
    title: true,
    description: true,
    status: true,
    clicks: true,
    uniqueClicks: true,
    createdAt: true,
    campaignId: true,
    expiresAt: true,
    clickLimit: true,
    clickLimitUsed: true,
    passwordHash: true,
    domain: true,
    disabled: true,
    items: include.items,
  },
} as const;

export type ListedLink = Prisma.LinkGetPayload<typeof listed>;

const randomAttempts = 5;

type LinkFilter = Page & LinkOrder;

/** A page of the actor's links and how many there are over all pages. */
export async function listLinks(actor: Actor, filter: LinkFilter): Promise<Listed<ListedLink>> {
  const q = filter.q && (await searchedIn(filter.q));
  const { ids, total } = await findLinkIds(actor.userId, { ...filter, q }, rangeOf(filter));
  const found = await db.link.findMany({ where: { id: { in: ids }, userId: actor.userId }, ...listed });
  const byId = new Map(found.map((link) => [link.id, link]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total };
}

/** What is searched for: of a short URL its alias, which is all that links hold of it. */
async function searchedIn(q: string): Promise<string> {
  const address = aliasInShortUrl(q);
  return address && (address.host === null || (await isOwnHost(address.host))) ? address.alias : q;
}

/** All of the actor's links, or those of them that `ids` names, in batches, the earliest first. */
export const allLinks = (actor: Actor, ids?: number[]) =>
  allOwn<LinkWithRelations>(
    {
      findMany: ({ where, ...query }) =>
        db.link.findMany({ ...query, where: { ...where, AND: { id: { in: ids } } }, include }),
    },
    actor,
    50,
  );

/** The addresses of all the actor's links, in batches, the earliest first. */
export const allAddresses = (actor: Actor) =>
  allOwn<{ id: number; alias: string; domain: Domain }>(
    { findMany: (query) => db.link.findMany({ ...query, select: { id: true, alias: true, domain: true } }) },
    actor,
  );

/** The actor's link with this short URL, or this alias: of several domains that have it, the service's own comes first. */
export async function getLinkByShortUrl(actor: Actor, text: string): Promise<LinkWithRelations> {
  const address = isAlias(text) ? { alias: text, host: undefined } : aliasInShortUrl(text);
  if (!address) throw notFound("link");
  const where = { userId: actor.userId, aliasFolded: foldAlias(address.alias), domain: domainOf(address.host) };
  const link = await db.link.findFirst({
    where,
    include,
    orderBy: [{ domain: { userId: { sort: "desc", nulls: "first" } } }, { id: "asc" }],
  });
  if (!link) throw notFound("link");
  return link;
}

function domainOf(host: string | null | undefined): Prisma.DomainWhereInput | undefined {
  return host === undefined ? undefined : host === null ? { userId: null } : { host };
}

export async function getLink(actor: Actor, id: number): Promise<LinkWithRelations> {
  const link = await db.link.findFirst({ where: { id, userId: actor.userId }, include });
  if (!link) throw notFound("link");
  return link;
}

export async function createLink(actor: Actor, input: CreateLink): Promise<LinkWithRelations> {
  await assertAllowedDestinations(input);
  if (input.custom) assertNotReserved(input.custom);
  const { domainId = await defaultDomainId(), ...columns } = await columnsOf(actor, input, []);
  await requireFeatures(actor, input, domainId);
  const { pixels, channel } = await assignmentsOf(actor, input);
  const create = (alias: string) =>
    withinLimit(actor, "links", (tx) =>
      tx.link.create({
        data: {
          ...columns,
          userId: actor.userId,
          domainId,
          destination: input.url,
          alias,
          aliasFolded: foldAlias(alias),
          ...(pixels && { pixels: { connect: pixels } }),
          ...(channel && { items: { create: channel } }),
        },
        include,
      }),
    );
  if (input.custom) return afterSave(await create(input.custom).catch(mapDatabaseError));
  for (let attempt = 1; ; attempt++) {
    try {
      return afterSave(await create(randomAlias()));
    } catch (error) {
      if (!isTaken(error) || attempt === randomAttempts) throw error;
    }
  }
}

/** Changes what was sent; a field that is sent replaces. */
export async function updateLink(actor: Actor, id: number, input: UpdateLink): Promise<LinkWithRelations> {
  const before = await getLink(actor, id);
  await assertAllowedDestinations(input);
  if (input.custom && foldAlias(input.custom) !== before.aliasFolded) assertNotReserved(input.custom);
  const columns = await columnsOf(actor, input, readRules(before.rules));
  await requireFeatures(actor, input, columns.domainId, before);
  await requireStorageToGrow(actor, async () => before, { ...columns, deepLink: input.deeplink, alias: input.custom });
  const { pixels, channel } = await assignmentsOf(actor, input);
  const link = await db.link
    .update({
      where: { id, userId: actor.userId },
      data: {
        ...columns,
        ...(input.custom && { alias: input.custom, aliasFolded: foldAlias(input.custom) }),
        ...(pixels && { pixels: { set: pixels } }),
        ...(channel !== undefined && { items: { deleteMany: {}, ...(channel && { create: channel }) } }),
      },
      include,
    })
    .catch(mapDatabaseError);
  invalidateLink(before);
  return afterSave(link);
}

/** Deletes the link with its clicks and statistics. */
export async function deleteLink(actor: Actor, id: number): Promise<void> {
  const link = await db.$transaction(async (tx) => {
    const deleted = await tx.link.delete({ where: { id, userId: actor.userId } }).catch(mapDatabaseError);
    await eraseClicks(tx, "link", [id]);
    return deleted;
  });
  invalidateLink(link);
}

/** What follows when a link has been stored. Nobody waits for what its destination says. */
function afterSave(link: LinkWithRelations): LinkWithRelations {
  if (link.title === "") fetchTitle(link);
  if (link.type === "frame" || link.type === "overlay") framings().check(link.destination);
  return invalidateLink(link);
}

/** Visitors see a change from the answer to it on. Other processes hear of it from the database, a moment later. */
export function invalidateLink<L extends Pick<Link, "domainId" | "aliasFolded"> & { campaignId?: number | null }>(
  link: L,
): L {
  announce("link_changed", linkKey(link.domainId, link.aliasFolded));
  if (link.campaignId !== null) announce("campaign_changed");
  return link;
}

function assertNotReserved(alias: string): void {
  if (isReserved(alias)) throw refusedField("custom", "alias_reserved");
}

function mapDatabaseError(error: unknown): never {
  if (isTaken(error)) throw refusedField("custom", "alias_taken");
  throw isGone(error) ? notFound("link") : error;
}

/** The pixels and the channel that an input assigns, checked to be the actor's; `undefined` where none was sent. */
async function assignmentsOf(actor: Actor, input: UpdateLink) {
  const { channel } = input;
  return {
    pixels: await ownPixels(actor, input.pixels),
    channel: channel == null ? channel : { channelId: await requireOwned(db.channel, actor, channel, "channel") },
  };
}
