import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { newOwner, ok } from "../support/owned";
import { agents, hostVisit, visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("trustingServer");
let owner: LinkOwner;
let destination: string;
/** The paths that the destination was asked for. */
const requests: (string | undefined)[] = [];
const site = createServer(({ url }, response) => {
  requests.push(url);
  response.end("The destination");
});

beforeAll(async () => {
  await once(site.listen(0, "127.0.0.1"), "listening");
  destination = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  owner = await linkOwner(server);
});
afterAll(async () => {
  site.close();
});

const there = "https://there.example/shop?a=1&b=2#part";
const arrives = async (url: string, init: Parameters<typeof visit>[1] = {}) => (await visit(url, init)).location;

describe("a link that forwards", () => {
  it("nothing: works as without forwarding", async () => {
    for (const more of [{}, { forward: "none" }]) {
      const { shorturl } = await owner.create({ url: there, ...more });
      expect(await arrives(`${shorturl}?a=9&c=3`)).toBe(there);
      for (const path of ["/x", "/x/y?a=1", "//", "/x/"]) expect((await visit(shorturl + path)).status).toBe(404);
    }
  });

  it("the query: before the destination's, and after its own parameters", async () => {
    const { shorturl } = await owner.create({ url: there, forward: "query", parameters: [{ name: "b", value: "3" }] });
    expect(await arrives(`${shorturl}?b=8&a=9&c=%204`)).toBe("https://there.example/shop?a=9&c=%204&b=3#part");
    expect(await arrives(shorturl)).toBe("https://there.example/shop?a=1&b=3#part");
    expect((await visit(`${shorturl}/x?c=4`)).status).toBe(404);
  });

  it("all: the path, too", async () => {
    const { shorturl } = await owner.create({ url: there, forward: "all" });
    expect(await arrives(`${shorturl}/sizes/42`)).toBe("https://there.example/shop/sizes/42?a=1&b=2#part");
    expect(await arrives(`${shorturl}/sizes/?b=7`)).toBe("https://there.example/shop/sizes/?a=1&b=7#part");
    expect(await arrives(`${shorturl}/`)).toBe("https://there.example/shop/?a=1&b=2#part");
    expect(await arrives(`${shorturl}/1/2/3/4/5/6/7/8`)).toBe(
      "https://there.example/shop/1/2/3/4/5/6/7/8?a=1&b=2#part",
    );
    expect(await arrives(`${shorturl}/über+uns/a.html`)).toBe(
      "https://there.example/shop/%C3%BCber+uns/a.html?a=1&b=2#part",
    );
    expect(await arrives(shorturl)).toBe(there);
    // Upper case, as if typed from paper.
    expect(await arrives(`${shorturl.toUpperCase().replace(/^[^/]*\/\/[^/]*/, server.url)}/A`)).toContain("/shop/A?");
  });

  it.each(["/../x", "/a%5Cb", "/a%2F..%2Fb", "/..;/x", "/%252e%252e/x"])(
    "all: nothing that could change the host: %s",
    async (path) => {
      const { shorturl } = await owner.create({ url: there, forward: "all" });
      // The path is sent as written: `fetch` would normalize it.
      expect(await raw(shorturl, path)).toEqual([404, undefined]);
    },
  );

  it("all: a backslash is a slash, as in browsers", async () => {
    const { shorturl } = await owner.create({ url: there, forward: "all" });
    expect(await raw(shorturl, "/a\\b")).toEqual([302, "https://there.example/shop/a/b?a=1&b=2#part"]);
  });

  it("does not forward a query that is too large", async () => {
    const { shorturl } = await owner.create({ url: there, forward: "query" });
    expect(await arrives(`${shorturl}?${"x&".repeat(51)}`)).toBe(there);
  });

  it("forwards to the destination of its rules and its split test, but not to an app store or the fallback URL", async () => {
    const { shorturl } = await owner.create({
      url: "https://own.example/",
      forward: "all",
      parameters: [{ name: "p", value: "1" }],
      devicetarget: [{ device: "mac", link: "https://mac.example/base?x=1" }],
      deeplink: { google: "https://play.example/app?id=ours" },
      split: [
        { to: "https://split.example/1", weight: 1 },
        { to: "https://split.example/1", weight: 1 },
      ],
    });
    const as = (agent: string) => arrives(`${shorturl}/a?x=2&id=other`, { headers: { "user-agent": agent } });
    expect(await as(agents.mac)).toBe("https://mac.example/base/a?x=2&id=other&p=1");
    expect(await as(agents.windows)).toBe("https://split.example/1/a?x=2&id=other&p=1");
    expect(await as(agents.android)).toBe("https://play.example/app?id=ours");
    const over = await owner.create({
      url: there,
      forward: "all",
      expiry: "2020-01-01 00:00:00",
      expiryurl: "https://ended.example/?a=1",
    });
    expect(await arrives(`${over.shorturl}/x?a=2`)).toBe("https://ended.example/?a=1");
  });

  it("still applies its rules to the query", async () => {
    const rules = [{ when: { query: [{ name: "ref", value: "mail" }] }, to: "https://mail.example/" }];
    const { shorturl } = await owner.create({ url: there, forward: "query", rules });
    expect(await arrives(`${shorturl}?ref=mail`)).toBe("https://mail.example/?ref=mail");
  });

  it("looks missing if it is private, and is counted if it is not", async () => {
    const hidden = await owner.create({ url: there, forward: "all", status: "off" });
    expect((await visit(`${hidden.shorturl}/x`)).status).toBe(404);
    const { shorturl, id } = await owner.create({ url: there, forward: "all" });
    await visit(`${shorturl}/x?utm_source=mail`);
    await eventually(async () => expect((await owner.show(id)).data.clicks).toBe(1));
  });

  it("begins and ends with an edit", async () => {
    const { shorturl, id } = await owner.create({ url: there });
    expect((await visit(`${shorturl}/x`)).status).toBe(404);
    for (const [forward, location] of [
      ["all", "https://there.example/shop/x?a=1&b=2#part"],
      ["query", null],
      [null, null],
    ] as const) {
      await owner.update(id, { forward });
      expect((await owner.show(id)).details.forward).toBe(forward);
      expect(await arrives(`${shorturl}/x`)).toBe(location);
    }
  });
});

/** The status and location of a request for exactly this path. */
async function raw(shorturl: string, path: string): Promise<[number | undefined, string | undefined]> {
  const { hostname, port, pathname } = new URL(shorturl);
  const sent = request({ hostname, port, path: pathname + path, headers: { "user-agent": agents.windows } });
  const [response] = await once(sent.end(), "response");
  response.resume();
  return [response.statusCode, response.headers.location];
}

describe("pages and protection of a link that forwards", () => {
  it("asks for the password, whose pass is valid for all paths after the alias", async () => {
    const { shorturl } = await owner.create({ url: there, forward: "all", password: "open sesame" });
    const body = new URLSearchParams({ password: "open sesame" });
    const { status, location, headers } = await visit(`${shorturl}/x?a=7`, { method: "POST", body });
    expect([status, location]).toEqual([303, "https://there.example/shop/x?b=2&a=7#part"]);
    const cookie = headers.get("set-cookie") ?? "";
    expect(cookie).toContain(`Path=${new URL(shorturl).pathname};`);
    const pass = { headers: { cookie: cookie.split(";")[0] ?? "" } };
    expect(await arrives(`${shorturl}/other`, pass)).toBe("https://there.example/shop/other?a=1&b=2#part");
    expect((await visit(`${shorturl}/other`)).body).toContain("This link is password-protected");
  });

  it("shows its splash page", async () => {
    const { shorturl } = await owner.create({ url: there, forward: "all", type: "splash" });
    const { body, headers } = await visit(`${shorturl}/x?a=7`);
    expect(headers.get("refresh")).toContain("url=https://there.example/shop/x?b=2&a=7#part");
    expect(body).toContain('href="https://there.example/shop/x?b=2&amp;a=7#part"');
  });

  it("shows the frame and the overlay, and asks a destination about frames once, with any additions", async () => {
    const overlay = await owner.made("/api/overlay/add", {
      type: "message",
      name: "Hello",
      content: { text: "Hello" },
    });
    for (const type of ["frame", `overlay-${overlay.id}`]) {
      const url = `${destination}${type}`;
      const { shorturl } = await owner.create({ url, forward: "all", type });
      const frame = (path: string) => expect.stringContaining(`<iframe src="${url}${path}"`);
      await eventually(async () => expect((await visit(`${shorturl}/x?a=7`)).body).toEqual(frame("/x?a=7")));
      for (let n = 0; n < 5; n++) expect((await visit(`${shorturl}/${n}?n=${n}`)).body).toEqual(frame(`/${n}?n=${n}`));
      expect(new Set(requests.filter((path) => path?.startsWith(`/${type}`)))).toEqual(new Set([`/${type}`]));
    }
  });

  it("accepts an overlay's answer at the visited address", async () => {
    const content = { title: "News", thanks: "Thank you, reader." };
    // The Free plan has one overlay.
    const owner = await linkOwner(server);
    const overlay = await owner.made("/api/overlay/add", { type: "newsletter", name: "News", content });
    const url = `${destination}news`;
    const { shorturl } = await owner.create({ url, forward: "all", type: `overlay-${overlay.id}` });
    await eventually(async () => expect((await visit(`${shorturl}/x`)).body).toContain("<iframe"));
    const body = new URLSearchParams({ email: "ann@example.com" });
    const answer = await visit(`${shorturl}/x`, { method: "POST", body });
    expect([answer.status, answer.body]).toEqual([200, expect.stringContaining("Thank you, reader.")]);
    expect(answer.body).toContain(`<iframe src="${url}/x"`);
  });

  it("includes its campaign's rotator, which forwards only a query", async () => {
    const campaign = await ok(owner.client.post<{ id: number; rotator: string }>("/api/campaign/add", { slug: "f" }));
    await owner.create({ url: there, forward: "query", campaign: campaign.id });
    expect(await arrives(`${campaign.rotator}?a=7`)).toBe("https://there.example/shop?b=2&a=7#part");
    expect((await visit(`${campaign.rotator}/x`)).status).toBe(404);
  });

  it("keeps the marker of pixels out of the destination", async () => {
    const { shorturl } = await owner.create({ url: there, forward: "query" });
    expect(await arrives(`${shorturl}?signpost-pixels&a=7`)).toBe("https://there.example/shop?b=2&a=7#part");
    expect((await visit(`${shorturl}?a=7&signpost-pixels`)).status).toBe(404);
  });

  it("keeps the addresses of its QR code and of the page about it", async () => {
    const { shorturl } = await owner.create({ url: there, forward: "all" });
    expect((await visit(`${shorturl}/qr.svg`)).headers.get("content-type")).toBe("image/svg+xml");
    expect((await visit(`${shorturl}+`)).body).toContain("About this link");
    // Endings that do not belong to the link are part of the path.
    expect(await arrives(`${shorturl}/docs/qr`)).toBe("https://there.example/shop/docs/qr?a=1&b=2#part");
    expect(await arrives(`${shorturl}/c++`)).toBe("https://there.example/shop/c++?a=1&b=2#part");
  });
});

describe("a domain's links", () => {
  it("forward as the domain says, at once, unless they have their own setting", async () => {
    const owner = await newOwner(server);
    const host = `forward-${process.pid}.example.com`;
    const { id } = await ok(owner.client.post<{ id: number }>("/api/domain/add", { domain: `http://${host}` }));
    const forwardOf = async () =>
      (await ok(owner.client.get<{ data: { forward: string } }>(`/api/domain/${id}`))).data.forward;
    expect(await forwardOf()).toBe("none");
    const add = (custom: string, more = {}) =>
      ok(owner.client.post<{ id: number }>("/api/url/add", { url: there, custom, domain: host, ...more }));
    const campaign = await ok(owner.client.post<{ id: number; rotator: string }>("/api/campaign/add", { slug: "fd" }));
    const silent = await add("silent", { campaign: campaign.id });
    await add("silenced", { forward: "none" });
    const to = async (path: string) => (await hostVisit(server.url, host, path)).location;
    const simulated = async () =>
      (await ok(owner.client.post<{ destination: string }>(`/api/url/${silent.id}/simulate`, { query: "a=7" })))
        .destination;
    expect(await to("/silent?a=7")).toBe(there);
    expect(await simulated()).toBe(there);
    for (const forward of ["query", "all"]) {
      await ok(owner.client.put(`/api/domain/${id}/update`, { forward }));
      expect(await forwardOf()).toBe(forward);
      expect(await to("/silent?a=7")).toBe("https://there.example/shop?b=2&a=7#part");
      expect(await to("/silenced?a=7")).toBe(there);
      expect(await simulated()).toBe("https://there.example/shop?b=2&a=7#part");
    }
    expect(await to("/silent/x")).toBe("https://there.example/shop/x?a=1&b=2#part");
    expect(await to("/silenced/x")).toBeUndefined();
    expect((await visit(`${campaign.rotator}?a=7`)).location).toBe("https://there.example/shop?b=2&a=7#part");
  });

  it.each(["ALL", "path", 1, []])("never forward %j", async (forward) => {
    const owner = await newOwner(server);
    const sent = { domain: `http://x-${process.pid}.example.com`, forward };
    const { status, body } = await owner.client.post<{ errors: { path: string }[] }>("/api/domain/add", sent);
    expect([status, body.errors.map(({ path }) => path)]).toEqual([400, ["forward"]]);
  });
});

describe("a simulated visit", () => {
  it.each([
    ["none", "/x", "a=7"],
    ["none", "/", "a=7"],
    ["query", "/", "a=7"],
    ["query", "/).", "a=7"],
    ["none", "", "a=7"],
    ["query", "", "a=7&c=1"],
    ["query", "/x", ""],
    ["all", "/x/y", "a=7"],
    ["all", "/x/", ""],
    ["all", "/a%2f..", ""],
  ])("has the same destination as the visit: %s, %s?%s", async (forward, path, query) => {
    const { id, shorturl } = await owner.create({ url: there, forward, parameters: [{ name: "z", value: "1" }] });
    const simulated = await ok(
      owner.client.post<{ destination: string | null }>(`/api/url/${id}/simulate`, { path, query }),
    );
    const [status, location] = await raw(shorturl, `${path}?${query}`);
    expect([simulated.destination, simulated.destination === null]).toEqual([location ?? null, status === 404]);
  });
});
