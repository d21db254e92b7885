import { type ServerResponse, STATUS_CODES } from "node:http";
import { log } from "@/lib/platform/log/log";
import type { Answer } from "@/lib/visits/core/answer";
import { isStrict, STRICT_TRANSPORT, strictTransport } from "./strict-transport";

const BEYOND_A_HEADER = /[^\t\x20-\x7e\x80-\xff]/;

interface Reader {
  method: string;
  host: string | undefined;
  /** whether the connection stays open after the answer */
  stays: boolean;
}

/** Returns the headers of an answer, names and values alternating, including those that the server adds. */
export function writeHeaders({ status, headers, body }: Answer, host: string | undefined): string[] {
  const all = headers.slice();
  if (status !== 304) all.push("Content-Length", String(byteLengthOf(body)));
  if (isStrict(host)) all.push(STRICT_TRANSPORT, strictTransport);
  return all;
}

/** Sends an answer with node:http. */
export function sendAnswer(response: ServerResponse, answer: Answer): void {
  try {
    response.writeHead(answer.status, writeHeaders(answer, response.req.headers.host)).end(answer.body);
  } catch (error) {
    // An invalid character in a header must not end the process.
    log.error({ error: String(error) }, "an answer could not be sent");
    response.writeHead(500).end();
  }
}

const byteLengthOf = (body: Answer["body"]) => (body === "" ? 0 : Buffer.byteLength(body));

/**
 * Returns an answer as bytes, exactly as node:http would write it, but in one piece, which needs only one write.
 *
 * @throws TypeError if a header's value contains an invalid character
 */
export function writeAnswer(answer: Answer, { method, host, stays }: Reader): Buffer | string {
  const { status, body } = answer;
  const headers = writeHeaders(answer, host);
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n`;
  for (let at = 0; at < headers.length; at += 2) {
    const value = headers[at + 1] ?? "";
    if (BEYOND_A_HEADER.test(value)) throw new TypeError(`the header ${headers[at]} holds what none may hold`);
    head += `${headers[at]}: ${value}\r\n`;
  }
  head += `Date: ${dateNow()}\r\nConnection: ${stays ? "keep-alive" : "close"}\r\n\r\n`;
  return body === "" || method === "HEAD" || status === 304 ? head : joined(head, body);
}

function joined(head: string, body: string | Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(head.length + byteLengthOf(body));
  bytes.write(head, "latin1");
  if (typeof body === "string") bytes.write(body, head.length);
  else body.copy(bytes, head.length);
  return bytes;
}

let second = 0;
let date = "";

/** Returns the current time in the format of the Date header. It is computed once a second. */
function dateNow(): string {
  const now = Math.floor(Date.now() / 1_000);
  if (now !== second) {
    second = now;
    date = new Date(now * 1_000).toUTCString();
  }
  return date;
}
