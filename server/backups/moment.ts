import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { quotedName } from "./tables";

/**
 * The drain begins each of its transactions with this table, so whoever waits for it waits behind one batch at most, and
 * holds up the drain alone.
 */
const OFFSETS = "journal_offsets";
const OFFSETS_WITHIN = "15s";
/** Less than `deadlock_timeout`: it is never a visitor's transaction that fails. An autovacuum gives way after a second. */
const lockTimeout = (attempt: number) => (attempt % 4 === 0 ? "2s" : "300ms");
const PAUSE_MS = 250;
const ATTEMPTS = 100;
/** lock_not_available, deadlock_detected */
const busy = new Set(["55P03", "40P01"]);

/**
 * Has nobody write to these tables, and the drain store nothing, while `work` looks: a few milliseconds. `work` gets a
 * snapshot of that moment, which it may hand to other connections.
 */
export async function atOneMoment<T>(
  client: Client,
  tables: string[],
  work: (snapshot: string) => Promise<T>,
): Promise<T> {
  const others = tables.filter((name) => name !== OFFSETS).map(quotedName);
  for (let attempt = 1; ; attempt++) {
    await client.query("begin isolation level repeatable read");
    try {
      await client.query(`set local lock_timeout = '${OFFSETS_WITHIN}'; lock table ${OFFSETS} in share mode`);
      await client.query(`set local lock_timeout = '${lockTimeout(attempt)}'`);
      if (others.length > 0) await client.query(`lock table ${others.join(", ")} in share mode`);
      const { rows } = await client.query<{ snapshot: string }>("select pg_export_snapshot() as snapshot");
      return await work(rows[0]?.snapshot ?? "");
    } catch (error) {
      if (!busy.has((error as { code?: string }).code ?? "") || attempt === ATTEMPTS) throw error;
    } finally {
      await client.query("rollback");
    }
    await sleep(PAUSE_MS);
  }
}

/** Lets a connection see what was there at that moment, until its transaction ends. */
export async function seeAt(client: Client, snapshot: string): Promise<void> {
  await client.query("begin isolation level repeatable read read only");
  await client.query(`set transaction snapshot '${snapshot}'`);
}
