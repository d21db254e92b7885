import type { Actor } from "@/lib/auth/actor";
import { refusedField } from "@/lib/contract/errors";
import type { Operation } from "@/lib/contract/operation";
import { type Page, type Position, type pageQuery, toPage } from "@/lib/contract/pagination";
import { etagOf, parseVersions, type Versions } from "@/lib/contract/version";
import type { z } from "@/lib/contract/zod";
import { hmac } from "@/lib/platform/secrets";
import type { ApiRequest } from "./api-request";

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
