import type { Domain, Link, Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { foldAlias, isAlias, isReserved, linkKey } from "@/lib/contract/alias";
import { type AppError, notFound, refusedField } from "@/lib/contract/errors";
import { type Listed, type Page, rangeOf } from "@/lib/contract/pagination";
import { announce } from "@/lib/platform/changes";
import { db, isGone, isTaken, type Transaction } from "@/lib/platform/db";
import { isOwnHost } from "@/lib/resources/domains/own-links";
import { defaultDomainId } from "@/lib/resources/domains/service";
import { randomAlias } from "@/lib/resources/links/random-alias";
import { allOwn } from "@/lib/resources/ownership";
import { withinLimit } from "@/lib/resources/plans/quota";
import { requireStorageToGrow } from "@/lib/resources/plans/storage";
import { foldTag } from "@/lib/resources/tags/fields";
import { tagsNamed } from "@/lib/resources/tags/service";
import { columnsOf } from "./columns";
import { assertAllowedDestinations } from "./destination";
import { requireFeatures } from "./features";
import { findLinkIds, type LinkOrder } from "./find";
import { framings } from "./framings";
import type { Taken } from "./insert";
import { References } from "./references";
import type { CreateLink, UpdateLink } from "./schema";
import { aliasInShortUrl } from "./short-url";
import { readRules } from "./stored";
import { fetchTitle } from "./title";

const include = {
  domain: true,
  disabled: true,
  pixels: { select: { id: true }, orderBy: { id: "asc" } },
  tags: { select: { id: true, name: true, color: true }, orderBy: { nameFolded: "asc" } },
  items: { select: { channelId: true }, orderBy: { id: "desc" }, take: 1 },
} satisfies Prisma.LinkInclude;

/** What caches know a link by. */
export type LinkAddress = Pick<Link, "id" | "domainId" | "aliasFolded" | "campaignId">;

export type LinkWithRelations = Prisma.LinkGetPayload<{ include: typeof include }>;

/** What lists show. With their rules a thousand links would take a hundred MiB. */
const listed = {
  select: {
    id: true,
    alias: true,
    destination: true,
    title: true,
    description: true,
    externalId: true,
    status: true,
    archived: true,
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
    tags: include.tags,
    items: include.items,
  },
} as const;

export type ListedLink = Prisma.LinkGetPayload<typeof listed>;

const randomAttempts = 5;

type LinkFilter = Page & LinkOrder & { externalid?: string };

/** A page of the actor's links and how many there are over all pages. */
export async function listLinks(actor: Actor, { externalid, ...filter }: LinkFilter): Promise<Listed<ListedLink>> {
  if (externalid !== undefined) {
    const rows = await db.link.findMany({ where: { userId: actor.userId, externalId: externalid }, ...listed });
    return { rows: rows.slice(rangeOf(filter).skip), total: rows.length };
  }
  const q = filter.q && (await searchedIn(filter.q));
  const tag = filter.tag && foldTag(filter.tag.trim());
  const { ids, total } = await findLinkIds(actor.userId, { ...filter, q, tag }, rangeOf(filter));
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
      findMany: (query) =>
        withArchived(query, (where) =>
          db.link.findMany({ ...query, where: { ...where, AND: { id: { in: ids } } }, include }),
        ),
    },
    actor,
    50,
  );

/** The addresses of all the actor's links, in batches, the earliest first. */
export const allAddresses = (actor: Actor) =>
  allOwn<{ id: number; alias: string; domain: Domain }>(
    {
      findMany: (query) =>
        withArchived(query, (where) =>
          db.link.findMany({ ...query, where, select: { id: true, alias: true, domain: true } }),
        ),
    },
    actor,
  );

/** The first of all links, archived or not. Each are in order by themselves: in the index, which so needs no other. */
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

/** The actor's link with this short URL, or this alias: of several domains that have it, the service's own comes first. */
export async function getLinkByShortUrl(actor: Actor, text: string): Promise<LinkWithRelations> {
  const addresses: (ReturnType<typeof aliasInShortUrl> | { alias: string; host?: undefined })[] = [
    isAlias(text) ? { alias: text } : null,
    // `go/spring` may be an alias of two parts, or a host of one and an alias.
    isAlias(text) && !text.includes("/") ? null : aliasInShortUrl(text),
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

/** Those of the actor's links, in no order. */
export const linksWhere = ({ userId }: Actor, where: Prisma.LinkWhereInput): Promise<LinkWithRelations[]> =>
  db.link.findMany({ where: { ...where, userId }, include });

export async function getLink(actor: Actor, id: number): Promise<LinkWithRelations> {
  const link = await db.link.findFirst({ where: { id, userId: actor.userId }, include });
  if (!link) throw notFound("link");
  return link;
}

/** The columns of a new link and what it is assigned to, with all checked but what only saving it can tell. */
export async function checkedLink(actor: Actor, input: CreateLink, references: References) {
  await assertAllowedDestinations(input, references.isOwnHost);
  if (input.custom) assertNotReserved(input.custom);
  const { domainId = await defaultDomainId(), ...columns } = await columnsOf(references, input, []);
  await requireFeatures(actor, input, domainId);
  return { columns: { ...columns, domainId, destination: input.url }, ...(await assignmentsOf(references, input)) };
}

export async function createLink(actor: Actor, input: CreateLink): Promise<LinkWithRelations> {
  const { columns, pixels, channel } = await checkedLink(actor, input, new References(actor));
  return createWithAlias(actor, input, {
    ...columns,
    userId: actor.userId,
    ...(pixels && { pixels: { connect: pixels.map((id) => ({ id })) } }),
    ...(channel && { items: { create: { channelId: channel } } }),
  });
}

type Aliasless = Omit<Prisma.LinkUncheckedCreateInput, "alias" | "aliasFolded">;

/** Makes a link of what has been checked, with the alias that an input chooses or a random one. */
export async function createWithAlias(
  actor: Actor,
  input: Pick<CreateLink, "custom" | "externalid" | "tags">,
  data: Aliasless,
): Promise<LinkWithRelations> {
  if (input.custom) assertNotReserved(input.custom);
  const create = (alias: string) =>
    withinLimit(actor, "links", (client) =>
      withTags(client, actor, input.tags, (tx, tags) =>
        tx.link.create({
          data: { ...data, alias, aliasFolded: foldAlias(alias), ...(tags && { tags: { connect: tags } }) },
          include,
        }),
      ),
    );
  for (let attempt = 1; ; attempt++) {
    try {
      return afterSave(await create(input.custom ?? randomAlias()));
    } catch (error) {
      const refused = await refusedSave(actor, input, error);
      if (input.custom || refused.fields?.[0]?.path !== "custom" || attempt === randomAttempts) throw refused;
    }
  }
}

/** Changes what was sent; a field that is sent replaces. */
export async function updateLink(actor: Actor, id: number, input: UpdateLink): Promise<LinkWithRelations> {
  const before = await getLink(actor, id);
  const change = await checkedChange(actor, before, input, new References(actor));
  const link = await storeChange(db, actor, before, input, change);
  invalidateLink(before);
  return afterSave(link);
}

export type Change = Awaited<ReturnType<typeof checkedChange>>;

/** What an input changes of a link, with all checked but what only saving it can tell. */
export async function checkedChange(
  actor: Actor,
  before: LinkWithRelations,
  input: UpdateLink,
  references: References,
) {
  await assertAllowedDestinations(input, references.isOwnHost);
  if (input.custom && foldAlias(input.custom) !== before.aliasFolded) assertNotReserved(input.custom);
  const columns = await columnsOf(references, input, readRules(before.rules));
  await requireFeatures(actor, input, columns.domainId, before);
  await requireStorageToGrow(actor, async () => before, { ...columns, deepLink: input.deeplink, alias: input.custom });
  const { pixels, channel } = await assignmentsOf(references, input);
  return {
    ...columns,
    ...(input.custom && { alias: input.custom, aliasFolded: foldAlias(input.custom) }),
    ...(pixels && { pixels: { set: pixels.map((id) => ({ id })) } }),
    ...(channel !== undefined && {
      items: { deleteMany: {}, ...(channel && { create: { channelId: channel } }) },
    }),
  };
}

/** The change alone: what follows from it follows once its transaction is kept. */
export const storeChange = (
  tx: Transaction,
  actor: Actor,
  { id }: LinkWithRelations,
  input: UpdateLink,
  change: Change,
): Promise<LinkWithRelations> =>
  withTags(tx, actor, input.tags, (tx, tags) =>
    tx.link.update({
      where: { id, userId: actor.userId },
      data: { ...change, ...(tags && { tags: { set: tags } }) },
      include,
    }),
  ).catch(async (error: unknown) => {
    throw await refusedSave(actor, input, error, id);
  });

/** What follows when a link has been stored. Nobody waits for what its destination says. */
export function afterSave(link: LinkWithRelations): LinkWithRelations {
  if (link.title === "") fetchTitle(link);
  if (link.type === "frame" || link.type === "overlay") framings().check(link.destination);
  return invalidateLink(link);
}

/** Visitors see a change from the answer to it on. Other processes hear of it from the database, a moment later. */
export function invalidateLink<L extends Pick<Link, "domainId" | "aliasFolded"> & { campaignId?: number | null }>(
  link: L,
): L {
  const { domainId, aliasFolded } = link;
  // The links at an alias's beginnings are cached with whether others lie below them.
  for (let alias = aliasFolded; alias !== ""; alias = alias.slice(0, Math.max(0, alias.lastIndexOf("/")))) {
    announce("link_changed", linkKey(domainId, alias));
  }
  if (link.campaignId !== null) announce("campaign_changed");
  return link;
}

function assertNotReserved(alias: string): void {
  if (isReserved(alias)) throw refusedField("custom", "alias_reserved");
}

/** Why a link could not be saved, of which `id` is the one that is changed: what must be its own is taken. */
async function refusedSave(actor: Actor, input: UpdateLink, error: unknown, id?: number): Promise<AppError> {
  if (id !== undefined && isGone(error)) return notFound("link");
  if (!isTaken(error)) throw error;
  const { externalid } = input;
  const where = { userId: actor.userId, externalId: externalid ?? "", id: { not: id } };
  const isIdTaken = externalid && (await db.link.findFirst({ where, select: { id: true } }));
  return takenRefusal(isIdTaken ? "externalId" : "alias");
}

export const takenRefusal = (what?: Taken) =>
  what === "externalId" ? refusedField("externalid", "externalid_taken") : refusedField("custom", "alias_taken");

/** The pixels and the channel that an input assigns, checked to be the actor's; `undefined` where none was sent. */
async function assignmentsOf(references: References, { pixels, channel }: UpdateLink) {
  for (const id of pixels ?? []) await references.own("pixel", id, "pixels");
  return {
    pixels: pixels === null ? [] : pixels,
    channel: channel == null ? channel : await references.own("channel", channel),
  };
}

/** Saves a link with the tags that an input assigns, `undefined` where none were sent: these are made with it, or neither is. */
function withTags<T>(
  client: Transaction,
  actor: Actor,
  names: string[] | null | undefined,
  save: (tx: Transaction, tags?: { id: number }[]) => Promise<T>,
): Promise<T> {
  if (!names) return save(client, names === null ? [] : undefined);
  const tagged = async (tx: Transaction) =>
    save(
      tx,
      (await tagsNamed(tx, actor, names)).map(({ id }) => ({ id })),
    );
  return client === db ? db.$transaction(tagged) : tagged(client);
}
