import type pg from "pg";
import { cannotBeUsed, connectForSlowStatements, endConnection } from "./client";

/**
 * The numbers of this service's advisory locks, chosen so that other programs on the database are unlikely to use them.
 * For locks by name, the number is the seed for the hash of the name. Do not change a number: a new version would
 * no longer exclude an old one that runs next to it.
 */
export const advisoryLocks = {
  /** migrations, and the rows that every database has */
  preparation: 5_067_921,
  /** the storing of a journal; by its name */
  journal: 5_067_922,
  /** the storing of clicks from Redis */
  clickStream: 5_067_923,
  /** the storing of clicks from quarantine */
  quarantine: 5_067_924,
  /** claims to a host; by its name. The same number as above does no harm: this one is only a seed. */
  domainHost: 5_067_923,
  /** the deletion of expired clicks */
  clickExpiry: 5_067_925,
  /** the deletion of clicks on demand */
  clickDeletion: 5_067_927,
  /** the assignment of segments to places in the chain */
  clickChain: 5_067_928,
  /** the judgment of due minutes of clicks */
  clickJudgement: 5_067_929,
  /** a sweep (server/sweeps.ts); by its name */
  sweep: 5_067_926,
  /** the making of a backup */
  backup: 5_067_930,
  /** the packing of visitors; taken as a shared lock to read or delete them */
  clickVisitors: 5_067_931,
  /** the count of a click's conversions, in prisma/sql/conversions.sql; with a second number */
  clickConversions: 5_067_932,
  /** the adding of a mail to those that wait */
  mails: 5_067_933,
  /** the creation of partitions of `clicks`; the value of `hashtext('clicks partitions')`, which older versions use */
  clickPartitions: 1_213_487_866,
} as const;

/**
 * Runs `work`, which prepares the database, while no other instance does. Several instances may start at once on one
 * database.
 *
 * @throws StartError when the database cannot be reached
 */
export async function withAdvisoryLock<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  let client: pg.Client;
  try {
    client = await connectForSlowStatements({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
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
