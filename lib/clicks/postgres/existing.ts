import type { Client } from "pg";
import type { ClickSubject } from "@/generated/prisma/enums";
import type { EnrichedClick } from "@/lib/clicks/enriched-click";
import { arrayOf } from "./copy";

/** Whose each of the subjects is, by its id. */
export type Owners = Record<ClickSubject, Map<number, number>>;

/**
 * Takes from the clicks what has been deleted since, which may leave nothing of a click. What remains cannot be deleted,
 * or get another owner, before the transaction ends.
 */
export async function keepExisting(
  client: Client,
  clicks: EnrichedClick[],
): Promise<{ clicks: EnrichedClick[]; owners: Owners }> {
  const named = { link: new Set<number>(), qr: new Set<number>(), campaign: new Set<number>(), bio: new Set<number>() };
  for (const click of clicks) for (const { subject, id } of click.subjects) named[subject].add(id);
  const owners: Owners = { link: new Map(), qr: new Map(), campaign: new Map(), bio: new Map() };
  let complete = true;
  for (const [subject, from] of Object.entries(LOCKED) as [ClickSubject, Locked][]) {
    if (named[subject].size === 0) continue;
    const ids = arrayOf(named[subject]);
    const locked = await lockRows(client, from, ids);
    if (locked.size < named[subject].size) {
      complete = false;
      if (subject === "link") await lockLinks(client, ids, locked);
    }
    owners[subject] = locked;
  }
  if (complete) return { clicks, owners };
  const kept = clicks.map((click) => ({
    ...click,
    subjects: click.subjects.filter(({ subject, id }) => owners[subject].has(id)),
  }));
  return { clicks: kept, owners };
}

interface Locked {
  table: string;
  id: string;
  lock: "key share" | "no key update";
}

/**
 * What stops a deletion, and of a link another owner, by the weakest lock. Of links their counters, to which the drain is to
 * add: whoever deletes a link or hands it over has those locked too, and edits and click limits go on meanwhile.
 */
const LOCKED: Record<ClickSubject, Locked> = {
  link: { table: "link_counts", id: "link_id", lock: "no key update" },
  qr: { table: "qr_codes", id: "id", lock: "key share" },
  campaign: { table: "campaigns", id: "id", lock: "key share" },
  bio: { table: "bio_pages", id: "id", lock: "key share" },
};
const DELETED_LINKS: Locked = { table: "deleted_links", id: "link_id", lock: "key share" };

/** The owners of the rows that are there, by their ids; ids are never used again. */
async function lockRows(client: Client, { table, id, lock }: Locked, ids: string): Promise<Map<number, number>> {
  const { rows } = await client.query<{ owner: number; ids: string }>(
    `select owner, string_agg(id::text, ',') as ids from (
       select ${id} as id, user_id as owner from ${table} where ${id} = any($1::int[]) order by 1 for ${lock}) as locked
     group by owner`,
    [ids],
  );
  const owners = new Map<number, number>();
  for (const { owner, ids } of rows) for (const id of ids.split(",")) owners.set(Number(id), owner);
  return owners;
}

/**
 * Adds the links that are there or can be restored, locked: a deleted link still gets the clicks that were recorded
 * before. One may be deleted or restored meanwhile. It is in one of the tables at every moment, so that one look at both
 * finds it, which is in vain where it has moved between the two since it was to be locked.
 */
async function lockLinks(client: Client, ids: string, locked: Map<number, number>): Promise<void> {
  for (;;) {
    for (const from of [LOCKED.link, DELETED_LINKS]) {
      for (const [link, owner] of await lockRows(client, from, ids)) locked.set(link, owner);
    }
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int from (select link_id from link_counts union all select link_id from deleted_links) as present
       where link_id = any($1::int[])`,
      [ids],
    );
    if (rows[0]?.count === locked.size) return;
  }
}
