import { type Refusal, refusal } from "@/lib/contract/refusal";
import { counts } from "@/lib/platform/log/counts";

/** How long a caller waits for a connection to the database. */
export const CONNECTION_WAIT_MS = 5_000;

/** A fault of the database or the disk, by the refusal that a caller gets. All other errors are defects of ours. */
type Outage = "no_space_left" | "database_read_only" | "database_rejects_service" | "database_too_slow" | Unreachable;
type Unreachable = "database_unreachable";

/**
 * Outages by the codes of Postgres (SQLSTATE, appendix A of its manual), Prisma, sockets and TLS, and by the types of
 * ClickHouse's errors. Of the classes of SQLSTATE, 08, 28, 53, 57, 58, 72 and F0 are outages, and single codes of 25, 3D,
 * 40, 42 and XX. The others are about a statement or its data: 0x, 2x, 3x, 40 (a conflict), 42, 44, 54, 55, HV, P0, XX000.
 */
const outages: [codes: RegExp, outage: Outage][] = [
  [/^(?:53100|ENOSPC|EDQUOT|NOT_ENOUGH_SPACE)$/, "no_space_left"],
  // For example a standby after a failover, or a database that its provider has blocked because its disk is full.
  [/^(?:25006|READONLY|TABLE_IS_READ_ONLY)$/, "database_read_only"],
  [/^(?:28...|3D000|3F000|42501|P1000|P1003|P1010)$/, "database_rejects_service"],
  [/^(?:AUTHENTICATION_FAILED|UNKNOWN_USER|WRONG_PASSWORD|REQUIRED_PASSWORD)$/, "database_rejects_service"],
  [/^(?:UNKNOWN_DATABASE|(?:DATABASE_)?ACCESS_DENIED|IP_ADDRESS_NOT_ALLOWED)$/, "database_rejects_service"],
  // Time limits of the database's operator for a statement, a transaction and an idle session.
  [/^(?:57014|25P0[34]|57P05|TIMEOUT_EXCEEDED|TOO_SLOW|QUERY_WAS_CANCELLED)$/, "database_too_slow"],
  [/^(?:(?:08|53|57|58|72|F0)...|40003|XX00[12])$/, "database_unreachable"],
  [/^(?:P1001|P1002|P1008|P1011|P1017|P2024|P2028|P2037)$/, "database_unreachable"],
  [/^(?:E(?:CONN|HOST|NET).*|EPIPE|ETIMEDOUT|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)$/, "database_unreachable"],
  [/^(?:CERT_.*|ERR_(?:TLS|SSL)_.*|.*SELF_SIGNED_CERT.*|UNABLE_TO_(?:GET|VERIFY)_.*)$/, "database_unreachable"],
  [
    /^(?:MEMORY_LIMIT_EXCEEDED|NETWORK_ERROR|SOCKET_TIMEOUT|SYSTEM_ERROR|S3_ERROR|QUOTA_EXCEEDED)$/,
    "database_unreachable",
  ],
  [/^(?:TOO_MANY_(?:SIMULTANEOUS_QUERIES|PARTS)|NO_FREE_CONNECTION|CANNOT_SCHEDULE_TASK)$/, "database_unreachable"],
  [/^(?:ALL_CONNECTION_TRIES_FAILED|KEEPER_EXCEPTION|SERVER_OVERLOADED)$/, "database_unreachable"],
];

/** What `pg`, Prisma and ClickHouse's client say without a code, and what Postgres says with one that has other meanings. */
const outageMessage =
  /\bterminated\b|timeout exceeded when trying to connect|query read timeout|^Timeout error|DatabaseNotReachable|not queryable|does not support SSL connections|not currently accepting connections/i;

/** The parts of an error that matter. Prisma passes the driver's error on as a plain object. */
interface Cause {
  code?: unknown;
  originalCode?: unknown;
  type?: unknown;
  severity?: unknown;
  message?: unknown;
  meta?: { driverAdapterError?: unknown };
  cause?: unknown;
}

/** What `pg` and Prisma say when no connection of the pool became free in time. */
const noConnectionMessage = /timeout exceeded when trying to connect|Unable to start a transaction in the given time/;

const hasMessage = (error: unknown, pattern: RegExp) =>
  hasCause(error, ({ message }) => typeof message === "string" && pattern.test(message));

/** Returns whether the database answered other statements while this caller waited for a connection. */
const isPoolBusy = (error: unknown) =>
  hasMessage(error, noConnectionMessage) && performance.now() - counts().statements.answeredAt < CONNECTION_WAIT_MS;

/** The refusal for errors that the caller cannot do anything about, such as a full disk or a lost database. */
export function unavailable(error: unknown): Refusal | undefined {
  if (isLockTimeout(error)) return refusal("locked_too_long");
  // Prisma's time-out of a whole transaction.
  if (hasMessage(error, /expired transaction/)) return refusal("took_too_long");
  if (isPoolBusy(error)) return refusal("too_busy");
  const outage = outageOf(error);
  return outage && refusal(outage);
}

/** Returns why the database or the disk cannot do its work; undefined for all other errors. */
export function outageOf(error: unknown): Outage | undefined {
  for (const [codes, outage] of outages)
    if (hasCause(error, (cause) => [cause.originalCode, cause.code, cause.type].some((one) => codes.test(String(one)))))
      return outage;
  // Postgres ends the connection after an error of this severity, whatever its code, as poolers in front of it do.
  const isFatal = hasCause(error, ({ severity }) => severity === "FATAL" || severity === "PANIC");
  return isFatal || hasMessage(error, outageMessage) ? "database_unreachable" : undefined;
}

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
export const isSerializationFailure = (error: unknown) => hasCode(error, ["P2034", "40P01", "40001"]);

function hasCause(error: unknown, matches: (cause: Cause) => boolean, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 5) return false;
  const { meta, cause }: Cause = error;
  if (matches(error)) return true;
  return hasCause(meta?.driverAdapterError, matches, depth + 1) || hasCause(cause, matches, depth + 1);
}
