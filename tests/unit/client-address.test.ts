import type { IncomingMessage } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

/** Loads the module with this TRUSTED_PROXIES. */
async function load(trusted: string) {
  vi.resetModules();
  vi.stubEnv("TRUSTED_PROXIES", trusted);
  return import("@/lib/platform/network/client-address");
}

function request(remoteAddress: string, headers: Record<string, string>): IncomingMessage {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const connection = { remoteAddress };
  const rawHeaders = Object.entries(headers).flat();
  return { socket: connection, connection, headers: lower, rawHeaders } as unknown as IncomingMessage;
}

const forwarded = { "X-Forwarded-For": "203.0.113.9" };

describe("the client's address", () => {
  it("is the connection's if no proxy is trusted, regardless of the headers", async () => {
    const { clientAddress } = await load("");
    const headers = { ...forwarded, Forwarded: "for=203.0.113.9", "X-Real-IP": "203.0.113.9" };
    expect(clientAddress(request("198.51.100.1", headers))).toBe("198.51.100.1");
    expect(clientAddress(request("127.0.0.1", headers))).toBe("127.0.0.1");
  });

  it("is the connection's if the peer is not a listed proxy", async () => {
    const { clientAddress } = await load("10.0.0.0/8");
    expect(clientAddress(request("198.51.100.1", forwarded))).toBe("198.51.100.1");
  });

  it("is what a listed proxy sends", async () => {
    const { clientAddress } = await load("loopback, 10.0.0.0/8");
    expect(clientAddress(request("127.0.0.1", forwarded))).toBe("203.0.113.9");
    expect(clientAddress(request("::1", forwarded))).toBe("203.0.113.9");
    expect(clientAddress(request("10.1.2.3", forwarded))).toBe("203.0.113.9");
    expect(clientAddress(request("10.1.2.3", {}))).toBe("10.1.2.3");
  });

  it("is the last one that is not a listed proxy, and ignores what the client wrote before it", async () => {
    const { clientAddress } = await load("loopback, 10.0.0.0/8");
    const chain = { "X-Forwarded-For": "1.1.1.1, 203.0.113.9, 10.0.0.7" };
    expect(clientAddress(request("127.0.0.1", chain))).toBe("203.0.113.9");
  });

  it.each([
    ["79.200.1.1", "79.200.1.1"],
    ["79.200.1.1:4711", "79.200.1.1"],
    ['"79.200.1.1:4711"', "79.200.1.1"],
    ["[2003::1]:443", "2003::1"],
    ["[2003::1]", "2003::1"],
    ['"[2003::1]:443"', "2003::1"],
    ["for=79.200.1.1", "79.200.1.1"],
    ["2003:0:0::0001", "2003::1"],
    ["2003::ABCD", "2003::abcd"],
    ["::FFFF:79.200.1.1", "79.200.1.1"],
    ["::ffff:4fc8:101", "79.200.1.1"],
    ["[::FFFF:79.200.1.1]:4711", "79.200.1.1"],
    ["fe80::1%eth0", "fe80::1"],
    // Anything else is ignored, and the proxy's own address is used.
    ...["unknown", "_hidden", "300.1.1.1", "79.200.1.1:4711:1", "[::1", ",,"].map((text) => [text, "127.0.0.1"]),
  ])("is the same in all spellings of proxies: %s", async (text = "", address) => {
    const { clientAddress, forwardedAddress: statedAddress } = await load("loopback");
    const headers = { "X-Forwarded-For": text };
    expect(clientAddress(request("::ffff:127.0.0.1", headers))).toBe(address);
    expect(statedAddress(new Headers(headers))).toBe(address === "127.0.0.1" ? "unknown" : address);
  });

  it("looks through trusted proxies with a port", async () => {
    const { clientAddress } = await load("loopback, 10.0.0.0/8");
    const chain = { "X-Forwarded-For": "6.6.6.6, 203.0.113.9:1234, [::FFFF:10.0.0.7]:80" };
    expect(clientAddress(request("127.0.0.1", chain))).toBe("203.0.113.9");
  });
});

describe("an untrusted proxy", () => {
  async function proxiesOf(
    trusted: string,
    send: (take: (peer: string, headers: Record<string, string>) => void) => void,
  ) {
    const { clientAddress } = await load(trusted);
    const { untrustedProxies } = await import("@/lib/platform/network/client-address");
    const before = new Map(untrustedProxies());
    send((peer, headers) => clientAddress(request(peer, headers)));
    return untrustedProxies().filter(([address, requests]) => before.get(address) !== requests);
  }

  it("is reported if it is in a private network", async () => {
    const found = await proxiesOf("", (take) => take("::ffff:172.17.0.1", forwarded));
    expect(found).toEqual([["172.17.0.1", 1]]);
  });

  it("is reported behind a trusted one", async () => {
    const found = await proxiesOf("loopback", (take) => take("127.0.0.1", { "X-Forwarded-For": "8.8.8.8, 10.0.0.7" }));
    expect(found).toEqual([["10.0.0.7", 1]]);
  });

  it("is reported at a public address if it has many clients and sends their protocol", async () => {
    const many = (take: (peer: string, headers: Record<string, string>) => void, more: Record<string, string>) => {
      for (let last = 1; last <= 20; last++) take("9.9.9.9", { "X-Forwarded-For": `8.8.8.${last}`, ...more });
    };
    expect(await proxiesOf("", (take) => many(take, {}))).toEqual([]);
    expect(await proxiesOf("", (take) => take("9.9.9.9", { ...forwarded, "X-Forwarded-Proto": "https" }))).toEqual([]);
    expect(await proxiesOf("", (take) => many(take, { "X-Forwarded-Proto": "https" }))).toEqual([["9.9.9.9", 21]]);
  });

  it("is not reported if it is listed, or sends no header", async () => {
    expect(await proxiesOf("loopback", (take) => take("127.0.0.1", forwarded))).toEqual([]);
    expect(await proxiesOf("", (take) => take("192.168.7.7", {}))).toEqual([]);
  });
});

describe("the header for handlers", () => {
  it.each(["x-client-address", "X-Client-Address", "X-CLIENT-ADDRESS"])(
    "is only ours: a client's %s is dropped",
    async (name) => {
      const { passClientAddress } = await load("");
      const sent = request("198.51.100.1", { Host: "a", [name]: "6.6.6.6", Accept: "*/*" });
      passClientAddress(sent);
      expect(sent.headers["x-client-address"]).toBe("198.51.100.1");
      expect(sent.rawHeaders).toEqual(["Host", "a", "Accept", "*/*", "x-client-address", "198.51.100.1"]);
    },
  );

  it("is only ours if the client sends it twice", async () => {
    const { passClientAddress } = await load("");
    const sent = request("198.51.100.1", { "x-client-address": "6.6.6.6, 7.7.7.7" });
    sent.rawHeaders = ["x-client-address", "6.6.6.6", "Accept", "x-client-address", "X-Client-Address", "7.7.7.7"];
    passClientAddress(sent);
    expect(sent.rawHeaders).toEqual(["Accept", "x-client-address", "x-client-address", "198.51.100.1"]);
  });
});

describe("the client's protocol", () => {
  const host = { Host: "go.example" };
  it.each<[string, string, Record<string, string>, boolean]>([
    ["a trusted proxy's", "loopback", { "X-Forwarded-Proto": "https" }, true],
    ["a trusted proxy's in capitals", "loopback", { "X-Forwarded-Proto": "HTTPS" }, true],
    ["the first proxy's", "loopback", { "X-Forwarded-Proto": "https, http" }, true],
    ["the first proxy's", "loopback", { "X-Forwarded-Proto": "http,https" }, false],
    [
      "a trusted proxy's, against the browser's",
      "loopback",
      { "X-Forwarded-Proto": "http", Origin: "https://go.example" },
      false,
    ],
    ["nobody's", "loopback", {}, false],
    ["nobody's whom it trusts", "", { "X-Forwarded-Proto": "https" }, false],
    ["nobody's whom it trusts", "10.0.0.0/8", { "X-Forwarded-Proto": "https" }, false],
    ["the browser's", "", { Origin: "https://go.example" }, true],
    ["the browser's", "", { Origin: "http://go.example" }, false],
    ["the browser's, from another site", "", { Origin: "https://evil.example" }, false],
    ["the browser's, which does not say it", "", { Origin: "null" }, false],
  ])("is %s (%s, %j)", async (_, trusted, headers, secure) => {
    const { usesHttps, passClientProtocol, forwardedHttps } = await load(trusted);
    const sent = request("127.0.0.1", { ...host, ...headers, "X-Client-Protocol": "https" });
    expect(usesHttps(sent)).toBe(secure);
    passClientProtocol(sent);
    const { becomeServerProcess } = await import("@/lib/platform/process/server-process");
    becomeServerProcess();
    expect(forwardedHttps(new Headers({ "x-client-protocol": String(sent.headers["x-client-protocol"]) }))).toBe(
      secure,
    );
  });
});
