import { type Refusal, refusal } from "@/lib/contract/refusal";
import { counts } from "./counts";

/** How long a caller waits for a connection to the database. */
export const CONNECTION_WAIT_MS = 5_000;

/** Error codes of `pg`, Prisma, ClickHouse's client and sockets that mean the database cannot be reached. */
const outage =
  /^(ECONN|EHOST|ENET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|57P0[123]$|08|53300$|P1001$|P1002$|P1008$|P1017$|P2024$|P2028$)/;

const outageMessage =
  /\bterminated\b|timeout exceeded when trying to connect|query read timeout|^Timeout error|DatabaseNotReachable/i;

/** The parts of an error that matter. Prisma passes the driver's error on as a plain object. */
interface Cause {
  code?: unknown;
  originalCode?: unknown;
  message?: unknown;
  meta?: { driverAdapterError?: unknown };
  cause?: unknown;
}

/** What `pg` and Prisma say when no connection of the pool became free in time. */
const noConnectionMessage = /timeout exceeded when trying to connect|Unable to start a transaction in the given time/;

const isDiskFull = (error: unknown) => hasCause(error, ({ code }) => code === "53100" || code === "ENOSPC");

const hasMessage = (error: unknown, pattern: RegExp) =>
  hasCause(error, ({ message }) => typeof message === "string" && pattern.test(message));

/** Returns whether the database answered other statements while this caller waited for a connection. */
const isPoolBusy = (error: unknown) =>
  hasMessage(error, noConnectionMessage) && performance.now() - counts().statements.answeredAt < CONNECTION_WAIT_MS;

/** The refusal for errors that the caller cannot do anything about, such as a full disk or a lost database. */
export function unavailable(error: unknown): Refusal | undefined {
  if (isDiskFull(error)) return refusal("disk_full");
  if (isLockTimeout(error)) return refusal("locked_too_long");
  // Prisma's time-out of a whole transaction.
  if (hasMessage(error, /expired transaction/)) return refusal("took_too_long");
  if (isPoolBusy(error)) return refusal("too_busy");
  if (isOutage(error)) return refusal("database_unreachable");
  return undefined;
}

export const isOutage = (error: unknown) =>
  hasCause(
    error,
    ({ code, message }) =>
      (typeof code === "string" && outage.test(code)) || (typeof message === "string" && outageMessage.test(message)),
  );

/**
 * Returns whether an error or its cause has one of these codes. For raw statements, Prisma keeps it in `originalCode`.
 */
export const hasCode = (error: unknown, codes: string[]) =>
  hasCause(error, ({ code, originalCode }) => codes.includes(String(originalCode ?? code)));

/** The codes of Prisma and Postgres for a duplicate of a unique value. */
export const uniqueViolation = ["P2002", "23505"];

/** Returns whether a lock was not free in time. Nothing of the transaction was stored. */
export const isLockTimeout = (error: unknown) => hasCode(error, ["55P03"]);

/**
 * Returns whether the transaction was rolled back because of a deadlock or write conflict. Nothing of it was stored.
 */
export const isSerializationFailure = (error: unknown) => hasCode(error, ["P2034", "40P01"]);

function hasCause(error: unknown, matches: (cause: Cause) => boolean, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 5) return false;
  const { meta, cause }: Cause = error;
  if (matches(error)) return true;
  return hasCause(meta?.driverAdapterError, matches, depth + 1) || hasCause(cause, matches, depth + 1);
}
