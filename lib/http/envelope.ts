import { AppError, type ErrorCode } from "@/lib/contract/errors";
import { log } from "@/lib/platform/log";
import { unavailable } from "@/lib/platform/outage";

const statusOf: Record<ErrorCode, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  rate_limited: 429,
  unavailable: 503,
};

/** Errors of Prisma and of `pg` that mean: a row is gone. Services look before they write: it was deleted in between. */
const goneCodes = ["P2003", "P2018", "P2025", "23503"];

/** Those that mean: two writers waited for each other's rows, and this one was sent away. Nothing of it was stored. */
const crossedCodes = ["P2034", "40P01"];

const hasCode = (error: unknown, codes: string[]) =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));

/** Any thrown value as the refusal that a caller may see. What is unknown is logged and shown as a plain 500. */
export function refusalOf(error: unknown, requestId: string): { status: number; body: Record<string, unknown> } {
  if (error instanceof AppError) {
    const body = { error: 1, message: error.message, ...(error.fields && { errors: error.fields }) };
    return { status: statusOf[error.code], body };
  }
  const message = unavailable(error);
  if (message) {
    log.warn({ requestId, error: String(error) }, "what a request needs is not available");
    return { status: 503, body: { error: 1, message } };
  }
  if (hasCode(error, goneCodes)) {
    const message = "Something that this refers to has been deleted meanwhile. Please try again.";
    return { status: 409, body: { error: 1, message } };
  }
  if (hasCode(error, crossedCodes)) {
    const message = "Something that this refers to was changed at the same moment. Please try again.";
    return { status: 409, body: { error: 1, message } };
  }
  log.error({ requestId, err: error }, "a request failed");
  return { status: 500, body: { error: 1, message: "Something went wrong.", requestId } };
}
