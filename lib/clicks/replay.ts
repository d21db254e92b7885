import type { Client } from "pg";
import { advisoryLocks } from "@/lib/platform/advisory-lock";
import { batchOf, storeOrSetAside } from "./quarantine";
import { openClickStore } from "./store";

/** What the lines in quarantine are as a journal: each is at the place of its number. */
const JOURNAL = "quarantine";
const BATCH = 500;

/**
 * Stores what is in quarantine, as far as that is possible by now; the rest is set aside anew. Returns how many lines
 * were stored, and how many are left. Like any journal it has an offset, which moves in the transaction that stores its
 * clicks: whenever this is broken off, each click counts once.
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
    if (lines.length > 0) await storeOrSetAside(store, batchOf(JOURNAL, lines), () => lines);
    await forget(client, await store.countedTo(JOURNAL));
    done = lines.length === 0;
  }
  const left = await count();
  await client.query("vacuum quarantined_clicks");
  await client.query("select pg_advisory_unlock($1)", [advisoryLocks.quarantine]);
  return { stored: before - left, left };
}

/** What is stored, and with it up to where that is. */
async function forget(client: Client, to: number): Promise<void> {
  await client.query("begin");
  await client.query("delete from quarantined_clicks where id <= $1", [to]);
  for (const table of ["journal_offsets", "click_blocks"])
    await client.query(`delete from ${table} where journal = $1`, [JOURNAL]);
  await client.query("commit");
}
