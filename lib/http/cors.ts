const exposed = ["X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"].join(
  ", ",
);

/** Pages of any site may call the API, with a key: cookies mean nothing to it, and browsers do not send them with `*`. */
export const forBrowsers = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed };

/** Whether a browser asks first what it may send: https://fetch.spec.whatwg.org/#cors-preflight-request. */
export const isPreflight = ({ method, headers }: Request) =>
  method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method");

/** Names of headers, in a bound that no browser comes near. */
const names = /^(?=.{1,2000}$)[\w!#$%&'*+.^`|~-]+(?:[\t ]*,[\t ]*[\w!#$%&'*+.^`|~-]+)*$/;

/**
 * The same for every address: whether there is anything, the request itself finds out. It is not counted. Any header may be
 * sent that the browser asks for, such as those of libraries that measure: what is not known is not read.
 */
export function preflight({ headers }: Request): Response {
  const asked = headers.get("access-control-request-headers") ?? "";
  return new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE",
      "Access-Control-Allow-Headers": names.test(asked)
        ? asked
        : "Authorization, Content-Type, X-API-Key, Idempotency-Key",
      "Access-Control-Max-Age": "86400",
      Vary: "Access-Control-Request-Headers",
    },
  });
}
