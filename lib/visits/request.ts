import type { IncomingHttpHeaders } from "node:http";

/** A visitor's request, whichever server took it. */
export interface VisitRequest {
  readonly method: string;
  /** the path and what is behind it: `/alias?a=b` */
  readonly url: string;
  /** by lower-case name */
  readonly headers: IncomingHttpHeaders;
  /** the client's address, with trusted proxies already looked through */
  readonly address: string;
  /** aborted once the visitor has left */
  readonly signal: AbortSignal;
  /** The form that was posted; an empty one where it is longer than `maxBytes`. */
  form(maxBytes: number): Promise<URLSearchParams>;
}

/** The form in a body, for `VisitRequest.form`. */
export async function readForm(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<URLSearchParams> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
  }
  return new URLSearchParams(size <= maxBytes ? Buffer.concat(chunks).toString() : "");
}
