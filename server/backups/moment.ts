import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { quotedName } from "./tables";

/**
 * The drain locks this table first in each transaction. A lock on it therefore waits for one batch at most, and delays
 * only the drain.
 */
const OFFSETS = "journal_offsets";
const OFFSETS_WITHIN = "15s";
/**
 * Shorter than `deadlock_timeout`, so that a visitor's transaction never fails. An autovacuum gives way after a second.
 */
const lockTimeout = (attempt: number) => (attempt % 4 === 0 ? "2s" : "300ms");
const PAUSE_MS = 250;
const ATTEMPTS = 100;
/** The error codes lock_not_available and deadlock_detected. */
const busy = new Set(["55P03", "40P01"]);

/**
 * Stops all writes to these tables, including the drain's, while `work` runs. It should take only a few milliseconds.
 * `work` gets a snapshot of that moment, which it may pass to other connections.
 */
export async function withWritesStopped<T>(
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

/** Lets a connection read the data of that moment, until its transaction ends. */
export async function useSnapshot(client: Client, snapshot: string): Promise<void> {
  await client.query("begin isolation level repeatable read read only");
  await client.query(`set transaction snapshot '${snapshot}'`);
}
