import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startDatabase } from "../support/database";
import { deliverMails } from "../support/deliver-mails";
import { startDns, type TestDns } from "../support/dns";
import { startSmtp } from "../support/smtp";

Object.assign(process.env, { APP_URL: "https://sign.example" });
await startDatabase();
const { env } = await import("@/lib/platform/env");
const { db } = await import("@/lib/platform/database/db");
const { announce } = await import("@/lib/platform/database/changes");
const { findDomain: domainOf } = await import("@/lib/resources/domains/resolve");
const { servesDomain } = await import("@/lib/resources/domains/service");
const { recheckDomains: recheck } = await import("@/lib/resources/domains/recheck");
const { rotatorCache } = await import("@/lib/visits/campaigns/rotator-answer");
const { campaignList } = await import("@/lib/visits/campaigns/list-answer");
const { createUser } = await import("@/lib/resources/users/service");

const { user } = await createUser({ username: "ada", email: "ada@example.com", password: "quiet river stone" });
const rival = (await createUser({ username: "eve", email: "eve@example.com", password: "quiet river stone" })).user;

const own = { addresses: ["203.0.113.5"] };
const elsewhere = { addresses: ["198.51.100.7"] };
const host = "go.brand.example";
const dayMs = 86_400_000;

let dns: TestDns;
const recheckDomains = async () => {
  await recheck();
  await deliverMails();
};
let smtp: Awaited<ReturnType<typeof startSmtp>>;

beforeAll(async () => {
  dns = await startDns({});
  smtp = await startSmtp();
  Object.assign(env, { DNS_SERVERS: [dns.address], SMTP_URL: smtp.url });
});
afterAll(() => Promise.all([dns.close(), smtp.close()]));

beforeEach(async () => {
  await db.domain.deleteMany({ where: { userId: { not: null } } });
  Object.assign(dns.names, { "sign.example": own, [host]: own });
  smtp.mails.length = 0;
  dns.questions.length = 0;
});

const add = (data: object = {}) => db.domain.create({ data: { userId: user.id, host, checkAt: new Date(0), ...data } });
const now = async () => {
  announce("domain_changed");
  return db.domain.findFirstOrThrow({ where: { host, userId: user.id } });
};
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
/** Moves the domain's clock and runs the checks that are due. */
async function checkAfter(days: number) {
  await db.$executeRaw`UPDATE domains SET check_at = check_at - ${days}::int * interval '1 day',
    failing_since = failing_since - ${days}::int * interval '1 day'`;
  await recheckDomains();
  return now();
}
const subjects = () => smtp.mails.map(({ to, text }) => [to[0], /^Subject: (.*)/m.exec(text)?.[1]]);
const isServed = async () => [(await domainOf(host))?.origin === `https://${host}`, await servesDomain(host)];

describe("a domain that points elsewhere", () => {
  it("is suspended after three days, and returns automatically", async () => {
    await add();
    dns.names[host] = elsewhere;
    await recheckDomains();
    expect(await now()).toMatchObject({ status: "active", failingSince: expect.any(Date) });
    expect(subjects()).toEqual([["ada@example.com", `${host} no longer points to Signpost`]]);
    for (const _ of [1, 2]) expect((await checkAfter(1)).status).toBe("active");
    expect([await isServed(), smtp.mails.length]).toEqual([[true, true], 1]);
    expect((await checkAfter(1)).status).toBe("suspended");
    expect(await isServed()).toEqual([false, false]);
    expect(subjects()[1]).toEqual(["ada@example.com", `${host} is suspended`]);
    expect((await checkAfter(1)).status).toBe("suspended");
    expect(smtp.mails.length).toBe(2);
    dns.names[host] = own;
    expect(await checkAfter(1)).toMatchObject({ status: "active", failingSince: null });
    expect(await isServed()).toEqual([true, true]);
  });

  it("gets three new days if it pointed here meanwhile", async () => {
    await add({ failingSince: daysAgo(2) });
    await recheckDomains();
    expect((await now()).failingSince).toBeNull();
    dns.names[host] = elsewhere;
    expect((await checkAfter(2)).status).toBe("active");
  });

  it("does not return automatically if another account has asked for it", async () => {
    await add({ status: "suspended", failingSince: daysAgo(4) });
    await add({ userId: rival.id, status: "pending" });
    await recheckDomains();
    expect((await now()).status).toBe("suspended");
  });
});

describe("a DNS failure changes nothing", () => {
  it.each([
    ["it fails", { [host]: "failure" }],
    ["it does not know this service either", { [host]: elsewhere, "sign.example": { addresses: [] } }],
    ["it fails for this service's own name", { [host]: elsewhere, "sign.example": "failure" }],
  ] as const)("if %s", async (_, names) => {
    await add({ failingSince: daysAgo(9) });
    Object.assign(dns.names, names);
    await recheckDomains();
    const domain = await now();
    expect([domain.status, await isServed(), smtp.mails]).toEqual(["active", [true, true], []]);
    // The next check is in an hour, not in a day.
    expect(domain.checkAt.getTime() - Date.now()).toBeLessThan(dayMs / 20);
  });
});

describe("the check of all domains", () => {
  it("checks each due domain once, a few at a time, with any number of processes", async () => {
    const hosts = Array.from({ length: 60 }, (_, n) => `go${n}.many.example`);
    for (const name of hosts) dns.names[name] = own;
    await db.domain.createMany({
      data: hosts.map((name, n) => ({ userId: user.id, host: name, checkAt: n < 50 ? new Date(0) : undefined })),
    });
    await Promise.all([recheckDomains(), recheckDomains(), recheckDomains()]);
    const queried = dns.questions.filter((question) => /^_signpost.* 16$/.test(question)).sort();
    expect(queried).toEqual(
      hosts
        .slice(0, 50)
        .map((name) => `_signpost.${name} 16`)
        .sort(),
    );
    dns.questions.length = 0;
    await recheckDomains();
    expect(dns.questions).toEqual([]);
  });

  it("sends no queries if domains are not checked", async () => {
    Object.assign(env, { DOMAIN_VERIFICATION: "off" });
    await add();
    await recheckDomains();
    Object.assign(env, { DOMAIN_VERIFICATION: undefined });
    expect(dns.questions).toEqual([]);
  });

  it("notices when a pending domain points here", async () => {
    await add({ status: "pending" });
    await recheckDomains();
    expect((await now()).status).toBe("active");
  });
});

it("a campaign does not redirect to links on suspended domains", async () => {
  const domain = await add();
  const campaign = await db.campaign.create({
    data: { userId: user.id, name: "spring", slug: "spring", slugFolded: "spring" },
  });
  const link = { userId: user.id, domainId: domain.id, campaignId: campaign.id, destination: "https://example.com/" };
  await db.link.create({ data: { ...link, alias: "menu", aliasFolded: "menu", title: "" } });
  const led = async () => {
    announce("domain_changed");
    const list = await campaignList(campaign.id, 1);
    return [(await rotatorCache().find("spring"))?.links.length, list?.links.length];
  };
  expect(await led()).toEqual([1, 1]);
  await db.domain.update({ where: { id: domain.id }, data: { status: "suspended" } });
  expect(await led()).toEqual([0, 0]);
  await db.link.deleteMany();
});
