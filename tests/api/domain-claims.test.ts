import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../support/api";
import { startDns, type TestDns } from "../support/dns";
import type { Failure } from "../support/links";
import { startServer, type TestServer } from "../support/server";
import { startSmtp } from "../support/smtp";
import { sql } from "../support/sql";
import { newUser, type TestUser } from "../support/users";
import { hostVisit } from "../support/visit";

let dns: TestDns;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
/** Two instances with the same database. Only their settings differ. */
let strict: TestServer;
let pending: TestServer;
let lost: Awaited<ReturnType<typeof lostDomain>>;

const here = { cname: "sign.example" };

beforeAll(async () => {
  dns = await startDns({ "sign.example": { addresses: ["203.0.113.5", "2001:db8::5"] } });
  smtp = await startSmtp();
  const env = { APP_URL: "https://sign.example", DNS_SERVERS: dns.address, SMTP_URL: smtp.url };
  strict = await startServer({ env });
  lost = await lostDomain();
  const { databaseUrl: DATABASE_URL, appSecret: APP_SECRET } = strict;
  pending = await startServer({ env: { ...env, DATABASE_URL, APP_SECRET, DOMAIN_VERIFICATION: "pending" } });
});
afterAll(async () => {
  await pending?.stop();
  await strict?.stop();
  await Promise.all([dns?.close(), smtp?.close()]);
});

let names = 0;
/** A name that points here, unless `answer` says otherwise. */
function newName(answer: TestDns["names"][string] | null = here) {
  const host = `go${++names}.brand.example`;
  if (answer) dns.names[host] = answer;
  return host;
}

async function claimant(server: TestServer, user?: TestUser) {
  const account = user ?? (await newUser(server));
  const client = api(server, account.key);
  return {
    account,
    client,
    add: (domain: string, settings = {}) =>
      client.post<Failure & { id: number }>("/api/domain/add", { domain, ...settings }),
    remove: (id: number) => client.delete<Failure>(`/api/domain/${id}/delete`),
    look: async () => (await client.get<{ data: { domains: { id: number }[] } }>("/api/domains")).body.data.domains,
    link: (domain: string, custom: string) =>
      client.post<Failure>("/api/url/add", { url: `https://example.com/${account.username}`, domain, custom }),
    links: async () => (await client.get<{ data: { urls: { shorturl: string }[] } }>("/api/urls")).body.data.urls,
  };
}

const statusOf = async (server: TestServer, { account }: Awaited<ReturnType<typeof claimant>>, host: string) => {
  const query = "SELECT status FROM domains WHERE user_id = $1 AND host = $2";
  return (await sql<{ status: string }>(server, query, [account.id, host]))[0]?.status;
};

const mayHaveCertificate = async (server: TestServer, host: string) =>
  (await fetch(`${server.url}/api/tls/allowed?domain=${host}`)).status === 200;

/** The record that a refusal asks for. */
function recordIn({ message }: Failure) {
  const [, name = "", value = ""] = /add a TXT record for (\S+) with the value (\S+),/.exec(message) ?? [];
  return { name, value };
}

function prove(...refusals: Failure[]) {
  const records = refusals.map(recordIn);
  for (const { name } of records) dns.names[name] = { texts: records.map(({ value }) => value) };
}

describe("the DNS check", () => {
  it.each<[string, TestDns["names"][string]]>([
    ["cname.example", here],
    ["a.example", { addresses: ["203.0.113.5"] }],
    ["aaaa.example", { addresses: ["2001:db8::5"] }],
    ["bücher.example", here],
  ])("on a public service is strict unless configured, and accepts %s", async (domain, answer) => {
    dns.names[domain.replace("bücher", "xn--bcher-kva")] = answer;
    expect((await (await claimant(strict)).add(domain)).status).toBe(200);
  });

  const expected = "It must be a CNAME to sign.example, or have the addresses 203.0.113.5, 2001:db8::5.";
  it.each<[string, TestDns["names"][string] | null, string, (host: string) => string]>([
    [
      "that leads elsewhere",
      { addresses: ["198.51.100.7"] },
      "dns_leads_elsewhere",
      (host) => `${host} points to 198.51.100.7. ${expected}`,
    ],
    ["that does not exist", null, "dns_no_address", (host) => `${host} has no address in DNS. ${expected}`],
    [
      "whose DNS does not answer",
      "silence",
      "dns_late",
      (host) => `The DNS look-up of ${host} took too long. Please try again.`,
    ],
  ])("rejects a domain %s with 400: what was found and what was expected", async (_, answer, code, message) => {
    const owner = await claimant(strict);
    const host = newName(answer);
    const { status, body } = await owner.add(host);
    expect([status, body.errors]).toEqual([400, [{ path: "domain", code, message: message(host) }]]);
    expect(await owner.look()).toEqual([]);
  });

  it("is skipped for the service's own address, which no account can add", async () => {
    const { status, body } = await (await claimant(strict)).add("https://SIGN.example");
    expect([status, body.errors?.[0]?.message]).toEqual([
      400,
      "This is the address of this service itself. Enter a domain of your own.",
    ]);
  });

  it.each(["list", "update"] as const)(
    "keeps a domain inactive under `pending` until it passes, which %s finds",
    async (how) => {
      const { client, add, link, look } = await claimant(pending);
      const host = newName(null);
      const { status, body } = await add(host, { redirectroot: "https://example.com/" });
      expect(status).toBe(200);
      const check = () => (how === "list" ? look() : client.put(`/api/domain/${body.id}/update`, {}));
      await check();
      const refused = await link(host, "summer-menu");
      expect([refused.status, refused.body.errors?.[0]?.message]).toEqual([
        400,
        "This domain has not passed its DNS check yet.",
      ]);
      expect((await hostVisit(pending.url, host, "/")).location).toBeUndefined();
      dns.names[host] = here;
      await check();
      expect((await link(host, "summer-menu")).status).toBe(200);
      expect((await hostVisit(pending.url, host, "/")).location).toBe("https://example.com/");
    },
  );
});

describe("a name that another account had", () => {
  it("needs the record that the error shows, in addition to its DNS", async () => {
    const [owner, other] = await Promise.all([claimant(strict), claimant(strict)]);
    const host = newName();
    const { body } = await owner.add(host);
    expect((await owner.remove(body.id)).status).toBe(200);
    const refused = await other.add(host);
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([409, "domain"]);
    expect(refused.body.message).toContain(`add a TXT record for _signpost.${host} with the value signpost-verify=`);
    expect(await mayHaveCertificate(strict, host)).toBe(false);
    // The token belongs to the account, and does not work for another.
    const third = await claimant(strict);
    prove((await third.add(host)).body);
    expect((await other.add(host)).status).toBe(409);
    prove(refused.body);
    expect((await other.add(`HTTPS://${host.toUpperCase()}./`)).status).toBe(200);
    expect(await mayHaveCertificate(strict, host)).toBe(true);
  });

  it("is reserved for its last account for 30 days, and then still needs proof", async () => {
    const owner = await claimant(strict);
    const host = newName();
    await owner.remove((await owner.add(host)).body.id);
    const { body, status } = await owner.add(host);
    expect(status).toBe(200);
    await owner.remove(body.id);
    await sql(strict, "UPDATE former_domains SET removed_at = now() - interval '31 days' WHERE host = $1", [host]);
    const refused = await owner.add(host);
    expect(refused.status).toBe(409);
    prove(refused.body);
    expect((await owner.add(host)).status).toBe(200);
  });

  it("is remembered when the account is deleted with everything in it", async () => {
    const [owner, other] = await Promise.all([claimant(strict), claimant(strict)]);
    const host = newName();
    await owner.add(host);
    expect((await owner.link(host, "kept-link")).status).toBe(200);
    expect((await api(strict, strict.adminKey).delete(`/api/user/${owner.account.id}/delete`)).status).toBe(200);
    const refused = await other.add(host);
    expect(refused.status).toBe(409);
    prove(refused.body);
    expect((await other.add(host)).status).toBe(200);
    expect(await hostVisit(strict.url, host, "/kept-link")).toMatchObject({ status: 404 });
  });

  it("is not remembered if it never pointed here", async () => {
    const [owner, other] = await Promise.all([claimant(pending), claimant(pending)]);
    const host = newName(null);
    await owner.remove((await owner.add(host)).body.id);
    dns.names[host] = here;
    expect((await other.add(host)).status).toBe(200);
    expect(await statusOf(pending, other, host)).toBe("active");
  });
});

describe("a name of another account", () => {
  it("goes to the account that proves ownership, without the loser's links, which stop working", async () => {
    const [loser, winner] = await Promise.all([claimant(strict), claimant(strict)]);
    const host = newName();
    await loser.add(host);
    expect((await loser.link(host, "summer-menu")).status).toBe(200);
    const refused = await winner.add(host);
    expect(refused.status).toBe(409);
    expect(await hostVisit(strict.url, host, "/summer-menu")).toMatchObject({ status: 302 });
    prove(refused.body);
    expect((await winner.add(host)).status).toBe(200);
    expect(await hostVisit(strict.url, host, "/summer-menu")).toMatchObject({ status: 404 });
    expect(await winner.links()).toEqual([]);
    expect(await loser.links()).toMatchObject([{ shorturl: `https://${host}/summer-menu` }]);
    expect((await winner.link(host, "summer-menu")).status).toBe(200);
    expect((await hostVisit(strict.url, host, "/summer-menu")).location).toContain(winner.account.username);
    await expect
      .poll(() => smtp.mails.filter(({ to }) => to.includes(loser.account.email)).map(({ text }) => text))
      .toEqual([expect.stringContaining(`${host} now belongs to another account`)]);

    // It still points here, but that is no longer enough for the loser; checking does not bring it back.
    const again = await loser.link(host, "winter-menu");
    expect(again.body.errors?.[0]?.message).toContain(`add a TXT record for _signpost.${host}`);
    const [{ id } = { id: 0 }] = await loser.look();
    expect(await statusOf(strict, loser, host)).toBe("pending");
    expect((await loser.remove(id)).body.message).toBe("This domain still has 1 link. Move or delete it first.");
    expect((await hostVisit(strict.url, host, "/summer-menu")).location).toContain(winner.account.username);
  });

  it("stays with the account whose record is in the DNS", async () => {
    const [owner, other] = await Promise.all([claimant(strict), claimant(strict)]);
    const host = newName();
    await owner.remove((await owner.add(host)).body.id);
    await sql(strict, "UPDATE former_domains SET user_id = NULL WHERE host = $1", [host]);
    const [own, others] = [(await owner.add(host)).body, (await other.add(host)).body];
    prove(own, others);
    expect((await owner.add(host)).status).toBe(200);
    const { status, body } = await other.add(host);
    expect([status, body.message]).toEqual([409, "That domain is taken."]);
    prove(others);
    expect((await other.add(host)).status).toBe(200);
  });

  it("goes to one of several accounts that ask or prove at once", async () => {
    const claimants = await Promise.all([1, 2, 3, 4].map(() => claimant(strict)));
    const host = newName();
    const first = await Promise.all(claimants.map(({ add }) => add(host)));
    expect(first.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const rest = claimants.filter((_, index) => first[index]?.status === 409);
    prove(...(await Promise.all(rest.map(async ({ add }) => (await add(host)).body))));
    const second = await Promise.all(rest.map(({ add }) => add(host)));
    expect(second.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const query = "SELECT count(*)::int AS count FROM domains WHERE host = $1 AND status = 'active'";
    expect(await sql(strict, query, [host])).toEqual([{ count: 1 }]);
  });
});

describe("a pending name", () => {
  it("gets no certificate, and can still be a destination", async () => {
    const [squatter, other] = await Promise.all([claimant(pending), claimant(pending)]);
    const host = newName({ addresses: ["198.51.100.7"] });
    expect((await squatter.add(host)).status).toBe(200);
    expect(await mayHaveCertificate(pending, host)).toBe(false);
    const client = api(pending, other.account.key);
    expect((await client.post("/api/url/add", { url: `https://${host}/article` })).status).toBe(200);
  });

  it("goes from a squatter to its owner when the owner proves ownership", async () => {
    const [squatter, owner] = await Promise.all([claimant(pending), claimant(pending)]);
    const host = newName(null);
    expect((await squatter.add(host)).status).toBe(200);
    expect((await owner.add(host)).status).toBe(200);
    dns.names[host] = here;
    await Promise.all([squatter.look(), owner.look()]);
    expect([await statusOf(pending, squatter, host), await statusOf(pending, owner, host)]).toEqual([
      "pending",
      "pending",
    ]);
    expect(await mayHaveCertificate(pending, host)).toBe(false);
    const refused = await owner.link(host, "summer-menu");
    prove({ ...refused.body, message: refused.body.errors?.[0]?.message ?? "" });
    await Promise.all([squatter.look(), owner.look()]);
    expect([await statusOf(pending, squatter, host), await statusOf(pending, owner, host)]).toEqual([
      "pending",
      "active",
    ]);
    expect(await mayHaveCertificate(pending, host)).toBe(true);
    expect((await owner.link(host, "summer-menu")).status).toBe(200);
    expect((await squatter.link(host, "summer-menu")).status).toBe(400);
  });

  it("counts for the account's limit like any other", async () => {
    const owner = await claimant(pending);
    expect((await owner.add(newName(null))).status).toBe(200);
    expect((await owner.add(newName())).status).toBe(403);
  });
});

it("is rejected if it belongs to the operator", async () => {
  const owner = await claimant(strict);
  const admin = await claimant(strict, await newUser(strict, { admin: true }));
  for (const host of ["sign.example", "SIGN.example.", "go.sign.example", "app.localhost", "Go.Sign.Example."]) {
    dns.names[host.toLowerCase().replace(/\.$/, "")] ??= here;
    const { status, body } = await owner.add(host);
    expect([host, status, body.errors?.[0]?.path]).toEqual([host, 400, "domain"]);
  }
  expect((await admin.add("go.sign.example")).status).toBe(200);
});

it("rejects an account that keeps adding and removing names", async () => {
  const owner = await claimant(strict);
  const host = newName();
  await owner.remove((await owner.add(host)).body.id);
  await sql(
    strict,
    `INSERT INTO former_domains (host, user_id, removed_at)
     SELECT 'n' || n || '.brand.example', $1, now() - interval '29 days' FROM generate_series(1, 100) AS n`,
    [owner.account.id],
  );
  const { status, body } = await owner.add(newName());
  expect([status, body.message]).toEqual([
    409,
    "You have removed 100 domains in the last 30 days. Please try again later.",
  ]);
  await sql(strict, "UPDATE former_domains SET removed_at = removed_at - interval '2 days' WHERE host = $1", [
    "n1.brand.example",
  ]);
  expect((await owner.add(host)).status).toBe(200);
});

/** A domain that has pointed elsewhere for three days. The next start of an instance checks it. */
async function lostDomain() {
  const owner = await claimant(strict);
  const host = newName();
  await owner.add(host);
  await owner.link(host, "summer-menu");
  dns.names[host] = { addresses: ["198.51.100.7"] };
  expect(await hostVisit(strict.url, host, "/summer-menu")).toMatchObject({ status: 302 });
  await sql(
    strict,
    "UPDATE domains SET check_at = now(), failing_since = now() - interval '3 days 1 hour' WHERE host = $1",
    [host],
  );
  return { owner, host };
}

it("is no longer served, by any process, once it has pointed elsewhere for three days", async () => {
  const { owner, host } = lost;
  await expect.poll(() => statusOf(strict, owner, host)).toBe("suspended");
  for (const { url } of [strict, pending]) {
    await expect
      .poll(() => hostVisit(url, host, "/summer-menu"))
      .toMatchObject({ status: 404, body: "There is nothing at this address." });
  }
  expect(await mayHaveCertificate(strict, host)).toBe(false);
  const refused = await owner.link(host, "winter-menu");
  expect(refused.body.errors?.[0]?.message).toBe(
    "This domain is suspended because it no longer points to this service.",
  );
  dns.names[host] = here;
  await owner.look();
  expect(await hostVisit(strict.url, host, "/summer-menu")).toMatchObject({ status: 302 });
});
