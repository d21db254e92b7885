import type { ForwardRequest } from "./kind";

/**
 * Returns the text of a request that is stored with its delivery and shown to people. It does not contain the token.
 */
export const writeRequest = ({ method, url, headers, body }: ForwardRequest): string =>
  [`${method} ${url}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), "", body].join("\n");

/** Reads a request from its text and inserts the token. */
export function readRequest(text: string, token: string): ForwardRequest {
  const end = text.indexOf("\n\n");
  const [line = "", ...lines] = text.slice(0, end).split("\n");
  const [, method, url = ""] = /^(GET|POST) (.*)$/.exec(line) ?? [];
  const basic = Buffer.from(`${token}:`).toString("base64");
  const headers = lines.map((header) => {
    const [, name = "", value = ""] = /^([^:]+): (.*)$/.exec(header) ?? [];
    return [name, value.replaceAll("{basic}", basic)];
  });
  return {
    method: method === "GET" ? "GET" : "POST",
    url: url.replaceAll("{token}", encodeURIComponent(token)),
    headers: Object.fromEntries(headers),
    body: text.slice(end + 2).replaceAll("{token}", JSON.stringify(token).slice(1, -1)),
  };
}
