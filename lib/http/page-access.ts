import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import findMyWay from "find-my-way";
import { pageRoutes } from "@/generated/page-routes";
import { pageRequests, REQUEST_ID } from "@/lib/platform/limits/page-requests";
import { countRequest } from "@/lib/platform/log/counts";
import type { Span } from "@/lib/platform/log/tracing";
import { addressFromServer, setTrustedHeader } from "@/lib/platform/network/client-address";
import { withoutSecret } from "@/lib/platform/network/secret-paths";
import { logAccess } from "./access-log";

/** A path can be as long as the head of a request. */
const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 16_384 });
// Writes the patterns in the format of the API's operations.
for (const path of pageRoutes) router.on("GET", path, () => undefined, path.replace(/:(\w+)/g, "{$1}"));

/** Requests for files of a page. They are counted, but not logged. */
const pageFiles = /^\/(?:_next|avatar|images|uploads)\//;

/**
 * Returns the route for the metrics. Files share one, and so do paths without a pattern, to limit the number of routes.
 */
function routeOf(path: string): string {
  if (path.startsWith("/_next/")) return "/_next/*";
  try {
    return router.find("GET", path.replaceAll("%", "%25"))?.store ?? "other";
  } catch {
    return "other";
  }
}

/** Gives a page's request an id, which the answer contains, and logs the request once it is answered. */
export function accessPage(request: IncomingMessage, response: ServerResponse, span?: Span): void {
  const begun = performance.now();
  const requestId = randomUUID();
  const { method = "", url = "" } = request;
  const [path = ""] = url.split("?", 1);
  const address = addressFromServer(request);
  setTrustedHeader(request, REQUEST_ID, requestId);
  response.setHeader("X-Request-Id", requestId);
  pageRequests().set(requestId, null);
  response.once("close", () => {
    const actor = pageRequests().get(requestId);
    pageRequests().delete(requestId);
    // The client left before the end of the answer. nginx logs this as 499.
    const status = response.writableFinished ? response.statusCode : 499;
    const route = routeOf(path);
    if (pageFiles.test(path)) countRequest(route, method, status, (performance.now() - begun) / 1_000);
    else logAccess({ requestId, method, path: withoutSecret(path), route, status, begun, address, actor, span });
  });
}
