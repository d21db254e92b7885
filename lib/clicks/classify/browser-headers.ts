import type { IncomingHttpHeaders } from "node:http";

// Accept-Language is missing here because a visit contains it.
const ENCODING = 1;
const ACCEPT = 2;
const FETCH_METADATA = 4;
const SECURE = 8;

/**
 * Returns, as bits, which of the headers that browsers always send a request has. It runs on the thread that answers
 * visitors, so it only collects and does not judge.
 */
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

// Versions since which browsers send fetch metadata. Browsers in apps are excluded: they are as old as their system.
const SENDS_METADATA =
  /^(?!.*(?:; wv\)|Mobile\/15E148 ))Mozilla\/5\.0 .{0,200}(?:Chrome\/(?:[89]\d|\d{3})\.|Firefox\/(?:9\d|\d{3})\.|Version\/(?:1[7-9]|[2-9]\d)\.)/;
const IS_BROWSER = /^Mozilla\/5\.0 .{0,200}(?:Chrome|Firefox|Version)\/\d/;

/**
 * Returns whether a request with a browser's user agent is not from a browser: at least two headers are missing that
 * every browser sends over HTTPS. A proxy may have removed a single one. Requests over HTTP are not judged: they are
 * tests, or a proxy on the way may have changed their headers.
 */
export function lacksHeaders({ userAgent, language, headers }: Sent): boolean {
  if (headers === undefined || (headers & SECURE) === 0 || !IS_BROWSER.test(userAgent)) return false;
  let missing = language === "" ? 1 : 0;
  if ((headers & ENCODING) === 0) missing += 1;
  if ((headers & ACCEPT) === 0) missing += 1;
  if ((headers & FETCH_METADATA) === 0 && SENDS_METADATA.test(userAgent)) missing += 1;
  return missing >= 2;
}
