import pg from "pg";
import { StartError } from "@/lib/contract/errors";

/** Any number that nobody else who locks in the same database is likely to take. */
const LOCK = 5_067_921;

/**
 * Prepares the database with `work` while no other instance does so: several may start at once on one DATABASE_URL.
 *
 * @throws StartError when the database cannot be reached
 */
export async function withAdvisoryLock<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    throw cannotBeUsed(databaseUrl, error);
  }
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    return await work(client);
  } finally {
    await client.end();
  }
}

export const cannotBeUsed = (databaseUrl: string, error: unknown) =>
  new StartError(`The database at ${place(databaseUrl)} cannot be used: ${reason(error)}`);

/** Host, port and name, without the password. */
export function place(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

/** Node reports a name with several addresses, none of which answers, as an error without a message of its own. */
export function reason(error: unknown): string {
  const causes = error instanceof AggregateError ? error.errors : [error];
  return causes.map((cause) => (cause instanceof Error ? cause.message : String(cause))).join("; ");
}
