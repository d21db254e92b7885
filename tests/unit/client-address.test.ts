import type { IncomingMessage } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

/** The module as a process with this TRUSTED_PROXIES would load it. */
async function load(trusted: string) {
  vi.resetModules();
  vi.stubEnv("TRUSTED_PROXIES", trusted);
  return import("@/lib/platform/client-address");
}

function request(remoteAddress: string, headers: Record<string, string>): IncomingMessage {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const connection = { remoteAddress };
  const rawHeaders = Object.entries(headers).flat();
  return { socket: connection, connection, headers: lower, rawHeaders } as unknown as IncomingMessage;
}

const forwarded = { "X-Forwarded-For": "203.0.113.9" };

describe("the client's address", () => {
  it("is the connection's where no proxy is trusted, whatever the headers say", async () => {
    const { clientAddress } = await load("");
    const headers = { ...forwarded, Forwarded: "for=203.0.113.9", "X-Real-IP": "203.0.113.9" };
    expect(clientAddress(request("198.51.100.1", headers))).toBe("198.51.100.1");
    expect(clientAddress(request("127.0.0.1", headers))).toBe("127.0.0.1");
  });

  it("is the connection's where the peer is not a listed proxy", async () => {
    const { clientAddress } = await load("10.0.0.0/8");
    expect(clientAddress(request("198.51.100.1", forwarded))).toBe("198.51.100.1");
  });

  it("is what a listed proxy says", async () => {
    const { clientAddress } = await load("loopback, 10.0.0.0/8");
    expect(clientAddress(request("127.0.0.1", forwarded))).toBe("203.0.113.9");
    expect(clientAddress(request("::1", forwarded))).toBe("203.0.113.9");
    expect(clientAddress(request("10.1.2.3", forwarded))).toBe("203.0.113.9");
    expect(clientAddress(request("10.1.2.3", {}))).toBe("10.1.2.3");
  });

  it("is the last that no listed proxy has: what the client wrote before it counts for nothing", async () => {
    const { clientAddress } = await load("loopback, 10.0.0.0/8");
    const chain = { "X-Forwarded-For": "1.1.1.1, 203.0.113.9, 10.0.0.7" };
    expect(clientAddress(request("127.0.0.1", chain))).toBe("203.0.113.9");
  });
});

describe("the header that handlers read", () => {
  it.each(["x-client-address", "X-Client-Address", "X-CLIENT-ADDRESS"])(
    "is ours alone: a client's own %s is dropped",
    async (name) => {
      const { passClientAddress } = await load("");
      const sent = request("198.51.100.1", { Host: "a", [name]: "6.6.6.6", Accept: "*/*" });
      passClientAddress(sent);
      expect(sent.headers["x-client-address"]).toBe("198.51.100.1");
      expect(sent.rawHeaders).toEqual(["Host", "a", "Accept", "*/*", "x-client-address", "198.51.100.1"]);
    },
  );

  it("is ours alone when the client sends it twice", async () => {
    const { passClientAddress } = await load("");
    const sent = request("198.51.100.1", { "x-client-address": "6.6.6.6, 7.7.7.7" });
    sent.rawHeaders = ["x-client-address", "6.6.6.6", "Accept", "x-client-address", "X-Client-Address", "7.7.7.7"];
    passClientAddress(sent);
    expect(sent.rawHeaders).toEqual(["Accept", "x-client-address", "x-client-address", "198.51.100.1"]);
  });
});
