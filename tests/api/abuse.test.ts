import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Failure, type LinkOwner, linkOwner } from "../support/links";
import { ok } from "../support/owned";
import { startServer, type TestServer } from "../support/server";
import { sql } from "../support/sql";
import { hostVisit, visit } from "../support/visit";
import { eventually } from "../support/wait";

const shared = inject("server");
const FILE = "/.well-known/security.txt";
const branded = "go.branded.test";
let server: TestServer;
let owner: LinkOwner;

beforeAll(async () => {
  server = await startServer({ env: { ABUSE_CONTACT: "abuse@example.com" } });
  owner = await linkOwner(server);
  const domain = { domain: `http://${branded}`, redirect404: "https://elsewhere.example/", forward: "all" };
  await ok(owner.client.post("/api/domain/add", domain));
});
afterAll(() => server?.stop());

it("names ABUSE_CONTACT in a security.txt on every host of the service, as RFC 9116 asks for", async () => {
  const own = await visit(server.url + FILE);
  expect([own.status, own.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const at = await hostVisit(server.url, branded, `${FILE}?a=b`);
  expect(at.status).toBe(200);
  for (const [body, canonical] of [
    [own.body, [`${server.url}${FILE}`]],
    [at.body, [`http://${branded}${FILE}`, `${server.url}${FILE}`]],
  ] as const) {
    const fields = body.trimEnd().split("\n");
    const of = (name: string) =>
      fields.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
    expect(of("Contact")).toEqual(["mailto:abuse@example.com"]);
    expect(of("Canonical")).toEqual(canonical);
    expect(of("Preferred-Languages")).toEqual(["en, de, es"]);
    const [expires = "", ...more] = of("Expires");
    expect(more).toEqual([]);
    expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(days > 30 && days < 365, expires).toBe(true);
    expect(fields).toHaveLength(canonical.length + 3);
  }
  expect((await visit(server.url + FILE, { method: "HEAD" })).status).toBe(200);
  expect((await visit(server.url + FILE, { method: "POST" })).status).toBe(405);
  for (const path of ["/.well-known/security.txt/x", "/.well-known/security.tx", "/.well-known/SECURITY.TXT"])
    expect([path, (await hostVisit(server.url, branded, path)).status]).toEqual([path, 404]);
  expect((await visit(shared.url + FILE)).status, "without ABUSE_CONTACT").toBe(404);
});

it("shows ABUSE_CONTACT on the page about a link and on the page of a disabled one", async () => {
  const { id, shorturl } = await owner.create();
  const contact = '<a href="mailto:abuse@example.com" rel="nofollow">abuse@example.com</a>';
  expect((await visit(`${shorturl}+`)).body).toContain(contact);
  await sql(server, "INSERT INTO disabled_links (link_id, reason) VALUES ($1, 'Spam')", [id]);
  await eventually(async () => expect((await visit(shorturl)).body).toContain(contact));
  const other = await (await linkOwner(shared)).create();
  const { body } = await visit(`${other.shorturl}+`);
  expect([body.includes("Report abuse to"), body.includes('name="email"')]).toEqual([false, true]);
});

it("takes a reporter's e-mail address, which the owner of the link never sees, also after deleting the link", async () => {
  const { id, shorturl } = await owner.create();
  const report = (email: string) =>
    visit(`${shorturl}+`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: server.url },
      body: new URLSearchParams({ reason: "spam", email }).toString(),
    });
  const refused = await report("ann@<b>");
  expect(refused.status).toBe(400);
  expect(refused.body).toContain('value="ann@&lt;b&gt;"');
  for (const email of ["", "reporter@example.net"]) expect((await report(email)).status).toBe(200);
  const stored = () => sql(server, "SELECT email FROM reports WHERE link_id = $1 ORDER BY id", [id]);
  expect(await stored()).toEqual([{ email: null }, { email: "reporter@example.net" }]);
  const shown = async () => {
    const paths = [`/api/url/${id}`, "/api/urls", "/api/urls?deleted=1", "/api/audit", `/api/url/${id}/history`];
    return JSON.stringify(await Promise.all(paths.map((path) => owner.client.get(path))));
  };
  expect(await shown()).not.toContain("reporter@");
  await ok(owner.client.delete(`/api/url/${id}/delete`));
  expect(await stored()).toEqual([]);
  expect(await shown()).not.toContain("reporter@");
  await ok(owner.client.post(`/api/url/${id}/restore`, {}));
  expect(await stored()).toEqual([{ email: null }, { email: "reporter@example.net" }]);
});

it("refuses what the edited blocklist contains, beside no BLOCKLIST, until it is removed from it", async () => {
  const forwarding = await owner.create({ url: "https://parts.example/", forward: "all" });
  const create = () => owner.client.post("/api/url/add", { url: "https://www.edited.example/" });
  const edit = (list: string) => sql(server, "UPDATE instance_settings SET blocklist = $1", [list]);
  await edit("# Phishing\nedited.example\nparts.example/bad");
  await eventually(async () => {
    const { status, body } = await create();
    expect([status, (body as Failure).errors?.[0]?.code]).toEqual([400, "url_blocked"]);
  });
  expect((await visit(`${forwarding.shorturl}/bad/page`)).status).toBe(410);
  expect((await visit(`${forwarding.shorturl}/good`)).location).toBe("https://parts.example/good");
  await edit("");
  await eventually(async () => expect((await create()).status).toBe(200));
  expect((await visit(`${forwarding.shorturl}/bad/page`)).location).toBe("https://parts.example/bad/page");
});
