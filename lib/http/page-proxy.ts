import { Agent, type IncomingMessage, request as requestOf, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { isSessionToken, sessionCookieName } from "@/lib/auth/session-rows";
import { env } from "@/lib/platform/env";
import { createRateLimiter } from "@/lib/platform/limits/rate-limit";
import { counts } from "@/lib/platform/log/counts";
import { clientAddress, passClientAddress, passClientProtocol } from "@/lib/platform/network/client-address";
import { readCookie } from "@/lib/platform/network/cookie";
import { networkOf } from "@/lib/platform/network/networks";
import { processSingleton } from "@/lib/platform/singleton";
import type { Answer } from "@/lib/visits/core/answer";
import type { VisitRequest } from "@/lib/visits/core/request";
import { pagesBusy, tooManyPages } from "@/lib/visits/pages/notices";
import { peekBody } from "./action-body";
import { sendAnswer } from "./answer-bytes";
import { isLate, lateAnswer } from "./late-requests";
import { announceChanges, CHANGED } from "./page-changes";
import { PageGate } from "./page-gate";

/** How many requests one process draws at a time, for all workers together. More would only share its processor. */
const AT_ONCE = 8;
/** The limit for a network without a session, per minute. */
const ANONYMOUS = { name: "pages of networks", points: 600, seconds: 60 };
/** How long requests go to the other processes after a process has failed. */
const AVOID_MS = 1_000;
/** How long a client may stop reading a page before the next page gets its place. */
const READER_PAUSES_MS = 1_000;

/** The headers that concern only one connection (RFC 9110, 7.6.1), and `expect`, which was already answered. */
const HOP_BY_HOP_HEADERS = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
]);

/** A process that draws pages. */
interface PageProcess {
  socketPath: string;
  underWay: number;
  failedAt: number;
}

/** The gate of this process's page requests. The metrics read it, too. */
function pageGate(places: number): PageGate {
  return processSingleton("pageGate", () => new PageGate(places));
}

/** Passes page requests on to the processes that draw them. Each listens on one of `sockets`. */
export function pageProxy(sockets: string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const gate = pageGate(Math.max(2, Math.ceil((AT_ONCE * sockets.length) / env.WEB_CONCURRENCY)));
  const limiter = createRateLimiter(ANONYMOUS);
  const processes = sockets.map((socketPath): PageProcess => ({ socketPath, underWay: 0, failedAt: -AVOID_MS }));
  const { pagesRefused } = counts();

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = clientAddress(request);
    const token = readCookie(request, sessionCookieName());
    const signedIn = token !== undefined && (await isSessionToken(token));
    if (!signedIn && !(await limiter.consume({ address })).allowed) return sendAnswer(response, manyPages(request));
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    // A body that arrives slowly must not occupy a place.
    const problem: unknown = hasBody(request)
      ? await peekBody(request).then(
          () => null,
          (error) => error,
        )
      : null;
    if (isLate(problem)) return sendAnswer(response, lateAnswer());
    if (problem) gone.abort();
    const release = await gate.enter(networkOf(address), signedIn, gone.signal);
    if (gone.signal.aborted) return release?.();
    if (release) return forward(request, response, release);
    pagesRefused.busy++;
    sendAnswer(response, busyPage(request));
  };

  function forward(request: IncomingMessage, response: ServerResponse, release: () => void): void {
    passClientAddress(request);
    passClientProtocol(request);
    // If the request line contains a host, it takes precedence over the Host header (RFC 9112, 3.2.2).
    const headers = withoutConnection(request.rawHeaders, "host");
    headers.push("Host", request.headers.host ?? "localhost");
    if (request.headers["transfer-encoding"]) headers.push("Transfer-Encoding", "chunked");
    const chosen = leastBusy(processes);
    chosen.underWay++;
    const { socketPath } = chosen;
    const proxied = requestOf({
      socketPath,
      agent,
      method: request.method ?? "GET",
      path: request.url ?? "/",
      headers,
    });
    response.once("close", () => {
      chosen.underWay--;
      release();
      proxied.destroy();
      // If the answer came early, the rest of the body is still on the connection, before its next request. Discard it.
      request.unpipe(proxied).resume();
    });
    proxied.on("response", (answer) => {
      releaseWhenDrawn(answer, release);
      const changed = answer.headers[CHANGED];
      if (changed) announceChanges(String(changed));
      response.writeHead(answer.statusCode ?? 500, withoutConnection(answer.rawHeaders, CHANGED));
      pipeline(answer, response, () => undefined);
    });
    proxied.on("error", () => {
      if (response.headersSent) return response.destroy();
      // The client has left and canceled the request.
      if (response.destroyed) return;
      chosen.failedAt = performance.now();
      pagesRefused.unavailable++;
      sendAnswer(response, busyPage(request));
    });
    request.pipe(proxied);
  }
}

/**
 * Releases the place of a page once all of it has arrived, because drawing a page continues after its head was sent. A
 * client that stops reading must not keep the place.
 */
function releaseWhenDrawn(answer: IncomingMessage, release: () => void): void {
  answer.once("end", release);
  answer.on("pause", () => {
    const timer = setTimeout(release, READER_PAUSES_MS).unref();
    answer.once("resume", () => clearTimeout(timer));
  });
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Returns the process with the fewest requests among those that did not just fail. */
function leastBusy(processes: PageProcess[]): PageProcess {
  const since = performance.now() - AVOID_MS;
  const load = ({ underWay, failedAt }: PageProcess) => (failedAt > since ? 1_000 : 0) + underWay;
  return processes.reduce((best, one) => (load(one) < load(best) ? one : best));
}

/** Returns headers, names and values alternating, without those of the connection and without our own header. */
function withoutConnection(headers: string[], own?: string): string[] {
  const rest: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? "";
    const lower = name.toLowerCase();
    if (!HOP_BY_HOP_HEADERS.has(lower) && lower !== own) rest.push(name, headers[at + 1] ?? "");
  }
  return rest;
}

type LanguageRequest = Pick<VisitRequest, "headers">;

/** The response if no process can draw a page of this service at the moment. */
const busyPage = (request: LanguageRequest): Answer => pagesBusy(null, request);

/** The response to a network that has opened too many pages. */
const manyPages = (request: LanguageRequest): Answer => tooManyPages(null, request);
