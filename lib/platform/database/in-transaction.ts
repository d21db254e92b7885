import type { ClientBase } from "pg";

/** Runs `work` in a transaction of a connection. If it throws, nothing is stored. */
export async function inTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    // If the connection is gone, the server rolls back by itself.
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** Runs `work` in a transaction that holds a lock. Returns undefined if another transaction holds it. */
export const inLockedTransaction = <T>(
  client: ClientBase,
  lock: number,
  work: () => Promise<T>,
): Promise<T | undefined> =>
  inTransaction(client, async () => {
    const { rows } = await client.query("select pg_try_advisory_xact_lock($1) as locked", [lock]);
    return rows[0].locked ? work() : undefined;
  });

/** Runs `work`, which only reads, on one snapshot of the database. */
export async function inSnapshot<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("begin isolation level repeatable read read only");
  try {
    return await work();
  } finally {
    await client.query("rollback").catch(() => {});
  }
}
