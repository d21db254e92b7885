import pg from "pg";
import { env } from "./env";
import { log } from "./log";
import { machineMemory } from "./machine-memory";
import { MeasuredClient } from "./measured-client";
import { processSingleton } from "./singleton";
import { tracer } from "./tracing";

/**
 * For every connection. The kernel notices after seconds, not two hours, that an idle connection is gone, and a statement without an
 * answer fails.
 */
export const NOTICES_LOSS = { keepAlive: true, keepAliveInitialDelayMillis: 5_000, query_timeout: 14_000 };

/** For a session that holds locks: when this machine is gone, the database ends it after 25 seconds, not two hours. */
export const LOSS_IS_NOTICED =
  "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3";

/** Connections that are made as they are needed. */
export function openPool(options: pg.PoolConfig): pg.Pool {
  const created = new pg.Pool({
    Client: MeasuredClient,
    connectionString: env.DATABASE_URL,
    connectionTimeoutMillis: 5_000,
    ...NOTICES_LOSS,
    // A database that takes queries and answers none (a frozen host, a network that drops packets) is an outage.
    query_timeout: 10_000,
    ...options,
  });
  // An idle connection that breaks (the database restarts) is replaced at the next query. One that the database ends
  // while we do is no loss.
  created.on("error", (error) => {
    if (!created.ending) log.warn({ error: error.message }, "lost a database connection");
  });
  keepTraces(created);
  return created;
}

/** Each is a process of Postgres, which grows to 10 MiB and more. */
const MEMORY_OF_ONE = 64 * 2 ** 20;

/** A statement belongs to whoever asks, and not to whoever gives the connection back on which it waits. */
function keepTraces(created: pg.Pool): void {
  const connect = created.connect.bind(created) as (done?: (...args: never[]) => unknown) => unknown;
  created.connect = ((done?: (...args: never[]) => unknown) =>
    connect(done && (tracer()?.bind(done) ?? done))) as pg.Pool["connect"];
}

/** Plain SQL, for the redirect's misses and what is counted. Prisma shares its connections. */
export const pool = processSingleton("pool", () =>
  // What the workers of one machine have together is bounded too.
  openPool({
    max: Math.min(20, Math.max(5, Math.floor(Math.min(60, machineMemory() / MEMORY_OF_ONE) / env.WEB_CONCURRENCY))),
  }),
);
