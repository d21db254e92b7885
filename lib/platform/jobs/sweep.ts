import type pg from "pg";
import { advisoryLocks } from "@/lib/platform/database/advisory-lock";
import { connect, endConnection, LOSS_IS_NOTICED, NOTICES_LOSS } from "@/lib/platform/database/client";
import { env } from "@/lib/platform/env";
import { counts, type SweepCounts } from "@/lib/platform/log/counts";
import { traced } from "@/lib/platform/log/tracing";

/** A regular task that deletes old data or checks something. */
export interface Sweep {
  name: string;
  everyMinutes: number;
  run(): Promise<unknown>;
  /** about data on this machine: every instance runs it */
  local?: true;
}

/**
 * The connection that holds the locks of tasks. Tasks that run one after the other share one, because a new one costs
 * the database more than the statements of most tasks. It is opened when it is needed, and again after it was lost.
 */
export class SweepConnection {
  #client: pg.Client | undefined;

  async query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    this.#client ??= await this.#connect();
    try {
      return await this.#client.query(text, values);
    } catch (error) {
      // Perhaps it no longer answers. Its locks end with it.
      await this.end();
      throw error;
    }
  }

  async end(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    if (client) await endConnection(client);
  }

  async #connect(): Promise<pg.Client> {
    // Not from the pool: at a stop, closing the pool would wait for this connection.
    const connectionString = env.DATABASE_URL;
    const client = await connect({ connectionString, connectionTimeoutMillis: 5_000, ...NOTICES_LOSS });
    client.once("end", () => {
      if (this.#client === client) this.#client = undefined;
    });
    await client.query(LOSS_IS_NOTICED);
    return client;
  }
}

/**
 * Runs a task unless another process is running it or it is not due; `now` runs it even if it is not due. If a process
 * dies during a task, the next one that finds it due runs it. Returns whether it ran.
 */
export async function runSweep(sweep: Sweep, now: boolean, connection: SweepConnection): Promise<boolean> {
  const { name, everyMinutes, run, local } = sweep;
  if (local) {
    await measured(name, run);
    return true;
  }
  const lock = [advisoryLocks.sweep, name];
  const { rows } = await connection.query("SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked", lock);
  if (!rows[0].locked) return false;
  try {
    // Slightly earlier than the next check, so that the task is due by then.
    const { rowCount } = await connection.query(
      `INSERT INTO sweeps (name, due_at) VALUES ($1, now() + 0.9 * make_interval(mins => $2))
       ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at WHERE $3 OR sweeps.due_at <= now()`,
      [name, everyMinutes, now],
    );
    if (rowCount === 1) await measured(name, run);
    return rowCount === 1;
  } finally {
    // If this fails, the connection is ended, which also releases the lock.
    await connection.query("SELECT pg_advisory_unlock($1, hashtext($2))", lock).catch(() => undefined);
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
