import type { IncomingHttpHeaders } from "node:http";

/** The parts of a request without a body. */
export interface RequestHead {
  method: string;
  url: string;
  /** by lower-case name */
  headers: IncomingHttpHeaders;
}

const MOST_BYTES = 8_192;

/**
 * Matches one complete HTTP/1.1 request with nothing after it (RFC 9112, 3 and 5). Header names are tokens. Values have
 * no control characters, so no other reader can find more lines in them.
 */
const ONE_HEAD = /^(?:GET|HEAD) \/[!"$-~]* HTTP\/1\.1\r\n(?:[!#$%&'*+\-.^_`|~\w]+:[\t -~\x80-\xff]*\r\n)+\r\n$/;

/** Headers that announce a body or another use of the connection. Visits do not have them. */
const BEYOND = new Set(["content-length", "transfer-encoding", "upgrade", "expect", "proxy-connection", "trailer"]);

/**
 * Parses a browser's visit to a link. Returns null for everything else, which node:http must read, malformed or not.
 * The result is the same as node:http's; anything ambiguous, such as a repeated header, is left to node:http.
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

/**
 * Removes spaces and tabs at both ends. `trim` would also remove a no-break space, which is a valid latin1 character.
 */
function trimmed(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

const isBlank = (code: number) => code === 32 || code === 9;
