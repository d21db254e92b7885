import { beforeAll, describe, expect, inject, it } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { sql } from "../support/sql";
import { agents, hostVisit, visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("trustingServer");
let owner: LinkOwner;
beforeAll(async () => {
  owner = await linkOwner(server);
});

const url = "https://example.com/";
const ended = "https://ended.example/";

it.each([
  ["the page of a missing link", undefined, [404, null]],
  ["its owner's choice", ended, [302, ended]],
])("of 500 visits at once exactly 100 are redirected, the others get %s", async (_, expiryurl, otherwise) => {
  const { id, shorturl } = await owner.create({ clicklimit: 100, expiryurl });
  const answers = await Promise.all(Array.from({ length: 500 }, () => visit(shorturl)));
  const arrived = answers.filter(({ location }) => location === url);
  expect(arrived).toHaveLength(100);
  const others = answers.filter((answer) => !arrived.includes(answer));
  expect(others.map(({ status, location }) => [status, location])).toEqual(Array(400).fill(otherwise));
  const used = "SELECT click_limit_used FROM links WHERE id = $1";
  expect(await sql(server, used, [id])).toEqual([{ click_limit_used: 100 }]);
});

it("is not used up by bots and prefetches, which are not redirected either", async () => {
  const { shorturl } = await owner.create({
    clicklimit: 1,
    metatitle: `<script>"a'&</script>`,
    metadescription: "About",
  });
  const others: RequestInit[] = [
    { headers: { purpose: "prefetch" } },
    { headers: { "user-agent": agents.whatsapp } },
    { headers: { "user-agent": agents.slack } },
    { headers: { "user-agent": agents.facebook } },
  ];
  for (const init of others) {
    const { status, location, body } = await visit(shorturl, init as Parameters<typeof visit>[1]);
    expect([status, location]).toEqual([200, null]);
    expect(body).toContain('<meta property="og:description" content="About">');
    expect(body).toContain('content="&lt;script&gt;&quot;a&#39;&amp;&lt;/script&gt;"');
    expect(body).not.toContain("<script");
    expect(body).not.toContain("example.com");
  }
  expect((await visit(shorturl)).location).toBe(url);
  expect((await visit(shorturl)).status).toBe(404);
});

it("can be raised, and removed", async () => {
  const { id, shorturl } = await owner.create({ clicklimit: 1 });
  const statuses = async () => [(await visit(shorturl)).status, (await visit(shorturl)).status];
  expect(await statuses()).toEqual([302, 404]);
  await owner.update(id, { clicklimit: 2 });
  expect(await statuses()).toEqual([302, 404]);
  await owner.update(id, { clicklimit: null });
  expect(await statuses()).toEqual([302, 302]);
});

it("counts visits with the right password, and not the page that asks for it", async () => {
  const { shorturl } = await owner.create({ clicklimit: 1, password: "secret", expiryurl: ended });
  const unlock = () => visit(shorturl, { method: "POST", body: new URLSearchParams({ password: "secret" }) });
  for (let count = 0; count < 3; count++) expect((await visit(shorturl)).status).toBe(200);
  expect((await unlock()).location).toBe(url);
  expect((await unlock()).location).toBe(ended);
});

/** Returns what the statistics count of a link, once that many clicks are stored. */
const people = async (id: number, stored: number) => {
  await eventually(async () => {
    expect(await sql(server, "SELECT count(*)::int AS n FROM clicks WHERE link_id = $1", [id])).toEqual([
      { n: stored },
    ]);
  });
  return sql(server, "SELECT robot FROM clicks WHERE link_id = $1 AND robot IS NULL", [id]);
};

describe("a link for one visit", () => {
  const scanners: [string, Record<string, string>][] = [
    ["lacks what browsers send", { "x-forwarded-proto": "https", accept: "", "accept-language": "" }],
    ["comes from a data centre", { "x-forwarded-for": "52.94.236.248" }],
    ["has a referrer of spam", { referer: "https://semalt.com/" }],
  ];

  it.each(scanners)(
    "survives a scanner with a browser's user agent that %s, and lets the person in",
    async (_, headers) => {
      const { id, shorturl } = await owner.create({ clicklimit: 1 });
      // Sends exactly these headers: `fetch` would add its own.
      const looked = await hostVisit(server.url, new URL(server.url).host, new URL(shorturl).pathname, headers);
      expect([looked.status, looked.location, looked.body.includes('name="signpost-open"')]).toEqual([
        200,
        undefined,
        true,
      ]);
      expect(looked.body).not.toContain("example.com");
      const press = { method: "POST", headers, body: new URLSearchParams({ "signpost-open": "1" }) };
      const { status, location } = await visit(shorturl, press);
      expect([status, location]).toEqual([303, url]);
      expect((await visit(shorturl)).status).toBe(404);
      expect((await hostVisit(server.url, new URL(server.url).host, new URL(shorturl).pathname, headers)).status).toBe(
        404,
      );
      expect(await people(id, 2)).toHaveLength(1);
    },
  );

  it("survives POST, HEAD and prefetches", async () => {
    const { id, shorturl } = await owner.create({ clicklimit: 1 });
    const posted = await visit(shorturl, { method: "POST", body: new URLSearchParams({ any: "thing" }) });
    expect([posted.status, posted.location]).toEqual([303, new URL(shorturl).pathname]);
    const head = await visit(shorturl, { method: "HEAD" });
    expect((await visit(shorturl, { headers: { "sec-purpose": "prefetch;prerender" } })).status).toBe(503);
    const get = await visit(shorturl);
    expect([head.status, head.location]).toEqual([get.status, get.location]);
    expect(get.location).toBe(url);
    expect((await visit(shorturl, { method: "HEAD" })).status).toBe(404);
    expect(await people(id, 3)).toHaveLength(1);
  });

  it("accepts no button press from another site", async () => {
    const { shorturl } = await owner.create({ clicklimit: 1 });
    const headers = { "sec-fetch-site": "cross-site", origin: "https://elsewhere.example" };
    const sent = { method: "POST", headers, body: new URLSearchParams({ "signpost-open": "1" }) };
    expect((await visit(shorturl, sent)).location).toBe(new URL(shorturl).pathname);
    expect((await visit(shorturl)).location).toBe(url);
  });

  it("counts as many visits as it allows, with a password too", async () => {
    const { id, shorturl } = await owner.create({ clicklimit: 1, password: "secret" });
    const unlock = () => visit(shorturl, { method: "POST", body: new URLSearchParams({ password: "secret" }) });
    await visit(shorturl);
    await visit(shorturl);
    expect((await unlock()).location).toBe(url);
    expect((await unlock()).status).toBe(404);
    expect(await people(id, 1)).toHaveLength(1);
  });
});

it.each(["PUT", "PATCH", "DELETE"])("%s is rejected with the methods that a link answers", async (method) => {
  const { shorturl } = await owner.create({ clicklimit: 1 });
  const { status, headers } = await visit(shorturl, { method });
  expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
});
