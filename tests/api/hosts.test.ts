import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { hostedFetch } from "../support/hosted";
import { linkOwner } from "../support/links";
import { onNewPlan } from "../support/plans";
import { startServer, type TestServer } from "../support/server";
import { sql } from "../support/sql";
import { hostVisit } from "../support/visit";
import { eventually } from "../support/wait";

const own = "sign.example";
const branded = "go.brand.example";
const waiting = "new.brand.example";
const sentence = "There is nothing at this address.";
const nothing = { status: 404, location: undefined, body: sentence };
const noApi = { ...nothing, body: JSON.stringify({ error: 1, code: "nothing_here", message: sentence }) };

let server: TestServer;
let list: string;
const on = (host: string, path: string) => hostVisit(server.url, host, path);

beforeAll(async () => {
  server = await startServer({ env: { APP_URL: `https://${own}` } });
  const { user, client, create } = await linkOwner(server);
  await onNewPlan(server, user);
  const domains = "INSERT INTO domains (user_id, host, status) VALUES ($1, $2, 'active'), ($1, $3, 'pending')";
  await sql(server, domains, [user.id, branded, waiting]);
  await create({ url: "https://example.com/branded", domain: branded, custom: "spring" });
  await create({ url: "https://example.com/own", custom: "spring" });
  await create({ url: "https://example.com/own-only", custom: "summer" });
  const campaign = { name: "Spring", slug: "spring", public: true };
  const { body } = await client.post<{ id: number }>("/api/campaign/add", campaign);
  list = `/u/${user.username}/${body.id}`;
});
afterAll(() => server?.stop());

const servicePages = ["/", "/login", "/register", "/docs", "/dashboard", "/dashboard/links", "/login/sso/abc"];
const serviceApi = ["/api/account", "/api/urls", "/api", "/api/openapi.json", "/api/auth/session", "/api/nowhere"];

describe("the service's own host", () => {
  it("shows its pages, its API and its links", async () => {
    expect((await on(own, "/login")).status).toBe(200);
    expect((await on(own, "/dashboard")).location).toContain("/login");
    expect((await on(own, "/api/account")).status).toBe(401);
    expect((await on(own, "/spring")).location).toBe("https://example.com/own");
  });

  it("sends HSTS only on its own host, and leaves that decision to branded domains", async () => {
    const strict = async (host: string, path: string) => (await on(host, path)).strict;
    for (const path of ["/login", "/dashboard", "/api/account", "/spring", "/nowhere"]) {
      expect([path, await strict(own, path)]).toEqual([path, "max-age=31536000"]);
      expect([path, await strict(branded, path)]).toEqual([path, undefined]);
      expect([path, await strict("elsewhere.example", path)]).toEqual([path, undefined]);
    }
  });
});

describe("a branded domain", () => {
  it("has only its own links", async () => {
    expect((await on(branded, "/spring")).location).toBe("https://example.com/branded");
    expect(await on(branded, "/summer")).toMatchObject({ status: 404, location: undefined });
  });

  it.each([...servicePages, "/_next/static/x.js", "/icon.svg", "/dashboard?a=b", "/Dashboard"])(
    "does not show %s",
    async (path) => {
      const { status, location, body } = await on(branded, path);
      expect([status, location]).toEqual([404, undefined]);
      expect(body).toContain("Link not found");
    },
  );

  it.each(serviceApi)("has no API at %s", async (path) => {
    expect(await on(branded, path)).toEqual(noApi);
  });

  it("shows the campaign lists and images of the service", async () => {
    expect((await on(branded, list)).status).toBe(200);
    expect((await on(branded, "/avatar/1.svg")).status).toBe(200);
  });

  it("accepts no action of the dashboard", async () => {
    for (const path of ["/login", "/dashboard/settings", "/"]) {
      const answer = await hostedFetch(server.url + path, branded, { method: "POST", body: "x" });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  it("redirects all unknown addresses to redirect404", async () => {
    const set = (to: string | null) =>
      sql(server, "UPDATE domains SET redirect_404 = $1 WHERE host = $2", [to, branded]);
    await set("https://example.com/lost");
    await expect.poll(async () => (await on(branded, "/dashboard")).location).toBe("https://example.com/lost");
    expect((await on(branded, "/summer")).location).toBe("https://example.com/lost");
    await set("https://example.com/verloren/日本");
    const encoded = "https://example.com/verloren/%E6%97%A5%E6%9C%AC";
    await expect.poll(async () => (await on(branded, "/dashboard")).location).toBe(encoded);
    expect(await on(branded, "/api/account")).toEqual(noApi);
    await set(null);
    await expect.poll(async () => (await on(branded, "/dashboard")).status).toBe(404);
  });
});

describe.each([
  ["an unknown host", "other.example"],
  ["a domain that waits for its check", waiting],
  ["this machine's name", "localhost"],
  ["an address", "203.0.113.5"],
  ["the service's host on another port", `${own}:8080`],
  ["the service's host below another", `${own}.other.example`],
])("%s", (_, host) => {
  it("has no links, no pages and no API", async () => {
    for (const path of [...servicePages, ...serviceApi, "/spring", "/q/abcdefg", list, "/avatar/1.svg", "/_next/x"]) {
      expect([path, await on(host, path)]).toEqual([path, serviceApi.includes(path) ? noApi : nothing]);
    }
  });

  it("answers health checks", async () => {
    for (const path of ["/api/health", "/api/ready", "/api/ready/visits"])
      expect([path, (await on(host, path)).status]).toEqual([path, 200]);
  });
});

describe("with APP_URL unset", () => {
  const open = inject("server");

  it.each(["localhost", "203.0.113.5:3000", "first.try.example"])("the service answers at %s", async (host) => {
    expect((await hostVisit(open.url, host, "/login")).status).toBe(200);
    expect((await hostVisit(open.url, host, "/api/account")).status).toBe(401);
  });
});

describe("GET /api/tls/allowed", () => {
  const askCertificate = (domain: string) => on("app:3000", `/api/tls/allowed?domain=${encodeURIComponent(domain)}`);

  it.each([own, branded, branded.toUpperCase(), `${branded}.`])("says yes for %s", async (domain) => {
    expect((await askCertificate(domain)).status).toBe(200);
  });

  it.each([
    waiting,
    "other.example",
    `x.${branded}`,
    "brand.example",
    "localhost",
    "127.0.0.1",
    "a b",
    "%",
    `${branded}/x`,
  ])("says no for %s", async (domain) => {
    expect((await askCertificate(domain)).status).toBe(404);
  });

  it("requires a domain", async () => {
    expect((await on("app:3000", "/api/tls/allowed")).status).toBe(400);
  });
});

describe("the log", () => {
  const linesOf = (host: string) =>
    server
      .logs()
      .split("\n")
      .filter((line) => line.includes(`"host":"${host}"`));

  it("says once which unknown host was requested, and what APP_URL is", async () => {
    const host = "not-set-up.example:8443";
    for (const path of ["/", "/spring", "/login", "/api/account", "/q/abcdefg"]) await on(host, path);
    await on(host.toUpperCase(), "/");
    const [line = "{}", ...more] = await eventually(() => {
      const found = linesOf(host);
      if (found.length === 0) throw new Error("nothing was logged");
      return found;
    });
    expect(more).toEqual([]);
    const { level, msg, ...names } = JSON.parse(line);
    expect([level, names.host, names.APP_URL]).toEqual([40, host, `https://${own}`]);
    expect(msg).toContain(
      'got "There is nothing at this address". If this is your service\'s address, set APP_URL to it',
    );
    for (const known of [own, branded]) expect(linesOf(known)).toEqual([]);
  });

  it("does not grow with made-up hosts", async () => {
    for (let count = 0; count < 40; count++) await on(`made-up-${count}.example`, "/");
    await eventually(() => expect(server.logs()).toContain("Further unknown hosts are not logged"));
    const hosts = new Set(server.logs().match(/"host":"[^"]*"/g));
    expect(hosts.size).toBeLessThanOrEqual(20);
    expect(linesOf("made-up-39.example")).toEqual([]);
  });
});
