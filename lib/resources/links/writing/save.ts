import type { Link } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { foldAlias } from "@/lib/contract/alias";
import { type AppError, errorOf, notFound, refusedField } from "@/lib/contract/errors";
import { isReserved } from "@/lib/contract/reserved-aliases";
import type { Versions } from "@/lib/contract/version";
import { atVersion } from "@/lib/platform/database/at-version";
import { db, type Transaction } from "@/lib/platform/database/db";
import { hasCode, uniqueViolation } from "@/lib/platform/database/outage";
import { warn } from "@/lib/platform/warnings";
import { resolveColumns } from "@/lib/resources/links/columns";
import { assertAllowedDestinations } from "@/lib/resources/links/destination";
import { frameabilityCache } from "@/lib/resources/links/destinations/frameability";
import { fetchTitle } from "@/lib/resources/links/destinations/title";
import { requireFeatures } from "@/lib/resources/links/features";
import type { LinkWithRelations } from "@/lib/resources/links/read";
import { References } from "@/lib/resources/links/references";
import { rulesThatNeverApply } from "@/lib/resources/links/routing/never-applies";
import type { CreateLink, UpdateLink } from "@/lib/resources/links/schema";
import { getLink, invalidateLink } from "@/lib/resources/links/service";
import { readRules } from "@/lib/resources/links/stored";
import { limitReached, withRoomInTransaction } from "@/lib/resources/plans/quota";
import { requireStorage, requireStorageToGrow } from "@/lib/resources/plans/storage";
import { tagsNamed } from "@/lib/resources/tags/service";
import { type Change, isEmpty, newPartOf, storeChanges } from "./changes";
import { createAssigned, createLinksInBulk } from "./create";
import { eraseDeletedHolders } from "./deleted-holders";
import { type Inserted, type InsertedLink, insertLinks, type LinkWithoutAlias, type TakenField } from "./insert";
import { assertReadableAt } from "./readable-code";

/** Returns the columns and assignments of a new link. Checks everything except what only saving can show. */
export async function checkedLink(actor: Actor, input: CreateLink, references: References) {
  await assertAllowedDestinations(input, references.isOwnHost);
  if (input.custom) assertNotReserved(input.custom);
  const { domainId = await references.defaultDomain(), ...columns } = await resolveColumns(references, input, []);
  await requireFeatures(actor, input, domainId);
  warnOfUselessRules(columns.rules);
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
  await atVersion(db, "links", { id, versions }, (tx) => storeChange(tx, actor, before, input, change));
  if (isEmpty(change)) return before;
  invalidateLink(before);
  return afterSave(await getLink(actor, id));
}

/** Returns what an input changes on a link. Checks everything except what only saving can show. */
export async function checkedChange(
  actor: Actor,
  before: LinkWithRelations,
  sent: UpdateLink,
  references: References,
): Promise<Change> {
  const input = await withoutSamePassword(before, sent, references);
  await assertAllowedDestinations(input, references.isOwnHost);
  if (input.custom && foldAlias(input.custom) !== before.aliasFolded) assertNotReserved(input.custom);
  const columns = await resolveColumns(references, input, readRules(before.rules));
  await assertReadableAt(actor, before, { alias: input.custom, domainId: columns.domainId });
  await requireFeatures(actor, input, columns.domainId, before);
  warnOfUselessRules(columns.rules);
  await requireStorageToGrow(actor, async () => before, { ...columns, deepLink: input.deeplink, alias: input.custom });
  const { pixels, channel } = await assignmentsOf(references, input);
  const alias = input.custom && { alias: input.custom, aliasFolded: foldAlias(input.custom) };
  const tags = input.tags === null ? [] : input.tags;
  return newPartOf({ columns: { ...columns, ...alias }, pixels, channel, tags }, before);
}

/** Warns of rules that can never apply, if rules are saved. */
function warnOfUselessRules(rules: Awaited<ReturnType<typeof resolveColumns>>["rules"]): void {
  if (rules === undefined) return;
  const { covered, over } = rulesThatNeverApply(readRules(rules));
  for (const { name, position } of covered) warn(name, "rule_never_applies", { position });
  for (const { name, position } of over) warn(name, "rule_over", { position });
}

/** A new hash of the password that the link has already would look like a change. */
async function withoutSamePassword(
  { passwordHash }: LinkWithRelations,
  { password, ...input }: UpdateLink,
  references: References,
): Promise<UpdateLink> {
  const isSame = password && passwordHash && (await references.isPasswordOf(passwordHash, password));
  return isSame ? input : { ...input, password };
}

/** Stores the change only. Call `afterSave` after the transaction has been committed. */
export async function storeChange(
  client: Transaction,
  actor: Actor,
  before: LinkWithRelations,
  input: UpdateLink,
  change: Change,
): Promise<void> {
  const { id } = before;
  if (isEmpty(change)) return;
  const { alias = before.alias, domainId = before.domainId } = change.columns as Partial<Link>;
  if (alias !== before.alias || domainId !== before.domainId) await eraseDeletedHolders(client, [{ domainId, alias }]);
  const store = (tx: Transaction) => storeChanges(tx, actor, [{ id, change }]);
  const stored = await (client === db ? db.$transaction(store) : store(client)).catch(async (error: unknown) => {
    throw await refusedSave(actor, input, error, id);
  });
  if (!stored.has(id)) throw notFound("link");
}

/** Runs the steps after a link has been stored. Its destination is fetched in the background. */
export function afterSave<L extends Omit<InsertedLink, "userId" | "alias" | "domain">>(link: L): L {
  if (link.title === "") fetchTitle(link);
  if (link.type === "frame" || link.type === "overlay") frameabilityCache().check(link.destination);
  return invalidateLink(link);
}

export function assertNotReserved(alias: string): void {
  if (isReserved(alias)) throw refusedField("custom", "alias_reserved");
}

/** Returns why a link could not be changed: its alias or external ID is taken. */
async function refusedSave(actor: Actor, input: UpdateLink, error: unknown, id: number): Promise<AppError> {
  if (!hasCode(error, uniqueViolation)) throw error;
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
