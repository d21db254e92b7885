import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartError } from "@/lib/contract/errors";
import { outageOf } from "./outage";

// Background work has separate connections, because those of the pools have time limits. Code that uses other parts of
// the driver than its queries belongs into this file.

/** The kernel notices after seconds, instead of two hours, that an idle connection has been lost. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/** For every connection of short statements: one without a response fails. */
export const NOTICES_LOSS = { ...KEEP_ALIVE, query_timeout: 14_000 };

/**
 * For sessions that hold locks: if this machine is gone, the database ends them after 25 seconds instead of two hours.
 */
export const LOSS_IS_NOTICED =
  "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3";

/** Opens a connection. If it breaks, the next statement fails, and the event `end` follows. */
export async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    void endConnection(client);
    throw error;
  }
  return client;
}

/** The process of the database that serves a connection. The types of pg lack it. */
export const processOf = (client: pg.ClientBase) => (client as unknown as { processID: number }).processID;

const LOOK_EVERY_MS = 1_000;
/** After this time without data, checks find out whether the database still works on the statement. */
const CHECK_AFTER_MS = 10_000;
const CHECK_AGAIN_AFTER_MS = 2_000;
const ANSWERS_WITHIN_MS = 4_000;
/** If a time limit fires this late, this thread had to wait for a processor, which says nothing about the database. */
const LATE_MS = 500;
/** A connection is dead after this many checks in a row that found no sign of life. */
const CHECKS_WITHOUT_LIFE = 3;
/** Limit for checks that could not find out anything. */
const MOST_CHECKS = 10;
const END_WITHIN_MS = 1_000;

/** The process that serves a connection. Its start tells it from a later process with the same pid. */
interface Backend {
  pid: number;
  startedAt: string;
}

interface Activity {
  /** whether it works on a statement, or waits for a lock or a disk, but not for its client */
  works: boolean;
  /** changes when the backend has received something */
  progress: string;
}

/**
 * What another connection sees of a backend. `unclear` if the database answers but takes no other connection, or if this
 * thread had to wait for a processor.
 */
type Sight = Activity | "gone" | "unreachable" | "unclear";

/**
 * A connection for statements of any duration. A slow statement is never given up: if no data comes or goes for 10
 * seconds, another connection checks several times whether the database works on the statement or receives what we
 * send. Only if neither is the case, or the database cannot be reached, the connection is destroyed. That takes 14 to 30
 * seconds in total, or longer if this thread itself has to wait for a processor. The connection's statements then fail
 * at once, and so does the rollback that follows, which would otherwise wait for as long again.
 */
export async function connectForSlowStatements(config: pg.ClientConfig): Promise<pg.Client> {
  const client = await connect({ ...config, ...KEEP_ALIVE });
  const isWaiting = waitsForAnswers(client);
  try {
    const { rows } = await client.query<Backend>({
      text: `select pid, extract(epoch from backend_start)::text as "startedAt" from pg_stat_activity
        where pid = pg_backend_pid()`,
      query_timeout: CHECK_AFTER_MS,
    } as pg.QueryConfig);
    giveUpWhenDead(client, isWaiting, () => lookAt(rows[0], config));
  } catch (error) {
    void endConnection(client);
    throw error;
  }
  return client;
}

/** Returns whether statements of a connection, copies too, still wait for the end of their answers. */
function waitsForAnswers(client: pg.Client): () => boolean {
  let isWaiting = false;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    isWaiting = true;
    return query(...args);
  }) as pg.Client["query"];
  client.on("drain", () => {
    isWaiting = false;
  });
  return () => isWaiting;
}

/** Destroys a connection that waits for an answer, when `look` finds no sign of life of its backend. */
function giveUpWhenDead(client: pg.Client, isWaiting: () => boolean, look: () => Promise<Sight>): void {
  const stream = client.connection.stream as Socket;
  /** Bytes that were received, or taken by the network. */
  const traffic = () => stream.bytesRead + stream.bytesWritten - stream.writableLength;
  let seen = traffic();
  let silentMs = 0;
  let isChecking = false;
  // A slow reader pauses the stream, so silence then means nothing.
  const isSilent = () => isWaiting() && traffic() === seen && !stream.isPaused();

  const isDead = async () => {
    let before: string | undefined;
    for (let checks = 1, lifeless = 0; ; checks++) {
      const found = await look();
      if (!isSilent()) return false;
      if (typeof found === "object") {
        if (found.works || found.progress !== (before ?? found.progress)) return false;
        before = found.progress;
      }
      if (found !== "unclear") lifeless++;
      if (lifeless >= CHECKS_WITHOUT_LIFE || checks >= MOST_CHECKS) return true;
      await sleep(CHECK_AGAIN_AFTER_MS);
      if (!isSilent()) return false;
    }
  };

  const timer = setInterval(async () => {
    if (isChecking) return;
    // A timer that fires late counts only once.
    silentMs = isSilent() ? silentMs + LOOK_EVERY_MS : 0;
    seen = traffic();
    if (silentMs < CHECK_AFTER_MS) return;
    isChecking = true;
    if (await isDead()) stream.destroy(new Error("the database no longer responds on this connection"));
    isChecking = false;
    silentMs = 0;
  }, LOOK_EVERY_MS).unref();
  client.once("end", () => clearInterval(timer));
}

/** Ends a connection, even one that no longer answers. */
export async function endConnection(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), sleep(END_WITHIN_MS, undefined, { ref: false })]);
  client.connection.stream.destroy();
}

/** A backend whose client has nothing for it waits for the client, also during a copy. */
const LOOK = `
  select wait_event_type is distinct from 'Client' as works,
    concat_ws(' ', query_start, state_change, bytes_processed) as progress
  from pg_stat_activity left join pg_stat_progress_copy using (pid)
  where pid = $1 and extract(epoch from backend_start)::text = $2`;

async function lookAt(backend: Backend | undefined, config: pg.ClientConfig): Promise<Sight> {
  let client: pg.Client | undefined;
  let from = performance.now();
  try {
    const limits = { connectionTimeoutMillis: ANSWERS_WITHIN_MS, query_timeout: ANSWERS_WITHIN_MS };
    client = await connect({ ...config, ...limits });
    from = performance.now();
    const { rows } = await client.query<Activity>(LOOK, [backend?.pid, backend?.startedAt]);
    return rows[0] ?? "gone";
  } catch (error) {
    const isLate = performance.now() - from > ANSWERS_WITHIN_MS + LATE_MS;
    return error instanceof pg.DatabaseError || isLate ? "unclear" : "unreachable";
  } finally {
    if (client) void endConnection(client);
  }
}

/** Runs `work` in a transaction of a connection. If it throws, nothing is stored. */
export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    // If the connection is gone, the server rolls back by itself.
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** Runs `work` in a transaction that holds a lock. Returns undefined if another transaction holds it. */
export const inLockedTransaction = <T>(
  client: pg.ClientBase,
  lock: number,
  work: () => Promise<T>,
): Promise<T | undefined> =>
  inTransaction(client, async () => {
    const { rows } = await client.query("select pg_try_advisory_xact_lock($1) as locked", [lock]);
    return rows[0].locked ? work() : undefined;
  });

/** Runs `work`, which only reads, on one snapshot of the database. */
export async function inSnapshot<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("begin isolation level repeatable read read only");
  try {
    return await work();
  } finally {
    await client.query("rollback").catch(() => {});
  }
}

export const cannotBeUsed = (databaseUrl: string, error: unknown) =>
  new StartError(`The database at ${place(databaseUrl)} cannot be used: ${reason(error)}`);

/** The host, port and name of a database, without the password. */
export function place(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

/**
 * Returns the message of an error. If a name has several addresses and none of them responds, Node throws an
 * AggregateError without a message.
 */
export function reason(error: unknown): string {
  const causes = error instanceof AggregateError ? error.errors : [error];
  return causes.map((cause) => (cause instanceof Error ? cause.message : String(cause))).join("; ");
}

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
