import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const LOOK_EVERY_MS = 1_000;
/** A statement that may take hours is asked after when nothing has come for so long. */
const ASK_AFTER_MS = 10_000;
const ANSWERS_WITHIN_MS = 4_000;
const END_WITHIN_MS = 1_000;

/**
 * Gives a connection up as a whole when nothing has come for `afterMs` on which an answer waits, and `isDead` agrees: what is
 * under way on it fails at once, and so does the rollback that comes next, which would wait for as long again.
 */
export function giveUpWhenSilent(client: pg.Client, afterMs: number, isDead?: () => Promise<boolean>): void {
  const stream = client.connection.stream as Socket;
  let bytes = 0;
  let silentMs = 0;
  let asking = false;
  const waits = () => !(client as unknown as { readyForQuery: boolean }).readyForQuery && stream.bytesRead === bytes;
  const look = async () => {
    // A slow reader pauses the stream, so silence then means nothing. A timer that fires late counts once.
    silentMs = waits() && !stream.isPaused() ? silentMs + LOOK_EVERY_MS : 0;
    bytes = stream.bytesRead;
    if (silentMs < afterMs || asking) return;
    asking = true;
    const gone = isDead === undefined || ((await isDead()) && (await stillWaits()));
    asking = false;
    if (gone) stream.destroy(new Error("the database does not answer on this connection any more"));
  };
  /** An answer may have been on its way while `isDead` was asked. */
  const stillWaits = async () => {
    const before = bytes;
    await sleep(LOOK_EVERY_MS);
    return waits() && bytes === before;
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  client.once("end", () => clearInterval(timer));
}

/**
 * A connection for statements that may take as long as they need. If nothing comes for 10 seconds, another connection asks
 * whether the database still works on it; if not, it is given up.
 */
export async function connectForLong(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, keepAlive: true, keepAliveInitialDelayMillis: 5_000 });
  // A statement that is under way says so itself.
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>({
    text: "select pg_backend_pid() as pid",
    query_timeout: ASK_AFTER_MS,
  } as pg.QueryConfig);
  giveUpWhenSilent(client, ASK_AFTER_MS, () => worksNoMore(config, rows[0]?.pid));
  return client;
}

/** Ends a connection, which may be one that would never say that it has ended. */
export async function endConnection(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), sleep(END_WITHIN_MS, undefined, { ref: false })]);
  client.connection.stream.destroy();
}

/** Whether the database does nothing for a connection, or cannot be asked. It may wait there for us to take what it sends. */
async function worksNoMore(config: pg.ClientConfig, pid: number | undefined): Promise<boolean> {
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
