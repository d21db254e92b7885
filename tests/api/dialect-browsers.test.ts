import { expect, inject, test } from "vitest";
import { sendRaw } from "../support/raw-request";
import { newUser } from "../support/users";

const server = inject("server");
const user = await newUser(server);

const usual = "authorization,content-type,idempotency-key,x-api-key";
const preflight = (path: string, method = "POST", names = usual) =>
  sendRaw(
    server,
    `OPTIONS ${path}
     Origin: https://dashboard.example
     Access-Control-Request-Method: ${method}
     Access-Control-Request-Headers: ${names}
     Sec-Fetch-Mode: cors`,
  );

test.each(["/api/url/add", "/api/account", "/api/nothing/of/the/kind"])(
  "a browser can send %s from any site's page",
  async (path) => {
    const { status, headers, body } = await preflight(path);
    expect([status, body]).toEqual([204, ""]);
    expect(headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, POST, PUT, DELETE",
      "access-control-allow-headers": usual,
      vary: "Access-Control-Request-Headers",
      "access-control-max-age": "86400",
    });
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
    expect(headers["x-ratelimit-limit"]).toBeUndefined();
  },
);

test.each([
  ["x-requested-with, sentry-trace,baggage", "x-requested-with, sentry-trace,baggage"],
  [`x-${"a".repeat(1_900)}`, `x-${"a".repeat(1_900)}`],
  [`x-${"a".repeat(2_000)}`, "Authorization, Content-Type, X-API-Key, Idempotency-Key, If-Match"],
  ["authorization,", "Authorization, Content-Type, X-API-Key, Idempotency-Key, If-Match"],
  ["*, <script>", "Authorization, Content-Type, X-API-Key, Idempotency-Key, If-Match"],
])("a browser can send the requested headers if they are valid names: %#", async (names, allowed) => {
  const { status, headers } = await preflight("/api/url/add", "POST", names);
  expect([status, headers["access-control-allow-headers"]]).toEqual([204, allowed]);
});

test("preflight requests are not counted", async () => {
  const left = async () =>
    Number(
      (await sendRaw(server, `GET /api/account\nAuthorization: ${user.key}`)).headers["x-ratelimit-remaining"] ?? "",
    );
  const before = await left();
  for (let sent = 0; sent < 5; sent++) await preflight("/api/account", "GET");
  expect(await left()).toBe(before - 1);
});

test.each([
  ["GET", "/api/account", 200],
  ["GET", "/api/url/2147483647", 404],
  ["POST", "/api/account", 405],
  ["GET", "/api/nothing", 404],
])("%s %s can be read by any site's page, headers included", async (method, path, expected) => {
  const { status, headers } = await sendRaw(
    server,
    `${method} ${path}\nOrigin: https://dashboard.example\nX-API-Key: ${user.key}`,
  );
  expect([status, headers["access-control-allow-origin"]]).toEqual([expected, "*"]);
  expect(headers["access-control-expose-headers"]).toBe(
    "X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag",
  );
});

test("OPTIONS without a requested method is an ordinary request", async () => {
  expect((await sendRaw(server, "OPTIONS /api/account")).status).toBe(405);
});

test("other sites cannot read pages and redirects", async () => {
  for (const path of ["/login", "/dashboard", "/nobody-has-this"]) {
    const { headers } = await sendRaw(server, `GET ${path}\nOrigin: https://dashboard.example`);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  }
});
