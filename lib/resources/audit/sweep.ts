import { statement } from "@/lib/platform/database/statement";
import { env } from "@/lib/platform/env";

/** The bytes of entries that are kept for each account. An account that exceeds them loses its oldest entries. */
export const mostBytes = 256 * 2 ** 20;

/** The approximate size of an entry without its changes. */
const entryBytes = 200;
const batch = 1_000;

/**
 * Deletes entries that are older than the retention period, then the oldest entries of accounts that have too many.
 * Returns how many it deleted.
 */
export async function sweepAudit(most = mostBytes): Promise<number> {
  const over = "SELECT id FROM audit_entries WHERE at < $1 ORDER BY at";
  const before = new Date(Date.now() - env.AUDIT_RETENTION_DAYS * 86_400_000);
  // Record the new start of the log first. Otherwise, the log would offer entries that are about to be deleted.
  await remember(0, before);
  let gone = await deleteAll(over, [before]);
  // Add up all entries in one query: an index on account and bytes would cost every writer more.
  const full = await statement<{ account: number }>(
    `SELECT user_id AS account FROM audit_entries WHERE user_id IS NOT NULL
     GROUP BY user_id HAVING sum(bytes + ${entryBytes}) > $1`,
    [most],
  );
  for (const { account } of full) {
    const rows = await statement<{ id: bigint; at: Date }>(
      `SELECT id, at FROM (SELECT id, at, sum(bytes + ${entryBytes}) OVER (ORDER BY id DESC) AS kept
         FROM audit_entries WHERE user_id = $1) AS entries WHERE kept > $2 ORDER BY id DESC LIMIT 1`,
      [account, most],
    );
    const [last] = rows;
    if (!last) continue;
    await remember(account, last.at);
    const oldest = "SELECT id FROM audit_entries WHERE user_id = $1 AND id <= $2 ORDER BY id";
    gone += await deleteAll(oldest, [account, last.id]);
  }
  return gone;
}

/** Deletes in batches, because an import has one change for each link. Changes are deleted before their entries. */
async function deleteAll(entries: string, values: unknown[]): Promise<number> {
  for (let gone = 0; ; ) {
    const rows = await statement<{ id: bigint }>(`${entries} LIMIT ${batch}`, values);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return gone;
    for (let changes = batch; changes === batch; ) {
      const deleted = await statement(
        `DELETE FROM audit_changes WHERE ctid = ANY(ARRAY(
           SELECT ctid FROM audit_changes WHERE entry_id = ANY($1::bigint[]) LIMIT ${batch})) RETURNING 1`,
        [ids],
      );
      changes = deleted.length;
    }
    await statement("DELETE FROM audit_entries WHERE id = ANY($1::bigint[])", [ids]);
    gone += ids.length;
  }
}

const remember = (account: number, since: Date) =>
  statement(
    `INSERT INTO audit_horizons (user_id, since) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET since = greatest(audit_horizons.since, excluded.since)`,
    [account, since],
  );
