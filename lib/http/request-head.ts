import type { IncomingHttpHeaders } from "node:http";

/** What a request without a body consists of. */
export interface RequestHead {
  method: string;
  url: string;
  /** by lower-case name */
  headers: IncomingHttpHeaders;
}

const MOST_BYTES = 8_192;

/**
 * One whole request of HTTP/1.1 with nothing behind it (RFC 9112, 3 and 5). Names are tokens; values have no control
 * characters, so that no line ends where another reader sees none.
 */
const ONE_HEAD = /^(?:GET|HEAD) \/[!"$-~]* HTTP\/1\.1\r\n(?:[!#$%&'*+\-.^_`|~\w]+:[\t -~\x80-\xff]*\r\n)+\r\n$/;

/** Headers with which a request has a body, or the connection another use: not a visit's. */
const BEYOND = new Set(["content-length", "transfer-encoding", "upgrade", "expect", "proxy-connection", "trailer"]);

/**
 * Reads what a browser sends to visit a link; null for all else, which node:http is to read, malformed or not. What is read
 * here is read as node:http would: whatever could be taken in two ways, such as a header that is there twice, is left to it.
 */
export function readHead(bytes: Buffer): RequestHead | null {
  if (bytes.length > MOST_BYTES) return null;
  const text = bytes.toString("latin1");
  if (!ONE_HEAD.test(text)) return null;
  const methodEnd = text.indexOf(" ");
  const urlEnd = text.indexOf(" ", methodEnd + 1);
  const headers: IncomingHttpHeaders = {};
  const end = text.length - 2;
  for (let start = text.indexOf("\n", urlEnd) + 1; start < end; ) {
    const lineEnd = text.indexOf("\r", start);
    const colon = text.indexOf(":", start);
    const name = text.slice(start, colon).toLowerCase();
    if (headers[name] !== undefined || BEYOND.has(name)) return null;
    headers[name] = trimmed(text, colon + 1, lineEnd);
    start = lineEnd + 2;
  }
  if (!headers.host || !keepsAlive(headers.connection)) return null;
  return { method: text.slice(0, methodEnd), url: text.slice(methodEnd + 1, urlEnd), headers };
}

const keepsAlive = (connection: string | undefined) =>
  connection === undefined || connection.toLowerCase() === "keep-alive";

/** Without the spaces and tabs around it; `trim` would take a space without break as well, which is a character of latin1. */
function trimmed(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

const isBlank = (code: number) => code === 32 || code === 9;
