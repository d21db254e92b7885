import type { Client } from "pg";

interface Session {
  pid: number;
  /** seconds since 1970: another session may have the same pid later */
  startedAt: string;
}

/**
 * The drain's session in the database, of which there is one at a time. When the network drops packets, this side gives a connection
 * up, but a proxy may keep the session behind it open. It would hold the locks of its journals, and nothing would be stored.
 */
export class DrainSession {
  private last: Session | undefined;

  /** Ends the session before this one, where it is still there. Returns the process that serves `client`. */
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
