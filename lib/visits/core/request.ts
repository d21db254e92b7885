import type { IncomingHttpHeaders } from "node:http";
import { parseUrl } from "@/lib/contract/url";
import { env } from "@/lib/platform/env";

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

/**
 * Returns whether a path, or a URL from its first slash on, belongs to the API, regardless of case and repeated
 * slashes.
 */
export const isApiAddress = (url: string): boolean => address.test(url);

/** Returns whether a path is the address of the metrics and this server serves them. */
export const isMetricsAddress = (url: string): boolean => url === metrics;

const metrics = env.METRICS_TOKEN === undefined ? null : "/metrics";
const address = /^\/+api(?:[/?]|$)/i;

/**
 * Returns whether a form was sent from a page of this host, or by a program that is not a browser and sends no cookies.
 * Browsers report where a form comes from, and pages cannot change that.
 */
export function isSameOriginForm({ headers }: Pick<VisitRequest, "headers">): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin } = headers;
  return origin === undefined || parseUrl(origin)?.host === headers.host;
}
