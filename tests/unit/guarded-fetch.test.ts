import { readFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env } from "@/lib/platform/env";
import { FetchError, type Guard, guardedFetch } from "@/lib/platform/network/guarded-fetch";
import { startDns } from "../support/dns";
import { within } from "../support/wait";

const MiB = 1024 * 1024;
const answers: Record<string, RequestListener> = {
  "/image": (_, response) => response.end("bytes"),
  "/headers": (request, response) => response.end(JSON.stringify(request.headers)),
  "/missing": (_, response) => response.writeHead(404).end("not here"),
  "/empty": (_, response) => response.writeHead(204).end(),
  "/redirect-without-location": (_, response) => response.writeHead(302).end(),
  "/exact": (_, response) => response.end(Buffer.alloc(2 * MiB)),
  "/large": (_, response) => response.end(Buffer.alloc(2 * MiB + 1)),
  "/large-in-chunks": (_, response) => {
    for (let sent = 0; sent < 2 * MiB + 1; sent += 64 * 1024) response.write(Buffer.alloc(64 * 1024));
    response.end();
  },
  "/endless": (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
    };
    response.on("drain", more);
    more();
  },
  "/silent": () => undefined,
  "/drip": (_, response) => {
    const timer = setInterval(() => response.write("x"), 100);
    response.on("close", () => clearInterval(timer));
  },
  "/broken": (_, response) => {
    response.writeHead(200, { "content-length": 100 }).write("x");
    setTimeout(() => response.destroy(), 20);
  },
};

let visited: string[] = [];
const server = createServer((request, response) => {
  const url = request.url ?? "";
  visited.push(url);
  const to = url.startsWith("/to?") ? decodeURIComponent(url.slice(4)) : null;
  if (to !== null) response.writeHead(302, { location: to }).end();
  else answers[url]?.(request, response);
});

let port: number;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  visited = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Treats 127.0.0.1, where the test's server is, as the only public address. */
const internet = (...answers: string[]): Guard & { asked: string[] } => {
  const requests: string[] = [];
  return {
    asked: requests,
    async resolve(host) {
      requests.push(host);
      const address = answers[Math.min(requests.length, answers.length) - 1];
      if (!address) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND" });
      return address.split(" ").map((one) => ({ address: one, family: one.includes(":") ? 6 : 4 }));
    },
    allows: (address, asked) => address === "127.0.0.1" && asked === port,
  };
};

const at = (path: string, host = "pictures.example") => `http://${host}:${port}${path}`;
const refusal = (address: string, guard?: Guard) =>
  guardedFetch(address, guard).then(
    () => null,
    (error: unknown) => (error instanceof FetchError ? error.message : error),
  );
const notPublic = "The address must be public and use port 80 or 443.";

it("returns the bytes at an address, by name and by number", async () => {
  expect((await guardedFetch(at("/image"), internet("127.0.0.1"))).toString()).toBe("bytes");
  expect((await guardedFetch(at("/image", "127.0.0.1"), internet())).toString()).toBe("bytes");
});

it("sends only the host to the other side, and nothing of ours", async () => {
  const headers = JSON.parse((await guardedFetch(at("/headers"), internet("127.0.0.1"))).toString());
  expect(headers).toEqual({
    host: `pictures.example:${port}`,
    connection: "keep-alive",
    "accept-encoding": "identity",
  });
});

describe("rejects", () => {
  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f.0.0.1/",
    "http://0177.0.0.1/",
    "http://0/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[0:0:0:0:0:ffff:7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fd00:ec2::254]/",
    "http://10.0.0.1/",
    "http://localhost/",
    "https://localhost/",
    "http://1.1.1.1:22/",
    "http://1.1.1.1:8080/",
    "https://1.1.1.1:80443/",
  ])("%s, by the service's rules", async (address) => {
    expect(await refusal(address)).toMatch(/^The address must be public|^This must be a complete URL/);
  });

  it.each(["ftp://example.com/x", "file:///etc/passwd", "data:image/png;base64,AAAA", "gopher://example.com/"])(
    "%s",
    async (address) => {
      expect(await refusal(address)).toBe("Only http and https addresses can be loaded.");
    },
  );

  it.each(["", "example.com/logo.png", "/logo.png", "http://"])("%j, which is not an address", async (address) => {
    expect(await refusal(address)).toBe("This must be a complete URL.");
  });

  it("a user name and password", async () => {
    expect(await refusal("https://user:secret@example.com/")).toMatch(/user name or password/);
  });

  it("a name with a private address, even among others", async () => {
    for (const address of ["127.0.0.2", "10.0.0.1", "::1", "127.0.0.1 127.0.0.2", "fe80::1 127.0.0.1"]) {
      expect(await refusal(at("/image"), internet(address))).toBe(notPublic);
    }
    expect(visited).toEqual([]);
  });

  it("an unknown name", async () => {
    expect(await refusal(at("/image"), internet())).toBe("The host of this address does not exist.");
  });

  it.each([
    ["/missing", "The address responded with status 404."],
    ["/empty", "The address responded with status 204."],
    ["/redirect-without-location", "The address responded with status 302."],
    ["/broken", "The address could not be loaded."],
  ])("a response like that of %s", async (path, message) => {
    expect(await refusal(at(path), internet("127.0.0.1"))).toBe(message);
  });

  it("a port without a listener", async () => {
    const closed = { ...internet("127.0.0.1"), allows: () => true };
    expect(await refusal("http://pictures.example:1/", closed)).toBe("The address could not be loaded.");
  });
});

describe("a name whose addresses change", () => {
  it("is resolved once per connection, and connected to the checked address", async () => {
    const guard = internet("127.0.0.1", "127.0.0.2");
    expect((await guardedFetch(at("/image"), guard)).toString()).toBe("bytes");
    expect(guard.asked).toEqual(["pictures.example"]);
  });

  it("is checked again at the next redirect", async () => {
    const guard = internet("127.0.0.1", "127.0.0.2");
    expect(await refusal(at("/to?/image"), guard)).toBe(notPublic);
    expect(guard.asked).toHaveLength(2);
    expect(visited).toEqual(["/to?/image"]);
  });
});

describe("redirects", () => {
  const chain = (length: number): string => (length === 0 ? "/image" : `/to?${encodeURIComponent(chain(length - 1))}`);

  it("are followed up to three times", async () => {
    expect((await guardedFetch(at(chain(3)), internet("127.0.0.1"))).toString()).toBe("bytes");
    visited = [];
    expect(await refusal(at(chain(4)), internet("127.0.0.1"))).toBe("The address redirects too many times.");
    expect(visited).toHaveLength(4);
  });

  it.each([
    "http://127.0.0.2/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::1]/",
    "//10.0.0.1/",
    "http://127.0.0.1:22/",
  ])("to %s are rejected", async (to) => {
    expect(await refusal(at(`/to?${encodeURIComponent(to)}`), internet("127.0.0.1"))).toBe(notPublic);
    expect(visited).toHaveLength(1);
  });

  it.each(["file:///etc/passwd", "ftp://127.0.0.1/"])("to %s are rejected, too", async (to) => {
    expect(await refusal(at(`/to?${to}`), internet("127.0.0.1"))).toBe("Only http and https addresses can be loaded.");
  });
});

describe("a body", () => {
  it("can have 2 MiB and not a byte more, regardless of the header", async () => {
    expect(await guardedFetch(at("/exact"), internet("127.0.0.1"))).toHaveLength(2 * MiB);
    for (const path of ["/large", "/large-in-chunks", "/endless"]) {
      expect(await refusal(at(path), internet("127.0.0.1"))).toBe("The file at this address is larger than 2 MiB.");
    }
  });

  it("has 5 seconds to arrive, from the first look-up to the last byte", async () => {
    const started = performance.now();
    const stuck: Guard = { ...internet(), resolve: () => new Promise(() => undefined) };
    const refusals = await within(
      6_500,
      Promise.all([
        refusal(at("/silent"), internet("127.0.0.1")),
        refusal(at("/drip"), internet("127.0.0.1")),
        refusal(at("/image"), stuck),
      ]),
    );
    expect(new Set(refusals)).toEqual(new Set(["The address took longer than 5 seconds to answer."]));
    expect(performance.now() - started).toBeGreaterThan(4_900);
  });
});

it("uses the configured name servers, and a silent one does not block other work", async () => {
  const dns = await startDns({ "inner.example": { addresses: ["127.0.0.1"] }, "slow.example": "silence" });
  Object.assign(env, { DNS_SERVERS: [dns.address] });
  try {
    const waiting = Array.from({ length: 8 }, () => refusal("http://slow.example/"));
    let answered = 0;
    for (const one of waiting) one.then(() => answered++);
    expect(await readFile(import.meta.filename, "utf8")).toContain("slow.example");
    expect(await refusal("http://inner.example/")).toBe(notPublic);
    expect(await refusal("http://nobody.example/")).toBe("The host of this address does not exist.");
    expect(answered).toBe(0);
    for (const said of await Promise.all(waiting)) expect(said).toMatch(/longer than 5 seconds|could not be loaded/);
  } finally {
    Object.assign(env, { DNS_SERVERS: [] });
    await dns.close();
  }
});
