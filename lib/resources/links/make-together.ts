import { AsyncResource } from "node:async_hooks";
import type { Actor } from "@/lib/auth/actor";
import { errorOf } from "@/lib/contract/errors";
import type { Transaction } from "@/lib/platform/db";
import { unavailable } from "@/lib/platform/outage";
import { processSingleton } from "@/lib/platform/singleton";
import { limitOf, limitReached, withRoom } from "@/lib/resources/plans/quota";
import { type Inserted, insertLinks, type UnplacedLink } from "./insert";

/** So many links share a transaction. */
const MOST_AT_ONCE = 50;

interface Waiting {
  insert(tx: Transaction): Promise<Inserted>;
  settle(inserted: Inserted): void;
  fail(error: unknown): void;
}

const waitingOf = () => processSingleton("linksToMake", () => new Map<number, Waiting[]>());

/**
 * Makes a link, unless the actor has as many as the plan allows. Where there is a limit, those of one account take turns;
 * the ones that wait for theirs at the same time share a transaction, so that the disk is waited for once. Each is a
 * statement of its own, which says who acts.
 */
export async function makeTogether(actor: Actor, link: UnplacedLink): Promise<Inserted> {
  const insert = (tx: Transaction) => insertLinks(tx, actor.userId, [link]);
  if (limitOf(actor, "links") === null) return withRoom(actor, "links", insert);
  const waiting = waitingOf().get(actor.userId) ?? [];
  waitingOf().set(actor.userId, waiting);
  return new Promise((settle, fail) => {
    waiting.push({ insert: AsyncResource.bind(insert), settle, fail });
    if (waiting.length === 1) void makeAll(actor, waiting);
  });
}

async function makeAll(actor: Actor, waiting: Waiting[]): Promise<void> {
  let batch: Waiting[] = [];
  const take = () => {
    batch = waiting.splice(0, MOST_AT_ONCE);
    if (waiting.length > 0) void makeAll(actor, waiting);
    else if (waitingOf().get(actor.userId) === waiting) waitingOf().delete(actor.userId);
  };
  try {
    const inserted = await withRoom(actor, "links", async (tx, room) => {
      // Whoever has come while it was others' turn.
      take();
      return insertAll(tx, room, batch);
    });
    for (const [index, one] of batch.entries()) {
      const made = inserted[index];
      if (made) one.settle(made);
      else one.fail(errorOf(limitReached(actor, "links")));
    }
  } catch (error) {
    const tried = batch.length;
    if (tried === 0) take();
    // What one of them could not be made for is no matter of the others'. Of a database that is gone nobody knows what it did.
    if (tried > 1 && !unavailable(error)) for (const one of batch) await makeAll(actor, [one]);
    else for (const one of batch) one.fail(error);
  }
}

/** What was made, by place; nothing where there was no more room. */
async function insertAll(tx: Transaction, room: number, batch: Waiting[]): Promise<(Inserted | undefined)[]> {
  const results: (Inserted | undefined)[] = [];
  let left = room;
  for (const { insert } of batch) {
    const inserted = left > 0 ? await insert(tx) : undefined;
    left -= inserted?.made.size ?? 0;
    results.push(inserted);
  }
  return results;
}
