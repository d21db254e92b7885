import { randomUUID } from "node:crypto";
import { type Actor, requireAdmin } from "@/lib/auth/actor";
import { findActorByKey } from "@/lib/auth/api-key";
import { AppError } from "@/lib/contract/errors";
import { type Operation, takesIdempotencyKey } from "@/lib/contract/operation";
import { parse, readJson } from "@/lib/contract/parse";
import type { z } from "@/lib/contract/zod";
import { statedAddress } from "@/lib/platform/client-address";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { createRateLimiter, type RateLimit } from "@/lib/platform/rate-limit";
import { processSingleton } from "@/lib/platform/singleton";
import { requireFeature } from "@/lib/resources/plans/quota";
import { refusalOf } from "./envelope";
import { answerOnce } from "./idempotency";

interface Input<O extends Operation> {
  actor: O extends { access: "public" } ? Actor | null : Actor;
  params: z.infer<NonNullable<O["params"]>>;
  query: z.infer<NonNullable<O["query"]>>;
  body: z.infer<NonNullable<O["body"]>>;
}

type PathParams = Record<string, string | string[] | undefined>;
type Handler = (request: Request, context: { params: Promise<PathParams> }) => Promise<Response>;
type Handlers = Record<"GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS", Handler>;

const limiter = () =>
  processSingleton("rateLimiter", () =>
    createRateLimiter({ name: "api", points: env.RATE_LIMIT_PER_MINUTE, seconds: 60 }),
  );

/** Answers requests for one operation: key, rate limit, input, `handle`, envelope, in this order, for all alike. */
export function endpoint<O extends Operation>(
  operation: O,
  handle: (input: Input<O>) => Promise<z.infer<O["result"]>>,
) {
  return handlers(operation.unlimited ?? false, async (request, params, { actor, failure }) => {
    const asGet = request.method === "HEAD" ? "GET" : request.method;
    if (asGet !== operation.method) throw new WrongMethod(operation.method);
    if (operation.access !== "public") {
      if (failure) throw failure;
      if (!actor) throw new AppError("api_key_required");
      if (operation.access === "admin") requireAdmin(actor);
      requireFeature(actor, "api");
    }
    const input = {
      actor,
      params: operation.params && parse(operation.params, await params),
      query: operation.query && parse(operation.query, Object.fromEntries(new URL(request.url).searchParams)),
      body: operation.body && parse(operation.body, await readJson(request)),
    } as Input<O>;
    const key = request.headers.get("idempotency-key");
    const result =
      actor && key !== null && takesIdempotencyKey(operation)
        ? await answerOnce({ actor, key, request: [operation.path, input.params, input.body] }, () => handle(input))
        : await handle(input);
    return operation.bare ? result : { error: 0, ...result };
  });
}

/** Answers every request to an address that no operation has. */
export const unknownPath = handlers(false, async () => {
  throw new AppError("nothing_here");
});

class WrongMethod extends AppError<"method_not_allowed"> {
  constructor(readonly allowed: string) {
    super("method_not_allowed", { method: allowed });
  }
}

function handlers(
  unlimited: boolean,
  run: (request: Request, params: Promise<PathParams>, caller: Caller) => Promise<Record<string, unknown>>,
): Handlers {
  const handler: Handler = async (request, context) => {
    const requestId = randomUUID();
    const started = performance.now();
    const headers = new Headers({ "X-Request-Id": requestId, "Cache-Control": "no-store" });
    let status = 200;
    let body: Record<string, unknown>;
    try {
      const caller = await callerOf(request);
      const who = caller.actor ? `user:${caller.actor.userId}` : { address: statedAddress(request.headers) };
      const limit = await (unlimited ? limiter().peek(who) : limiter().consume(who));
      setLimitHeaders(headers, limit);
      if (!limit.allowed && !unlimited) {
        headers.set("Retry-After", String(Math.max(1, limit.resetAt - Math.floor(Date.now() / 1000))));
        throw new AppError("rate_limited");
      }
      body = await run(request, context.params, caller);
    } catch (error) {
      ({ status, body } = refusalOf(error, requestId));
      if (status === 503) headers.set("Retry-After", "5");
      if (status === 401) headers.set("WWW-Authenticate", "Bearer");
      if (error instanceof WrongMethod) headers.set("Allow", error.allowed);
    }
    log.info({ requestId, method: request.method, path: pathOf(request.url), status, ms: performance.now() - started });
    return Response.json(body, { status, headers });
  };
  return { GET: handler, POST: handler, PUT: handler, PATCH: handler, DELETE: handler, OPTIONS: handler };
}

interface Caller {
  actor: Actor | null;
  /** why the key cannot be looked up: the database is down, which neither lifts the limit nor matters to all */
  failure?: unknown;
}

async function callerOf(request: Request): Promise<Caller> {
  const [, key] = /^(?:Bearer|Token)\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  return key
    ? findActorByKey(key, statedAddress(request.headers)).then(
        (actor) => ({ actor }),
        (failure: unknown) => ({ actor: null, failure }),
      )
    : { actor: null };
}

const pathOf = (url: string) => new URL(url).pathname;

function setLimitHeaders(headers: Headers, { limit, remaining, resetAt }: RateLimit) {
  headers.set("X-RateLimit-Limit", String(limit));
  headers.set("X-RateLimit-Remaining", String(remaining));
  headers.set("X-RateLimit-Reset", String(resetAt));
}
