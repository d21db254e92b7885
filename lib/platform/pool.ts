import pg from "pg";
import { env } from "./env";
import { log } from "./log";
import { machineMemory } from "./machine-memory";
import { processSingleton } from "./singleton";

/** Connections that are made as they are needed. */
export function openPool(options: pg.PoolConfig): pg.Pool {
  const created = new pg.Pool({
    connectionString: env.DATABASE_URL,
    connectionTimeoutMillis: 5_000,
    // A database that takes queries and answers none (a frozen host, a network that drops packets) is an outage.
    query_timeout: 10_000,
    ...options,
  });
  // An idle connection that breaks (the database restarts) is replaced at the next query. One that the database ends
  // while we do is no loss.
  created.on("error", (error) => {
    if (!created.ending) log.warn({ error: error.message }, "lost a database connection");
  });
  return created;
}

/** Each is a process of Postgres, which grows to 10 MiB and more. */
const MEMORY_OF_ONE = 64 * 2 ** 20;

/** Plain SQL, for the redirect's misses and what is counted. Prisma shares its connections. */
export const pool = processSingleton("pool", () =>
  // What the workers of one machine have together is bounded too.
  openPool({
    max: Math.min(20, Math.max(5, Math.floor(Math.min(60, machineMemory() / MEMORY_OF_ONE) / env.WEB_CONCURRENCY))),
  }),
);
