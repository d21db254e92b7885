import type { IncomingHttpHeaders } from "node:http";

// Beside Accept-Language, which a visit holds itself.
const ENCODING = 1;
const ACCEPT = 2;
const FETCH_METADATA = 4;
const SECURE = 8;

/** Which headers a request has that browsers always send, as bits. On the thread that answers: it looks, and judges nothing. */
export function sentHeaders(headers: IncomingHttpHeaders): number {
  return (
    (headers["accept-encoding"] === undefined ? 0 : ENCODING) |
    (headers.accept === undefined ? 0 : ACCEPT) |
    (headers["sec-fetch-mode"] === undefined ? 0 : FETCH_METADATA) |
    (headers["x-forwarded-proto"] === "https" ? SECURE : 0)
  );
}

interface Sent {
  userAgent: string;
  language: string;
  headers?: number;
}

// Since these versions. Browsers in apps are as old as their systems.
const SENDS_METADATA =
  /^(?!.*(?:; wv\)|Mobile\/15E148 ))Mozilla\/5\.0 .{0,200}(?:Chrome\/(?:[89]\d|\d{3})\.|Firefox\/(?:9\d|\d{3})\.|Version\/(?:1[7-9]|[2-9]\d)\.)/;
const IS_BROWSER = /^Mozilla\/5\.0 .{0,200}(?:Chrome|Firefox|Version)\/\d/;

/**
 * Whether something with a browser's agent is none: at least two headers are missing that every browser sends over HTTPS. One
 * alone may have been taken out by a proxy. What comes over HTTP is somebody's own trial, or of a network that changes much.
 */
export function lacksHeaders({ userAgent, language, headers }: Sent): boolean {
  if (headers === undefined || (headers & SECURE) === 0 || !IS_BROWSER.test(userAgent)) return false;
  let missing = language === "" ? 1 : 0;
  if ((headers & ENCODING) === 0) missing += 1;
  if ((headers & ACCEPT) === 0) missing += 1;
  if ((headers & FETCH_METADATA) === 0 && SENDS_METADATA.test(userAgent)) missing += 1;
  return missing >= 2;
}
