import type { IncomingHttpHeaders } from "node:http";

/** A visitor's request, from each server that can receive it. */
export interface VisitRequest {
  readonly method: string;
  /** the path with its query: `/alias?a=b` */
  readonly url: string;
  /** by lower-case name */
  readonly headers: IncomingHttpHeaders;
  /** the client's address, after trusted proxies have been resolved */
  readonly address: string;
  /** whether the visitor's browser uses HTTPS, whichever scheme the domain has */
  readonly usesHttps: boolean;
  /** aborted when the visitor leaves */
  readonly signal: AbortSignal;
  /** Returns the posted form; an empty one if it is longer than `maxBytes`. */
  form(maxBytes: number): Promise<URLSearchParams>;
}

/** Reads the form in a body, for `VisitRequest.form`. */
export async function readForm(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<URLSearchParams> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
  }
  return new URLSearchParams(size <= maxBytes ? Buffer.concat(chunks).toString() : "");
}
