import { afterEach, describe, expect, it } from "vitest";
import { env } from "@/lib/platform/env";
import { isServiceHost, normalHost } from "@/lib/resources/domains/host";
import { aliasInShortUrl, linkOrigin, shortUrlOf } from "@/lib/resources/links/short-url";

const original = env.APP_URL;
afterEach(() => {
  env.APP_URL = original;
});

it.each([
  ["example.com", "example.com"],
  ["EXAMPLE.com", "example.com"],
  ["https://Example.com/", "example.com"],
  ["http://example.com", "example.com"],
  ["example.com:80", "example.com"],
  ["example.com:443", "example.com"],
  ["example.com:8080", "example.com:8080"],
  ["example.com.", "example.com"],
  ["example.com.:8080", "example.com:8080"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["[::1]:3000", "[::1]:3000"],
  ["127.1", "127.0.0.1"],
])("treats the host %s like %s", (text, expected) => {
  expect(normalHost(text)).toBe(expected);
});

it.each([
  "",
  " ",
  "ex ample.com",
  "example.com/path",
  "example.com?x",
  "example.com#x",
  "user@example.com",
  "a:b:c",
  "%",
])("%j is not a host", (text) => {
  expect(normalHost(text)).toBeNull();
});

describe("the service's own host", () => {
  it("is only that of APP_URL", () => {
    env.APP_URL = "https://sho.rt";
    expect(isServiceHost("sho.rt")).toBe(true);
    for (const host of ["sho.rt:8080", "www.sho.rt", "sho.rt.example", "localhost", "127.0.0.1:443"]) {
      expect(isServiceHost(host)).toBe(false);
    }
  });

  it("includes every loopback name and address with the same port, on a loopback host", () => {
    env.APP_URL = "http://localhost:3000";
    const own = ["localhost", "app.localhost", "127.0.0.1", "127.8.9.1", "0.0.0.0", "[::1]", "[::ffff:7f00:1]", "[::]"];
    for (const host of own) expect([host, isServiceHost(`${host}:3000`)]).toEqual([host, true]);
    for (const host of ["localhost:3001", "localhost", "example.com:3000", "128.0.0.1:3000", "notlocalhost:3000"]) {
      expect([host, isServiceHost(host)]).toEqual([host, false]);
    }
  });
});

describe("a short URL", () => {
  const branded = { userId: 1, scheme: "https", host: "go.example" };
  const own = { userId: null, scheme: "http", host: "whatever.example" };

  it("is on its domain, or for the default domain wherever the service runs", () => {
    env.APP_URL = "https://sho.rt";
    expect(linkOrigin(branded)).toBe("https://go.example");
    expect(shortUrlOf({ alias: "A", domain: branded })).toBe("https://go.example/A");
    expect(shortUrlOf({ alias: "A", domain: own })).toBe("https://sho.rt/A");
  });

  it.each([
    ["https://sho.rt/abc", { host: null, alias: "abc" }],
    ["http://SHO.RT/Abc", { host: null, alias: "Abc" }],
    ["sho.rt/abc", { host: null, alias: "abc" }],
    ["sho.rt/abc?utm=1#x", { host: null, alias: "abc" }],
    ["https://go.example/%C3%A9t%C3%A9", { host: "go.example", alias: "été" }],
    ["https://go.example/été", { host: "go.example", alias: "été" }],
    ["https://go.example:8443/abc", { host: "go.example:8443", alias: "abc" }],
    ["https://go.example/%", null],
    ["https://go.example/%00", null],
    ["https://go.example/a/b", { host: "go.example", alias: "a/b" }],
    ["https://go.example/a//b", null],
    ["https://go.example/a/b/", { host: "go.example", alias: "a/b" }],
    ["https://", null],
    ["", null],
  ])("%s finds %j", (text, expected) => {
    env.APP_URL = "https://sho.rt";
    expect(aliasInShortUrl(text)).toEqual(expected);
  });
});
