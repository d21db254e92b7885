import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { foldAlias } from "@/lib/contract/alias";
import { type AppError, errorOf, notFound, refusedField } from "@/lib/contract/errors";
import { isReserved } from "@/lib/contract/reserved-aliases";
import type { Versions } from "@/lib/contract/version";
import { atVersion } from "@/lib/platform/at-version";
import { db, isMissingRow, isUniqueViolation, type Transaction } from "@/lib/platform/db";
import { columnsOf } from "@/lib/resources/links/columns";
import { assertAllowedDestinations } from "@/lib/resources/links/destination";
import { frameabilityCache } from "@/lib/resources/links/destinations/frameability";
import { fetchTitle } from "@/lib/resources/links/destinations/title";
import { requireFeatures } from "@/lib/resources/links/features";
import { include, type LinkWithRelations } from "@/lib/resources/links/read";
import { References } from "@/lib/resources/links/references";
import type { CreateLink, UpdateLink } from "@/lib/resources/links/schema";
import { getLink, invalidateLink } from "@/lib/resources/links/service";
import { readRules } from "@/lib/resources/links/stored";
import { limitReached, withRoomInTransaction } from "@/lib/resources/plans/quota";
import { requireStorage, requireStorageToGrow } from "@/lib/resources/plans/storage";
import { tagsNamed } from "@/lib/resources/tags/service";
import { createLinksInBulk } from "./bulk-create";
import { createAssigned } from "./create-assigned";
import { type Inserted, type InsertedLink, insertLinks, type LinkWithoutAlias, type TakenField } from "./insert";
import { assertReadableAt } from "./readable-code";

/** Returns the columns and assignments of a new link. Checks everything except what only saving can show. */
export async function checkedLink(actor: Actor, input: CreateLink, references: References) {
  await assertAllowedDestinations(input, references.isOwnHost);
  if (input.custom) assertNotReserved(input.custom);
  const { domainId = await references.defaultDomain(), ...columns } = await columnsOf(references, input, []);
  await requireFeatures(actor, input, domainId);
  return { columns: { ...columns, domainId, destination: input.url }, ...(await assignmentsOf(references, input)) };
}

export async function createLink(actor: Actor, input: CreateLink): Promise<InsertedLink> {
  authorize(actor, "links:write");
  const { columns, pixels, channel } = await checkedLink(actor, input, new References(actor));
  const link = { ...columns, alias: input.custom, pixels, channels: channel ? [channel] : [] };
  await requireStorage(actor);
  const { tags = [] } = input;
  const isAssigned = [tags, link.pixels, link.channels].some((ids) => ids?.length);
  return afterSave(
    isAssigned
      ? ((await createAssigned(actor, link, tags)) ?? (await createWithTags(actor, link, tags)))
      : createdOrRefuse(await createLinksInBulk(actor, link)),
  );
}

/** Creates a link with the tags of these names. New tags are created in the same transaction. */
const createWithTags = (actor: Actor, link: LinkWithoutAlias, tags: string[]): Promise<InsertedLink> =>
  withRoomForLink(actor, async (tx) => {
    const named = tags.length > 0 ? await tagsNamed(tx, actor, tags) : [];
    return insertLink(tx, actor, { ...link, tags: named.map(({ id }) => id) });
  });

/** Runs `make` in a transaction if the actor's plan has room for one more link. Otherwise throws the plan's refusal. */
export const withRoomForLink = <T>(actor: Actor, make: (tx: Transaction) => Promise<T>): Promise<T> =>
  withRoomInTransaction(actor, "links", async (tx, room) => {
    if (room <= 0) throw errorOf(limitReached(actor, "links"));
    return make(tx);
  });

/** Returns the new link. Throws if its alias or external ID is taken. */
export const insertLink = async (tx: Transaction, actor: Actor, link: LinkWithoutAlias): Promise<InsertedLink> =>
  createdOrRefuse(await insertLinks(tx, actor.userId, [link]));

function createdOrRefuse({ made, taken }: Inserted): InsertedLink {
  const link = made.get(0);
  if (!link) throw takenRefusal(taken.get(0));
  return link;
}

/** Changes the fields that are sent; each replaces its value. */
export async function updateLink(
  actor: Actor,
  id: number,
  input: UpdateLink,
  versions?: Versions,
): Promise<LinkWithRelations> {
  authorize(actor, "links:write");
  const before = await getLink(actor, id);
  const change = await checkedChange(actor, before, input, new References(actor));
  const link = await atVersion(db, "links", { id, versions }, (tx) => storeChange(tx, actor, before, input, change));
  invalidateLink(before);
  return afterSave(link);
}

export type Change = Awaited<ReturnType<typeof checkedChange>>;

/** Returns what an input changes on a link. Checks everything except what only saving can show. */
export async function checkedChange(
  actor: Actor,
  before: LinkWithRelations,
  input: UpdateLink,
  references: References,
) {
  await assertAllowedDestinations(input, references.isOwnHost);
  if (input.custom && foldAlias(input.custom) !== before.aliasFolded) assertNotReserved(input.custom);
  const columns = await columnsOf(references, input, readRules(before.rules));
  await assertReadableAt(actor, before, { alias: input.custom, domainId: columns.domainId });
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

/** Stores the change only. Call `afterSave` after the transaction has been committed. */
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

/** Runs the steps after a link has been stored. Its destination is fetched in the background. */
export function afterSave<L extends Omit<InsertedLink, "userId" | "alias" | "domain">>(link: L): L {
  if (link.title === "") fetchTitle(link);
  if (link.type === "frame" || link.type === "overlay") frameabilityCache().check(link.destination);
  return invalidateLink(link);
}

export function assertNotReserved(alias: string): void {
  if (isReserved(alias)) throw refusedField("custom", "alias_reserved");
}

/**
 * Returns why a link could not be saved: its alias or external ID is taken. `id` is the link that is changed, if any.
 */
async function refusedSave(actor: Actor, input: UpdateLink, error: unknown, id?: number): Promise<AppError> {
  if (id !== undefined && isMissingRow(error)) return notFound("link");
  if (!isUniqueViolation(error)) throw error;
  const { externalid } = input;
  const where = { userId: actor.userId, externalId: externalid ?? "", id: { not: id } };
  const isIdTaken = externalid && (await db.link.findFirst({ where, select: { id: true } }));
  return takenRefusal(isIdTaken ? "externalId" : "alias");
}

export const takenRefusal = (what?: TakenField) =>
  what === "externalId" ? refusedField("externalid", "externalid_taken") : refusedField("custom", "alias_taken");

/**
 * Returns the pixels and the channel that an input assigns, checked to belong to the actor; `undefined` if not sent.
 */
async function assignmentsOf(references: References, { pixels, channel }: UpdateLink) {
  for (const id of pixels ?? []) await references.own("pixel", id, "pixels");
  return {
    pixels: pixels === null ? [] : pixels,
    channel: channel == null ? channel : await references.own("channel", channel),
  };
}

/** Saves a link with the tags that an input names, if any. New tags are created in the same transaction. */
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
