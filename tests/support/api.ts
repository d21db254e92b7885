import { hostedFetch } from "./hosted";
import { expectListed } from "./listed-codes";

export interface ApiResponse<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/**
 * The API of the server at `url`, called with `key` and `more` headers, if given. A string `body` is sent
 * as it is, anything else as JSON. `Body` is the type of the answer: name the members that the test reads.
 */
export function api({ url, host }: { url: string; host?: string }, key?: string, more: Record<string, string> = {}) {
  const call =
    (method: string) =>
    async <Body = unknown>(path: string, body?: unknown): Promise<ApiResponse<Body>> => {
      const headers: Record<string, string> = { "content-type": "application/json", ...more };
      if (key !== undefined) headers.authorization = `Bearer ${key}`;
      const sent = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
      const response = await hostedFetch(new URL(path, url), host, { method, headers, body: sent, redirect: "manual" });
      const { status, headers: given } = response;
      const isJson = given.get("content-type") === "application/json";
      const answer = isJson ? await response.json() : Buffer.from(await response.arrayBuffer());
      expectListed(method, path, status, answer);
      return { status, headers: given, body: answer };
    };
  return { get: call("GET"), post: call("POST"), put: call("PUT"), delete: call("DELETE") };
}
