import { describe, expect, inject, it } from "vitest";
import { type Failure, linkOwner } from "../support/links";
import { limitTo } from "../support/owned";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { eventually } from "../support/wait";

const server = inject("server");
let names = 0;
const newName = () => `https://default${++names}-${process.pid}.example.com`;

/** A user with a branded domain. */
async function domainOwner() {
  const owner = await linkOwner(server);
  const domain = newName();
  const { id } = await owner.made("/api/domain/add", { domain });
  return {
    ...owner,
    domain: { id, name: domain },
    choose: (name: string | null) => owner.client.put<Failure>("/api/account/update", { domain: name }),
    chosen: async () => (await owner.client.get<{ data: { domain: string } }>("/api/account")).body.data.domain,
    made: async (body = {}) => new URL((await owner.create(body)).shorturl).origin,
  };
}

describe("the default domain of new links", () => {
  it("is the service's until the account has chosen another, and after that is undone", async () => {
    const { choose, chosen, made, domain, client } = await domainOwner();
    expect([await chosen(), await made()]).toEqual([server.url, server.url]);
    expect((await choose(new URL(domain.name).host)).status).toBe(200);
    expect([await chosen(), await made()]).toEqual([domain.name, domain.name]);
    expect(await made({ domain: server.url })).toBe(server.url);
    // Nothing else has changed, and existing links stay where they are.
    await client.put("/api/account/update", { password: "another river" });
    expect(await chosen()).toBe(domain.name);
    const { body } = await client.post<{ data: { shorturl: string }[] }>("/api/urls/add", {
      links: [{ url: "https://example.com/many" }],
    });
    expect(JSON.stringify(body)).toContain(domain.name);
    await choose(null);
    expect([await chosen(), await made()]).toEqual([server.url, server.url]);
    await choose(domain.name);
    await choose(server.url);
    expect(await chosen()).toBe(server.url);
  });

  it("cannot be another user's domain, an unknown one, or one that points elsewhere", async () => {
    const { choose, chosen, domain } = await domainOwner();
    const other = await domainOwner();
    for (const name of [other.domain.name, newName(), "no domain"]) {
      const { status, body } = await choose(name);
      expect([status, body.errors]).toEqual([400, [expect.objectContaining({ path: "domain", code: "not_yours" })]]);
      expect(await chosen()).toBe(server.url);
    }
    await sql(server, "UPDATE domains SET status = 'suspended' WHERE id = $1", [domain.id]);
    const { status, body } = await choose(domain.name);
    expect([status, body.errors?.[0]?.path, body.errors?.[0]?.code]).toEqual([400, "domain", "domain_suspended"]);
  });

  it("requires a plan with a choice of domains, to choose it and to keep using it", async () => {
    const { choose, chosen, made, domain, user } = await domainOwner();
    const allow = async (enabled: boolean) => {
      const multiple = JSON.stringify({ multiple: { enabled } });
      await sql(server, "UPDATE plans SET limits = limits || $2 FROM users u WHERE plans.id = plan_id AND u.id = $1", [
        user.id,
        multiple,
      ]);
    };
    await limitTo(server, user.id, { multiple: { enabled: true } });
    await eventually(async () => expect((await choose(domain.name)).status).toBe(200));
    expect(await chosen()).toBe(domain.name);
    await allow(false);
    await eventually(async () => expect(await chosen()).toBe(server.url));
    expect(await made()).toBe(server.url);
    expect((await choose(domain.name)).status).toBe(403);
    await allow(true);
    await eventually(async () => expect(await chosen()).toBe(domain.name));
  });

  it("is the service's after the chosen one is deleted, suspended or another account's", async () => {
    const { choose, chosen, made, domain, client } = await domainOwner();
    await choose(domain.name);
    await sql(server, "UPDATE domains SET status = 'suspended' WHERE id = $1", [domain.id]);
    expect([await chosen(), await made()]).toEqual([server.url, server.url]);
    await sql(server, "UPDATE domains SET status = 'active' WHERE id = $1", [domain.id]);
    const other = await linkOwner(server);
    await sql(server, "UPDATE domains SET user_id = $2 WHERE id = $1", [domain.id, other.user.id]);
    expect([await chosen(), await made()]).toEqual([server.url, server.url]);

    const second = newName();
    const { body } = await client.post<{ id: number }>("/api/domain/add", { domain: second });
    await choose(second);
    expect(await chosen()).toBe(second);
    expect((await client.delete(`/api/domain/${body.id}/delete`)).status).toBe(200);
    expect([await chosen(), await made()]).toEqual([server.url, server.url]);
  });

  it("is recorded in the audit log", async () => {
    const { choose, domain, client } = await domainOwner();
    await choose(domain.name);
    const { body } = await client.get<object>("/api/audit");
    expect(JSON.stringify(body)).toContain(`"default_domain_id":${domain.id}`);
  });
});

describe("a typed alias", () => {
  /** Asks as the pages do whether an alias is free. */
  async function checkAlias(userId: number, query: Record<string, string>) {
    const cookie = await sessionCookie(server, userId);
    const response = await fetch(`${server.url}/dashboard/links/alias?${new URLSearchParams(query)}`, {
      headers: { cookie },
    });
    return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
  }

  it("is free, taken, reserved or invalid", async () => {
    const { user, create, domain, choose } = await domainOwner();
    const custom = `Typed-${user.id}`;
    expect(await checkAlias(user.id, { custom })).toEqual({
      status: 200,
      answer: { free: true, shortUrl: `${server.url}/${custom}` },
    });
    const { id } = await create({ custom });
    const taken = { free: false, sentence: "That alias is taken. Please choose another one." };
    expect((await checkAlias(user.id, { custom: custom.toLowerCase() })).answer).toEqual(taken);
    // The link's own alias does not count as taken.
    expect((await checkAlias(user.id, { custom, link: String(id) })).answer).toMatchObject({ free: true });
    // Without a domain in the request, the default domain counts.
    await choose(domain.name);
    expect((await checkAlias(user.id, { custom })).answer).toEqual({
      free: true,
      shortUrl: `${domain.name}/${custom}`,
    });
    expect((await checkAlias(user.id, { custom, domain: server.url })).answer).toEqual(taken);
    expect((await checkAlias(user.id, { custom: "login", domain: server.url })).answer).toMatchObject({ free: false });
    for (const none of ["a b", "", "x".repeat(65), "a\0"]) {
      const { status, answer } = await checkAlias(user.id, { custom: none });
      expect([status, answer]).toEqual([200, { free: false, sentence: expect.stringMatching(/\w/) }]);
    }
  });

  it("is reported through the API like on the pages: the resulting address, or the error", async () => {
    const { client, create, domain, user } = await domainOwner();
    const custom = `api-${user.id}`;
    const check = (query: Record<string, string>) =>
      client.get<Failure & { shorturl: string }>(`/api/url/check?${new URLSearchParams(query)}`);
    expect((await check({ custom })).body).toEqual({ error: 0, shorturl: `${server.url}/${custom}` });
    const onDomain = { custom, domain: domain.name };
    expect((await check(onDomain)).body.shorturl).toBe(`${domain.name}/${custom}`);
    const { id } = await create({ custom });
    const { status, body } = await check({ custom });
    expect([status, body.message]).toEqual([409, "That alias is taken. Please choose another one."]);
    expect((await check({ custom, link: String(id) })).status).toBe(200);
    expect((await check({ custom, link: String(id + 1) })).status).toBe(409);
    for (const [query, path] of [
      [{ custom: "a b" }, "custom"],
      [{ custom: "login" }, "custom"],
      [{}, "custom"],
      [{ custom, domain: newName() }, "domain"],
      [{ custom, link: "x" }, "link"],
    ] as [Record<string, string>, string][]) {
      const { status, body } = await check(query);
      expect([status, body.errors?.[0]?.path]).toEqual([400, path]);
    }
  });

  it("reveals only that another user's link exists, and nothing about their domains", async () => {
    const owner = await domainOwner();
    const stranger = await domainOwner();
    const custom = `private-${owner.user.id}`;
    const { id } = await owner.create({ custom, status: "off" });
    const { answer } = await checkAlias(stranger.user.id, { custom, link: String(id) });
    expect(answer).toEqual({ free: false, sentence: "That alias is taken. Please choose another one." });
    for (const name of [custom, `free-${owner.user.id}`]) {
      const { answer } = await checkAlias(stranger.user.id, { custom: name, domain: owner.domain.name });
      expect(answer).toEqual({ free: false, sentence: "This is not one of your domains." });
    }
  });

  it("is checked only for users who are logged in, and with a limit", async () => {
    expect((await fetch(`${server.url}/dashboard/links/alias?custom=spring`)).status).toBe(401);
    const { user } = await domainOwner();
    const cookie = await sessionCookie(server, user.id);
    const statuses: number[] = [];
    for (let round = 0; round < 60 && !statuses.includes(429); round++) {
      const ask = () => fetch(`${server.url}/dashboard/links/alias?custom=spring`, { headers: { cookie } });
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, ask))).map(({ status }) => status));
    }
    expect(statuses).toContain(429);
  });
});
