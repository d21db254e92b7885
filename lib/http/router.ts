import { randomUUID } from "node:crypto";
import { RequestError } from "@hono/node-server";
import { apiRoutes } from "@/generated/api-routes";
import { AppError } from "@/lib/contract/errors";
import { refusalOf } from "./envelope";

interface ApiRoute {
  /** `/api/url/:id/update`; `*` at its end takes every deeper address */
  path: string;
  handlers: Record<
    string,
    (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>
  >;
}

const routes = (apiRoutes as ApiRoute[]).map((route) => ({ ...route, parts: route.path.split("/") }));

/** Answers a request to `/api` by the route handlers under app/api, without Next's cost for each request. */
export async function handleApi(request: Request): Promise<Response> {
  const parts = new URL(request.url).pathname.replace(/\/$/, "").split("/");
  for (const route of routes) {
    const params = match(route.parts, parts);
    if (!params) continue;
    // All methods of an endpoint have one handler, which refuses those that the operation does not have.
    const [handler] = Object.values(route.handlers);
    if (handler) return handler(request, { params: Promise.resolve(params) });
  }
  return new Response(null, { status: 404 });
}

/** Answers what cannot even be made a Request of, such as one with a malformed Host header. */
export function refuseMalformed(error: unknown): Response {
  const requestId = randomUUID();
  const refusal = error instanceof RequestError ? new AppError("invalid", "The request is malformed.") : error;
  const { status, body } = refusalOf(refusal, requestId);
  return Response.json(body, { status, headers: { "X-Request-Id": requestId } });
}

function match(pattern: string[], parts: string[]): Record<string, string> | null {
  const open = pattern.at(-1) === "*";
  if (open ? parts.length < pattern.length - 1 : parts.length !== pattern.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of pattern.entries()) {
    const part = parts[index] ?? "";
    if (name === "*") break;
    if (name.startsWith(":")) params[name.slice(1)] = part;
    else if (name !== part) return null;
  }
  return params;
}
