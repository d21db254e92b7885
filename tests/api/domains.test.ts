import { describe, expect, inject, it } from "vitest";
import { api } from "../support/api";
import type { Failure } from "../support/links";
import { sql } from "../support/sql";
import { newUser } from "../support/users";
import { hostVisit } from "../support/visit";

interface Domain {
  id: number;
  domain: string;
  redirectroot: string;
  redirect404: string;
}

interface List {
  error: number;
  data: Record<string, number> & { domains: Domain[] };
}

/** This server is not public, so it checks nothing: any name works. */
const open = inject("server");

let names = 0;
const newName = () => `go${++names}-${process.pid}.example.com`;

/** A user, and the domain endpoints as that user sees them. */
async function domainOwner(admin = false) {
  const user = await newUser(open, { admin });
  const client = api(open, user.key);
  return {
    user,
    client,
    add: (body: unknown) => client.post<Failure & { id: number }>("/api/domain/add", body),
    update: (id: number, body: unknown) => client.put<Failure>(`/api/domain/${id}/update`, body),
    remove: (id: number) => client.delete<Failure>(`/api/domain/${id}/delete`),
    list: async (query = "") => (await client.get<List>(`/api/domains${query}`)).body.data,
  };
}

describe("POST /api/domain/add", () => {
  it("returns the ID of the new domain, which is then listed with its scheme and redirects", async () => {
    const owner = await domainOwner();
    const host = newName();
    const redirects = {
      redirectroot: "https://example.com/",
      redirect404: "https://example.com/lost",
      forward: "query",
      trackconversions: true,
    };
    const { status, body } = await owner.add({ domain: `http://${host}`, ...redirects });
    expect([status, body]).toEqual([200, { error: 0, id: expect.any(Number) }]);
    expect((await owner.list()).domains).toEqual([
      { id: body.id, domain: `http://${host}`, ...redirects, rootbio: null, applinks: null, theme: null },
    ]);
  });

  it.each([
    ["without a scheme, which is then https", (host: string) => host, (host: string) => `https://${host}`],
    ["in capitals", (host: string) => `HTTPS://${host.toUpperCase()}`, (host: string) => `https://${host}`],
    ["with a slash and a dot at its end", (host: string) => `https://${host}./`, (host: string) => `https://${host}`],
    ["with blanks around it", (host: string) => ` http://${host} `, (host: string) => `http://${host}`],
    [
      "with a name beyond ASCII, kept in Punycode",
      (host: string) => `https://BÜCHER-${host}`,
      () => /^https:\/\/xn--bcher-/,
    ],
  ])("accepts a domain %s", async (_, sent, shown) => {
    const owner = await domainOwner();
    const host = newName();
    expect((await owner.add({ domain: sent(host), redirectroot: "", redirect404: null })).status).toBe(200);
    const [domain] = (await owner.list()).domains;
    const expected = shown(host);
    expect(domain).toMatchObject({ redirectroot: "", redirect404: "" });
    expect(domain?.domain).toEqual(typeof expected === "string" ? expected : expect.stringMatching(expected));
  });

  it.each([
    undefined,
    null,
    "",
    5,
    ["go.example.com"],
    "https://",
    "ftp://go.example.com",
    "javascript://go.example.com",
    "https://go.example.com/path",
    "https://go.example.com?a",
    "https://go.example.com#a",
    "https://go.example.com:8443",
    "https://user:word@go.example.com",
    "https://203.0.113.5",
    "http://0x7f.1",
    "https://[2001:db8::1]",
    "https://intranet",
    "localhost",
    "go example.com",
    "go_example.example.com",
    "-go.example.com",
    "go..example.com",
    `${"a".repeat(64)}.example.com`,
    `${"a.".repeat(126)}example.com`,
    "go.example.com\\@evil.example",
  ])("rejects the domain %j with 400", async (domain) => {
    const owner = await domainOwner();
    const { status, body } = await owner.add({ domain });
    expect([status, body.error, body.errors?.[0]?.path]).toEqual([400, 1, "domain"]);
    expect((await owner.list()).result).toBe(0);
  });

  it.each(["javascript:alert(1)", "ftp://example.com/", "https://me:word@example.com/", "/relative", 5])(
    "rejects the redirect %j with 400",
    async (address) => {
      const owner = await domainOwner();
      for (const path of ["redirectroot", "redirect404"]) {
        const { status, body } = await owner.add({ domain: newName(), [path]: address });
        expect([status, body.errors?.[0]?.path]).toEqual([400, path]);
      }
      expect((await owner.list()).result).toBe(0);
    },
  );

  it("rejects redirects to a short link, to the domain itself and to another branded domain", async () => {
    const owner = await domainOwner();
    const [first, second] = [newName(), newName()];
    expect((await owner.add({ domain: first })).status).toBe(200);
    const { id } = (await owner.list()).domains[0] as Domain;
    for (const address of [`${open.url}/abcdefg`, `https://${first}/`, `http://${first}/any/where`]) {
      const { status, body } = await owner.update(id, { redirect404: address });
      expect([address, status, body.errors?.[0]?.path]).toEqual([address, 400, "redirect404"]);
    }
    const admin = await domainOwner(true);
    for (const address of [`https://${second}/`, `https://${first}/x`]) {
      const { status, body } = await admin.add({ domain: second, redirectroot: address });
      expect([status, body.errors?.[0]?.path]).toEqual([400, "redirectroot"]);
    }
  });

  it("rejects a taken domain with 409, in any scheme and case", async () => {
    const [owner, other] = await Promise.all([domainOwner(), domainOwner()]);
    const host = newName();
    expect((await owner.add({ domain: host })).status).toBe(200);
    const { status, body } = await other.add({ domain: `http://${host.toUpperCase()}` });
    expect([status, body.message, body.errors?.[0]?.path]).toEqual([409, "That domain is taken.", "domain"]);
  });

  it("gives a domain to one of two requests at once", async () => {
    const owners = await Promise.all([domainOwner(), domainOwner(), domainOwner()]);
    const host = newName();
    const answers = await Promise.all(owners.map(({ add }) => add({ domain: host })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it("stops at the plan's limit with 403, also when many come at once", async () => {
    const owner = await domainOwner();
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.add({ domain: newName() })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status === 403);
    expect(refused?.body.message).toBe("Your plan, Free, allows 1 domain. You have reached that limit.");
    expect((await owner.list()).result).toBe(1);
  });
});

describe("GET /api/domains", () => {
  it("lists the account's domains in pages, newest first", async () => {
    const owner = await domainOwner(true);
    const hosts = [newName(), newName(), newName()];
    for (const host of hosts) await owner.add({ domain: host });
    const { domains, ...counters } = await owner.list("?limit=2&page=1");
    expect(counters).toEqual({
      ...{ result: 3, resultexact: true, perpage: 2, currentpage: 1, nextpage: 2, maxpage: 2 },
      nextcursor: expect.any(String),
    });
    expect(domains.map(({ domain }) => domain)).toEqual([`https://${hosts[2]}`, `https://${hosts[1]}`]);
    expect((await owner.list("?limit=2&page=2")).domains.map(({ domain }) => domain)).toEqual([`https://${hosts[0]}`]);
    expect(await (await domainOwner()).list()).toMatchObject({ result: 0, maxpage: 1, domains: [] });
  });
});

describe("PUT /api/domain/:id/update", () => {
  it("replaces what is sent, empties with null, and keeps the rest", async () => {
    const owner = await domainOwner();
    const root = "https://example.com/";
    const { body } = await owner.add({ domain: newName(), redirectroot: root, redirect404: root });
    const shown = async () => (await owner.list()).domains[0];
    expect((await owner.update(body.id, { redirect404: "https://example.com/lost", redirectroot: "" })).body).toEqual({
      error: 0,
      message: "The domain has been updated.",
    });
    expect(await shown()).toMatchObject({ redirectroot: root, redirect404: "https://example.com/lost" });
    await owner.update(body.id, { redirectroot: null });
    expect(await shown()).toMatchObject({ redirectroot: "", redirect404: "https://example.com/lost" });
    expect((await owner.update(body.id, {})).status).toBe(200);
    expect((await owner.update(body.id, { domain: "https://other.example.com" })).status).toBe(200);
    expect(await shown()).toMatchObject({ redirectroot: "", redirect404: "https://example.com/lost" });
  });
});

describe("DELETE /api/domain/:id/delete", () => {
  it("deletes a domain, and frees its name", async () => {
    const [owner, other] = await Promise.all([domainOwner(), domainOwner()]);
    const host = newName();
    const { body } = await owner.add({ domain: host });
    expect((await owner.remove(body.id)).body).toEqual({ error: 0, message: "The domain has been deleted." });
    expect((await owner.list()).result).toBe(0);
    expect((await owner.remove(body.id)).status).toBe(404);
    expect((await other.add({ domain: host })).status).toBe(200);
  });

  it("rejects a domain that has links with 409 and their number", async () => {
    const owner = await domainOwner();
    const host = newName();
    const { body } = await owner.add({ domain: host });
    const link = () => owner.client.post<{ id: number }>("/api/url/add", { url: "https://example.com/", domain: host });
    const links = [await link(), await link()];
    const refusal = async () => {
      const { status, body: refused } = await owner.remove(body.id);
      return [status, refused.message];
    };
    expect(await refusal()).toEqual([409, "This domain still has 2 links. Move or delete them first."]);
    await owner.client.delete(`/api/url/${links[0]?.body.id}/delete`);
    expect(await refusal()).toEqual([409, "This domain still has 1 link. Move or delete it first."]);
    await owner.client.delete(`/api/url/${links[1]?.body.id}/delete`);
    expect((await owner.remove(body.id)).status).toBe(200);
  });
});

it("answers 404 with the same sentence for an unknown ID and another user's", async () => {
  const [owner, other] = await Promise.all([domainOwner(), domainOwner()]);
  const { body } = await owner.add({ domain: newName(), redirect404: "https://example.com/" });
  const before = await owner.list();
  const defaultDomain = await sql<{ id: number }>(open, "SELECT id FROM domains WHERE user_id IS NULL");
  for (const id of [body.id, 2_000_000_000, defaultDomain[0]?.id ?? 0]) {
    for (const answer of [await other.update(id, { redirect404: null }), await other.remove(id)]) {
      expect([answer.status, answer.body]).toEqual([
        404,
        { error: 1, code: "not_found", message: "This domain does not exist." },
      ]);
    }
  }
  expect(await owner.list()).toEqual(before);
});

describe("a branded domain's visitors", () => {
  it("are redirected from its bare address to redirectroot, and from unknown links to redirect404, as soon as it is set", async () => {
    const owner = await domainOwner();
    const host = newName();
    const { body } = await owner.add({ domain: host, redirectroot: "https://example.com/home" });
    expect(await hostVisit(open.url, host, "/")).toMatchObject({ status: 302, location: "https://example.com/home" });
    expect(await hostVisit(open.url, host, "/?from=paper")).toMatchObject({ location: "https://example.com/home" });
    expect(await hostVisit(open.url, host, "/nowhere")).toMatchObject({ status: 404 });
    await owner.update(body.id, { redirectroot: "https://example.com/new", redirect404: "https://example.com/lost" });
    expect(await hostVisit(open.url, host, "/")).toMatchObject({ location: "https://example.com/new" });
    expect(await hostVisit(open.url, host, "/nowhere")).toMatchObject({
      status: 302,
      location: "https://example.com/lost",
    });
    await owner.update(body.id, { redirectroot: null });
    expect(await hostVisit(open.url, host, "/")).toMatchObject({ location: "https://example.com/lost" });
    await owner.update(body.id, { redirect404: null });
    expect(await hostVisit(open.url, host, "/")).toMatchObject({ status: 404, location: undefined });
  });

  it("are redirected by its links", async () => {
    const owner = await domainOwner();
    const host = newName();
    await owner.add({ domain: `http://${host}` });
    const sent = { url: "https://example.com/there", domain: host, custom: "over-here" };
    const { body } = await owner.client.post<{ shorturl: string }>("/api/url/add", sent);
    expect(body.shorturl).toBe(`http://${host}/over-here`);
    expect(await hostVisit(open.url, host, "/over-here")).toMatchObject({
      status: 302,
      location: "https://example.com/there",
    });
  });
});
