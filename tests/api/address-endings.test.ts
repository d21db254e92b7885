import { beforeAll, describe, expect, inject, it } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { ok } from "../support/owned";
import { hostVisit, visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");
const there = "https://there.example/";
const host = `endings-${process.pid}.example.com`;
let owner: LinkOwner;
let alias: string;

beforeAll(async () => {
  owner = await linkOwner(server);
  alias = `ending${owner.user.id}`;
  const sent = { domain: `http://${host}`, redirect404: "https://elsewhere.example/" };
  const { status } = await owner.client.post("/api/domain/add", sent);
  expect(status).toBe(200);
  for (const custom of [alias, `${alias}/red`, `${alias}_v1.2`])
    for (const domain of [undefined, host])
      await owner.create({ url: there, custom, forward: "query", ...(domain && { domain }) });
});

const arrives = async (path: string) => (await visit(`${server.url}/${path}`)).location;

describe("a slash after an alias", () => {
  it("redirects like the link, once and with the query, on every kind of host", async () => {
    for (const path of [`${alias}/`, `${alias}/red/`, `${alias}_v1.2/`]) {
      expect([path, await arrives(`${path}?a=1`)]).toEqual([path, `${there}?a=1`]);
      expect([path, (await hostVisit(server.url, host, `/${path}?a=1`)).location]).toEqual([path, `${there}?a=1`]);
    }
  });

  it("is counted once", async () => {
    const { id, shorturl } = await owner.create({ url: there });
    await visit(`${shorturl}/`);
    await eventually(async () => expect((await owner.show(id)).details).toMatchObject({ clicks: 1 }));
  });

  it("of no link is a miss like any other", async () => {
    expect((await visit(`${server.url}/there-is-none/`)).status).toBe(404);
    expect((await hostVisit(server.url, host, "/there-is-none/")).location).toBe("https://elsewhere.example/");
  });
});

describe("punctuation after an alias", () => {
  const endings = [
    ...[".", ",", ")", "!", "…", "”", "%20", "\u200b", "&amp;", ";", ":", "'", "%22", "%3E", "*", "»", "]", "}"],
    ...["。", "、", "」", "\u00a0", "\ufeff", "👍", ").", "/.", "%0A", "\\", "_", "**_"],
  ];

  it.each(endings)("is removed: %j", async (ending) => {
    for (const path of [alias, `${alias}/red`, `${alias}_v1.2`])
      expect([path, await arrives(`${path}${ending}?a=1`)]).toEqual([path, `${there}?a=1`]);
    const { location } = await hostVisit(server.url, host, `/${alias}${encodeURI(ending).replaceAll("%25", "%")}`);
    expect(location).toBe(there);
  });

  it("is not a letter or a digit", async () => {
    for (const ending of ["s", "1", "é", ".x", "%20x"])
      expect((await visit(`${server.url}/${alias}${ending}`)).status).toBe(404);
  });

  it("stays if an alias contains it", async () => {
    await owner.create({ url: "https://exact.example/", custom: `${alias}_` });
    expect(await arrives(`${alias}_`)).toBe("https://exact.example/");
    expect(await arrives(`${alias}_.`)).toBe("https://exact.example/");
  });

  it("opens the page about the link if it follows the +", async () => {
    const { status, body } = await visit(`${server.url}/${alias}+).`);
    expect([status, body.includes(there)]).toEqual([200, true]);
  });

  it("shows a readable host there, and its Punycode", async () => {
    const { shorturl } = await owner.create({ url: "https://bücher.example/é" });
    expect((await visit(`${shorturl}+`)).body).toContain("<dd>bücher.example (xn--bcher-kva.example)</dd>");
  });

  it("is removed from searches and look-ups, too", async () => {
    const { id, shorturl } = await owner.create({ url: there, custom: `${alias}-searched` });
    for (const text of [`${shorturl}+`, `${shorturl}.`, `${shorturl}/`, `${alias}-searched+`]) {
      const found = async (name: string) =>
        (
          await ok(
            owner.client.get<{ data: { urls: { id: number }[] } }>(`/api/urls?${name}=${encodeURIComponent(text)}`),
          )
        ).data.urls.map((one) => one.id);
      expect([text, await found("q"), await found("short")]).toEqual([text, [id], [id]]);
    }
  });

  it("accepts a password, and asks for it once", async () => {
    const { shorturl } = await owner.create({ url: there, password: "open sesame" });
    for (const ending of [";", ")", "/"]) {
      const sent = { method: "POST", body: new URLSearchParams({ password: "open sesame" }) };
      const { location, headers } = await visit(`${shorturl}${ending}`, sent);
      const [, path = ""] = /; Path=([^;]*)/.exec(headers.get("set-cookie") ?? "") ?? [];
      expect([location, `${new URL(shorturl).pathname}${ending}`.startsWith(path)]).toEqual([there, true]);
    }
  });
});

describe("a query that is not where it belongs", () => {
  it.each([
    [";a=b", ""],
    [";jsessionid=1F?a=1", "?a=1"],
    ["%3Ba=b", ""],
    ["%3Fa=1", "?a=1"],
    ["%3fa=1&b=2", "?a=1&b=2"],
    ["%3Fa%3D1%26b%3D2%23top", "?a=1&b=2"],
    ["%3Fa=x%26y", "?a=x%26y"],
    ["%3Fa=1?b=2", "?a=1&b=2"],
    ["%3Fto=https://example.com/x", "?to=https://example.com/x"],
    ["%3F", ""],
    ["%3F%3F%3F", ""],
    ["%23top", ""],
    ["%23top?a=1", "?a=1"],
    ["&a=1", "?a=1"],
    ["&amp;a=1", "?a=1"],
    ["%26a=1", "?a=1"],
    ["%26amp%3Ba=1", "?a=1"],
    ["/%3Fa=1", "?a=1"],
    [").%3Fa=1", "?a=1"],
  ])("is removed from the path and forwarded: %s", async (ending, query) => {
    for (const path of [alias, `${alias}/red`, `${alias}_v1.2`])
      expect([path, await arrives(path + ending)]).toEqual([path, there + query]);
    expect((await hostVisit(server.url, host, `/${alias}${ending}`)).location).toBe(there + query);
  });

  it("decides by rules like any other query, and is counted once", async () => {
    const rules = [{ when: { query: [{ name: "ref", value: "mail" }] }, to: "https://mail.example/" }];
    const { id, shorturl } = await owner.create({ url: there, rules });
    expect((await visit(`${shorturl}%3Fref=mail`)).location).toBe("https://mail.example/");
    await eventually(async () => expect((await owner.show(id)).details).toMatchObject({ clicks: 1 }));
  });

  it("stays in a path that a link forwards", async () => {
    const { shorturl } = await owner.create({ url: there, forward: "all" });
    expect((await visit(`${shorturl}/a;v=1/b%3Fc?d=1`)).location).toBe(`${there}a;v=1/b%3Fc?d=1`);
    expect((await visit(`${shorturl}%3Fd=1`)).location).toBe(`${there}?d=1`);
  });

  it("of no link is a miss like any other", async () => {
    for (const ending of [";a=b", "%3Fa=1", "/red%3Fa=1"])
      expect((await visit(`${server.url}/there-is-none${ending}`)).status).toBe(404);
    expect((await visit(`${server.url}/;a=b`)).status).toBe(404);
    expect((await hostVisit(server.url, host, "/there-is-none%3Fa=1")).location).toBe("https://elsewhere.example/");
  });
});

describe("punctuation after another address", () => {
  it.each(["/", ".", ")", "%E2%80%9D", "%20", "/).", ";a=b", "%3Fa=b", "&amp;a=b", "%23top"])(
    "is removed as well: %s",
    async (ending) => {
      const { id } = await ok(owner.client.post<{ id: number }>("/api/url/add", { url: there }));
      const slug = `rotates-${id}`;
      const campaign = await ok(
        owner.client.post<{ id: number; rotator: string }>("/api/campaign/add", { name: slug, slug }),
      );
      await ok(owner.client.post(`/api/campaign/${campaign.id}/assign/${id}`));
      const code = await ok(owner.client.post<{ link: string }>("/api/qr/add", { type: "link", data: there }));
      for (const url of [campaign.rotator, code.link.replace("/qr/", "/q/")])
        expect([url, (await visit(url + ending)).location]).toEqual([url, there]);
      expect((await visit(code.link + ending)).headers.get("content-type")).toBe("image/png");
    },
  );
});
