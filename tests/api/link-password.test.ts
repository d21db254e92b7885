import { beforeAll, describe, expect, inject, it } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");
let owner: LinkOwner;
beforeAll(async () => {
  owner = await linkOwner(server);
});

const protectedLink = (settings = {}) => owner.create({ password: "Öffne & <dich>", ...settings });
const form = (body: BodyInit, headers: Record<string, string> = {}) => ({ method: "POST", body, headers });
const answer = (password: string) => form(new URLSearchParams({ password }));

it("asks for the password, and does not reveal the destination", async () => {
  const { shorturl } = await protectedLink({ metatitle: "Inside", description: "Inside" });
  const { status, location, headers, body } = await visit(shorturl);
  expect([status, location]).toEqual([200, null]);
  expect(body).toContain('<form method="post">');
  expect(body).toContain('type="password"');
  expect(body).not.toMatch(/example\.com|Inside|role="alert"/);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  const head = await visit(shorturl, { method: "HEAD" });
  expect([head.status, head.location]).toEqual([200, null]);
});

it("redirects after the right password, with any redirect status", async () => {
  const { shorturl } = await protectedLink({ redirect: 308 });
  const { status, location, headers, body } = await visit(shorturl, answer("Öffne & <dich>"));
  // 303: a browser must not send the password on to the destination.
  expect([status, location, body]).toEqual([303, "https://example.com/", ""]);
  expect(headers.get("set-cookie")).toMatch(
    new RegExp(`^signpost-pass-http=[^;]+; Path=${new URL(shorturl).pathname}; Max-Age=900; HttpOnly; SameSite=Lax$`),
  );
  expect((await visit(shorturl)).status).toBe(200);
});

const passOf = async (shorturl: string) => {
  const { headers } = await visit(shorturl, answer("Öffne & <dich>"));
  return { cookie: headers.get("set-cookie")?.split(";")[0] ?? "" };
};

it("does not ask again for a while after the right password, until it is changed", async () => {
  const { id, shorturl } = await protectedLink();
  const headers = await passOf(shorturl);
  expect((await visit(shorturl, { headers })).location).toBe("https://example.com/");
  await owner.update(id, { password: "new" });
  expect((await visit(shorturl, { headers })).location).toBeNull();
});

it("rejects another link's pass, a forged one and an expired one", async () => {
  const [one, other] = await Promise.all([protectedLink(), protectedLink()]);
  const { cookie } = await passOf(other.shorturl);
  const [, expires, signature] = /=(\d+)\.(.+)$/.exec(cookie) ?? [];
  const open = async (url: string, cookie: string) => (await visit(url, { headers: { cookie } })).status;
  expect(await open(other.shorturl, `a=b; ${cookie}; c=d`)).toBe(302);
  expect(await open(one.shorturl, cookie)).toBe(200);
  expect(await open(other.shorturl, `signpost-pass=${Number(expires) + 1}.${signature}`)).toBe(200);
  expect(await open(other.shorturl, `signpost-pass=1.${signature}`)).toBe(200);
  expect(await open(other.shorturl, `signpost-pass=${expires}.${"A".repeat(43)}`)).toBe(200);
  expect(await open(other.shorturl, "signpost-pass=")).toBe(200);
});

it("rejects a password that another site sends, and does not count it as an attempt", async () => {
  const { shorturl } = await protectedLink();
  for (const [name, value] of [
    ["sec-fetch-site", "cross-site"],
    ["origin", "https://evil.example"],
    ["origin", "null"],
  ]) {
    for (let count = 1; count <= 5; count++) {
      const sent = form(new URLSearchParams({ password: "Öffne & <dich>" }), { [`${name}`]: `${value}` });
      expect((await visit(shorturl, sent)).status).toBe(403);
    }
  }
  expect((await visit(shorturl, answer("Öffne & <dich>"))).status).toBe(303);
});

it("returns to its own address if it shows a page, and counts the visit once", async () => {
  const { id, shorturl } = await protectedLink({ type: "splash" });
  await visit(shorturl);
  const { status, location } = await visit(shorturl, answer("Öffne & <dich>"));
  expect([status, location]).toEqual([303, new URL(shorturl).pathname]);
  const headers = await passOf(shorturl);
  const page = await visit(shorturl, { headers: { ...headers, referer: shorturl } });
  expect(page.body).toContain("This link leads to example.com.");
  await visit(shorturl, { headers });
  await eventually(async () => expect((await owner.show(id)).details.clicks).toBe(2));
});

it.each([
  ["another one", answer("wrong")],
  ["another case", answer("öffne & <dich>")],
  ["a blank more", answer("Öffne & <dich> ")],
  ["nothing", answer("")],
  ["no form at all", form("")],
  ["markup", answer('"><script>alert(1)</script>')],
  ["broken encoding", form("password=%E0%A4%A&password", { "content-type": "application/x-www-form-urlencoded" })],
  ["JSON", form('{"password":"Öffne & <dich>"}', { "content-type": "application/json" })],
  ["a form without end", answer(`${"x".repeat(5_000)}`)],
  [
    "the right one behind too much else",
    form(`${"x=1&".repeat(2_000)}password=${encodeURIComponent("Öffne & <dich>")}`),
  ],
])("is closed to %s", async (_, init) => {
  const { shorturl } = await protectedLink();
  const { status, location, body } = await visit(shorturl, init);
  expect([status, location]).toEqual([403, null]);
  expect(body).toContain('role="alert"');
  expect(body).not.toContain("<script");
  expect(body).not.toContain("example.com");
});

it("rejects after ten attempts on one link, but not on another", async () => {
  const [one, other] = await Promise.all([protectedLink(), protectedLink()]);
  for (let count = 1; count <= 10; count++) expect((await visit(one.shorturl, answer("wrong"))).status).toBe(403);
  const refused = await visit(one.shorturl, answer("Öffne & <dich>"));
  expect([refused.status, refused.location]).toEqual([429, null]);
  expect((await visit(other.shorturl, answer("Öffne & <dich>"))).status).toBe(303);
});

it("redirects an unlocked visitor by the link's rules", async () => {
  const { shorturl } = await protectedLink({ devicetarget: [{ device: "windows", link: "https://windows.example/" }] });
  expect((await visit(shorturl, answer("Öffne & <dich>"))).location).toBe("https://windows.example/");
});

it("a changed or removed password takes effect at once", async () => {
  const { id, shorturl } = await protectedLink();
  await owner.update(id, { password: "new" });
  expect((await visit(shorturl, answer("Öffne & <dich>"))).status).toBe(403);
  expect((await visit(shorturl, answer("new"))).status).toBe(303);
  await owner.update(id, { password: null });
  expect((await visit(shorturl)).location).toBe("https://example.com/");
});

describe("from many addresses", () => {
  const server = inject("trustingServer");
  let owner: LinkOwner;
  beforeAll(async () => {
    owner = await linkOwner(server);
  });

  const tries = async (shorturl: string, password: string, addresses: string[]) => {
    const statuses: number[] = [];
    for (const address of addresses) {
      const sent = form(new URLSearchParams({ password }), { "x-forwarded-for": address });
      statuses.push((await visit(shorturl, sent)).status);
    }
    return statuses;
  };
  const count = (statuses: number[], status: number) => statuses.filter((each) => each === status).length;
  const each = (length: number, address: (n: number) => string) => Array.from({ length }, (_, n) => address(n));

  it("in one /64, four digits can be guessed ten times", async () => {
    const { shorturl } = await owner.create({ password: "0042" });
    const statuses = await Promise.all(
      each(43, (n) => `2001:db8:1:2::${n.toString(16)}`).map((address, n) =>
        tries(shorturl, String(n).padStart(4, "0"), [address]),
      ),
    );
    expect([count(statuses.flat(), 403), count(statuses.flat(), 429)]).toEqual([10, 33]);
    expect(await tries(shorturl, "0042", ["2001:db8:1:2:ffff::1", "2001:db8:1:3::1"])).toEqual([429, 303]);
  });

  it("in many networks, a hundred times in an hour; right passwords do not count", async () => {
    const { shorturl } = await owner.create({ password: "0042" });
    expect(
      count(
        await tries(
          shorturl,
          "0042",
          each(20, () => "192.0.2.77"),
        ),
        303,
      ),
    ).toBe(20);
    expect(
      count(
        await tries(
          shorturl,
          "1234",
          each(100, (n) => `192.0.2.${n}`),
        ),
        403,
      ),
    ).toBe(100);
    const sent = form(new URLSearchParams({ password: "0042" }), { "x-forwarded-for": "198.51.100.1" });
    const { status, body } = await visit(shorturl, sent);
    expect(status).toBe(429);
    expect(body).toContain("There were too many wrong passwords for this link. Please try again in an hour.");
  });
});
