import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

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
