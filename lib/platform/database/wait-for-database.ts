import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { cannotBeUsed, place, reason } from "./advisory-lock";
import { outageOf } from "./outage";
import { endConnection } from "./silent-connections";

const SHORTEST_WAIT = 250;
const LONGEST_WAIT = 5_000;

/**
 * Resolves when the database can be reached, or when `stopping` aborts. After a power failure, the database may start
 * later than this process, and its host name may resolve even later.
 *
 * @throws StartError for errors that waiting does not fix, such as a wrong password
 */
export async function waitForDatabase(databaseUrl: string, stopping: AbortSignal): Promise<void> {
  for (let wait = SHORTEST_WAIT; !stopping.aborted; wait = Math.min(LONGEST_WAIT, wait * 2)) {
    const error = await connect(databaseUrl);
    if (error === undefined) return;
    const outage = outageOf(error);
    if (!outage || outage === "database_rejects_service") throw cannotBeUsed(databaseUrl, error);
    if (wait === SHORTEST_WAIT)
      process.stderr.write(`Waiting for the database at ${place(databaseUrl)}: ${reason(error)}\n`);
    await sleep(wait, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Returns the error of a failed connection, or undefined. */
async function connect(databaseUrl: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    return error;
  }
  await endConnection(client);
}
