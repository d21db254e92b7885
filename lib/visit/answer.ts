import type { IncomingHttpHeaders } from "node:http";

/** A visitor's request, as far as any answer depends on it. */
export interface VisitRequest {
  method: string;
  /** path with query, as sent */
  url: string;
  /** lower-case names */
  headers: IncomingHttpHeaders;
  /** the client's, with trusted proxies already looked through */
  address: string;
  /** what a form sent; empty where nothing did, or more than a form of ours holds */
  form(): Promise<URLSearchParams>;
}

/** What is sent back. The length of the body is added on the way out. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}
