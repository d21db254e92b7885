import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Actor, authorOf, requireAdmin } from "@/lib/auth/actor";
import { findActorByKey, noticeNetwork } from "@/lib/auth/api-key";
import { authorize } from "@/lib/auth/permissions";
import { AppError, refusedField } from "@/lib/contract/errors";
import { type Operation, takesIdempotencyKey, takesIfMatch } from "@/lib/contract/operation";
import { type Page, type Position, type pageQuery, toPage } from "@/lib/contract/pagination";
import { parse } from "@/lib/contract/parse";
import { etagOf, parseVersions, type Versions } from "@/lib/contract/version";
import type { z } from "@/lib/contract/zod";
import { authored } from "@/lib/platform/database/author";
import { env } from "@/lib/platform/env";
import { Download } from "@/lib/platform/files/download";
import { createRateLimiter, type RateLimit } from "@/lib/platform/limits/rate-limit";
import { type Span, traced } from "@/lib/platform/log/tracing";
import { forwardedAddress } from "@/lib/platform/network/client-address";
import { withoutSecret } from "@/lib/platform/network/request-target";
import { isServerProcess } from "@/lib/platform/process/server-process";
import { hmac } from "@/lib/platform/secrets";
import { processSingleton } from "@/lib/platform/singleton";
import { presentWarnings, withWarnings } from "@/lib/platform/warnings";
import { requireFeature } from "@/lib/resources/plans/quota";
import { logAccess } from "./access-log";
import { type ApiRequest, splitUrl } from "./api-request";
import type { OtherPath } from "./dialect";
import { BytesAnswer, toRefusal } from "./envelope";
import { answerOnce } from "./idempotency";
import { keepFiles, otherPath, type PathParams, parseWithFiles, readOperationInput, readSentFiles } from "./input";
import { isMetricsToken } from "./metrics-token";

interface Input<O extends Operation> {
  actor: O extends { access: "public" } ? Actor | null : Actor;
  params: z.infer<NonNullable<O["params"]>>;
  query: z.infer<NonNullable<O["query"]>>;
  body: z.infer<NonNullable<O["body"]>>;
  /** the requested page of a list */
  page: Page;
  /** whether METRICS_TOKEN was sent as the key */
  readsMetrics: boolean;
  /** the headers of the request */
  headers: Pick<Headers, "get" | "has">;
  /** the versions in its `If-Match` */
  versions: Versions;
  /** sets the version of the thing that the answer is about */
  setVersion: (updatedAt: Date) => void;
  /** aborts when the client no longer waits for the answer */
  signal: AbortSignal;
}

interface Context {
  /** Next sets none if the path has none */
  params: Promise<PathParams | undefined>;
  /** the other address that was called instead of the operation's own */
  called?: OtherPath;
  /** the response to write to, when server.ts answers */
  outgoing?: ServerResponse;
}

type Handler = (request: ApiRequest, context: Context) => Promise<Response>;
type Handlers = Record<"GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS", Handler>;

const WINDOW_SECONDS = 60;
/** The route of addresses without an operation. */
const UNKNOWN = "/api/*";

const limiter = () =>
  processSingleton("rateLimiter", () =>
    createRateLimiter({ name: "api", points: env.RATE_LIMIT_PER_MINUTE, seconds: WINDOW_SECONDS }),
  );

/** Answers requests for one operation in fixed steps: key, rate limit, input, `handle`, envelope. */
export function endpoint<O extends Operation>(
  operation: O,
  handle: (input: Input<O>) => Promise<z.infer<O["result"]> | Response | BytesAnswer | Download>,
) {
  return handlers(operation, async (request, { params, called }, caller, { charge, headers }) => {
    const asGet = request.method === "HEAD" ? "GET" : request.method;
    const { method } = called ?? operation;
    if (asGet !== method) throw new WrongMethod(method);
    if (operation.access !== "public" && caller.actor) noticeNetwork(caller.actor, forwardedAddress(request.headers));
    admit(operation, caller);
    const match = request.headers.get("if-match");
    if (match !== null && operation.method !== "GET" && !takesIfMatch(operation)) {
      throw new AppError("if_match_unsupported");
    }
    const key = operation.method === "POST" ? request.headers.get("idempotency-key") : null;
    if (key !== null && !takesIdempotencyKey(operation)) throw new AppError("idempotency_key_unsupported");
    const sent = await readOperationInput(operation, request, (await params) ?? {}, called);
    // While the body arrived, the key may have been deleted, or its rights changed. Its cache knows without a query.
    const present = asGet === "GET" ? caller : await callerOf(request);
    admit(operation, present);
    const { actor, readsMetrics } = present;
    const files = readSentFiles(sent.body);
    const parsed = {
      actor,
      readsMetrics: readsMetrics === true,
      params: operation.params && parse(operation.params, sent.params),
      query: operation.query && parse(operation.query, sent.query),
      body: operation.body && parseWithFiles(operation.body, sent.body, files, operation.maxValues),
    };
    const input = new RequestInput(operation, request, parsed, headers) as unknown as Input<O>;
    if (operation.cost) await charge(operation.cost(input.body) - 1);
    const work = async () => {
      if (actor && files.length > 0) input.body = await keepFiles(actor, files, input.body);
      const handled = () => handle(input) as Promise<Record<string, unknown>>;
      if (operation.method === "GET") return handled();
      const { result, warnings } = await withWarnings(handled);
      return warnings.length > 0 ? { ...result, ...presentWarnings(warnings) } : result;
    };
    const run = () =>
      actor && key !== null
        ? answerOnce(
            { actor, key, request: [operation.path, input.params, input.body], secret: operation.secret },
            work,
          )
        : work();
    const result =
      operation.method === "GET" ? await run() : await authored(authorshipOf(operation, request, actor), run);
    if (result instanceof Download) return result.answer(request);
    if (result instanceof Response || result instanceof BytesAnswer) return result;
    return operation.bare ? result : { error: 0, ...result };
  });
}

/** Refuses callers who may not use an operation. */
function admit({ access, permission }: Operation, { actor, failure }: Caller): void {
  if (access === "public") return;
  if (failure) throw failure;
  if (!actor) throw new AppError("api_key_required");
  if (access === undefined) authorize(actor, permission);
  else requireAdmin(actor);
  requireFeature(actor, "api");
}

const authorshipOf = ({ method, path }: Operation, { headers }: ApiRequest, actor: Actor | null) => ({
  operation: `${method} ${path}`,
  address: forwardedAddress(headers),
  ...(actor && authorOf(actor)),
});

/** Serves another address from lib/http/dialect.ts with the handler of its operation. */
export function calledAs(path: string, handler: Handler): Handlers {
  const called = otherPath(path);
  return forAllMethods((request, context) => handler(request, { ...context, called }));
}

/** Answers requests to addresses without an operation. */
export const unknownPath = handlers({}, async () => {
  throw new AppError("nothing_here");
});

interface Answer {
  /** counts further uses, for a request that does the work of several requests */
  charge: (uses: number) => Promise<void>;
  /** the headers of the answer */
  headers: Record<string, string>;
}

/** Does the work of a request. */
type Run = (
  request: ApiRequest,
  context: Context,
  caller: Caller,
  answer: Answer,
) => Promise<Record<string, unknown> | Response>;

class WrongMethod extends AppError<"method_not_allowed"> {
  constructor(readonly allowed: string) {
    super("method_not_allowed", { method: allowed });
  }
}

/** Returns the path of a request for the log. Only an address without an operation may contain a secret. */
function loggedPath(url: string, route: string): string {
  const { path } = splitUrl(url);
  return route === UNKNOWN ? withoutSecret(path) : path;
}

type Handled = Pick<Operation, "unlimited" | "missAs200"> & { path?: string };

function handlers({ unlimited, missAs200, path = UNKNOWN }: Handled, run: Run): Handlers {
  const attributes = ({ method }: ApiRequest) => ({ "http.request.method": method, "http.route": path });
  return forAllMethods((request, context) =>
    traced(
      "request",
      () => attributes(request),
      (span) => answer(request, context, span),
    ),
  );

  async function answer(request: ApiRequest, context: Context, span?: Span): Promise<Response> {
    if (isPreflight(request)) return preflight(request);
    const requestId = randomUUID();
    const started = performance.now();
    const headers: Record<string, string> = { "X-Request-Id": requestId, "Cache-Control": "no-store", ...forBrowsers };
    let status = 200;
    let body: Record<string, unknown> | Response | BytesAnswer;
    let actor: Actor | null = null;
    try {
      refuseFromPages(context);
      const caller = await callerOf(request);
      actor = caller.actor;
      const who = caller.actor ? `key:${caller.actor.by.keyId}` : { address: forwardedAddress(request.headers) };
      const charge = async (uses: number) => {
        if (uses === 0) return;
        const limit = await limiter().consume(who, uses);
        setLimitHeaders(headers, limit);
        if (limit.allowed) return;
        headers["Retry-After"] = String(secondsUntil(limit.resetAt));
        throw new AppError("rate_limited");
      };
      if (unlimited) setLimitHeaders(headers, await limiter().peek(who));
      else await charge(1);
      body = await run(request, context, caller, { charge, headers });
    } catch (error) {
      ({ status, body } = toRefusal(error, requestId));
      if (status === 404 && missAs200) status = 200;
      if (status === 503) headers["Retry-After"] = "5";
      // The rest of the body may still arrive, where the next request would begin.
      if (status === 408) headers.Connection = "close";
      if (status === 401) headers["WWW-Authenticate"] = "Bearer";
      if (error instanceof WrongMethod) headers.Allow = error.allowed;
    }
    logAccess({
      ...{ requestId, method: request.method, path: loggedPath(request.url, path), route: path },
      ...{ status: body instanceof Response || body instanceof BytesAnswer ? body.status : status, begun: started },
      ...{ address: forwardedAddress(request.headers), actor, span },
    });
    if (body instanceof BytesAnswer) return body.answer(headers, context.outgoing);
    if (!(body instanceof Response)) return answerJson(body, { status, headers }, context.outgoing);
    for (const [name, value] of Object.entries(headers)) {
      if (name !== "Cache-Control" || !body.headers.has(name)) body.headers.set(name, value);
    }
    return body;
  }
}

/**
 * Refuses a request that reached the API through Next although server.ts is in front, past its limits and its log. This
 * would need an address that server.ts and Next read differently.
 */
export function refuseFromPages({ outgoing }: Pick<Context, "outgoing"> = {}): void {
  if (isServerProcess() && !outgoing) throw new AppError("nothing_here");
}

function forAllMethods(handler: Handler): Handlers {
  return { GET: handler, POST: handler, PUT: handler, PATCH: handler, DELETE: handler, OPTIONS: handler };
}

/** Returns the seconds until the window ends, at least 1 and at most its length, because `resetAt` is rounded. */
const secondsUntil = (resetAt: number) =>
  Math.min(WINDOW_SECONDS, Math.max(1, resetAt - Math.floor(Date.now() / 1000)));

function setLimitHeaders(headers: Record<string, string>, { limit, remaining, resetAt }: RateLimit) {
  headers["X-RateLimit-Limit"] = String(limit);
  headers["X-RateLimit-Remaining"] = String(remaining);
  headers["X-RateLimit-Reset"] = String(resetAt);
}

interface Caller {
  actor: Actor | null;
  /** the reason why the key cannot be looked up, such as an unavailable database; the rate limit still applies */
  failure?: unknown;
  readsMetrics?: boolean;
}

/** Finds who sent a request by its key. Does not throw: `failure` says why a key cannot be looked up. */
async function callerOf(request: ApiRequest): Promise<Caller> {
  const key = keyIn(request.headers);
  // This token is not looked up in the database, because monitoring must get an answer even if the database hangs.
  if (isMetricsToken(key)) return { actor: null, readsMetrics: true };
  return key
    ? findActorByKey(key, forwardedAddress(request.headers)).then(
        (actor) => ({ actor }),
        (failure: unknown) => ({ actor: null, failure }),
      )
    : { actor: null };
}

/** Returns the key from `Authorization`, with or without `Bearer`, or from `X-API-Key`. Clients use all of these. */
function keyIn(headers: ApiRequest["headers"]): string | undefined {
  const authorization = headers.get("authorization")?.trim();
  const [, key] = authorization ? (/^(?:(?:Bearer|Token)\s+)?(\S+)$/i.exec(authorization) ?? []) : [];
  return authorization ? key : headers.get("x-api-key")?.trim() || undefined;
}

const exposed = [
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Retry-After",
  "ETag",
].join(", ");

/** Lets pages of any site call the API with a key. The API ignores cookies, and browsers do not send them with `*`. */
const forBrowsers = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed };

/** Returns whether a browser is sending a preflight request: https://fetch.spec.whatwg.org/#cors-preflight-request. */
const isPreflight = ({ method, headers }: ApiRequest) =>
  method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method");

/** A list of header names, with a length limit far above what browsers send. */
const names = /^(?=.{1,2000}$)[\w!#$%&'*+.^`|~-]+(?:[\t ]*,[\t ]*[\w!#$%&'*+.^`|~-]+)*$/;

/**
 * Answers a preflight request. The answer is the same for every address, and the request is not counted. It allows all
 * headers that the browser asks for, such as those of tracing libraries, because unknown headers are ignored.
 */
function preflight({ headers }: ApiRequest): Response {
  const requestedHeaders = headers.get("access-control-request-headers") ?? "";
  return new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE",
      "Access-Control-Allow-Headers": names.test(requestedHeaders)
        ? requestedHeaders
        : "Authorization, Content-Type, X-API-Key, Idempotency-Key, If-Match",
      "Access-Control-Max-Age": "86400",
      Vary: "Access-Control-Request-Headers",
    },
  });
}

interface Head {
  status: number;
  headers: Record<string, string>;
}

/** Answers with JSON. Writes to `outgoing` if server.ts answers, because a `Response` costs more than its content. */
function answerJson(body: unknown, { status, headers }: Head, outgoing?: ServerResponse): Response {
  if (!outgoing) return Response.json(body, { status, headers });
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  outgoing.writeHead(status, { ...headers, "Content-Type": "application/json", "Content-Length": length }).end(text);
  return RESPONSE_ALREADY_SENT;
}

interface Parsed {
  actor: Actor | null;
  readsMetrics: boolean;
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * What the handler of an operation gets. A class, because V8 makes a hidden class for each object literal with getters.
 * Hidden classes live until a full garbage collection, and so would the requests that their getters refer to.
 */
export class RequestInput implements Parsed {
  readonly actor: Actor | null;
  readonly readsMetrics: boolean;
  readonly params: unknown;
  readonly query: unknown;
  body: unknown;
  readonly versions: Versions;
  readonly setVersion: (updatedAt: Date) => void;

  constructor(
    private readonly operation: Operation,
    private readonly request: ApiRequest,
    { actor, readsMetrics, params, query, body }: Parsed,
    answered: Record<string, string>,
  ) {
    this.actor = actor;
    this.readsMetrics = readsMetrics;
    this.params = params;
    this.query = query;
    this.body = body;
    this.versions = parseVersions(request.headers.get("if-match"));
    this.setVersion = (updatedAt) => {
      answered.ETag = etagOf(updatedAt);
    };
  }

  get headers(): ApiRequest["headers"] {
    return this.request.headers;
  }

  get page(): Page {
    return pageIn(this.operation, this.params, this.query as z.infer<typeof pageQuery>);
  }

  /** Created on first use, because most operations do not use it. */
  get signal(): AbortSignal {
    return this.request.signal;
  }
}

/**
 * Returns the page that a request for a list asks for. A cursor is a position with a seal over the list's path, filters
 * and order. A cursor that was changed, or that belongs to another list, is refused, so lists need not check positions.
 */
function pageIn({ path }: Operation, params: unknown, query: z.infer<typeof pageQuery>): Page {
  const { limit, page, cursor, ...list } = query;
  const seal = (position: string) =>
    Buffer.from(hmac("list-cursor", JSON.stringify([path, params, list, position])))
      .subarray(0, 12)
      .toString("base64url");
  const cursorOf = (position: Position) => {
    const text = Buffer.from(JSON.stringify(position)).toString("base64url");
    return `${text}.${seal(text)}`;
  };
  const requested = { ...toPage({ limit, page }), cursorOf };
  if (cursor === undefined) return requested;
  const [text = "", sealed] = cursor.split(".");
  if (sealed !== seal(text)) throw refusedField("cursor", "cursor_unknown");
  if (requested.page > 1) throw refusedField("cursor", "not_together", { other: "page" });
  return { ...requested, after: JSON.parse(Buffer.from(text, "base64url").toString()) as Position };
}
