import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

interface Head {
  status: number;
  headers: Record<string, string>;
}

/** Answers with JSON. Writes to `outgoing` if server.ts answers, because a `Response` costs more than its content. */
export function answerJson(body: unknown, { status, headers }: Head, outgoing?: ServerResponse): Response {
  if (!outgoing) return Response.json(body, { status, headers });
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  outgoing.writeHead(status, { ...headers, "Content-Type": "application/json", "Content-Length": length }).end(text);
  return RESPONSE_ALREADY_SENT;
}
