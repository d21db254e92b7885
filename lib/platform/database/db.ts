import { PrismaPg } from "@prisma/adapter-pg";
import type { Transaction as Connection } from "@prisma/driver-adapter-utils";
import { Prisma, PrismaClient } from "@/generated/prisma/client";
import { AppError } from "@/lib/contract/errors";
import type { Versions } from "@/lib/contract/version";
import { processSingleton } from "@/lib/platform/singleton";
import { CONNECTION_WAIT_MS } from "./outage";
import { pool } from "./pool";

/**
 * In a transaction it sends statements one by one: Prisma asks for all relations of a row at once, but pg wants one query
 * at a time on a connection.
 */
class Adapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (level) => serializeQueries(await start(level));
    return adapter;
  }
}

function serializeQueries<T extends Connection>(connection: T): T {
  let last: Promise<unknown> = Promise.resolve();
  const afterLast = <Q, R>(ask: (query: Q) => Promise<R>) => {
    return (query: Q): Promise<R> => {
      const answer = last.then(() => ask(query));
      last = answer.catch(() => {});
      return answer;
    };
  };
  connection.queryRaw = afterLast(connection.queryRaw.bind(connection));
  connection.executeRaw = afterLast(connection.executeRaw.bind(connection));
  return connection;
}

export const db = processSingleton(
  "prisma",
  // A transaction waits for a connection as long as any other query.
  () =>
    new PrismaClient({
      adapter: new Adapter(pool),
      transactionOptions: { maxWait: CONNECTION_WAIT_MS, timeout: 10_000 },
    }),
);

export type Transaction = Prisma.TransactionClient;

/** For transactions that write up to ten thousand links, also on a slow machine. */
export const longTransaction = { timeout: 60_000 };

/** Returns whether a write was refused because a unique value is taken. */
export const isUniqueViolation = (error: unknown) => hasCode(error, "P2002");

/** Returns whether a write found that its row is gone. */
export const isMissingRow = (error: unknown) => hasCode(error, "P2025");

/** Returns whether a write was refused because a row that it refers to is gone. */
export const isForeignKeyViolation = (error: unknown) => hasCode(error, "P2003");

const hasCode = (error: unknown, code: string) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;

/**
 * Saves a row in several statements if it still has one of these versions. The row is locked until then. While a row is
 * locked `FOR UPDATE`, no one else can assign tags, pixels or channels to it.
 */
export async function atVersion<Saved>(
  client: Transaction,
  table: "bio_pages" | "instance_settings" | "links" | "plans" | "qr_codes",
  { id, versions }: { id: number; versions: Versions },
  save: (tx: Transaction) => Promise<Saved>,
): Promise<Saved> {
  if (!versions) return save(client);
  const locked = async (tx: Transaction) => {
    const [row] = await tx.$queryRaw<{ at: Date }[]>`
      SELECT updated_at AS at FROM ${Prisma.raw(table)} WHERE id = ${id} FOR UPDATE`;
    const isUnchanged = !row || versions.some((version) => version.getTime() === row.at.getTime());
    if (!isUnchanged) throw new AppError("changed_since_read");
    return save(tx);
  };
  return client === db ? db.$transaction(locked) : locked(client);
}
