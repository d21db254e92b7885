import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, inject, it } from "vitest";

const server = inject("server");
let path: string;

/** Returns the raw answer for the path as written: `fetch` would decompress the one and normalize the other. */
async function ask(encoding: string, method = "GET", asked = path) {
  const { hostname, port } = new URL(server.url);
  const sent = request({ hostname, port, method, path: asked, headers: { "Accept-Encoding": encoding } }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

beforeAll(async () => {
  const page = await (await fetch(`${server.url}/login`)).text();
  path = /\/_next\/static\/chunks\/[^"]+\.js/.exec(page)?.[0] ?? "";
  expect(path).not.toBe("");
});

describe("a file of the build", () => {
  it("is as small as the browser can read it, and is the same each time", async () => {
    const [brotli, gzip, plain] = [await ask("gzip, deflate, br, zstd"), await ask("gzip"), await ask("identity")];
    expect(brotli.headers).toMatchObject({
      "content-encoding": "br",
      "content-type": "application/javascript; charset=UTF-8",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
    });
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect(brotli.body.length).toBeLessThan(gzip.body.length);
  });

  it("answers HEAD without the content", async () => {
    const head = await ask("br", "HEAD");
    expect(head.status).toBe(200);
    expect(Number(head.headers["content-length"])).toBeGreaterThan(0);
    expect(head.body.length).toBe(0);
  });

  it.each(["br;q=0, gzip;q=0", "*;q=0", ",;=", ""])(
    "is not compressed for clients that accept %j",
    async (encoding) => {
      const answer = await ask(encoding);
      expect(answer.status).toBe(200);
      expect(answer.headers["content-encoding"]).toBeUndefined();
    },
  );

  it.each([
    "/_next/static/chunks/none.js",
    "/_next/static/../BUILD_ID",
    "/_next/static/%2e%2e/BUILD_ID",
    "/_next/static/__proto__",
    "/_next/static/",
    "/_next/static/chunks",
    "/_next/static/chunks/none.js?a=b",
    "/_next/",
    "/_next/none",
    "/_next/image?url=%2Ffavicon.ico&w=64&q=75",
    "/_next/data/build/index.json",
  ])("is not %s, as the service says without its pages", async (none) => {
    for (const method of ["GET", "HEAD"]) {
      const { status, headers, body } = await ask("br", method, none);
      expect([status, headers["content-type"]]).toEqual([404, "text/plain; charset=utf-8"]);
      expect(body.toString()).toBe(method === "GET" ? "There is no such file." : "");
    }
  });

  it.each(["POST", "PUT", "DELETE", "OPTIONS"])("does not take %s", async (method) => {
    for (const address of [path, "/_next/static/chunks/none.js", "/_next/image"]) {
      const { status, headers } = await ask("br", method, address);
      expect([status, headers.allow]).toEqual([405, "GET, HEAD"]);
    }
  });

  it("is the same with a query", async () => {
    expect((await ask("br", "GET", `${path}?dpl=1`)).status).toBe(200);
  });
});
