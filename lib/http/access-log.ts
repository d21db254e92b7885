import { addressClass } from "@/lib/platform/address-class";
import { countRequest } from "@/lib/platform/counts";
import { log } from "@/lib/platform/log";
import type { PageActor as Who } from "@/lib/platform/page-requests";
import type { Span } from "@/lib/platform/tracing";

interface Access {
  requestId: string;
  method: string;
  /** without what is behind a question mark, which may hold anything */
  path: string;
  /** the pattern of the path */
  route: string;
  status: number;
  /** by performance.now() */
  begun: number;
  address: string;
  actor?: Who | null;
  span?: Span;
}

/** Counts a request that has been answered, and gives it a line: who it was by their id, and of their address the class alone. */
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
