const exposed = ["X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"].join(
  ", ",
);

/** Pages of any site may call the API, with a key: cookies mean nothing to it, and browsers do not send them with `*`. */
export const forBrowsers = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed };

/** Whether a browser asks first what it may send: https://fetch.spec.whatwg.org/#cors-preflight-request. */
export const isPreflight = ({ method, headers }: Request) =>
  method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method");

/** The same for every address: whether there is anything, the request itself finds out. It is not counted. */
export const preflight = () =>
  new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE",
      "Access-Control-Allow-Headers": "Authorization, Content-Type, X-API-Key, Idempotency-Key",
      "Access-Control-Max-Age": "86400",
    },
  });
