import type { Link, Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { foldAlias, isReserved, linkKey } from "@/lib/contract/alias";
import { AppError, errorOf, notFound, refusedField } from "@/lib/contract/errors";
import type { Versions } from "@/lib/contract/version";
import { describePicture, readLinkDesign } from "@/lib/drawing/designs";
import { studio } from "@/lib/drawing/drawing-processes";
import { type Author, actAs, currentAuthor } from "@/lib/platform/database/author";
import { atVersion, db, type Transaction } from "@/lib/platform/database/db";
import { hasCode, unavailable, uniqueViolation } from "@/lib/platform/database/outage";
import { type Step, transaction } from "@/lib/platform/database/statement";
import { isBlocked } from "@/lib/platform/network/blocklist";
import { processSingleton } from "@/lib/platform/singleton";
import { warn } from "@/lib/platform/warnings";
import { isHostOfInstance, isLinkOfInstance } from "@/lib/resources/domains/instance-links";
import { resolveColumns } from "@/lib/resources/links/columns";
import { frameabilityCache } from "@/lib/resources/links/destinations/frameability";
import { fetchTitle } from "@/lib/resources/links/destinations/title";
import { requireFeatures } from "@/lib/resources/links/features";
import type { LinkWithRelations } from "@/lib/resources/links/read";
import { References } from "@/lib/resources/links/references";
import { rulesThatNeverApply } from "@/lib/resources/links/routing/never-applies";
import type { Share } from "@/lib/resources/links/rules";
import type { CreateLink, UpdateLink } from "@/lib/resources/links/schema";
import { getLink, invalidateLink } from "@/lib/resources/links/service";
import { linkPayloadOf } from "@/lib/resources/links/short-url";
import { readRules } from "@/lib/resources/links/stored";
import { limitOf, limitReached, runOneAtATime, withRoom, withRoomInTransaction } from "@/lib/resources/plans/quota";
import { requireStorage, requireStorageToGrow } from "@/lib/resources/plans/storage";
import { firstSpellings } from "@/lib/resources/tags/names";
import { tagsNamed } from "@/lib/resources/tags/service";
import { uploadCode } from "@/lib/resources/uploads/code";
import { publicImage } from "@/lib/resources/uploads/service";
import { type Change, isEmpty, newPartOf, storeChanges } from "./changes";
import {
  eraseDeletedHolders,
  type Inserted,
  type InsertedLink,
  type InsertedRow,
  insertedLinkOf,
  insertionOfNew,
  insertLinks,
  type LinkWithoutAlias,
  type NewLink,
  rowOf,
  type TakenField,
} from "./insert";
import { randomAlias } from "./random-alias";

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

// Prisma would wait for the answer to each statement of such a transaction, and keep the account's rows locked
// meanwhile. These statements do not need each other's answers, so all of them are sent at once.

/** Returns the statement that locks an account, so that its limits are exact. */
const lockOfAccount = (userId: number): Step => ["SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE", [userId]];

const stepOf = ({ text, values }: Prisma.Sql): Step => [text, values];

/** The most links in one transaction. */
const MOST_AT_ONCE = 50;

interface Waiting {
  /** identifies the row among those that were inserted */
  key: string;
  row: object;
  author?: Readonly<Author>;
  settle(made: InsertedRow | undefined): void;
  fail(error: unknown): void;
}

const waitingOf = () => processSingleton("linksToMake", () => new Map<number, Waiting[]>());

/**
 * Creates a link without assignments, within the plan's limit. Requests of one account run one after the other, and
 * those that wait at the same time share a transaction, so that they wait for the disk once.
 */
async function createLinksInBulk(actor: Actor, link: LinkWithoutAlias): Promise<Inserted> {
  authorize(actor, "links:write");
  const placed = { ...link, alias: link.alias || randomAlias() };
  const row = rowOf(actor.userId, placed);
  const key = linkKey(link.domainId, foldAlias(placed.alias));
  const author = currentAuthor();
  const made = await new Promise<InsertedRow | undefined>((settle, fail) => {
    const waiting = waitingOf().get(actor.userId) ?? [];
    waitingOf().set(actor.userId, waiting);
    waiting.push({ key, row, author, settle, fail });
    if (waiting.length === 1) void makeAll(actor, waiting);
  });
  if (made) return { made: new Map([[0, insertedLinkOf(actor.userId, placed, made)]]), taken: new Map() };
  // This determines why the link could not be inserted.
  return withRoom(actor, "links", (tx, room) => {
    if (room <= 0) throw errorOf(limitReached(actor, "links"));
    return insertLinks(tx, actor.userId, [link]);
  });
}

async function makeAll(actor: Actor, waiting: Waiting[]): Promise<void> {
  let batch: Waiting[] = [];
  try {
    const rows = await runOneAtATime(actor.userId, () => {
      // Include those that have arrived while waiting for the turn.
      batch = waiting.splice(0, MOST_AT_ONCE);
      if (waiting.length > 0) void makeAll(actor, waiting);
      else if (waitingOf().get(actor.userId) === waiting) waitingOf().delete(actor.userId);
      return insertAll(actor, batch);
    });
    for (const [index, one] of batch.entries()) one.settle(rows[index]);
  } catch (error) {
    // If one link fails, try each of the others separately. After a lost connection, the outcome is unknown, so all of
    // them fail.
    const isGone = unavailable(error) !== undefined;
    for (const one of batch) isGone ? one.fail(error) : one.settle(undefined);
  }
}

/** Inserts as many links as there is room for, except duplicates, and returns their rows. */
async function insertAll(actor: Actor, batch: Waiting[]): Promise<(InsertedRow | undefined)[]> {
  const limit = limitOf(actor, "links");
  // Of two links with the same alias, the first is inserted.
  const authors = Object.fromEntries(batch.toReversed().map(({ key, author }) => [key, author]));
  const rows = batch.map(({ row }) => row);
  const insert = stepOf(insertionOfNew(actor.userId, rows, { links: limit }));
  const steps = limit === null ? [insert] : [lockOfAccount(actor.userId), insert];
  const answers = await actAs({ links: authors }, () => transaction<InsertedRow>(steps));
  const inserts = answers.at(-1) ?? [];
  const made = new Map(inserts.map((row) => [linkKey(row.domainId, row.aliasFolded), row]));
  return batch.map(({ key }) => {
    const row = made.get(key);
    // Of two links with the same alias, the first was inserted.
    made.delete(key);
    return row;
  });
}

/** In the order of `tagsNamed`, before the rows of blocks. */
const lockTagsText = "SELECT FROM tags WHERE user_id = $1 AND name_folded = ANY($2::text[]) ORDER BY id FOR SHARE";

/** The link of the transaction. A link that existed before must not get the assignments. */
const made = `links.user_id = $1 AND links.domain_id = $2 AND links.alias_folded = $3
  AND links.xmin = pg_current_xact_id()::xid`;

/** Creates the missing tags of the link, in the order in which they were sent. */
const newTagsText = `INSERT INTO tags (user_id, name, name_folded) SELECT $1, name, folded
  FROM links, unnest($4::text[], $5::text[]) WITH ORDINALITY AS sent (name, folded, place)
  WHERE ${made} AND NOT EXISTS (SELECT FROM tags WHERE user_id = $1 AND name_folded = folded)
  ORDER BY place ON CONFLICT DO NOTHING`;

const assignments = {
  tags: `INSERT INTO "_LinkToTag" ("A", "B") SELECT links.id, tags.id FROM links, tags
    WHERE ${made} AND tags.user_id = $1 AND tags.name_folded = ANY($4::text[])`,
  pixels: `INSERT INTO "_LinkToPixel" ("A", "B") SELECT links.id, pixel FROM links, unnest($4::int[]) AS pixel
    WHERE ${made} ON CONFLICT DO NOTHING`,
  channels: `INSERT INTO channel_items (link_id, channel_id) SELECT links.id, channel
    FROM links, unnest($4::int[]) AS channel WHERE ${made} ON CONFLICT DO NOTHING`,
};

/**
 * Creates a link with tags, pixels or channels in one round trip. Returns undefined if it could not be created, for
 * example because its alias is taken: then the caller creates it step by step, which finds the reason.
 */
async function createAssigned(actor: Actor, link: LinkWithoutAlias, tags: string[]): Promise<InsertedLink | undefined> {
  authorize(actor, "links:write");
  const placed = { ...link, alias: link.alias || randomAlias() };
  const statements = statementsFor(actor, placed, tags);
  try {
    const answers = await runOneAtATime(actor.userId, () => transaction<InsertedRow>(statements));
    // Only the insert of the link returns columns.
    const row = answers.flat().find(({ id }) => id !== undefined);
    return row && insertedLinkOf(actor.userId, placed, row);
  } catch (error) {
    // After a lost connection, it is unknown whether the link was created.
    if (unavailable(error) !== undefined) throw error;
    return undefined;
  }
}

function statementsFor(actor: Actor, link: NewLink, tags: string[]): Step[] {
  const { userId } = actor;
  const [limit, tagLimit] = [limitOf(actor, "links"), limitOf(actor, "tags")];
  const names = firstSpellings(tags);
  const folded = [...names.keys()];
  const place = [userId, link.domainId, foldAlias(link.alias)];
  const conditions = { links: limit, tags: tagLimit, names: folded };
  const statements: Step[] = [stepOf(insertionOfNew(userId, [rowOf(userId, link)], conditions))];
  if (folded.length > 0) {
    statements.unshift([lockTagsText, [userId, folded]]);
    statements.push([newTagsText, [...place, [...names.values()], folded]]);
  }
  if (limit !== null || (tagLimit !== null && folded.length > 0)) statements.unshift(lockOfAccount(userId));
  for (const [field, ids] of Object.entries({ tags: folded, pixels: link.pixels, channels: link.channels })) {
    if (!ids?.length) continue;
    statements.push([assignments[field as keyof typeof assignments], [...place, ids]]);
  }
  return statements;
}

/** Refuses a short URL that makes the link's designed code unreadable. The design was checked with the previous URL. */
export async function assertReadableAt(
  actor: Actor,
  before: LinkWithRelations,
  { alias = before.alias, domainId = before.domainId }: { alias?: string; domainId?: number },
): Promise<void> {
  authorize(actor, "links:write");
  const design = readLinkDesign(before.qrDesign);
  if (!design || (alias === before.alias && domainId === before.domainId)) return;
  const domain = await db.domain.findUniqueOrThrow({ where: { id: domainId } });
  const upload = design.logo && uploadCode(design.logo);
  const picture = describePicture(linkPayloadOf({ alias, domain }), design, upload ? await publicImage(upload) : null);
  await studio()
    .have("assertReadable", picture, actor)
    .catch((error) => {
      // If the picture could not be drawn at all, nothing is known about it.
      if (!(error instanceof AppError && error.fields)) throw error;
      throw refusedField(domainId === before.domainId ? "custom" : "domain", "link_qr_unreadable");
    });
}

/**
 * Refuses an input if any of its fields points to a short link of this service, which could redirect forever, or to a
 * blocked destination.
 */
export async function assertAllowedDestinations(input: UpdateLink, isOwn = isHostOfInstance): Promise<void> {
  for (const [path, text] of destinationsOf(input)) {
    if (await isLinkOfInstance(text, isOwn)) throw refusedField(path, "url_is_short_link");
    if (await isBlocked(text)) throw refusedField(path, "url_blocked");
  }
}

function* destinationsOf(input: UpdateLink): Generator<[path: string, text: string]> {
  if (input.url) yield ["url", input.url];
  if (input.expiryurl) yield ["expiryurl", input.expiryurl];
  if (input.deeplink?.apple) yield ["deeplink.apple", input.deeplink.apple];
  if (input.deeplink?.google) yield ["deeplink.google", input.deeplink.google];
  for (const field of ["geotarget", "devicetarget", "languagetarget"] as const) {
    for (const [index, { link }] of (input[field] ?? []).entries()) yield [`${field}.${index}.link`, link];
  }
  for (const [index, { to, split }] of (input.rules ?? []).entries()) {
    if (to) yield [`rules.${index}.to`, to];
    yield* destinationsOfSplit(`rules.${index}.split`, split);
  }
  yield* destinationsOfSplit("split", input.split);
}

function* destinationsOfSplit(
  path: string,
  split: Share[] | null | undefined,
): Generator<[path: string, text: string]> {
  for (const [index, { to }] of (split ?? []).entries()) yield [`${path}.${index}.to`, to];
}
