import { pool } from "./pool";

/**
 * Runs a statement that may take long and returns its rows. If the signal aborts, the database stops working on the
 * statement, which then fails.
 */
export async function queryUntil<Row extends object>(
  text: string,
  values: unknown[],
  signal: AbortSignal | undefined,
): Promise<Row[]> {
  signal?.throwIfAborted();
  const client = await pool.connect();
  let failed = false;
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    const { processID } = client as unknown as { processID: number };
    cancelled = pool.query("select pg_cancel_backend($1)", [processID]).catch(() => undefined);
  };
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    signal?.throwIfAborted();
    return (await client.query<Row>(text, values)).rows;
  } catch (error) {
    failed = true;
    throw error;
  } finally {
    signal?.removeEventListener("abort", cancel);
    // The connection must not run another statement before the request to cancel has arrived.
    await cancelled;
    client.release(failed);
  }
}
