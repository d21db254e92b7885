import type { PageActor as Who } from "@/lib/platform/limits/page-requests";
import { countRequest } from "@/lib/platform/log/counts";
import { log } from "@/lib/platform/log/log";
import type { Span } from "@/lib/platform/log/tracing";
import { addressClass } from "@/lib/platform/network/public-address";

interface Access {
  requestId: string;
  method: string;
  /** without the query, which may contain anything */
  path: string;
  /** the pattern that the path matches */
  route: string;
  status: number;
  /** start, by performance.now() */
  begun: number;
  address: string;
  actor?: Who | null;
  span?: Span;
}

/** Counts and logs an answered request, with the ids of account, person and key, and only the class of the address. */
export function logAccess({ requestId, method, path, route, status, begun, address, actor, span }: Access): void {
  const ms = performance.now() - begun;
  countRequest(route, method, status, ms / 1_000);
  const who = actor ? { account: actor.userId, person: actor.by.userId, key: actor.by.keyId ?? undefined } : {};
  log.info({ requestId, method, path, route, status, ms, from: addressClass(address), ...who });
  span?.set({
    "http.response.status_code": status,
    "http.route": route,
    "signpost.request_id": requestId,
    ...(actor && { "signpost.account": actor.userId }),
  });
}
