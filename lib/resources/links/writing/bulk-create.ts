import type { Actor } from "@/lib/auth/actor";
import { authorize } from "@/lib/auth/permissions";
import { foldAlias, linkKey } from "@/lib/contract/alias";
import { errorOf } from "@/lib/contract/errors";
import { type Author, currentAuthor } from "@/lib/platform/database/author";
import { unavailable } from "@/lib/platform/database/outage";
import { type Step, transaction } from "@/lib/platform/database/transaction";
import { processSingleton } from "@/lib/platform/singleton";
import { limitOf, limitReached, runOneAtATime, withRoom } from "@/lib/resources/plans/quota";
import {
  type Inserted,
  type InsertedRow,
  inserted,
  insertedLinkOf,
  insertLinks,
  type LinkWithoutAlias,
  returnedColumns,
  rowOf,
} from "./insert";
import { lockOfAccount } from "./lock-account";
import { randomAlias } from "./random-alias";

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

/**
 * Inserts as many links as there is room for, except duplicates. The statement is prepared, so the author cannot be
 * appended to it; it sets the author of each link for the audit log.
 */
const insertedWithin = `INSERT INTO links (${inserted}) SELECT ${inserted}
  FROM set_config('signpost.authors', $1, true) AS authors, jsonb_populate_recordset(NULL::links, $2::jsonb) WITH ORDINALITY
  ORDER BY ordinality LIMIT CASE WHEN $3::int IS NOT NULL
    THEN greatest(0, $3 - (SELECT coalesce(sum(links), 0) FROM link_blocks WHERE user_id = $4)) END
  ON CONFLICT DO NOTHING RETURNING ${returnedColumns}`;

/** Returns the rows of the links that could be inserted. */
async function insertAll(actor: Actor, batch: Waiting[]): Promise<(InsertedRow | undefined)[]> {
  const limit = limitOf(actor, "links");
  // Of two links with the same alias, the first is inserted.
  const authors = JSON.stringify(Object.fromEntries(batch.toReversed().map(({ key, author }) => [key, author])));
  const rows = JSON.stringify(batch.map(({ row }) => row));
  const insert: Step = [insertedWithin, [authors, rows, limit, actor.userId]];
  const steps = limit === null ? [insert] : [lockOfAccount(actor.userId), insert];
  const inserts = (await transaction<InsertedRow>(steps)).at(-1) ?? [];
  const made = new Map(inserts.map((row) => [linkKey(row.domainId, row.aliasFolded), row]));
  return batch.map(({ key }) => {
    const row = made.get(key);
    // Of two links with the same alias, the first was inserted.
    made.delete(key);
    return row;
  });
}
