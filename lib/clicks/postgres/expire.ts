import type { Client } from "pg";
import type { ClickSubject } from "@/generated/prisma/enums";
import type { EnrichedClick } from "@/lib/clicks/classify/enriched-click";
import { DAY_MS } from "@/lib/clicks/store/period";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { inLockedTransaction } from "@/lib/platform/database/client";
import { arrayOf } from "./copy";
import { deleteClicks, deletePacked } from "./erase";
import type { Owners } from "./existing";
import { clickColumns } from "./packs";
import { type ClickMonth, monthsOfPacks, monthsOfRows } from "./partitions";

/**
 * Number of rows that one transaction deletes, and how long (ms) it searches for them. Both are small so that clicks
 * can be stored in between.
 */
const STEP = 10_000;
const STEP_MS = 100;
/** Number of links that are handled together. */
const IDS = 1_000;

interface Expiry {
  userId: number;
  /** days; nothing is left before `from` */
  from: string | null;
  goal: string;
  source: number;
  after: number;
}

/** The subjects of an account's clicks. Each query uses an index in the order of ids. */
const sources: { subject: ClickSubject; ids: string }[] = [
  { subject: "link", ids: idsOf("id", "links", "and not archived") },
  { subject: "link", ids: idsOf("id", "links", "and archived") },
  { subject: "link", ids: idsOf("link_id", "deleted_links") },
  { subject: "qr", ids: idsOf("id", "qr_codes") },
  { subject: "bio", ids: idsOf("id", "bio_pages") },
  // Finds clicks of links that no longer exist.
  { subject: "campaign", ids: idsOf("id", "campaigns") },
];

function idsOf(id: string, table: string, condition = ""): string {
  return `select ${id} as id from ${table} where user_id = $1 and ${id} > $2 ${condition} order by ${id} limit ${IDS}`;
}

/**
 * See `ClickStore.expire`. Handles one account after another, by the index of the subject. Its progress is stored in
 * the transaction that deletes, so the next run continues from there. Only one drain does this at a time.
 */
export async function expireInPostgres(client: Client): Promise<boolean> {
  const due = await client.query("select from click_expiries where goal is not null limit 1");
  if (due.rowCount === 0) return false;
  const ran = await inLockedTransaction(client, advisoryLocks.clickExpiry, async () => {
    await expireStep(client);
    return true;
  });
  return ran === true;
}

async function expireStep(client: Client): Promise<void> {
  const until = performance.now() + STEP_MS;
  const months = await monthsOfRows(client);
  const packs = await monthsOfPacks(client);
  for (let left = STEP; left > 0 && performance.now() < until; ) {
    const expiry = await nextExpiry(client);
    if (!expiry) return;
    const { userId, from, goal } = expiry;
    const touched = (month: ClickMonth) => month.start < goal && (from === null || month.end > from);
    const all = { rows: months.filter(touched), packed: packs.some(touched) };
    left -= await eraseSome(client, expiry, all, left, until);
    if (expiry.source < sources.length && (all.packed || all.rows.length > 0)) {
      const place = [userId, expiry.source, expiry.after];
      await client.query("update click_expiries set source = $2, after = $3 where user_id = $1", place);
    } else {
      await client.query("update click_expiries set erased_to = goal, goal = null where user_id = $1", [userId]);
    }
  }
}

async function nextExpiry(client: Client): Promise<Expiry | undefined> {
  const { rows } = await client.query<Expiry>(
    `select user_id as "userId", to_char(erased_to, 'YYYY-MM-DD') as from, to_char(goal, 'YYYY-MM-DD') as goal,
       source, after
     from click_expiries where goal is not null order by goal, user_id limit 1 for update`,
  );
  return rows[0];
}

/** The months that may contain clicks that are due. */
interface Touched {
  rows: { name: string }[];
  packed: boolean;
}

/** Deletes up to `most` of an account's clicks and advances `expiry`. Returns how many it deleted. */
async function eraseSome(client: Client, expiry: Expiry, months: Touched, most: number, until: number) {
  let gone = 0;
  const bounds = [expiry.from ?? "-infinity", `${expiry.goal}T00:00:00Z`] as const;
  while (expiry.source < sources.length && (months.packed || months.rows.length > 0)) {
    const { subject, ids } = sources[expiry.source] as (typeof sources)[number];
    const { rows } = await client.query<{ id: number }>(ids, [expiry.userId, expiry.after]);
    const last = rows.at(-1);
    if (!last) {
      expiry.source += 1;
      expiry.after = 0;
      continue;
    }
    const found = rows.map(({ id }) => id);
    const condition = `${clickColumns[subject]} = any($1) and at >= $2 and at < $3`;
    for (const { name } of months.rows) {
      gone += await deleteClicks(client, name, condition, [found, ...bounds], most - gone);
      if (gone >= most) return gone;
    }
    for (let some = months.packed ? 1 : 0; some > 0; ) {
      some = await deletePacked(client, subject, found, ...bounds);
      gone += some;
      if (some > 0 && (gone >= most || performance.now() > until)) return gone;
    }
    expiry.after = last.id;
    if (performance.now() > until) return gone;
  }
  return gone;
}

/** Restarts the expiry of accounts whose clicks arrive after older ones were already erased. */
export async function noteLateClicks(client: Client, clicks: EnrichedClick[], owners: Owners): Promise<void> {
  const recent = Date.now() - DAY_MS;
  const oldest = new Map<number, number>();
  for (const { at, subjects } of clicks) {
    const [first] = subjects;
    const owner = at < recent && first && owners[first.subject].get(first.id);
    if (owner) oldest.set(owner, Math.min(at, oldest.get(owner) ?? at));
  }
  if (oldest.size === 0) return;
  await client.query(
    `update click_expiries set goal = null, erased_to = case when erased_to > late.day then late.day else erased_to end
     from unnest($1::int[], $2::date[]) as late (id, day)
     where user_id = late.id and (erased_to > late.day or goal > late.day)`,
    [arrayOf(oldest.keys()), arrayOf([...oldest.values()].map((at) => new Date(at).toISOString().slice(0, 10)))],
  );
}
