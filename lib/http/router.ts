import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { RequestError } from "@hono/node-server";
import findMyWay from "find-my-way";
import { AppError } from "@/lib/contract/errors";
import { refusalOf } from "./envelope";

/** What of Node answers a request. */
interface Node {
  outgoing?: ServerResponse;
}

type Handler = (request: Request, context: { params: Promise<Record<string, string>> } & Node) => Promise<Response>;

export interface ApiRoute {
  /** `/api/url/:id/update`; `*` at its end takes every deeper address, and the one above */
  path: string;
  /** what a route.ts exports, by method */
  handlers: Record<string, unknown>;
}

/** A path is as long as a request's head may be. */
const MOST_CHARACTERS = 16_384;

/** Answers requests to `/api` by the route handlers under app/api, without Next's cost for each request. */
export function apiRouter(routes: ApiRoute[]): (request: Request, node?: Node) => Promise<Response> {
  const router = findMyWay({
    // Clients join a base address that ends with a slash and a path that begins with one.
    ignoreDuplicateSlashes: true,
    ignoreTrailingSlash: true,
    caseSensitive: false,
    maxParamLength: MOST_CHARACTERS,
  });
  // One tree for all methods: an address that does not have one says so itself.
  const add = (path: string, handlers: unknown) => router.on("GET", path, () => undefined, handlers);
  for (const { path, handlers } of routes) {
    add(path, handlers);
    if (path.endsWith("/*")) add(path.slice(0, -2), handlers);
  }
  return async (request, { outgoing } = {}) => {
    // Not decoded: what is written otherwise is another address, and a parameter may be what cannot be decoded.
    const found = router.find("GET", new URL(request.url).pathname.replaceAll("%", "%25"));
    const handlers: Record<string, Handler> = found?.store ?? {};
    const handler = handlers[request.method] ?? Object.values(handlers)[0];
    return handler
      ? handler(request, { params: Promise.resolve(found?.params as Record<string, string>), outgoing })
      : new Response(null, { status: 404 });
  };
}

/** Answers what cannot even be made a Request of, such as one with a malformed Host header. */
export function refuseMalformed(error: unknown): Response {
  const requestId = randomUUID();
  const refusal = error instanceof RequestError ? new AppError("request_malformed") : error;
  const { status, body } = refusalOf(refusal, requestId);
  return Response.json(body, { status, headers: { "X-Request-Id": requestId } });
}
