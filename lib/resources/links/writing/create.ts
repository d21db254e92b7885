import type { Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { foldAlias, linkKey } from "@/lib/contract/alias";
import { errorOf } from "@/lib/contract/errors";
import { type Author, actAs, currentAuthor } from "@/lib/platform/database/author";
import { unavailable } from "@/lib/platform/database/outage";
import { type Step, transaction } from "@/lib/platform/database/transaction";
import { processSingleton } from "@/lib/platform/singleton";
import { limitOf, limitReached, runOneAtATime, withRoom } from "@/lib/resources/plans/quota";
import { firstSpellings } from "@/lib/resources/tags/names";
import {
  type Inserted,
  type InsertedLink,
  type InsertedRow,
  insertedLinkOf,
  insertionOfNew,
  insertLinks,
  type LinkWithoutAlias,
  type NewLink,
  rowOf,
} from "./insert";
import { randomAlias } from "./random-alias";

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
export async function createLinksInBulk(actor: Actor, link: LinkWithoutAlias): Promise<Inserted> {
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
export async function createAssigned(
  actor: Actor,
  link: LinkWithoutAlias,
  tags: string[],
): Promise<InsertedLink | undefined> {
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
