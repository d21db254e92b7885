import type { Client } from "pg";

interface Session {
  pid: number;
  /** start in seconds since 1970, because a later session may have the same pid */
  startedAt: string;
}

/**
 * The drain's session in the database; there is one at a time. If the network drops packets, this side closes the
 * connection, but a proxy may keep its session open. That session would hold the locks of its journals, and nothing
 * would be stored.
 */
export class DrainSession {
  private last: Session | undefined;

  /** Ends the previous session if it still exists. Returns the pid of the process that serves `client`. */
  async begin(client: Client): Promise<number> {
    if (this.last)
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where pid = $1 and extract(epoch from backend_start)::text = $2`,
        [this.last.pid, this.last.startedAt],
      );
    const { rows } = await client.query<Session>(
      `select pid, extract(epoch from backend_start)::text as "startedAt" from pg_stat_activity where pid = pg_backend_pid()`,
    );
    this.last = rows[0];
    return rows[0]?.pid ?? 0;
  }
}
