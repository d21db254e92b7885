import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, inject, it } from "vitest";
import { api } from "../support/api";

it("is valid, public, and served through the same pipeline as the rest", async () => {
  const server = inject("server");
  const { status, headers, body } = await api(server).get<Record<string, unknown>>("/api/openapi.json");
  expect(status).toBe(200);
  expect(body).not.toHaveProperty("error");
  expect(body.servers).toEqual([{ url: server.url }]);
  expect(await new Validator().validate(body)).toMatchObject({ valid: true });
  expect(headers.get("x-request-id")).toBeTruthy();
  expect(headers.get("x-ratelimit-remaining")).toMatch(/^\d+$/);
});

it("rejects another method with the usual envelope", async () => {
  const { status, headers, body } = await api(inject("server")).post("/api/openapi.json", {});
  expect(status).toBe(405);
  expect(headers.get("allow")).toBe("GET");
  expect(body).toMatchObject({ error: 1, code: "method_not_allowed", message: expect.any(String) });
});

describe("the document", () => {
  const ask = (headers: Record<string, string>) =>
    fetch(`${inject("server").url}/api/openapi.json`, { headers: { "accept-encoding": "identity", ...headers } });

  it("is not sent again to clients that have it", async () => {
    const first = await ask({});
    const etag = first.headers.get("etag") ?? "";
    expect([first.headers.get("cache-control"), etag]).toEqual(["no-cache", expect.stringMatching(/^W\/"[\w-]{22}"$/)]);
    for (const known of [etag, `"other", ${etag}`, etag.slice(2), "*"]) {
      const again = await ask({ "if-none-match": known });
      expect([known, again.status, await again.text()]).toEqual([known, 304, ""]);
      expect(again.headers.get("etag")).toBe(etag);
    }
    expect((await ask({ "if-none-match": '"other"' })).status).toBe(200);
  });

  it.each([
    ["br", "br"],
    ["gzip", "gzip"],
    ["gzip, deflate, br", "br"],
    ["br;q=0, gzip", "gzip"],
    ["identity", null],
    ["zstd", null],
  ])("is compressed if the request accepts it: %s", async (accepted, encoding) => {
    const plain = await (await ask({})).text();
    const answer = await ask({ "accept-encoding": accepted });
    expect([answer.headers.get("content-encoding"), answer.headers.get("vary")]).toEqual([encoding, "Accept-Encoding"]);
    expect(Number(answer.headers.get("content-length") ?? plain.length)).toBeLessThanOrEqual(
      encoding ? plain.length / 5 : Buffer.byteLength(plain),
    );
    expect(await answer.text()).toBe(plain);
  });
});
