import { Resolver } from "node:dns/promises";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { parseUrl } from "@/lib/contract/url";
import { pool } from "@/lib/platform/database/pool";
import { log } from "@/lib/platform/log/log";
import { FetchError, type Guard, guardedFetch, guardedFetchWithHeaders } from "@/lib/platform/network/guarded-fetch";
import { isPublicAddress } from "@/lib/platform/network/public-address";
import { fetchTitle } from "@/lib/resources/links/destinations/title";
import { fetchIcon } from "@/lib/resources/site-icons/service";
import { type Answer, startDns, type TestDns } from "../support/dns";
import { innerForms, loopbackForms } from "../support/ssrf";

/** A server that only this machine reaches; no request may arrive here. */
let secret: Server;
let hits = 0;
/** A server that represents the public internet, on its own address. */
let open: Server;
let port: number;
let dns: TestDns;
const names: Record<string, Answer> = {
  "open.example": { addresses: ["127.0.0.2"] },
  "inner.example": { addresses: ["127.0.0.1"] },
  "inner6.example": { addresses: ["::1"] },
  "mapped.example": { addresses: ["::ffff:7f00:1"] },
  "cname.example": { cname: "inner.example" },
  "chain.example": { cname: "cname.example" },
  "both.example": { addresses: ["127.0.0.2", "127.0.0.1"] },
  "families.example": { addresses: ["127.0.0.2", "::1"] },
};

/** Like a server that sends invalid characters in headers. */
const headerOf = (encoded: string) => Buffer.from(decodeURIComponent(encoded)).toString("latin1");

const listening = (server: Server, port: number, host: string) =>
  new Promise<void>((done) => server.listen(port, host, done));

beforeAll(async () => {
  secret = createServer((_, response) => {
    hits++;
    response.end("secret");
  });
  await listening(secret, 0, "127.0.0.1");
  port = (secret.address() as AddressInfo).port;
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));
  open = createServer(({ url = "" }, response) => {
    if (url === "/bomb") response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    else if (url.startsWith("/to?")) response.writeHead(302, { location: headerOf(url.slice(4)) }).end();
    else response.end("open");
  });
  await listening(open, port, "127.0.0.2");
  dns = await startDns(names);
});
beforeEach(() => {
  hits = 0;
});
afterAll(async () => {
  for (const server of [secret, open]) {
    server.closeAllConnections();
    server.close();
  }
  await dns.close();
});

/** The service's rules, with the test's port for 80, its open server as a public address, and its name server. */
const guard: Guard = {
  async resolve(host) {
    const resolver = new Resolver({ timeout: 500, tries: 1 });
    resolver.setServers([dns.address]);
    const none = () => [] as string[];
    const found = [await resolver.resolve4(host).catch(none), await resolver.resolve6(host).catch(none)].flat();
    return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  },
  allows: (address, asked) => asked === port && (address === "127.0.0.2" || isPublicAddress(address)),
};

async function refuses(address: string, by?: Guard) {
  for (const fetch of [() => guardedFetch(address, by), () => guardedFetchWithHeaders(address, { by, first: 1024 })]) {
    await expect(fetch(), address).rejects.toBeInstanceOf(FetchError);
  }
  expect(hits).toBe(0);
}

it("knows at least sixty forms", () => {
  expect(loopbackForms("").length + innerForms.length).toBeGreaterThanOrEqual(60);
  expect(new Set([...loopbackForms(""), ...innerForms]).size).toBe(loopbackForms("").length + innerForms.length);
});

it("reaches open addresses, or the tests below would prove nothing", async () => {
  expect((await guardedFetch(`http://open.example:${port}/`, guard)).toString()).toBe("open");
});

describe("nothing on this machine is reached", () => {
  it.each(loopbackForms(""))("at %s, on the port that answers, or with the service's rules", async (form) => {
    await refuses(`${form}:${port}/`, guard);
    await refuses(`${form}/`);
  });

  it.each(innerForms)("at %s", async (form) => {
    await refuses(form);
  });

  // Headers cannot contain line breaks or tabs within a word.
  it.each([...loopbackForms(""), ...innerForms].filter((form) => !/[\t\n]/.test(form)))(
    "by a redirect to %s",
    async (form) => {
      const target = loopbackForms("").includes(form) ? `${form}:${port}/` : form;
      await refuses(`http://open.example:${port}/to?${encodeURIComponent(target)}`, guard);
    },
  );

  it.each(["inner", "inner6", "mapped", "cname", "chain", "both", "families"])(
    "by the name %s.example",
    async (name) => {
      await refuses(`http://${name}.example:${port}/`, guard);
      await refuses(`http://open.example:${port}/to?${encodeURIComponent(`http://${name}.example:${port}/`)}`, guard);
    },
  );
});

describe("a name whose addresses change", () => {
  it("is connected to the checked address", async () => {
    let requests = 0;
    Object.defineProperty(names, "flip.example", {
      configurable: true,
      // The first query for each family gets the public address.
      get: () => ({ addresses: [++requests <= 4 ? "127.0.0.2" : "127.0.0.1"] }),
    });
    expect((await guardedFetch(`http://flip.example:${port}/`, guard)).toString()).toBe("open");
    expect(hits).toBe(0);
  });

  it("is checked again at a redirect", async () => {
    let requests = 0;
    const flipping: Guard = {
      ...guard,
      resolve: async () => [{ address: ++requests === 1 ? "127.0.0.2" : "127.0.0.1", family: 4 }],
    };
    await expect(guardedFetch(`http://flip.example:${port}/to?/`, flipping)).rejects.toBeInstanceOf(FetchError);
    expect([requests, hits]).toEqual([2, 0]);
  });
});

it("reads no title from internal addresses", async () => {
  const stored = vi.spyOn(pool, "query").mockRejectedValue(new Error("nothing is to be stored") as never);
  // No request waits for a title. The log says that there was none.
  const logged = vi.spyOn(log, "debug").mockReturnValue();
  const forms = [...loopbackForms(`:${port}/`), ...innerForms];
  for (const [id, destination] of forms.entries()) fetchTitle({ id, destination });
  await expect.poll(() => logged.mock.calls.length).toBe(forms.length);
  expect([hits, stored.mock.calls]).toEqual([0, []]);
  vi.restoreAllMocks();
});

it("reads no icon from internal addresses", async () => {
  const draw = async () => "drawn";
  const origins = loopbackForms(`:${port}`).flatMap((form) => parseUrl(form)?.origin ?? []);
  expect(origins.length).toBeGreaterThan(10);
  expect(await Promise.all(origins.map((origin) => fetchIcon(origin, draw)))).toEqual(origins.map(() => null));
  expect(hits).toBe(0);
});

it("uses no other way to fetch addresses of users", () => {
  // Browsers run what components fetch, and fetch it from this service.
  const sources = ["lib", "app", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  );
  const fetches = /\bfetch\(|from "undici"|^import (?!type).* from "node:(?:https?|http2)"/m;
  // Scripts and examples in template literals run elsewhere.
  const codeOf = (path: string) => readFileSync(path, "utf8").replace(/`(?:[^`\\]|\\.)*`/gs, "");
  const fetching = sources.filter((path) => /\.tsx?$/.test(path) && fetches.test(codeOf(path)));
  expect(fetching.toSorted()).toEqual([
    "lib/http/answer-bytes.ts", // the words of status codes
    "lib/http/page-proxy.ts", // asks the pages process
    "lib/platform/cache/redis.ts", // what the configuration names
    "lib/platform/network/guarded-fetch.ts",
    "server/metrics/port.ts", // listens
    "server/next-pages.ts", // listens
    "server/pages.ts", // listens
    "server/serve.ts", // listens
  ]);
});

it("does not unpack a compressed bomb", async () => {
  const bytes = await guardedFetch(`http://open.example:${port}/bomb`, guard);
  expect(bytes.length).toBeLessThan(100 * 1024);
});
