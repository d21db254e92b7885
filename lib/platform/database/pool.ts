import { AsyncLocalStorage } from "node:async_hooks";
import { isMainThread } from "node:worker_threads";
import pg from "pg";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log/log";
import { machineMemory } from "@/lib/platform/machine-memory";
import { processSingleton } from "@/lib/platform/singleton";
import { actAs } from "./author";
import { NOTICES_LOSS } from "./client";
import { SigningClient } from "./measured-client";
import { CONNECTION_WAIT_MS } from "./outage";

/** How long a statement may take (ms), and one of a process that yields to visitors, which may hardly get to run. */
const ANSWER_WITHIN_MS = 10_000;
const ANSWER_SLOWLY_WITHIN_MS = 120_000;

/**
 * The database ends a slow statement itself, before this process stops waiting. Otherwise it would go on working on it.
 * Waiting for a lock is not an outage, so it ends earlier, with another error.
 */
const timeLimits = (answerWithinMs: number) =>
  `SET statement_timeout = ${answerWithinMs - 500}; SET lock_timeout = '8s'`;

/**
 * Makes each connection plan a statement once, because planning takes several times as long as the execution. The plan
 * outlives the present size of a table, so it must suit a large one. That also applies to the statements of triggers
 * and foreign keys: planned while a table was small, each new row would read all of that table.
 */
export const PLANNED_FOR_GROWTH = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off";

/**
 * A pool that makes connections as they are needed. Their parameters are set after their start, because poolers such as
 * PgBouncer refuse them in it.
 */
export function openPool(options: pg.PoolConfig, parameters = ""): pg.Pool {
  const created = new pg.Pool({
    Client: SigningClient,
    connectionString: env.DATABASE_URL,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    ...NOTICES_LOSS,
    // A database that accepts queries but answers none, such as a frozen host or a network that drops packets, is an
    // outage.
    query_timeout: ANSWER_WITHIN_MS,
    onConnect: (client) =>
      // A statement that says who acts cannot be several.
      actAs(undefined, () => client.query(`${timeLimits(Number(created.options.query_timeout))}; ${parameters}`)).catch(
        unlessRefused,
      ),
    ...options,
  });
  // An idle connection that breaks (the database restarts) is replaced at the next query. While the pool is being
  // closed, a broken connection does not matter.
  created.on("error", (error) => {
    if (!created.ending) log.warn({ error: error.message }, "lost a database connection");
  });
  keepContext(created);
  opened().add(created);
  return created;
}

const opened = () => processSingleton("pools", () => new Set<pg.Pool>());

/** Closes all connections of the pools, before a stop ends the database. */
export const closePools = () => Promise.all([...opened()].map((one) => one.ending || one.end()));

/** Each connection is a process of Postgres, which grows to 10 MiB and more. */
const MEMORY_OF_ONE = 64 * 2 ** 20;

/** A statement has the author and the trace of its caller, not those of the caller that releases the connection. */
function keepContext(created: pg.Pool): void {
  const connect = created.connect.bind(created) as (done?: (...args: never[]) => unknown) => unknown;
  created.connect = ((done?: (...args: never[]) => unknown) =>
    connect(done && AsyncLocalStorage.bind(done))) as pg.Pool["connect"];
}

/** A connection that does not accept the parameters still works. */
function unlessRefused(error: Error): void {
  if (!("severity" in error)) throw error;
}

const FEWEST = 5;
const MOST = 20;
/** The total of all workers on one machine is bounded too. */
const share = () =>
  Math.floor(Math.min(60, machineMemory() / MEMORY_OF_ONE) / (env.WEB_CONCURRENCY + env.PAGE_PROCESSES));

/**
 * Plain SQL, for cache misses of redirects and for counting. Prisma shares these connections. A thread beside the main
 * one has few of them.
 */
export const pool = processSingleton("pool", () =>
  openPool({ max: isMainThread ? Math.min(MOST, Math.max(FEWEST, share())) : FEWEST }),
);

/** Lets the statements of connections that are opened from now on take minutes. */
export function allowSlowStatements(): void {
  pool.options.query_timeout = ANSWER_SLOWLY_WITHIN_MS;
}
