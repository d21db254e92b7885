import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "@/generated/prisma/client";
import { env } from "./env";
import { log } from "./log";
import { once } from "./once";

/** Plain SQL, for the redirect's misses and the statistics. Prisma shares its connections. */
export const pool = once("pool", () => {
  const created = new pg.Pool({
    connectionString: env.DATABASE_URL,
    // What the workers of one machine have together is bounded too.
    max: Math.min(20, Math.max(5, Math.floor(60 / env.WEB_CONCURRENCY))),
    connectionTimeoutMillis: 5_000,
    // A database that takes queries and answers none (a frozen host, a network that drops packets) is an outage.
    query_timeout: 10_000,
  });
  // An idle connection that breaks (the database restarts) is replaced at the next query.
  created.on("error", (error) => log.warn({ error: error.message }, "lost a database connection"));
  return created;
});

export const db = once(
  "prisma",
  // A transaction waits for a connection as long as any query does.
  () => new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions: { maxWait: 5_000, timeout: 10_000 } }),
);

export type Transaction = Prisma.TransactionClient;

/** Whether a write was refused because a unique value is taken. */
export const isTaken = (error: unknown) => hasCode(error, "P2002");

/** Whether a write found that its row is gone. */
export const isGone = (error: unknown) => hasCode(error, "P2025");

/** Whether a write was refused because a row that it refers to is gone. */
export const isDangling = (error: unknown) => hasCode(error, "P2003");

const hasCode = (error: unknown, code: string) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;
