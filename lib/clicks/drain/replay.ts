import type { Client } from "pg";
import { quarantinedBatch, storeOrQuarantine } from "@/lib/clicks/store/quarantine";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { inTransaction } from "@/lib/platform/database/client";
import { openClickStore } from "./store";

/** Lines in quarantine form a journal. The place of each line is its number. */
const JOURNAL = "quarantine";
const BATCH = 500;

/**
 * Stores the lines in quarantine that can be stored now, and sets the rest aside again. Returns how many lines were
 * stored and how many are left. Like a journal it has an offset, which moves in the transaction that stores the clicks,
 * so each click counts once even if this is interrupted.
 */
export async function replayQuarantine(client: Client): Promise<{ stored: number; left: number }> {
  await client.query("select pg_advisory_lock($1)", [advisoryLocks.quarantine]);
  const count = async () => (await client.query("select count(*)::int as count from quarantined_clicks")).rows[0].count;
  const before = await count();
  const last = (await client.query("select coalesce(max(id), 0) as id from quarantined_clicks")).rows[0].id;
  const store = await openClickStore(client);
  for (let done = false; !done; ) {
    let from = await store.offsetOf(JOURNAL);
    const { rows } = await client.query<{ id: string; line: Buffer }>(
      "select id, line from quarantined_clicks where id > $1 and id <= $2 order by id limit $3",
      [from, last, BATCH],
    );
    const lines = rows.map(({ id, line }) => {
      const to = Number(id);
      const at = { from, to, bytes: line };
      from = to;
      return at;
    });
    if (lines.length > 0) await storeOrQuarantine(store, quarantinedBatch(JOURNAL, lines), () => lines);
    await forget(client, await store.countedTo(JOURNAL));
    done = lines.length === 0;
  }
  const left = await count();
  await client.query("vacuum quarantined_clicks");
  await client.query("select pg_advisory_unlock($1)", [advisoryLocks.quarantine]);
  return { stored: before - left, left };
}

/** Deletes lines up to `to`, and the offset that refers to them. */
const forget = (client: Client, to: number): Promise<void> =>
  inTransaction(client, async () => {
    await client.query("delete from quarantined_clicks where id <= $1", [to]);
    for (const table of ["journal_offsets", "click_blocks"])
      await client.query(`delete from ${table} where journal = $1`, [JOURNAL]);
  });
