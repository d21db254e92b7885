import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { AppError, errorOf, presentRefusal } from "@/lib/contract/errors";
import type { ErrorKind } from "@/lib/contract/refusal-kinds";
import { hasCode, isSerializationFailure, unavailable } from "@/lib/platform/database/outage";
import { log } from "@/lib/platform/log/log";

export const statusOf: Record<ErrorKind, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_slow: 408,
  conflict: 409,
  outdated: 412,
  too_large: 413,
  unsupported_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

/** Errors of Prisma and `pg` for a row that is gone. Services check before they write, so it was deleted in between. */
const goneCodes = ["P2003", "P2018", "P2025", "23503"];

/** Returns the refusal that a caller may see for a thrown value. Unknown errors are logged and shown as a plain 500. */
export function toRefusal(error: unknown, requestId: string): { status: number; body: Record<string, unknown> } {
  if (error instanceof AppError) return answerTo(error);
  const lack = unavailable(error);
  if (lack) {
    log.warn({ requestId, error: String(error) }, "a service that the request needs is not available");
    return answerTo(errorOf(lack));
  }
  if (hasCode(error, goneCodes)) return answerTo(new AppError("deleted_meanwhile"));
  if (isSerializationFailure(error)) return answerTo(new AppError("changed_meanwhile"));
  log.error({ requestId, err: error }, "a request failed");
  const { status, body } = answerTo(new AppError("internal_error"));
  return { status, body: { ...body, requestId } };
}

function answerTo(error: AppError) {
  return { status: statusOf[error.kind], body: { error: 1, ...presentRefusal(error) } };
}

/** An answer that is in memory. A `Response` would copy it and send it in parts. */
export class BytesAnswer {
  constructor(
    readonly status: number,
    readonly headers: Record<string, string>,
    /** null for a status without content */
    readonly bytes: Buffer<ArrayBuffer> | null,
  ) {}

  /** Answers with `more` headers, unless the answer has its own. Writes to `outgoing` if server.ts answers. */
  answer(more: Record<string, string>, outgoing?: ServerResponse): Response {
    const { status, bytes } = this;
    const headers = { ...more, ...this.headers };
    if (!outgoing) return new Response(bytes, { status, headers });
    if (bytes) outgoing.writeHead(status, { ...headers, "Content-Length": bytes.length }).end(bytes);
    else outgoing.writeHead(status, headers).end();
    return RESPONSE_ALREADY_SENT;
  }
}
