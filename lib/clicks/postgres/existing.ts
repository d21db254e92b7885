import type { Client } from "pg";
import type { ClickSubject } from "@/generated/prisma/enums";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import { arrayOf } from "./copy";

/** The owners of subjects by id. */
export type Owners = Record<ClickSubject, Map<number, number>>;

/**
 * Removes deleted subjects from the clicks; a click may have none left. The remaining subjects cannot be deleted or
 * change owners before the transaction ends.
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
 * The weakest locks that prevent a deletion and, for links, a transfer. Links are locked through their counters, which
 * the drain updates anyway. Deleting or transferring a link locks the counters too, while edits and click limits can
 * continue.
 */
const LOCKED: Record<ClickSubject, Locked> = {
  link: { table: "link_counts", id: "link_id", lock: "no key update" },
  qr: { table: "qr_codes", id: "id", lock: "key share" },
  campaign: { table: "campaigns", id: "id", lock: "key share" },
  bio: { table: "bio_pages", id: "id", lock: "key share" },
};
const DELETED_LINKS: Locked = { table: "deleted_links", id: "link_id", lock: "key share" };

/** Locks the rows that exist and returns their owners by id. Ids are never reused. */
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
 * Locks links that exist or can be restored and adds their owners: a deleted link still gets the clicks that were
 * recorded before. A link may be deleted or restored meanwhile. One query over both tables counts it in any case, and the
 * locking is repeated if it missed a link that moved to the other table.
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
