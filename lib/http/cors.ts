import type { ApiRequest } from "./api-request";

const exposed = [
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Retry-After",
  "ETag",
].join(", ");

/** Lets pages of any site call the API with a key. The API ignores cookies, and browsers do not send them with `*`. */
export const forBrowsers = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed };

/** Returns whether a browser is sending a preflight request: https://fetch.spec.whatwg.org/#cors-preflight-request. */
export const isPreflight = ({ method, headers }: ApiRequest) =>
  method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method");

/** A list of header names, with a length limit far above what browsers send. */
const names = /^(?=.{1,2000}$)[\w!#$%&'*+.^`|~-]+(?:[\t ]*,[\t ]*[\w!#$%&'*+.^`|~-]+)*$/;

/**
 * Answers a preflight request. The answer is the same for every address, and the request is not counted. It allows all
 * headers that the browser asks for, such as those of tracing libraries, because unknown headers are ignored.
 */
export function preflight({ headers }: ApiRequest): Response {
  const requestedHeaders = headers.get("access-control-request-headers") ?? "";
  return new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE",
      "Access-Control-Allow-Headers": names.test(requestedHeaders)
        ? requestedHeaders
        : "Authorization, Content-Type, X-API-Key, Idempotency-Key, If-Match",
      "Access-Control-Max-Age": "86400",
      Vary: "Access-Control-Request-Headers",
    },
  });
}
