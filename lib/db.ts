import { PrismaPg } from "@prisma/adapter-pg";
import { Prisma, PrismaClient } from "@/generated/prisma/client";
import { once } from "./once";
import { pool } from "./pool";

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
