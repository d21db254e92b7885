import type pg from "pg";

// The databases of all test files are in one Postgres, so both functions look only at the one of `client`.

type Client = Pick<pg.Client, "query">;

/** How many connections wait for a lock. */
export async function waitingConnections(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

/** Advisory locks that are held or waited for. */
export async function advisoryLocksIn(client: Client): Promise<{ key: number; granted: boolean }[]> {
  const { rows } = await client.query<{ key: number; granted: boolean }>(
    `select objid::int as key, granted from pg_locks where locktype = 'advisory'
     and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows;
}
