import { hasDotSegment } from "@/lib/contract/dot-segments";
import { BASIC, type ForwardRequest, TOKEN } from "./kind";

/**
 * Returns the text of a request that is stored with its delivery. It does not contain the token, but begins with
 * `TOKEN`, and has it wherever the token belongs.
 */
export const writeRequest = ({ method, url, headers, body }: ForwardRequest): string =>
  [`${TOKEN}${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), "", body].join(
    "\n",
  );

/** Returns the text of a stored request for people, with `{token}` in the token's places. */
export const showRequest = (text: string): string =>
  text.replace(TOKEN, "").replaceAll(TOKEN, "{token}").replaceAll(BASIC, "{basic}");

/** Returns the address of a stored request, without the token. */
export const addressIn = (text: string): string => /^(?:GET|POST) (.*)/.exec(text.replace(TOKEN, ""))?.[1] ?? "";

/** Reads a request from its text and inserts the token. */
export function readRequest(stored: string, token: string): ForwardRequest {
  const text = stored.startsWith(TOKEN) ? stored.slice(1) : fromEarlierRelease(stored);
  const end = text.indexOf("\n\n");
  const [line = "", ...lines] = text.slice(0, end).split("\n");
  const [, method, url = ""] = /^(GET|POST) (.*)$/.exec(line) ?? [];
  const basic = Buffer.from(`${token}:`).toString("base64");
  const headers = lines.map((header) => {
    const [, name = "", value = ""] = /^([^:]+): (.*)$/.exec(header) ?? [];
    return [name, value.replaceAll(BASIC, basic)];
  });
  return {
    method: method === "GET" ? "GET" : "POST",
    url: withToken(url, encodeURIComponent(token)),
    headers: Object.fromEntries(headers),
    body: text.slice(end + 2).replaceAll(TOKEN, JSON.stringify(token).slice(1, -1)),
  };
}

/** Fills the places of the token in an address. Like other values, it cannot lead out of its folder. */
function withToken(url: string, token: string): string {
  return url.replace(/[^\\/?#]+/g, (part, at: number) => {
    if (!part.includes(TOKEN)) return part;
    const filled = part.replaceAll(TOKEN, token);
    return hasDotSegment(filled) && !/[?#]/.test(url.slice(0, at)) ? "" : filled;
  });
}

/** Deliveries of earlier releases are kept for 30 days. Their texts have `{token}` in the token's places. */
const fromEarlierRelease = (text: string) => text.replaceAll("{token}", TOKEN).replaceAll("{basic}", BASIC);
