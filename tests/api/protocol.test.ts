import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, inject, it } from "vitest";
import { type Failure, linkOwner } from "../support/links";
import { sql } from "../support/sql";
import { newUser } from "../support/users";
import { eventually } from "../support/wait";

const server = inject("server");

async function send(path: string, init: RequestInit = {}) {
  const response = await fetch(`${server.url}${path}`, init);
  const text = await response.text();
  expect(response.headers.get("x-request-id")).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) as Failure };
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const json = { "content-type": "application/json" };
const noKey = "A valid API key is required to use this service.";

describe("without a valid key", () => {
  it.each([
    "",
    "Bearer",
    "Bearer ",
    "Bearer wrong",
    "Bearer sp_wrong'; --",
    `Bearer ${"x".repeat(8000)}`,
    "Basic dXNlcjpwYXNz",
    `Bearer${server.adminKey}`,
    `Bearer ${server.adminKey} more`,
    `Bearer ${server.adminKey.toUpperCase()}`,
    `Bearer ${server.adminKey.slice(0, -1)}`,
  ])("such as %j", async (authorization) => {
    const { status, json } = await send("/api/account", { headers: { authorization } });
    expect([status, json().message]).toEqual([401, noKey]);
  });

  it("such as one in the address", async () => {
    expect((await send(`/api/account?key=${server.adminKey}`)).status).toBe(401);
  });

  it("such as one that has expired, from that moment on", async () => {
    const user = await newUser(server);
    const expire = (at: string) => sql(server, "UPDATE api_keys SET expires_at = $2 WHERE user_id = $1", [user.id, at]);
    const answer = async () => (await send("/api/account", { headers: bearer(user.key) })).status;
    expect(await answer()).toBe(200);
    await expire("2099-01-01");
    expect(await answer()).toBe(200);
    await expire("2020-01-01");
    await eventually(async () => expect(await answer()).toBe(401));
  });

  it("such as one of a deleted user", async () => {
    const user = await newUser(server);
    const answer = async () => (await send("/api/account", { headers: bearer(user.key) })).status;
    expect(await answer()).toBe(200);
    await sql(server, "DELETE FROM users WHERE id = $1", [user.id]);
    await eventually(async () => expect(await answer()).toBe(401));
  });
});

it.each(["Bearer", "bearer", "Token", "token"])("accepts a key with the scheme %s", async (scheme) => {
  const { status } = await send("/api/account", { headers: { authorization: `${scheme} ${server.adminKey}` } });
  expect(status).toBe(200);
});

describe("methods", () => {
  it("answer HEAD like GET, without a body", async () => {
    const { status, headers, text } = await send("/api/account", { method: "HEAD", headers: bearer(server.adminKey) });
    expect([status, text]).toEqual([200, ""]);
    expect(headers.get("content-type")).toContain("application/json");
    expect((await send("/api/account", { method: "HEAD" })).status).toBe(401);
    expect((await send("/api/url/1/delete", { method: "HEAD", headers: bearer(server.adminKey) })).status).toBe(405);
  });
});

it.each([
  "/api",
  "/api/",
  "/api/nothing",
  "/api/account/nothing",
  "/api/url",
  "/api/url/1/2/3",
  "/api/%61ccount",
  "/api?x=1",
  "/api/..%2faccount",
])("%s does not exist", async (path) => {
  for (const method of ["GET", "POST", "PATCH", "OPTIONS"]) {
    const { status, json } = await send(path, { method, headers: bearer(server.adminKey) });
    expect([method, status, json().error]).toEqual([method, 404, 1]);
  }
});

it("extra slashes in between or at the end do not matter", async () => {
  for (const path of ["/api//account", "//api/account", "/api/account//", "/API///account/?a=//b"]) {
    const { status, json } = await send(path, { headers: bearer(server.adminKey) });
    expect([path, status, json()]).toMatchObject([path, 200, { data: { status: "pro" } }]);
  }
  const unknown = await send("//api//nowhere");
  expect([unknown.status, unknown.json().code]).toEqual([404, "nothing_here"]);
});

it("a slash at the end does not matter", async () => {
  expect((await send("/api/account/", { headers: bearer(server.adminKey) })).status).toBe(200);
});

describe("a body", () => {
  const post = async (body: BodyInit, headers: Record<string, string> = json) => {
    const owner = await linkOwner(server);
    const init = { method: "POST", body, headers: { ...headers, ...bearer(owner.user.key) }, duplex: "half" };
    const answer = await send("/api/url/add", init as RequestInit);
    expect((await owner.list()).result).toBe(answer.status === 200 ? 1 : 0);
    return answer;
  };

  it.each(["{", "", " ", '{"url":"https://example.com/"', "url=https://example.com/", "\ufffe", '{"url":\u0000}'])(
    "that is %j is rejected",
    async (body) => {
      const { status, json } = await post(body);
      expect([status, json().error]).toEqual([400, 1]);
    },
  );

  it.each(["null", "5", "true", '"text"', '[{"url":"https://example.com/"}]'])(
    "that is %s is rejected because it is not an object",
    async (body) => {
      const { status, json } = await post(body);
      expect([status, json().message]).toEqual([400, "This must be an object."]);
    },
  );

  it("is JSON if its type is what browsers call any text", async () => {
    const { status } = await post('{"url":"https://example.com/"}', { "content-type": "text/plain;charset=UTF-8" });
    expect(status).toBe(200);
    const { status: refused, json } = await post("url=https://example.com/", { "content-type": "text/plain" });
    expect([refused, json().code]).toEqual([400, "body_not_json"]);
  });

  it.each(["text/html", "application/xml", "application/octet-stream"])("of the type %s is rejected", async (type) => {
    const { status, json } = await post('{"url":"https://example.com/"}', { "content-type": type });
    expect([status, json().error]).toEqual([415, 1]);
  });

  it("keeps no prototype and no unknown member", async () => {
    const { status } = await post(
      '{"url":"https://example.com/","__proto__":{"status":"private"},"constructor":{"prototype":{"a":1}}}',
    );
    expect(status).toBe(200);
  });

  it("cannot be nested deeper than any field allows, in any place", async () => {
    const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    expect((await post(`{"url":"https://example.com/","unknown":${deep(31)}}`)).status).toBe(200);
    for (const body of [deep(33), `{"url":"https://example.com/","unknown":${deep(200_000)}}`, `{"url":${deep(32)}}`]) {
      const { status, json } = await post(body);
      expect([status, json().message]).toEqual([400, "The body is nested more than 32 levels deep."]);
    }
  });

  const padded = (bytes: number) => {
    const head = '{"url":"https://example.com/","unknown":"';
    return `${head}${"x".repeat(bytes - head.length - 2)}"}`;
  };

  it("can have exactly 1 MiB", async () => {
    expect((await post(padded(1024 * 1024))).status).toBe(200);
  });

  it.each(["with its length", "in chunks"])("of one byte more is rejected, sent %s", async (way) => {
    const owner = await linkOwner(server);
    const text = Buffer.from(padded(1024 * 1024 + 1));
    const { status, body } = await new Promise<{ status?: number; body: string }>((resolve, reject) => {
      const request = httpRequest(`${server.url}/api/url/add`, {
        method: "POST",
        headers: { ...json, ...bearer(owner.user.key), ...(way !== "in chunks" && { "content-length": text.length }) },
      });
      request.on("response", async (response) => {
        let body = "";
        for await (const chunk of response) body += chunk;
        resolve({ status: response.statusCode, body });
      });
      request.on("error", reject);
      for (let at = 0; at < text.length; at += 65_536) request.write(text.subarray(at, at + 65_536));
      request.end();
    });
    expect([status, JSON.parse(body)]).toEqual([
      413,
      { error: 1, code: "body_too_large", message: "The body is larger than 1 MiB." },
    ]);
    expect((await owner.list()).result).toBe(0);
  });
});

it("gives every response its own ID", async () => {
  const ids = await Promise.all(
    Array.from({ length: 5 }, async () => (await send("/api/health")).headers.get("x-request-id")),
  );
  expect(new Set(ids).size).toBe(5);
});

it("answers invalid HTTP with the envelope, too", async () => {
  const answer = (headers: Record<string, string>, method = "GET") =>
    new Promise<{ status?: number; id?: string | string[]; body: string }>((resolve, reject) => {
      const request = httpRequest(`${server.url}/api/account`, { method, headers }, async (response) => {
        let body = "";
        for await (const chunk of response) body += chunk;
        resolve({ status: response.statusCode, id: response.headers["x-request-id"], body });
      });
      request.on("error", reject).end();
    });
  for (const { status, id, body } of [await answer({ host: "a b" }), await answer({ host: "a/b@c" })]) {
    expect([status, JSON.parse(body).error]).toEqual([400, 1]);
    expect(id).toMatch(/^[\da-f-]{36}$/);
  }
  const traced = await answer({}, "TRACE");
  expect([traced.status, JSON.parse(traced.body).error]).toEqual([405, 1]);
});

describe("unusual requests", () => {
  /** The answer to a request that is sent exactly as written. */
  const raw = async (...lines: string[]) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    const answer = await text(socket);
    return { status: Number(answer.split(" ")[1]), body: answer.slice(answer.indexOf("\r\n\r\n") + 4) };
  };
  const close = "Connection: close";
  const authorization = `Authorization: Bearer ${server.adminKey}`;

  it("without a host, such as health checks with HTTP/1.0", async () => {
    expect(await raw("GET /api/ready HTTP/1.0")).toMatchObject({ status: 200 });
    expect(await raw("GET /api/account HTTP/1.0", authorization)).toMatchObject({ status: 200 });
    expect(await raw("GET /api/health HTTP/1.1", "Host:", close)).toMatchObject({ status: 200 });
  });

  it("with the host before the path, as to a proxy", async () => {
    const answer = await raw(`GET ${server.url}/api/account HTTP/1.1`, "Host: other", authorization, close);
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([200, 0]);
  });

  it("without a path", async () => {
    const answer = await raw("OPTIONS * HTTP/1.1", "Host: localhost", close);
    expect(answer).toEqual({ status: 400, body: "The request is malformed." });
  });

  it("such as TRACE for a page", async () => {
    expect(await raw("TRACE /login HTTP/1.1", "Host: localhost", close)).toMatchObject({ status: 405 });
  });

  it("such as an offer of HTTP/2, which is declined", async () => {
    expect((await fetch(`${server.url}/login`)).status).toBe(200);
    for (const path of ["/api/health", "/login"]) {
      const offer = [
        "Connection: close, Upgrade, HTTP2-Settings",
        "Upgrade: h2c",
        "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA",
      ];
      expect(await raw(`GET ${path} HTTP/1.1`, "Host: localhost", ...offer)).toMatchObject({ status: 200 });
    }
  });
});
