import { appendFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { limitTo, ok } from "../support/owned";
import { startServer, type TestServer, temporaryFolder } from "../support/server";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { hostVisit, visit } from "../support/visit";
import { eventually } from "../support/wait";

let server: TestServer;
let owner: LinkOwner;
let folder: string;
let list: string;
let internet: Server;
let at: (path: string) => string;

/** What the destinations of these tests answer, by path. */
const pages: Record<string, { headers?: Record<string, string>; body?: string }> = {
  "/titled": { body: "<title>Tom &amp; Jerry\n in town</title>" },
  "/open": { body: "<title>Open</title>" },
  "/closed": { headers: { "X-Frame-Options": "DENY" } },
  "/own": { headers: { "Content-Security-Policy": "frame-ancestors 'self'" } },
};

beforeAll(async () => {
  internet = createServer(({ url = "" }, response) => {
    const page = pages[url];
    response.writeHead(page ? 200 : 404, { "Content-Type": "text/html", ...page?.headers }).end(page?.body);
  });
  await new Promise<void>((done) => internet.listen(0, "127.0.0.1", done));
  at = (path) => `http://127.0.0.1:${(internet.address() as AddressInfo).port}${path}`;
  folder = await temporaryFolder();
  list = join(folder, "blocklist");
  await writeFile(list, "# none yet\n");
  server = await startServer({ env: { ALLOW_PRIVATE_FETCH: "1", BLOCKLIST: list } });
  owner = await linkOwner(server);
});

afterAll(async () => {
  await server?.stop();
  internet?.close();
  if (folder) await rm(folder, { recursive: true });
});

describe("a link without a title", () => {
  it("gets the title of its destination, a moment later", async () => {
    const { id } = await owner.create({ url: at("/titled") });
    await eventually(async () => expect((await owner.show(id)).details.title).toBe("Tom & Jerry in town"));
  });

  it("stays without one if the destination has none", async () => {
    const { id } = await owner.create({ url: at("/missing") });
    const other = await owner.create({ url: at("/titled") });
    await eventually(async () => expect((await owner.show(other.id)).details.title).not.toBe(""));
    expect((await owner.show(id)).details.title).toBe("");
  });
});

describe("a framed link", () => {
  it("shows its destination under its own address and title", async () => {
    const { shorturl } = await owner.create({ type: "frame", url: at("/open"), metatitle: "Ours <b>" });
    const { body, headers } = await eventually(async () => {
      const answer = await visit(shorturl);
      expect(answer.status).toBe(200);
      return answer;
    });
    expect(body).toContain(`<iframe src="${at("/open")}" title="Ours &lt;b&gt;"`);
    expect(body).toContain("<title>Ours &lt;b&gt;</title>");
    expect(headers.get("content-security-policy")).toContain("frame-src http: https:");
  });

  it.each(["/closed", "/own", "/missing"])(
    "redirects to a destination that forbids it or does not respond: %s",
    async (path) => {
      const { shorturl } = await owner.create({ type: "frame", url: at(path) });
      await eventually(async () => expect((await framingsOf(path)).length).toBe(1));
      const { status, location } = await visit(shorturl);
      expect([status, location]).toEqual([302, at(path)]);
    },
  );

  it("redirects from an encrypted domain to an unencrypted destination, which browsers would not frame", async () => {
    const { id, shorturl } = await owner.create({ type: "frame", url: at("/open") });
    await eventually(async () => expect((await visit(shorturl)).status).toBe(200));
    await sql(
      server,
      `WITH domain AS (INSERT INTO domains (user_id, host, scheme) VALUES ($1, 'go.encrypted.test', 'https') RETURNING id)
       UPDATE links SET domain_id = domain.id FROM domain WHERE links.id = $2`,
      [owner.user.id, id],
    );
    await eventually(async () => {
      const { status, location } = await hostVisit(server.url, "go.encrypted.test", new URL(shorturl).pathname);
      expect([status, location]).toEqual([302, at("/open")]);
    });
  });

  const framingsOf = (path: string) =>
    sql(server, "SELECT 1 FROM frame_permissions WHERE key = sha256(convert_to($1, 'UTF8'))", [at(path)]);
});

describe("the blocklist", () => {
  it("rejects every listed destination in every kind of field, and names the field", async () => {
    await appendFile(list, "evil.example\n");
    const evil = "https://www.evil.example/path";
    const bodies: [string, object][] = [
      ["url", { url: evil }],
      ["expiryurl", { url: "https://a.example/", expiryurl: evil }],
      ["geotarget.0.link", { url: "https://a.example/", geotarget: [{ location: "FR", link: evil }] }],
      ["deeplink.apple", { url: "https://a.example/", deeplink: { auto: true, apple: evil } }],
      ["rules.0.to", { url: "https://a.example/", rules: [{ when: { country: ["FR"] }, to: evil }] }],
      [
        "split.1.to",
        {
          url: "https://a.example/",
          split: [
            { to: "https://b.example/", weight: 1 },
            { to: evil, weight: 1 },
          ],
        },
      ],
    ];
    const { id } = await owner.create();
    for (const [path, body] of bodies) {
      for (const answer of [
        await owner.client.post("/api/url/add", body),
        await owner.client.put(`/api/url/${id}/update`, body),
      ]) {
        const { errors } = answer.body as Failure;
        expect([path, answer.status, errors]).toEqual([
          path,
          400,
          [{ path, code: "url_blocked", message: "This address is on this service's blocklist." }],
        ]);
      }
    }
    expect((await owner.show(id)).details.longurl).toBe("https://example.com/");
  });

  it("rejects every other field that could redirect visitors there, and stops using listed ones at once", async () => {
    const { client, create, user } = await linkOwner(server);
    const many = { enabled: true, count: null };
    await limitTo(server, user.id, { overlay: many, domain: many });
    const page = (host: string) => `https://${host}/x`;
    const sentence = "This address is on this service's blocklist.";
    const blocks = (url: string) => [
      { type: "heading", text: "Find me" },
      { type: "link", title: "Shop", url },
      { type: "image", url: page("a.example"), link: url },
      { type: "social", icons: [{ network: "github", url }] },
      { type: "contact", name: "Ada", website: url },
    ];
    const message = (url: string) => ({ text: "Half price", button: "Show me", url });
    const kinds: [string, string, (url: string) => object][] = [
      ["domain", "redirectroot", (redirectroot) => ({ domain: `http://go.blocked-${process.pid}.test`, redirectroot })],
      ["qr", "data", (data) => ({ type: "link", data })],
      ["qr", "data.site", (site) => ({ type: "vcard", data: { fname: "Ada", site } })],
      ["overlay", "content.url", (url) => ({ name: "Sale", type: "message", content: message(url) })],
      [
        "overlay",
        "content.link",
        (link) => ({ name: "Poster", type: "image", content: { url: page("a.example"), link } }),
      ],
      ...[1, 2, 3, 4].map((index): [string, string, (url: string) => object] => [
        "bio",
        `blocks.0.${["", "url", "link", "icons.0.url", "website"][index]}`,
        (url) => ({ slug: `blocked-${process.pid}-${index}`, name: "Ada", blocks: [blocks(url)[index]] }),
      ]),
    ];
    const made: { id: number; link?: string }[] = [];
    for (const [kind, path, bodyOf] of kinds) {
      const thing = await ok(
        client.post<{ id: number; link?: string }>(`/api/${kind}/add`, bodyOf(page("soon.example"))),
      );
      made.push(thing);
      for (const answer of [
        await client.post(`/api/${kind}/add`, bodyOf(page("evil.example"))),
        await client.put(`/api/${kind}/${thing.id}/update`, bodyOf(page("evil.example"))),
      ]) {
        const { errors } = answer.body as Failure;
        expect([kind, answer.status, errors]).toEqual([kind, 400, [{ path, code: "url_blocked", message: sentence }]]);
      }
    }

    const [domain, code, contact, overlay, , bioLink] = made;
    const cookie = await sessionCookie(server, user.id);
    const shown = [
      `domains/${domain?.id}`,
      `qr-codes/${code?.id}`,
      `qr-codes/${contact?.id}`,
      `overlays/${overlay?.id}/edit`,
      `bio/${bioLink?.id}`,
    ];
    const reasonOf = async (path: string) =>
      (await visit(`${server.url}/dashboard/${path}`, { headers: { cookie } })).body.includes(
        "https://soon.example/x is on this servic",
      );
    for (const path of shown) expect([path, await reasonOf(path)]).toEqual([path, false]);
    const bare = () => hostVisit(server.url, `go.blocked-${process.pid}.test`, "/");
    expect((await bare()).location).toBe(page("soon.example"));
    const here = (address = "") => server.url + new URL(address).pathname;
    const scans = [code, contact].map((thing) => here(thing?.link?.replace("/qr/", "/q/")));
    const covered = await create({ type: `overlay-${overlay?.id}`, url: at("/open") });
    const bio = await ok(
      client.post<{ link: string }>("/api/bio/add", {
        slug: `listed-${process.pid}`,
        name: "Ada",
        blocks: blocks(page("soon.example")),
      }),
    );
    const targets = [...(await visit(here(bio.link))).body.matchAll(/href="(\/b\/[^"]+)"/g)].map(
      ([, path]) => server.url + path,
    );
    expect(targets).toHaveLength(5);
    expect((await visit(scans[0] ?? "")).location).toBe(page("soon.example"));
    expect((await visit(scans[1] ?? "")).body).toContain("soon.example");
    const before = await Promise.all(targets.map((target) => visit(target)));
    expect(before.map(({ status }) => status).sort()).toEqual([200, 302, 302, 302, 302]);
    expect((await visit(here(covered.shorturl))).body).toContain("Show me");

    await appendFile(list, "soon.example\n");
    for (const url of [...targets, ...scans]) {
      const { status, body } = await visit(url);
      expect([url, status, body]).toEqual([url, 410, expect.stringContaining("blocklist")]);
    }
    expect((await bare()).status).toBe(410);
    expect((await visit(here(bio.link))).status).toBe(200);
    for (const path of shown) expect([path, await reasonOf(path)]).toEqual([path, true]);
    // The same happens when an overlay has been deleted.
    expect((await visit(here(covered.shorturl))).location).toBe(at("/open"));
  });

  it("applies to paths that a link forwards, too", async () => {
    await appendFile(list, "parts.example/bad\n");
    const { shorturl } = await owner.create({ url: "https://parts.example/", forward: "all" });
    expect((await visit(`${shorturl}/good`)).location).toBe("https://parts.example/good");
    expect((await visit(`${shorturl}/bad/page`)).status).toBe(410);
  });

  it("disables existing links at the start and each hour, and records why", async () => {
    const direct = await owner.create({ url: "https://later.example/a" });
    const ruled = await owner.create({ devicetarget: [{ device: "mac", link: "https://later.example/b" }] });
    const other = await owner.create({ url: "https://later.example.org/" });
    await appendFile(list, "later.example\n");
    const { dataDir } = server;
    const env = { ALLOW_PRIVATE_FETCH: "1", BLOCKLIST: list, PORT: new URL(server.url).port };
    await server.kill();
    server = await startServer({ dataDir, env });
    for (const { shorturl } of [direct, ruled]) {
      const { pathname } = new URL(shorturl);
      const { body } = await eventually(async () => {
        const answer = await visit(`${server.url}${pathname}`);
        expect(answer.status).toBe(410);
        return answer;
      });
      expect(body).toContain("blocklist");
    }
    expect((await visit(`${server.url}${new URL(other.shorturl).pathname}`)).status).toBe(302);
  });
});
