import { beforeAll, describe, expect, inject, it } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { type Answer, agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");
let owner: LinkOwner;
beforeAll(async () => {
  owner = await linkOwner(server);
});

const url = "https://example.com/";

/** Everything that a visitor can see of an answer, without what differs each time. */
const seen = ({ status, headers, body }: Answer) => ({
  status,
  headers: [...headers].filter(([name]) => name !== "date").map(([name, value]) => [name, withoutNonces(value)]),
  body: withoutNonces(body),
});

const withoutNonces = (text: string) => text.replace(/nonce(-|=")[\w+/=]{24}/g, "nonce");

const missing = () => visit(`${server.url}/there-is-no-such-link`);

describe("a redirect", () => {
  it.each([301, 302, 307, 308])("has the status %d, and is not cached by browsers", async (redirect) => {
    const { shorturl } = await owner.create({ redirect });
    const { status, location, headers, body } = await visit(shorturl);
    expect([status, location, body]).toEqual([redirect, url, ""]);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it.each([
    ["https://example.com", "https://example.com/"],
    ["https://example.com/a?b=1&b=2#c", "https://example.com/a?b=1&b=2#c"],
    ["https://bücher.example/é?ü#ß", "https://xn--bcher-kva.example/%C3%A9?%C3%BC#%C3%9F"],
    ["https://example.com/?q=%20+%E2%82%AC&sig=a%2Fb", "https://example.com/?q=%20+%E2%82%AC&sig=a%2Fb"],
    ["https://example.com/\\r\\nSet-Cookie: a=b", "https://example.com//r/nSet-Cookie:%20a=b"],
    ["https://example.com/\r\nSet-Cookie: a=b", "https://example.com/Set-Cookie:%20a=b"],
  ])("to %j has the Location %s", async (destination, location) => {
    const { shorturl } = await owner.create({ url: destination });
    const answer = await visit(shorturl);
    expect([answer.status, answer.location]).toEqual([302, location]);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  it("answers HEAD like GET", async () => {
    const { shorturl } = await owner.create({ redirect: 307 });
    const { status, location, body } = await visit(shorturl, { method: "HEAD" });
    expect([status, location, body]).toEqual([307, url, ""]);
  });

  it("ignores the alias's case, and the query", async () => {
    const custom = `MiXed-${owner.user.id}`;
    await owner.create({ custom });
    for (const path of [custom, custom.toLowerCase(), custom.toUpperCase(), `${custom}?utm=1`, `${custom}?`]) {
      expect((await visit(`${server.url}/${path}`)).location).toBe(url);
    }
  });

  it("adds the link's parameters before the fragment, after the destination's own", async () => {
    const parameters = [
      { name: "utm_source", value: "mail & more" },
      { name: "é", value: "" },
    ];
    const { shorturl } = await owner.create({ url: "https://example.com/a?b=%20#part", parameters });
    expect((await visit(shorturl)).location).toBe("https://example.com/a?b=%20&utm_source=mail+%26+more&%C3%A9=#part");
  });

  it("adds the parameters to a rule's destination, too", async () => {
    const { shorturl } = await owner.create({
      parameters: [{ name: "x", value: "1" }],
      devicetarget: [{ device: "mac", link: "https://mac.example/?a=b" }],
    });
    const { location } = await visit(shorturl, { headers: { "user-agent": agents.mac } });
    expect(location).toBe("https://mac.example/?a=b&x=1");
  });

  it("does not pass on the body of a POST, which counts as no visit", async () => {
    const { shorturl, id } = await owner.create({ redirect: 307 });
    const { status, location } = await visit(shorturl, { method: "POST", body: "password=secret" });
    expect([status, location]).toEqual([303, url]);
    await visit(shorturl, { headers: { "user-agent": agents.mac } });
    await eventually(async () => expect((await owner.show(id)).data.topOs).toEqual({ macOS: "1" }));
  });
});

describe("a private link", () => {
  it.each(["direct", "splash", "frame"])("of the type %s answers as a public one does", async (type) => {
    const [open, hidden] = [await owner.create({ type }), await owner.create({ type, status: "private" })];
    expect((await owner.show(hidden.id)).details.status).toBe("private");
    const [expected, answer] = [await visit(open.shorturl), await visit(hidden.shorturl)];
    expect([answer.status, answer.location]).toEqual([expected.status, expected.location]);
    await eventually(async () => expect((await owner.show(hidden.id)).details.clicks).toBe(1));
  });

  it("can be turned off and made public again", async () => {
    const { id, shorturl } = await owner.create({ status: "private" });
    await owner.update(id, { status: "off" });
    expect((await visit(shorturl)).status).toBe(404);
    await owner.update(id, { status: "public" });
    expect((await visit(shorturl)).location).toBe("https://example.com/");
  });

  it.each(["hidden", "Private", "disabled", "1"])("is not made by the status %j, which is refused", async (status) => {
    const { body } = await owner.client.post("/api/url/add", { url: "https://example.com/", status });
    expect(body).toMatchObject({ error: 1, errors: [{ path: "status" }] });
  });
});

describe("a link that does not redirect", () => {
  it("looks the same whether it is missing, off, expired or used up", async () => {
    const dead = [
      await owner.create({ status: "off" }),
      await owner.create({ status: "off", expiryurl: "https://ended.example/", password: "x" }),
      await owner.create({ expiry: "2020-01-01 00:00:00" }),
      await owner.create({ expiry: "2020-01-01 00:00:00", password: "x" }),
    ];
    const used = await owner.create({ clicklimit: 1 });
    await visit(used.shorturl);
    const expected = seen(await missing());
    expect(expected.status).toBe(404);
    expect(expected.body).toContain("<h1>");
    for (const { shorturl } of [...dead, used]) expect(seen(await visit(shorturl))).toEqual(expected);
    const head = seen(await visit(`${server.url}/there-is-no-such-link`, { method: "HEAD" }));
    for (const { shorturl } of dead) expect(seen(await visit(shorturl, { method: "HEAD" }))).toEqual(head);
  });

  it("sends visitors to the fallback URL after it has expired", async () => {
    const { shorturl } = await owner.create({ expiry: "2020-01-01 00:00:00", expiryurl: "https://ended.example/é" });
    const { status, location } = await visit(shorturl);
    expect([status, location]).toEqual([302, "https://ended.example/%C3%A9"]);
  });

  it("names no page of the service and nothing of the request", async () => {
    const { body, headers } = await visit(`${server.url}/${"x".repeat(64)}`);
    expect(body).not.toContain("xxxx");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it.each([
    "/%",
    "/%00",
    "/%E0%A4%A",
    "/a/b/c",
    "/..%2f..%2fetc%2fpasswd",
    "/a%20b",
    `/${"x".repeat(5000)}`,
    "/<script>",
  ])("is at %s too", async (path) => {
    const { status, body } = await visit(`${server.url}${path}`);
    expect([400, 404]).toContain(status);
    expect(body).not.toContain("<script>alert");
  });
});

describe("a change", () => {
  it("is visible at the next visit, repeatedly", async () => {
    const { id, shorturl } = await owner.create();
    for (let turn = 0; turn < 25; turn++) {
      await owner.update(id, { url: `https://example.com/${turn}` });
      expect((await visit(shorturl)).location).toBe(`https://example.com/${turn}`);
    }
  });

  it("takes effect at the next visit when a link is created, and when it is deleted", async () => {
    const custom = `later-${owner.user.id}`;
    const address = `${server.url}/${custom}`;
    for (let turn = 0; turn < 5; turn++) {
      expect((await visit(address)).status).toBe(404);
      const { id } = await owner.create({ custom });
      expect((await visit(address)).status).toBe(302);
      await owner.remove(id);
    }
    expect((await visit(address)).status).toBe(404);
  });

  it("of the alias applies at the next visit, at the old and the new address", async () => {
    const { id, shorturl } = await owner.create();
    let address = shorturl;
    for (let turn = 0; turn < 10; turn++) {
      const custom = `moved-${id}-${turn}`;
      expect((await visit(address)).status).toBe(302);
      await owner.update(id, { custom });
      expect((await visit(address)).status).toBe(404);
      address = `${server.url}/${custom}`;
    }
  });

  it("of the status applies at the next visit", async () => {
    const { id, shorturl } = await owner.create();
    expect((await visit(shorturl)).status).toBe(302);
    await owner.update(id, { status: "off" });
    expect((await visit(shorturl)).status).toBe(404);
    await owner.update(id, { status: "public", redirect: 301 });
    expect((await visit(shorturl)).status).toBe(301);
  });
});
