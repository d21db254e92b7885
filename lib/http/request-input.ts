import type { Actor } from "@/lib/auth/actor";
import type { Operation } from "@/lib/contract/operation";
import type { Page, pageQuery } from "@/lib/contract/pagination";
import { etagOf, type Versions, versionsIn } from "@/lib/contract/version";
import type { z } from "@/lib/contract/zod";
import type { ApiRequest } from "./api-request";
import { pageIn } from "./cursor";

export interface Parsed {
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
    this.versions = versionsIn(request.headers.get("if-match"));
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
