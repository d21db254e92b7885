import { setTimeout as sleep } from "node:timers/promises";
import { cannotBeUsed, place, reason } from "./advisory-lock";
import { connect, endConnection } from "./client";
import { outageOf } from "./outage";

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
    const error = await tryToConnect(databaseUrl);
    if (error === undefined) return;
    const outage = outageOf(error);
    if (!outage || outage === "database_rejects_service") throw cannotBeUsed(databaseUrl, error);
    if (wait === SHORTEST_WAIT)
      process.stderr.write(`Waiting for the database at ${place(databaseUrl)}: ${reason(error)}\n`);
    await sleep(wait, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Returns the error of a failed connection, or undefined. */
async function tryToConnect(databaseUrl: string): Promise<unknown> {
  try {
    await endConnection(await connect({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 }));
  } catch (error) {
    return error;
  }
}
