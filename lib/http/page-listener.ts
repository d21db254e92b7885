import { once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { englishOf } from "@/lib/contract/errors";
import { type Drawing, drawFor } from "@/lib/platform/limits/page-drawing";
import { traced } from "@/lib/platform/log/tracing";
import { textAnswer } from "@/lib/visits/core/answer";
import { callsAction, checkActionBody } from "./action-body";
import { checkActionOrigin, refuseUnreadAction } from "./action-call";
import { sendAnswer } from "./answer-bytes";
import { clientSignal } from "./client-signal";
import { toRefusal } from "./envelope";
import { isLate, lateAnswer } from "./late-requests";
import { accessPage } from "./page-access";
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
