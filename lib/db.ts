import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "@/generated/prisma/client";
import { env } from "./env";
import { log } from "./log";
import { once } from "./once";

/** Plain SQL, for the redirect's misses and the statistics. Prisma shares its connections. */
export const pool = once("pool", () => {
  const created = new pg.Pool({ connectionString: env.DATABASE_URL, max: 20, connectionTimeoutMillis: 5_000 });
  // An idle connection that breaks (the database restarts) is replaced at the next query.
  created.on("error", (error) => log.warn({ error: error.message }, "lost a database connection"));
  return created;
});

export const db = once("prisma", () => new PrismaClient({ adapter: new PrismaPg(pool) }));

export type Transaction = Prisma.TransactionClient;

/** Whether a write was refused by the unique constraint over `field` (its name in schema.prisma or its column). */
export function isTaken(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}
