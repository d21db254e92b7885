import type pg from "pg";
import { StartError } from "@/lib/contract/errors";
import { connectForLong, endConnection } from "./silent-connections";

/**
 * What is locked in the database, by any number that nobody else who locks there is likely to take. Those of names are
 * the seeds by which a name is hashed. A version that changes one does not keep out an older one that runs beside it.
 */
export const advisoryLocks = {
  /** migrations, and the rows that every database has */
  preparation: 5_067_921,
  /** a journal that is being stored; with its name */
  journal: 5_067_922,
  /** clicks in Redis that are being stored */
  clickStream: 5_067_923,
  /** clicks in quarantine that are being stored */
  quarantine: 5_067_924,
  /** claims to a host; with its name. The number is the one above as well: hashed, they do not meet. */
  domainHost: 5_067_923,
  /** the clicks that are due to be erased */
  clickExpiry: 5_067_925,
  /** clicks that are being deleted */
  clickDeletion: 5_067_927,
  /** segments that get their places in the chain */
  clickChain: 5_067_928,
  /** the minutes of clicks that are due to be judged */
  clickJudgement: 5_067_929,
  /** a sweep (server/sweeps.ts); with its name */
  sweep: 5_067_926,
  /** a backup that is being made */
  backup: 5_067_930,
  /** visitors who are being packed; shared by who looks for them or deletes them */
  clickVisitors: 5_067_931,
  /** the partitions of `clicks` that are being made; `hashtext('clicks partitions')`, as older versions have it */
  clickPartitions: 1_213_487_866,
} as const;

/**
 * Prepares the database with `work` while no other instance does so: several may start at once on one DATABASE_URL.
 *
 * @throws StartError when the database cannot be reached
 */
export async function withAdvisoryLock<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  let client: pg.Client;
  try {
    client = await connectForLong({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  } catch (error) {
    throw cannotBeUsed(databaseUrl, error);
  }
  try {
    await client.query("SELECT pg_advisory_lock($1)", [advisoryLocks.preparation]);
    return await work(client);
  } finally {
    await endConnection(client);
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
