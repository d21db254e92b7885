import pg from "pg";
import { advisoryLocks } from "./advisory-lock";
import { counts, type SweepCounts } from "./counts";
import { env } from "./env";
import { LOSS_IS_NOTICED, NOTICES_LOSS } from "./pool";
import { endConnection } from "./silent-connections";
import { traced } from "./tracing";

/** A regular task that deletes old data or checks something. */
export interface Sweep {
  name: string;
  everyMinutes: number;
  run(): Promise<unknown>;
  /** about data on this machine: every instance runs it */
  local?: true;
}

/**
 * Runs a task unless another process is running it or it is not due; `now` runs it even if it is not due. If a process
 * dies during a task, the next one that finds it due runs it. Returns whether it ran.
 */
export async function runSweep({ name, everyMinutes, run, local }: Sweep, now = false): Promise<boolean> {
  if (local) {
    await measured(name, run);
    return true;
  }
  const lock = [advisoryLocks.sweep, name];
  // Not from the pool: at a stop, closing the pool would wait for this connection.
  const client = new pg.Client({ connectionString: env.DATABASE_URL, connectionTimeoutMillis: 5_000, ...NOTICES_LOSS });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(LOSS_IS_NOTICED);
    const { rows } = await client.query("SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked", lock);
    if (!rows[0].locked) return false;
    // Slightly earlier than the next check, so that the task is due by then.
    const { rowCount } = await client.query(
      `INSERT INTO sweeps (name, due_at) VALUES ($1, now() + 0.9 * make_interval(mins => $2))
       ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at WHERE $3 OR sweeps.due_at <= now()`,
      [name, everyMinutes, now],
    );
    if (rowCount === 1) await measured(name, run);
    return rowCount === 1;
  } finally {
    // Ending the connection releases the lock.
    await endConnection(client);
  }
}

async function measured(name: string, run: () => Promise<unknown>): Promise<void> {
  const { sweeps } = counts();
  const counted: SweepCounts = sweeps.get(name) ?? { ranAt: 0, seconds: 0, failures: 0 };
  sweeps.set(name, counted);
  const begun = performance.now();
  try {
    await traced("sweep", () => ({ "signpost.sweep": name }), run);
  } catch (error) {
    counted.failures++;
    throw error;
  } finally {
    counted.ranAt = Date.now();
    counted.seconds = (performance.now() - begun) / 1_000;
  }
}
