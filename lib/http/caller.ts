import type { Actor } from "@/lib/auth/actor";
import { findActorByKey } from "@/lib/auth/api-key";
import { forwardedAddress } from "@/lib/platform/network/client-address";
import type { ApiRequest } from "./api-request";
import { isMetricsToken } from "./metrics-token";

export interface Caller {
  actor: Actor | null;
  /** the reason why the key cannot be looked up, such as an unavailable database; the rate limit still applies */
  failure?: unknown;
  readsMetrics?: boolean;
}

/** Finds who sent a request by its key. Does not throw: `failure` says why a key cannot be looked up. */
export async function callerOf(request: ApiRequest): Promise<Caller> {
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
