import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { ServerAddress } from "./server";

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: what a client reads of it, untyped as there
  body: any;
}

/**
 * Sends a request exactly as written: its first line without the version, its headers, an empty line and its body. Adds
 * only the headers that HTTP requires.
 */
export function sendRaw(server: ServerAddress, written: string): Promise<RawAnswer> {
  const [head = "", ...rest] = written.split("\n\n");
  const [first = "", ...lines] = head.trim().split("\n");
  const [method, path] = first.trim().split(" ");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [, name = "", value = ""] = /^\s*([\w-]+): ?(.*)$/.exec(line) ?? [];
      return [name, value];
    }),
  );
  const body = rest.join("\n\n");
  if (body) headers["Content-Length"] = String(Buffer.byteLength(body));
  return new Promise((resolve, reject) => {
    request(new URL(path ?? "/", server.url), { method, headers }, async (response) => {
      const answer = await text(response);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: answer.startsWith("{") ? JSON.parse(answer) : answer,
      });
    })
      .once("error", reject)
      .end(body);
  });
}
