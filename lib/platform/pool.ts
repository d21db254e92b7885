import pg from "pg";
import { env } from "./env";
import { log } from "./log";
import { processSingleton } from "./singleton";

/** Plain SQL, for the redirect's misses and the statistics. Prisma shares its connections. */
export const pool = processSingleton("pool", () => {
  const created = new pg.Pool({
    connectionString: env.DATABASE_URL,
    // What the workers of one machine have together is bounded too.
    max: Math.min(20, Math.max(5, Math.floor(60 / env.WEB_CONCURRENCY))),
    connectionTimeoutMillis: 5_000,
    // A database that takes queries and answers none (a frozen host, a network that drops packets) is an outage.
    query_timeout: 10_000,
  });
  // An idle connection that breaks (the database restarts) is replaced at the next query. One that the database ends
  // while we do is no loss.
  created.on("error", (error) => {
    if (!created.ending) log.warn({ error: error.message }, "lost a database connection");
  });
  return created;
});
