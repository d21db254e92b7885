import { beforeAll, describe, expect, it } from "vitest";
import { api } from "../support/api";
import { clicksServer, copyClicks } from "../support/clicks-server";
import { type LinkOwner, linkOwner } from "../support/links";
import { newPlan, onNewPlan } from "../support/plans";
import { countedRows } from "../support/recorded";
import { sql } from "../support/sql";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = clicksServer();
let owner: LinkOwner;
beforeAll(async () => {
  owner = await linkOwner(server);
});

/** Returns the link once it counts `clicks`. Clicks are stored in the order of the visits. */
const counted = (id: number, clicks: number, by = owner) =>
  eventually(async () => {
    const shown = await by.show(id);
    // The two numbers are read one after the other.
    expect([shown.data.clicks, shown.details.clicks]).toEqual([clicks, clicks]);
    return shown;
  });

it("shows a click in the link, its statistics and the list", async () => {
  const mine = await linkOwner(server);
  const { id, shorturl } = await mine.create();
  await visit(shorturl);
  const { data, details } = await counted(id, 1, mine);
  expect(details.uniqueclicks).toBe(1);
  expect(data).toEqual({
    clicks: 1,
    uniqueClicks: 1,
    topCountries: { Unknown: "1" },
    topReferrers: { Direct: "1" },
    topBrowsers: { Chrome: "1" },
    topOs: { Windows: "1" },
    socialCount: { network1: 0, network2: 0, network3: 0 },
    topClasses: {},
    topRobots: {},
    topRegions: {},
    topCities: {},
    conversions: { count: 0, rate: 0, events: {}, revenue: {} },
  });
  expect((await mine.list()).urls[0]).toMatchObject({ id, clicks: 1, uniqueclicks: 1 });
});

it("compares the visitors of a split test with its weights", async () => {
  const { id, shorturl } = await owner.create({
    split: ["a", "b"].map((name) => ({ to: `https://example.com/${name}`, weight: name === "a" ? 1 : 3 })),
  });
  for (let visitor = 0; visitor < 24; visitor++) {
    const headers = { "user-agent": agents.mac.replace("17.5", `17.${visitor}`) };
    for (let time = 0; time < 2; time++) await visit(shorturl, { headers });
  }
  const { data } = await counted(id, 48);
  const [split, ...others] = (data as unknown as { splits: Record<string, unknown>[] }).splits;
  expect(others).toEqual([]);
  expect(split).toMatchObject({
    rule: "split",
    uniqueClicks: 24,
    chiSquared: expect.any(Number),
    p: expect.any(Number),
  });
  expect(split?.shares).toMatchObject([
    { destination: "https://example.com/a", wanted: 0.25, from: expect.any(Number), to: expect.any(Number) },
    { destination: "https://example.com/b", wanted: 0.75 },
  ]);
});

it("counts conversions of a split test once per visitor, and only of visitors who came through it", async () => {
  const { id, shorturl } = await owner.create({
    split: ["a", "b"].map((name) => ({ to: `https://example.com/${name}`, weight: 1 })),
  });
  const came = Array.from({ length: 12 }, (_, n) => ({ "user-agent": agents.mac.replace("17.5", `17.${n}`) }));
  for (const headers of came) await visit(shorturl, { headers });
  await counted(id, 12);
  const done = `${shorturl}+done`;
  const picture = await visit(done, { headers: came[0] });
  expect([picture.status, picture.headers.get("content-type"), picture.headers.get("cache-control")]).toEqual([
    200,
    "image/gif",
    "no-store",
  ]);
  expect(picture.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  for (const headers of came.slice(0, 5)) await visit(done, { method: "POST", headers });
  // A stranger, a bot, a visitor who asked not to be tracked, and a HEAD request.
  await visit(done, { headers: { "user-agent": agents.android } });
  await visit(done, { headers: { "user-agent": agents.slack } });
  await visit(done, { headers: { ...came[6], dnt: "1" } });
  await visit(done, { method: "HEAD", headers: came[7] });
  // Later conversions are stored later, so wait for this one.
  await visit(done, { headers: came[8] });
  const conversions = async () => (await owner.show(id)).data.splits?.[0]?.conversions;
  await eventually(async () => expect(await conversions()).toBe(6));
  const [split] = (await owner.show(id)).data.splits ?? [];
  expect(split?.shares.reduce((sum, share) => sum + share.conversions, 0)).toBe(6);
  for (const { conversions, uniqueClicks, rate } of split?.shares ?? [])
    expect(rate).toBeCloseTo(uniqueClicks > 0 ? conversions / uniqueClicks : 0);
  expect(split).toMatchObject({ conversionsChiSquared: null, conversionsP: null });
  expect(split?.best).toMatchObject({
    variant: split?.shares.toSorted((one, other) => other.rate - one.rate)[0]?.variant,
  });
});

it("hands the destination of a link that tracks conversions the id of the click, and of others nothing", async () => {
  const url = "https://shop.example/cart?item=1#pay";
  const { id, shorturl } = await owner.create({ url, trackconversions: true, forward: "query" });
  const given = async (address: string, headers = {}) => (await visit(address, { headers })).location ?? "";
  const first = await given(shorturl);
  expect(first).toMatch(/^https:\/\/shop\.example\/cart\?item=1&sp_click=[\w-]{42,}#pay$/);
  expect(await given(shorturl)).not.toBe(first);
  const earlier = new URL(first).search;
  expect(await given(`${shorturl}${earlier}`)).not.toContain(earlier.split("sp_click=")[1]);
  for (const headers of [{ "sec-gpc": "1" }, { dnt: "1" }, { "user-agent": agents.slack }])
    expect(await given(shorturl, headers)).toBe(url);
  expect((await counted(id, 5)).details.trackconversions).toBe(true);
  await owner.update(id, { trackconversions: null });
  await eventually(async () => expect(await given(shorturl)).toBe(url));
});

it("rejects conversions of a missing, private or disabled link", async () => {
  const { id, shorturl } = await owner.create();
  expect((await visit(`${shorturl}x+done`)).status).toBe(404);
  expect((await visit(`${shorturl}+doner`)).status).toBe(404);
  await owner.update(id, { status: "off" });
  expect((await visit(`${shorturl}+done`)).status).toBe(404);
});

it("counts visitors and visits separately", async () => {
  const { id, shorturl } = await owner.create();
  const other = await owner.create();
  for (const agent of ["windows", "windows", "mac", "windows", "iphone"] as const) {
    await visit(shorturl, { headers: { "user-agent": agents[agent] } });
  }
  await visit(other.shorturl);
  const { data } = await counted(id, 5);
  expect(data.uniqueClicks).toBe(3);
  expect(data.topBrowsers).toEqual({ Chrome: "3", Safari: "2" });
  expect(data.topOs).toEqual({ Windows: "3", macOS: "1", iOS: "1" });
  // The visitor is new to this link, though not to the service.
  expect((await counted(other.id, 1)).data.uniqueClicks).toBe(1);
});

describe("visits that are not by people", () => {
  it.each<[string, Parameters<typeof visit>[1], string]>([
    ["HEAD", { method: "HEAD" }, "head"],
    ["a prefetch", { headers: { "sec-purpose": "prefetch" } }, "prefetch"],
    ["a prerendering", { headers: { "sec-purpose": "prefetch;prerender" } }, "prefetch"],
    ["an older prefetch", { headers: { purpose: "prefetch" } }, "prefetch"],
    ["a preview in WhatsApp", { headers: { "user-agent": agents.whatsapp } }, "agent:WhatsApp"],
    ["a preview in Slack", { headers: { "user-agent": agents.slack } }, "agent:Slackbot-LinkExpanding"],
    ["a preview on Facebook", { headers: { "user-agent": agents.facebook } }, "agent:facebookexternalhit"],
  ])("%s is redirected, stored with the rule that classified it, and not counted", async (_, init, robot) => {
    const { id, shorturl } = await owner.create();
    // A browser would use the prefetched answer at the click, and not ask again.
    const ahead = init?.headers && "sec-purpose" in init.headers;
    expect((await visit(shorturl, init)).status).toBe(ahead ? 503 : 302);
    await visit(shorturl, init);
    await visit(shorturl);
    const { details, data } = await counted(id, 1);
    expect([data.uniqueClicks, details.clicks, details.uniqueclicks]).toEqual([1, 1, 1]);
    expect(data.topReferrers).toEqual({ Direct: "1" });
    await copyClicks();
    const rows = await sql(server, "SELECT robot FROM clicks WHERE link_id = $1 ORDER BY robot", [id]);
    expect(rows).toEqual([{ robot }, { robot }, { robot: null }]);
  });
});

it.each<Record<string, string>>([{ dnt: "1" }, { "sec-gpc": "1" }])(
  "counts visitors who send %j without recognizing them later",
  async (headers) => {
    const { id, shorturl } = await owner.create();
    await visit(shorturl, { headers });
    await visit(shorturl, { headers });
    await visit(shorturl);
    const { data } = await counted(id, 3);
    expect(data.uniqueClicks).toBe(1);
    await copyClicks();
    const rows = await sql(
      server,
      "SELECT visitor IS NULL AS unknown FROM clicks WHERE link_id = $1 ORDER BY visitor NULLS FIRST",
      [id],
    );
    expect(rows).toEqual([{ unknown: true }, { unknown: true }, { unknown: false }]);
  },
);

it("names referrers by their host, and counts those of networks", async () => {
  const { id, shorturl } = await owner.create();
  const referrers = [
    "https://www.news.example/story?id=1",
    "https://NEWS.example/",
    "https://l.facebook.com/l.php?u=x",
    "https://t.co/abc",
    "https://www.instagram.com/",
    "https://instagram.com.evil.example/",
    "javascript:alert(1)",
    "",
  ];
  for (const referer of referrers) await visit(shorturl, { headers: referer ? { referer } : {} });
  const { data } = await counted(id, referrers.length);
  expect(data.topReferrers).toEqual({
    "news.example": "2",
    "l.facebook.com": "1",
    "t.co": "1",
    "instagram.com": "1",
    "instagram.com.evil.example": "1",
    Unknown: "1",
    Direct: "1",
  });
  expect(data.socialCount).toEqual({ network1: 1, network2: 1, network3: 1 });
});

it("lists the ten referrers with the most clicks, the largest first", async () => {
  const { id, shorturl } = await owner.create();
  const visits = Array.from({ length: 12 }, (_, index) =>
    Array(index < 2 ? 1 : 2).fill(`https://site${index}.example/`),
  ).flat();
  for (const referer of visits) await visit(shorturl, { headers: { referer } });
  const { data } = await counted(id, visits.length);
  expect(Object.keys(data.topReferrers).sort()).toEqual(
    Array.from({ length: 10 }, (_, index) => `site${index + 2}.example`).sort(),
  );
});

it("counts the page that asks for a password once, and none of the attempts", async () => {
  const { id, shorturl } = await owner.create({ password: "secret" });
  await visit(shorturl);
  for (const password of ["wrong", "secret"]) {
    await visit(shorturl, { method: "POST", body: new URLSearchParams({ password }) });
  }
  await visit(shorturl, { headers: { "user-agent": agents.mac } });
  expect((await counted(id, 2)).data.uniqueClicks).toBe(2);
});

it("does not count visits to a link that does not redirect", async () => {
  const { id, shorturl } = await owner.create({ status: "off" });
  await visit(shorturl);
  await owner.update(id, { status: "public", expiry: "2020-01-01 00:00:00" });
  await visit(shorturl);
  await owner.update(id, { expiry: null });
  await visit(shorturl, { headers: { "user-agent": agents.mac } });
  expect((await counted(id, 1)).data.topOs).toEqual({ macOS: "1" });
});

it("keeps hostile headers as text", async () => {
  const { id, shorturl } = await owner.create();
  const hostile = "a\\N\tb'); DROP TABLE clicks; -- <script>\\";
  for (const referer of [`https://x.example/${hostile}`, hostile, "https://__proto__/"]) {
    await visit(shorturl, { headers: { "user-agent": `${agents.windows} ${hostile}`, referer } });
  }
  const { data } = await counted(id, 3);
  expect(Object.entries(data.topReferrers).sort()).toEqual([
    ["Unknown", "1"],
    ["__proto__", "1"],
    ["x.example", "1"],
  ]);
});

it("deletes a link's clicks with it", async () => {
  const { id, shorturl } = await owner.create();
  await visit(shorturl);
  await counted(id, 1);
  await owner.remove(id);
  await owner.client.delete(`/api/url/${id}/erase`);
  await eventually(async () => {
    await copyClicks();
    expect(await countedRows(server.databaseUrl, "link", id)).toBe(0);
  });
});

it("keeps details of as many clicks a month as the plan allows, while links keep working and totals count all", async () => {
  const mine = await linkOwner(server);
  await onNewPlan(server, mine.user, { clicks: 3 });
  const larger = await newPlan(server, { clicks: 5 });
  const { id, shorturl } = await mine.create();
  const { id: code } = await mine.made("/api/qr/add", { type: "text", data: "Hello" });
  const [qr] = await sql<{ code: string }>(server, "SELECT code FROM qr_codes WHERE id = $1", [code]);
  await visit(`${server.url}/q/${qr?.code}`);
  for (const agent of ["windows", "mac", "mac", "iphone", "android"] as const) {
    await visit(shorturl, { headers: { "user-agent": agents.slack } });
    expect((await visit(shorturl, { headers: { "user-agent": agents[agent] } })).status).toBe(302);
  }
  await counted(id, 5, mine);
  const locked = (clicks: number, limit: number) => ({
    clicks,
    message: expect.stringMatching(
      new RegExp(`^The detail of ${clicks} clicks? is locked: .* first ${limit} in each month`),
    ),
  });
  // ClickHouse may have the details a little later than the counts.
  await eventually(async () =>
    expect((await mine.show(id)).data).toMatchObject({
      ...{ clicks: 5, uniqueClicks: 4, topOs: { Windows: "1", macOS: "1" }, locked: locked(3, 3) },
    }),
  );
  expect((await mine.list()).urls[0]).toMatchObject({ id, clicks: 5 });
  const { body: scans } = await mine.client.get<{ data: object }>(`/api/qr/${code}`);
  expect(scans.data).toMatchObject({ clicks: 1, topOs: { Windows: "1" } });
  expect(scans.data).not.toHaveProperty("locked");
  // Another plan shows more, starting with the next request.
  const admin = api(server, server.adminKey);
  expect((await admin.put(`/api/plan/${larger.id}/user/${mine.user.id}`, { type: "lifetime" })).status).toBe(200);
  expect((await mine.show(id)).data).toMatchObject({
    topOs: { Windows: "1", macOS: "2", iOS: "1" },
    locked: locked(1, 5),
  });
});
