import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import findMyWay from "find-my-way";
import { pageRoutes } from "@/generated/page-routes";
import { englishOf } from "@/lib/contract/errors";
import { type Drawing, drawFor, pageRequests, REQUEST_ID } from "@/lib/platform/limits/page-requests";
import { countRequest } from "@/lib/platform/log/counts";
import { type Span, traced } from "@/lib/platform/log/tracing";
import { addressFromServer, setTrustedHeader } from "@/lib/platform/network/client-address";
import { withoutSecret } from "@/lib/platform/network/request-target";
import { textAnswer } from "@/lib/visits/core/answer";
import { logAccess } from "./access-log";
import { callsAction, checkActionBody } from "./action-body";
import { checkActionOrigin, refuseUnreadAction } from "./action-call";
import { sendAnswer } from "./answer-bytes";
import { clientSignal } from "./api-request";
import { toRefusal } from "./envelope";
import { isLate, lateAnswer } from "./late-requests";
import { CHANGED, LatestChanges } from "./page-changes";

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Answers the requests that server.ts passes on: pages, server actions and files. `pages` is Next's handler. */
export function pageListener(pages: Handler): RequestListener {
  const changes = new LatestChanges();
  return (request, response) => {
    const drawing = { signal: clientSignal(response), isIncomplete: false };
    addToHead(changes, response, drawing);
    if (callsAction(request)) passAction(request, response, drawing);
    else passPage(request, response, drawing);
  };

  function passPage(request: IncomingMessage, response: ServerResponse, drawing: Drawing): void {
    const attributes = () => ({ "http.request.method": request.method ?? "" });
    void traced("request", attributes, async (span) => {
      accessPage(request, response, span);
      if (callsAction(request)) refuseUnreadAction(request, response, () => sendAnswer(response, unreadable));
      // A broken connection is not our error, and nothing awaits this promise yet.
      const closed = span && once(response, "close").catch(() => undefined);
      await drawFor(drawing, () => pages(request, response));
      await closed;
    });
  }

  function passAction(request: IncomingMessage, response: ServerResponse, drawing: Drawing): void {
    checkAction(request, drawing.signal).then(
      () => passPage(request, response, drawing),
      (error: unknown) => {
        if (isLate(error)) return sendAnswer(response, lateAnswer());
        const { status, body } = toRefusal(error, "");
        sendAnswer(response, textAnswer(status, String(body.message)));
      },
    );
  }
}

async function checkAction(request: IncomingMessage, signal: AbortSignal): Promise<void> {
  checkActionOrigin(request);
  await checkActionBody(request, signal);
}

const unreadable = textAnswer(400, englishOf({ code: "action_unreadable" }));

/**
 * Adds the changes since the request arrived to its answer. Visitors see them by the time the caller gets the answer. A
 * page that lacks a part gets the status 503.
 */
function addToHead(changes: LatestChanges, response: ServerResponse, drawing: Drawing): void {
  const before = changes.count;
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = ((...args: unknown[]) => {
    const changed = changes.since(before);
    if (changed !== undefined && !response.headersSent) response.setHeader(CHANGED, changed);
    const [status, ...rest] = args;
    return writeHead(drawing.isIncomplete && status === 200 ? 503 : status, ...rest);
  }) as ServerResponse["writeHead"];
}

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
function accessPage(request: IncomingMessage, response: ServerResponse, span?: Span): void {
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
