import type { IncomingMessage, ServerResponse } from "node:http";

/** The parts of a request that the API reads. A `Request` has them, too. */
export interface ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Pick<Headers, "get" | "has">;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

/** The path and the query of a request's URL. The URL of a `PlainRequest` begins with its path. */
export function splitUrl(url: string): { path: string; query: string } {
  if (!url.startsWith("/")) {
    const { pathname, search } = new URL(url);
    return { path: pathname, query: search };
  }
  const at = url.indexOf("?");
  return at === -1 ? { path: url, query: "" } : { path: url.slice(0, at), query: url.slice(at) };
}

/** A body of more bytes is refused and must not be read to its end. */
const MOST_BYTES = 2 ** 20;

const methods = new Set(["GET", "POST", "PUT", "DELETE"]);
/** Characters that a URL parser leaves unchanged. Segments of dots are resolved by then (`normalTarget`). */
const plainTarget = /^\/[\w\-.~%/]*(?:\?[\w\-.~%&=+:,@/]*)?$/;
const plainHost = /^[a-z\d._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;

/**
 * Returns whether a request is like those of nearly all clients, so that a `PlainRequest` means the same as a
 * `Request`: no header is repeated, and nothing needs to be normalized.
 */
export function isPlain({ method = "", url = "", headers, rawHeaders }: IncomingMessage): boolean {
  if (!methods.has(method) || !plainTarget.test(url)) return false;
  if (!plainHost.test(headers.host ?? "") || headers["transfer-encoding"] !== undefined) return false;
  const length = headers["content-length"];
  if (length !== undefined && (method === "GET" || Number(length) > MOST_BYTES)) return false;
  return Object.keys(headers).length * 2 === rawHeaders.length;
}

/** A request as Node has parsed it. A `Request` with its headers, body and signal would cost more than most answers. */
export class PlainRequest implements ApiRequest {
  constructor(
    private readonly incoming: IncomingMessage,
    private readonly outgoing: ServerResponse,
  ) {}

  get method(): string {
    return this.incoming.method ?? "";
  }

  get url(): string {
    return this.incoming.url ?? "";
  }

  get headers() {
    return this;
  }

  get(name: string): string | null {
    const value = this.incoming.headers[name];
    return value === undefined ? null : String(value);
  }

  has(name: string): boolean {
    return this.incoming.headers[name] !== undefined;
  }

  /** If the reader stops early, the connection stays open for the answer. */
  get body() {
    const { headers } = this.incoming;
    return headers["content-length"] === undefined ? null : this.incoming.iterator({ destroyOnReturn: false });
  }

  get signal(): AbortSignal {
    return clientSignal(this.outgoing);
  }
}

/** Returns a signal that aborts when the client no longer waits for the answer. */
export function clientSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.closed) controller.abort();
  else response.once("close", () => controller.abort());
  return controller.signal;
}
