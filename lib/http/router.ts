import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { RequestError } from "@hono/node-server";
import findMyWay from "find-my-way";
import { AppError } from "@/lib/contract/errors";
import { type ApiRequest, splitUrl } from "./api-request";
import { toRefusal } from "./envelope";

/** Node's side of a request. */
interface Node {
  outgoing?: ServerResponse;
}

type Handler = (request: ApiRequest, context: { params: Promise<Record<string, string>> } & Node) => Promise<Response>;

export interface ApiRoute {
  /** such as `/api/url/:id/update`; a `*` at the end matches all deeper addresses and the one above */
  path: string;
  /** the exports of a route.ts, by method */
  handlers: Record<string, unknown>;
}

/** A path can be as long as the head of a request. */
const MOST_CHARACTERS = 16_384;

/** Answers requests to `/api` with the route handlers in app/api, without Next's cost per request. */
export function apiRouter(routes: ApiRoute[]): (request: ApiRequest, node?: Node) => Promise<Response> {
  const router = findMyWay({
    // Clients join a base address that ends with a slash and a path that begins with one.
    ignoreDuplicateSlashes: true,
    ignoreTrailingSlash: true,
    caseSensitive: false,
    maxParamLength: MOST_CHARACTERS,
  });
  // All methods share one tree, because the handlers themselves refuse wrong methods.
  const add = (path: string, handlers: unknown) => router.on("GET", path, () => undefined, handlers);
  for (const { path, handlers } of routes) {
    add(path, handlers);
    if (path.endsWith("/*")) add(path.slice(0, -2), handlers);
  }
  return async (request, { outgoing } = {}) => {
    // The path is not decoded: an encoded address is a different one, and a parameter may be impossible to decode.
    const found = router.find("GET", splitUrl(request.url).path.replaceAll("%", "%25"));
    const handlers: Record<string, Handler> = found?.store ?? {};
    const handler = handlers[request.method] ?? Object.values(handlers)[0];
    return handler
      ? handler(request, { params: Promise.resolve(found?.params as Record<string, string>), outgoing })
      : new Response(null, { status: 404 });
  };
}

/** Answers a request that cannot be turned into a Request, such as one with a malformed Host header. */
export function refuseMalformed(error: unknown): Response {
  const requestId = randomUUID();
  const refusal = error instanceof RequestError ? new AppError("request_malformed") : error;
  const { status, body } = toRefusal(refusal, requestId);
  return Response.json(body, { status, headers: { "X-Request-Id": requestId } });
}
