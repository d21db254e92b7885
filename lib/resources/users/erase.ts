import { setTimeout as sleep } from "node:timers/promises";
import { inTransaction } from "@/lib/platform/database/client";
import { pool } from "@/lib/platform/database/pool";
import { statement } from "@/lib/platform/database/statement";

// The data of a deleted account is erased in short transactions, so that visitors and the drain never wait long. Nothing records how far it is: each step looks for what is left, and can be repeated.

/** Rows of one step. Deleting a link also deletes its search text, its counts and its assignments. */
const LINKS = 300;
const ROWS = 500;

/** Selects rows by ctid, so that the planner cannot decide to scan the whole table. */
const deletion = (table: string, rows: string) =>
  `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT one.ctid FROM ${rows} LIMIT ${ROWS}))`;

/**
 * Deletes rows with clicks and asks the drain to erase these clicks. It locks the rows and the counters of links in the
 * order in which the drain locks them, so that they cannot deadlock.
 */
const counted = (table: string, subject: string, key = "id") => `
  WITH batch AS MATERIALIZED (SELECT ${key} AS id FROM ${table}
      WHERE ${key} = ANY(ARRAY(SELECT ${key} FROM ${table} WHERE user_id = $1 LIMIT ${LINKS})) ORDER BY 1 FOR UPDATE),
    counters AS MATERIALIZED (SELECT link_id FROM link_counts
      WHERE '${table}' = 'links' AND link_id IN (SELECT id FROM batch) ORDER BY 1 FOR UPDATE),
    gone AS (DELETE FROM ${table} WHERE ${key} IN (SELECT id FROM batch) AND (SELECT count(*) FROM counters) >= 0
      RETURNING ${key} AS id)
  INSERT INTO click_erasures (subject, subject_id, clicks) SELECT '${subject}'::"ClickSubject", id, true FROM gone`;

const owned = (table: string) => deletion(table, `${table} AS one WHERE user_id = $1`);
const ownedBy = (table: string, parent: string, key: string) =>
  deletion(table, `${parent} JOIN ${table} AS one ON one.${key} = ${parent}.id WHERE ${parent}.user_id = $1`);

/** The oldest entries of an account's audit log. Each can have as many changes as an import has links. */
const oldestEntries = `(SELECT id FROM audit_entries WHERE user_id = $1 ORDER BY id LIMIT ${ROWS})`;

/**
 * What an account can own, with the statement that deletes some of it, in this order. Links come first: deleting a
 * campaign, a tag or a domain would change each of its links. What is missing here is deleted with the account's row.
 */
const steps: { exists: string; erase: string }[] = [
  { exists: "links WHERE user_id = $1", erase: counted("links", "link") },
  { exists: "deleted_links WHERE user_id = $1", erase: counted("deleted_links", "link", "link_id") },
  { exists: "qr_codes WHERE user_id = $1", erase: counted("qr_codes", "qr") },
  { exists: "campaigns WHERE user_id = $1", erase: counted("campaigns", "campaign") },
  { exists: "bio_pages WHERE user_id = $1", erase: counted("bio_pages", "bio") },
  ...[
    ["import_rows", "imports", "import_id"] as const,
    ["webhook_deliveries", "webhooks", "webhook_id"] as const,
    ["overlay_answers", "overlays", "overlay_id"] as const,
  ].map(([table, parent, key]) => ({
    exists: `${parent} JOIN ${table} AS one ON one.${key} = ${parent}.id WHERE ${parent}.user_id = $1`,
    erase: ownedBy(table, parent, key),
  })),
  {
    exists: `audit_changes WHERE entry_id IN ${oldestEntries}`,
    erase: deletion("audit_changes", `audit_changes AS one WHERE entry_id IN ${oldestEntries}`),
  },
  { exists: "audit_entries WHERE user_id = $1", erase: `DELETE FROM audit_entries WHERE id IN ${oldestEntries}` },
  ...["webhook_changes", "idempotency_keys", "sms_messages", "uploads", "tags", "domains"].map((table) => ({
    exists: `${table} WHERE user_id = $1`,
    erase: owned(table),
  })),
];

/** The number of the first step that has something to delete, or null. */
const next = `SELECT CASE ${steps.map(({ exists }, at) => `WHEN EXISTS (SELECT FROM ${exists}) THEN ${at}`).join(" ")} END AS at`;

/**
 * Erases what a deleted account owned, and at last the account. Returns whether it is gone. It ends before that if
 * `stopping` is aborted. Several processes may do this at once.
 *
 * @param share the part of the time for which the database works on this
 */
export async function eraseAccount(userId: number, stopping: AbortSignal, share: number): Promise<boolean> {
  while (!stopping.aborted) {
    const begun = performance.now();
    const rows = await statement<{ at: number | null }>(next, [userId]);
    const at = rows[0]?.at ?? null;
    if (at === null) {
      if (await eraseEmptyAccount(userId)) return true;
      continue;
    }
    await statement(steps[at]?.erase ?? "", [userId]);
    const pause = ((performance.now() - begun) * (1 - share)) / share;
    await sleep(pause, undefined, { signal: stopping }).catch(() => undefined);
  }
  return false;
}

/** Deletes the account's row, unless something was added meanwhile. Returns whether the account is gone. */
async function eraseEmptyAccount(userId: number): Promise<boolean> {
  const client = await pool.connect();
  try {
    return await inTransaction(client, async () => {
      // After this, nothing can be added to what it owns.
      const { rowCount } = await client.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [userId]);
      if (rowCount === 0) return true;
      const { rows } = await client.query<{ at: number | null }>(next, [userId]);
      if (rows[0]?.at != null) return false;
      await client.query("SELECT set_config('signpost.leaving', $1, true)", [`${userId}`]);
      await client.query("DELETE FROM users WHERE id = $1", [userId]);
      await client.query("DELETE FROM click_usage WHERE user_id = $1", [userId]);
      return true;
    });
  } finally {
    client.release();
  }
}
