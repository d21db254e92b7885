import { request } from "node:http";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";

const server = inject("server");
const there = "https://example.com/spring";
let owner: LinkOwner;

beforeAll(async () => {
  owner = await linkOwner(server);
});

/** Sends a request's target as it is written, because clients normalize it. */
function send(target: string, headers: Record<string, string> = {}) {
  const { port } = new URL(server.url);
  return new Promise<{ status: number; location?: string; left: number; body: string }>((resolve, reject) => {
    request({ port, path: target, headers: { ...headers, connection: "close" } }, async (response) => {
      const left = Number(response.headers["x-ratelimit-remaining"]);
      const { location } = response.headers;
      resolve({ status: response.statusCode ?? 0, location, left, body: await text(response) });
    })
      .once("error", reject)
      .end();
  });
}

describe("the API is answered and counted at one place, for a target of", () => {
  const { host } = new URL(server.url);
  it.each([
    ...["/api/account", "//api/account", "/./api/account", "/uploads/../api/account", "/%2e/api/account"],
    ...["/a/%2e%2e/api/account", "/a/.%2E/api/account", "/api/./account", "/api/x/../account", "/%00/../api/account"],
    ...["/_next/../api/account", "/icon.svg/../api/account", "/dashboard/import/upload/../../../api/account"],
    ...[
      "/\\api/account",
      "/a\\..\\api\\account",
      `http://${host}/./api/account`,
      `http://${host}/a/%2e%2e/api\\account`,
    ],
  ])("%s", async (target) => {
    const headers = { authorization: `Bearer ${owner.user.key}` };
    const before = await send("/api/account", headers);
    const { status, left, body } = await send(target, headers);
    expect([status, JSON.parse(body)]).toEqual([200, JSON.parse(before.body)]);
    expect(left).toBe(before.left - 1);
  });
});

describe("there is nothing at", () => {
  it.each([
    ...[
      "/api;x=1/account",
      "/a/..;/api/account",
      "/%61pi/account",
      "/api%2faccount",
      "/%2fapi/account",
      "/%5capi/account",
    ],
    ...["/a/..%2fapi/account", "/a/%252e%252e/api/account", "/%2561pi/account", "/api./account", "/api%00/account"],
    ...[
      "/api%3f/account",
      "/api/%61ccount",
      "/api/..%2faccount",
      "/api.rsc/account",
      "/_next/data/../../x/api/account",
    ],
  ])("%s", async (target) => {
    const { status, body } = await send(target, { authorization: `Bearer ${owner.user.key}` });
    expect(status).toBe(404);
    expect(body).not.toContain('"email"');
  });
});

describe("a link is visited at", () => {
  it.each([
    ...["ALIAS", "ALIAS.", "ALIAS;", "ALIAS;x=1", "ALIAS/", "ALIAS/.", "./ALIAS", "x/../ALIAS", "ALIAS\\", "ALIAS#top"],
  ])("/%s", async (path) => {
    const alias = `v1.2-${process.hrtime.bigint()}`;
    await owner.create({ url: there, custom: alias });
    const { status, location } = await send(`/${path.replace("ALIAS", alias)}`);
    expect([status, location]).toEqual([302, there]);
  });

  it.each(["/a/b", "/a;b=1/c", "/%7Euser", "/a/b...c"])("its alias, and %s is forwarded as sent", async (path) => {
    const { shorturl } = await owner.create({ url: there, forward: "all" });
    expect((await send(new URL(shorturl).pathname + path)).location).toBe(there + path);
  });
});
