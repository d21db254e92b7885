import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const LOOK_EVERY_MS = 1_000;
/** After this time without data, a check finds out whether a long statement still runs. */
const ASK_AFTER_MS = 10_000;
const ANSWERS_WITHIN_MS = 4_000;
const END_WITHIN_MS = 1_000;

/**
 * Destroys a connection when no data has come for `afterMs` while an answer is due, and `isDead` agrees. Its statements
 * then fail at once, and so does the rollback that follows, which would otherwise wait for as long again.
 */
export function giveUpWhenSilent(client: pg.Client, afterMs: number, isDead?: () => Promise<boolean>): void {
  const stream = client.connection.stream as Socket;
  let bytes = 0;
  let silentMs = 0;
  let asking = false;
  const waits = () => !(client as unknown as { readyForQuery: boolean }).readyForQuery && stream.bytesRead === bytes;
  const look = async () => {
    // A slow reader pauses the stream, so silence then means nothing. A timer that fires late counts only once.
    silentMs = waits() && !stream.isPaused() ? silentMs + LOOK_EVERY_MS : 0;
    bytes = stream.bytesRead;
    if (silentMs < afterMs || asking) return;
    asking = true;
    const gone = isDead === undefined || ((await isDead()) && (await stillWaits()));
    asking = false;
    if (gone) stream.destroy(new Error("the database no longer responds on this connection"));
  };
  /** Looks again, because an answer may have arrived while `isDead` was running. */
  const stillWaits = async () => {
    const before = bytes;
    await sleep(LOOK_EVERY_MS);
    return waits() && bytes === before;
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  client.once("end", () => clearInterval(timer));
}

/**
 * A connection for statements of any duration. If no data comes for 10 seconds, another connection checks whether the
 * database still works on the statement; if not, the connection is destroyed.
 */
export async function connectForSlowStatements(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, keepAlive: true, keepAliveInitialDelayMillis: 5_000 });
  // A running statement rejects with the error itself.
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>({
    text: "select pg_backend_pid() as pid",
    query_timeout: ASK_AFTER_MS,
  } as pg.QueryConfig);
  giveUpWhenSilent(client, ASK_AFTER_MS, () => hasStoppedWorking(config, rows[0]?.pid));
  return client;
}

/** Ends a connection, even one that no longer answers. */
export async function endConnection(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), sleep(END_WITHIN_MS, undefined, { ref: false })]);
  client.connection.stream.destroy();
}

/**
 * Returns whether the database is not working on a connection's statement, or cannot be asked. It may also wait for us
 * to read.
 */
async function hasStoppedWorking(config: pg.ClientConfig, pid: number | undefined): Promise<boolean> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query(
      "select from pg_stat_activity where pid = $1 and state = 'active' and wait_event is distinct from 'ClientWrite'",
      [pid],
    );
    return rowCount === 0;
  } catch {
    return true;
  } finally {
    void endConnection(client);
  }
}
