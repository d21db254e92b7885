import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { parseUrl } from "@/lib/contract/url";
import { counts } from "@/lib/platform/log/counts";
import { clientAddress, passClientAddress, usesHttps } from "@/lib/platform/network/client-address";
import { normalTarget } from "@/lib/platform/network/request-target";
import { type Answer, textAnswer } from "@/lib/visits/core/answer";
import { isApiAddress, isMetricsAddress, readForm, type VisitRequest } from "@/lib/visits/core/request";
import { afterClick, answerForeignHost, answerVisit } from "@/lib/visits/visit";
import { sendAnswer } from "./answer-bytes";
import { clientSignal, isPlain, PlainRequest } from "./api-request";
import { answerLive, LIVE_PATH } from "./live-clicks";
import { answerMetrics } from "./metrics";
import { type ApiRoute, apiRouter, refuseMalformed } from "./router";
import { isStrict, STRICT_TRANSPORT, strictTransport } from "./strict-transport";

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Sends each request to its fastest handler: addresses for visitors and the API to handlers in this process, all others
 * to Next's pages.
 */
export function requestListener(pages: Handler, routes: ApiRoute[]): RequestListener {
  const api = apiListener(routes);
  return (request, response) => {
    if (isAmbiguous(request)) return sendAnswer(response, malformed);
    if (request.url?.charCodeAt(0) !== SLASH && !takeOriginForm(request)) return sendAnswer(response, malformed);
    const url = normalTarget(request.url ?? "");
    request.url = url;
    const isApi = isApiAddress(url);
    const visit = new NodeVisit(request, response);
    const begun = visits.begin();
    const answer = isApi ? answerForeignHost(visit) : answerVisit(visit);
    if (answer instanceof Promise) answer.then((answer) => respond(request, response, answer, isApi, begun));
    else respond(request, response, answer, isApi, begun);
  };

  function respond(
    request: IncomingMessage,
    response: ServerResponse,
    answer: Answer | null,
    isApi: boolean,
    begun: number,
  ): void {
    if (answer) afterClick(answer, () => sendVisit(response, answer, begun));
    else if (isMetricsAddress(request.url ?? "")) answerMetrics(request, response);
    else if (request.url?.startsWith(`${LIVE_PATH}?`)) answerLive(request, response);
    else if (request.method === "TRACE" && !isApi) sendAnswer(response, untraceable);
    else if (isApi) pass(api, request, response);
    else pass(pages, request, response);
  }
}

const { visits } = counts();
const SLASH = 47;
const malformed = textAnswer(400, "The request is malformed.");
// Next fails on TRACE, with a stack in the log.
const untraceable = textAnswer(405, "This address does not answer TRACE.", ["Allow", "GET, HEAD, POST"]);

/**
 * Returns whether a proxy may read the request differently than Node. Node keeps the first of two Host headers. It
 * answers a request in HTTP/0.9, which has no status line, with a response in HTTP/1.1.
 */
function isAmbiguous({ rawHeaders, httpVersionMajor }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1 || httpVersionMajor === 0;
}

/** Takes the host from a request line that contains one. It takes precedence over the Host header (RFC 9112, 3.2.2). */
function takeOriginForm(request: IncomingMessage): boolean {
  const target = parseUrl(request.url ?? "");
  if (!target?.host) return false;
  request.url = target.pathname + target.search;
  request.headers.host = target.host;
  return true;
}

function pass(handler: Handler, request: IncomingMessage, response: ServerResponse): unknown {
  passClientAddress(request);
  if (isStrict(request.headers.host)) response.setHeader(STRICT_TRANSPORT, strictTransport);
  return handler(request, response);
}

/** Adapts a request of node:http for the handlers of visits. */
class NodeVisit implements VisitRequest {
  constructor(
    private readonly message: IncomingMessage,
    private readonly response: ServerResponse,
  ) {}

  get method(): string {
    return this.message.method ?? "";
  }

  get url(): string {
    return this.message.url ?? "";
  }

  get headers() {
    return this.message.headers;
  }

  get address(): string {
    return clientAddress(this.message);
  }

  get usesHttps(): boolean {
    return usesHttps(this.message);
  }

  /** Created on first use, because few visits take long enough to need it. */
  get signal(): AbortSignal {
    return clientSignal(this.response);
  }

  form(maxBytes: number): Promise<URLSearchParams> {
    return readForm(this.message, maxBytes);
  }
}

function sendVisit(response: ServerResponse, answer: Answer, begun: number): void {
  visits.answered(answer.status, answer.click !== undefined, begun);
  sendAnswer(response, answer);
}

const options = {
  // Next needs the platform's own Request and Response.
  overrideGlobalObjects: false,
  errorHandler: refuseMalformed,
  // For requests without a host, such as HTTP/1.0 health checks.
  hostname: "localhost",
};

/** Answers requests of node:http to the API. Only unusual requests are turned into a `Request`. */
function apiListener(routes: ApiRoute[]): (request: IncomingMessage, response: ServerResponse) => unknown {
  const router = apiRouter(routes);
  const general = getRequestListener((request, node) => router(request, node as HttpBindings), options);
  return (incoming, outgoing) => (isPlain(incoming) ? answerPlain(incoming, outgoing) : general(incoming, outgoing));

  async function answerPlain(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const response = await router(new PlainRequest(incoming, outgoing), { outgoing }).catch(refuseMalformed);
    // Files are sent at the client's pace.
    if (response !== RESPONSE_ALREADY_SENT) await getRequestListener(() => response, options)(incoming, outgoing);
  }
}
