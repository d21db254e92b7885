import { beforeAll, expect, inject, it } from "vitest";
import { type LinkOwner, linkOwner } from "../support/links";
import { sql } from "../support/sql";
import { agents, visit } from "../support/visit";

const server = inject("server");
let owner: LinkOwner;
beforeAll(async () => {
  owner = await linkOwner(server);
});

const url = "https://example.com/";
const ended = "https://ended.example/";

it.each([
  ["the page of a missing link", undefined, [404, null]],
  ["its owner's choice", ended, [302, ended]],
])("of 500 visits at once exactly 100 arrive, the others get %s", async (_, expiryurl, otherwise) => {
  const { id, shorturl } = await owner.create({ clicklimit: 100, expiryurl });
  const answers = await Promise.all(Array.from({ length: 500 }, () => visit(shorturl)));
  const arrived = answers.filter(({ location }) => location === url);
  expect(arrived).toHaveLength(100);
  const others = answers.filter((answer) => !arrived.includes(answer));
  expect(others.map(({ status, location }) => [status, location])).toEqual(Array(400).fill(otherwise));
  const used = "SELECT click_limit_used FROM links WHERE id = $1";
  expect(await sql(server, used, [id])).toEqual([{ click_limit_used: 100 }]);
});

it("is not used up by robots, HEAD and prefetches, which do not get past it either", async () => {
  const { shorturl } = await owner.create({
    clicklimit: 1,
    metatitle: `<script>"a'&</script>`,
    metadescription: "About",
  });
  const others: RequestInit[] = [
    { method: "HEAD" },
    { headers: { "sec-purpose": "prefetch;prerender" } },
    { headers: { purpose: "prefetch" } },
    { headers: { "user-agent": agents.whatsapp } },
    { headers: { "user-agent": agents.slack } },
    { headers: { "user-agent": agents.facebook } },
  ];
  for (const init of others) {
    const { status, location, body } = await visit(shorturl, init as Parameters<typeof visit>[1]);
    expect([status, location]).toEqual([200, null]);
    if (init.method !== "HEAD") {
      expect(body).toContain('<meta property="og:description" content="About">');
      expect(body).toContain('content="&lt;script&gt;&quot;a&#39;&amp;&lt;/script&gt;"');
    }
    expect(body).not.toContain("<script");
    expect(body).not.toContain("example.com");
  }
  expect((await visit(shorturl)).location).toBe(url);
  expect((await visit(shorturl)).status).toBe(404);
});

it("can be raised, and lifted", async () => {
  const { id, shorturl } = await owner.create({ clicklimit: 1 });
  const statuses = async () => [(await visit(shorturl)).status, (await visit(shorturl)).status];
  expect(await statuses()).toEqual([302, 404]);
  await owner.update(id, { clicklimit: 2 });
  expect(await statuses()).toEqual([302, 404]);
  await owner.update(id, { clicklimit: null });
  expect(await statuses()).toEqual([302, 302]);
});

it("counts arrivals through a password, not the page that asks for it", async () => {
  const { shorturl } = await owner.create({ clicklimit: 1, password: "secret", expiryurl: ended });
  const unlock = () => visit(shorturl, { method: "POST", body: new URLSearchParams({ password: "secret" }) });
  for (let count = 0; count < 3; count++) expect((await visit(shorturl)).status).toBe(200);
  expect((await unlock()).location).toBe(url);
  expect((await unlock()).location).toBe(ended);
});
