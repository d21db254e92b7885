import { type Refusal, refusal } from "@/lib/contract/refusal";

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

const isDiskFull = (error: unknown) => hasCause(error, ({ code }) => code === "53100" || code === "ENOSPC");

/** The refusal for errors that the caller cannot do anything about, such as a full disk or a lost database. */
export function unavailable(error: unknown): Refusal | undefined {
  if (isDiskFull(error)) return refusal("disk_full");
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
