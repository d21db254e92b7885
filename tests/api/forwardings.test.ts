import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { type ForwardingKind, forwardingKinds } from "@/lib/contract/forwarding-kinds";
import { goodToken, type Service, startService } from "../support/analytics-services";
import { type LinkOwner, linkOwner } from "../support/links";
import { type ServerAddress, startServer } from "../support/server";
import { sql } from "../support/sql";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

let server: ServerAddress;
let owner: LinkOwner;
let started: Service[] = [];

beforeAll(() => {
  server = inject("trustingServer");
});
beforeEach(async () => {
  owner = await linkOwner(server);
});
afterEach(async () => {
  await Promise.all(started.map((service) => service.close()));
  started = [];
});

const settings: Record<ForwardingKind, (url: string) => Record<string, unknown>> = {
  ga4: (url) => ({ url, site: "G-ABC123DEF4", token: goodToken }),
  matomo: (url) => ({ url, site: "3", token: goodToken }),
  meta: (url) => ({ url: `${url}/v25.0`, site: "123456789012345", token: goodToken }),
  plausible: (url) => ({ url, site: "sign.example" }),
  segment: (url) => ({ url, token: goodToken }),
  url: (url) => ({
    ...{ url: `${url}/hit?key={token}`, token: goodToken },
    body: '{"event": "{event}", "id": "{id}", "visitor": "{visitor}", "link": "{linkid}", "from": "{referrer}"}',
  }),
};

async function forwardTo(kind: ForwardingKind, more: Record<string, unknown> = {}, to = owner) {
  const service = await startService(kind);
  started.push(service);
  const body = { kind, events: ["clicks", "conversions"], ...settings[kind](service.url), ...more };
  return { service, id: (await to.made("/api/forwarding/add", body)).id };
}

const clickId = async (address: string, headers = {}) =>
  new URL((await visit(address, { headers })).location ?? "").searchParams.get("sp_click") ?? "";

interface Item {
  status: string;
  waiting: number;
  problem: string | null;
}

async function show(id: number, of = owner): Promise<Item> {
  return (await of.client.get<{ data: Item }>(`/api/forwarding/${id}`)).body.data;
}

it("clicks and conversions arrive, those of bots and of people who object do not", async () => {
  const all = await Promise.all(forwardingKinds.map((kind) => forwardTo(kind)));
  const link = await owner.create({ trackconversions: true, title: "Spring" });
  await visit(link.shorturl, { headers: { "user-agent": agents.slack } });
  await visit(link.shorturl, { headers: { "sec-gpc": "1" } });
  await visit(link.shorturl, { headers: { dnt: "1" } });
  const clickid = await clickId(link.shorturl, { referer: "https://news.example/a" });
  await owner.made("/api/conversion/add", { clickid, event: "sale", amount: 4900, currency: "EUR", externalid: "o-1" });
  await visit(link.shorturl, { headers: { "user-agent": agents.iphone } });
  const taken = () => all.map(({ service }) => service.taken.length);
  await eventually(() => expect(taken()).toEqual(all.map(() => 3)));
  for (const { id, service } of all) {
    // Nothing else waits, so nothing else will arrive.
    await eventually(async () => expect((await show(id)).waiting).toBe(0));
    expect([service.refused, JSON.stringify(service.taken).includes("127.0.0.1")]).toEqual([[], false]);
    const { body } = await owner.client.get(`/api/forwarding/${id}/deliveries`);
    expect(JSON.stringify(body)).not.toContain(goodToken);
    expect((await owner.client.post(`/api/forwarding/${id}/test`)).status).toBe(200);
  }
  await eventually(() => expect(taken()).toEqual(all.map(() => 4)));
});

it("events have the same visitor for the same person, and another one in another account", async () => {
  const { service } = await forwardTo("url");
  const other = await linkOwner(server);
  const { service: foreign } = await forwardTo("url", {}, other);
  const [link, theirs] = [await owner.create(), await other.create()];
  await visit(link.shorturl);
  await visit(link.shorturl);
  await visit(link.shorturl, { headers: { "user-agent": agents.mac } });
  await visit(theirs.shorturl);
  await eventually(() => expect([service.taken.length, foreign.taken.length]).toEqual([3, 1]));
  const visitors = [...service.taken, ...foreign.taken].map(({ visitor }) => visitor);
  expect(new Set(visitors).size).toBe(3);
  expect(new Set(service.taken.map(({ visitor }) => visitor)).size).toBe(2);
  expect(new Set(service.taken.map(({ id }) => id)).size).toBe(3);
});

it("can be limited to clicks, and to one link", async () => {
  const [mine, other] = [await owner.create({ trackconversions: true }), await owner.create()];
  const { service, id } = await forwardTo("url", { events: ["clicks"], linkid: mine.id });
  await visit(other.shorturl);
  await owner.made("/api/conversion/add", { clickid: await clickId(mine.shorturl), event: "lead" });
  await eventually(() => expect(service.taken).toHaveLength(1));
  await eventually(async () => expect((await show(id)).waiting).toBe(0));
  expect(service.taken).toEqual([expect.objectContaining({ event: "click", link: `${mine.id}` })]);
});

it("a service that is down gets everything afterwards", async () => {
  const { service, id } = await forwardTo("matomo");
  service.state.isDown = true;
  const link = await owner.create({ trackconversions: true });
  const clickid = await clickId(link.shorturl);
  await eventually(() => expect(service.requests.length).toBeGreaterThan(0));
  await owner.made("/api/conversion/add", { clickid, event: "lead" });
  await eventually(async () => expect((await show(id)).waiting).toBe(2));
  expect(await show(id)).toMatchObject({ status: "active", problem: null, failingsince: expect.any(String) });
  service.state.isDown = false;
  await owner.client.put(`/api/forwarding/${id}/update`, { status: "active" });
  await eventually(() => expect(service.taken).toHaveLength(2));
  await eventually(async () => expect(await show(id)).toMatchObject({ waiting: 0, failingsince: null }));
});

it("is paused with a reason if the token is refused, and continues with a new one", async () => {
  const { service, id } = await forwardTo("segment", { token: "wrong-token-123456" });
  const link = await owner.create();
  await visit(link.shorturl);
  const paused = await eventually(async () => {
    const item = await show(id);
    expect(item.status).toBe("failing");
    return item;
  });
  expect(paused).toMatchObject({ problem: expect.stringContaining("does not accept the token"), waiting: 1 });
  const { body } = await owner.client.get(`/api/forwarding/${id}/deliveries`);
  expect(body).toMatchObject({
    data: { deliveries: [{ status: "waiting", answerstatus: 401, problem: paused.problem }] },
  });
  expect((await owner.client.post(`/api/forwarding/${id}/test`)).body).toMatchObject({ code: "forwarding_paused" });
  await owner.client.put(`/api/forwarding/${id}/update`, { token: goodToken });
  await eventually(() => expect(service.taken).toHaveLength(1));
  await eventually(async () => expect(await show(id)).toMatchObject({ status: "active", problem: null, waiting: 0 }));
});

it("what waits goes to a corrected address", async () => {
  const { service, id } = await forwardTo("url", { url: "http://127.0.0.1:9/hit?key={token}" });
  await visit((await owner.create()).shorturl);
  await eventually(async () => expect(await show(id)).toMatchObject({ waiting: 1, failingsince: expect.any(String) }));
  const corrected = { url: settings.url(service.url).url, token: goodToken, status: "active" };
  await owner.client.put(`/api/forwarding/${id}/update`, corrected);
  await eventually(() => expect(service.taken).toHaveLength(1));
});

it("does not send its token to another host, unless it is given again", async () => {
  const { service, id } = await forwardTo("url");
  const path = `/api/forwarding/${id}/update`;
  const { host, port, origin } = new URL(service.url);
  for (const url of [
    `http://localhost:${port}/hit?key={token}`,
    `http://127.0.0.1:${Number(port) + 1}/hit?key={token}`,
    `https://${host}/hit?key={token}`,
    `http://evil.example/${host}?key={token}`,
    "https://evil.example/{token}",
  ]) {
    for (const sent of [{ url }, { url, body: null }, { url, status: "paused" }])
      expect([url, await owner.client.put(path, sent)]).toMatchObject([
        url,
        { status: 400, body: { errors: [{ path: "token", code: "forwarding_token_again" }] } },
      ]);
  }
  expect((await owner.client.get<{ data: object }>(`/api/forwarding/${id}`)).body.data).toMatchObject({
    ...{ url: settings.url(service.url).url, status: "active" },
  });
  // The same host in another spelling, and another path on it.
  const same = [`${origin.toUpperCase().replace("HTTP", "http")}/hit?key={token}`, `${origin}/hit?other={token}`];
  for (const url of same) expect((await owner.client.put(path, { url })).status).toBe(200);
  const other = await startService("url");
  started.push(other);
  const moved = { url: settings.url(other.url).url, token: goodToken };
  expect((await owner.client.put(path, moved)).status).toBe(200);
});

it("does not send a new token with requests that were for an earlier host", async () => {
  const { service, id } = await forwardTo("url");
  await visit((await owner.create()).shorturl);
  await eventually(async () => expect(service.taken).toHaveLength(1));
  await eventually(async () => expect((await show(id)).waiting).toBe(0));
  const other = await startService("url");
  started.push(other);
  await owner.client.put(`/api/forwarding/${id}/update`, { url: settings.url(other.url).url, token: goodToken });
  const all = { from: "2020-01-01 00:00:00", to: "2099-01-01 00:00:00" };
  expect((await owner.client.post(`/api/forwarding/${id}/redeliver`, all)).body).toMatchObject({ count: 1 });
  await eventually(async () =>
    expect((await owner.client.get(`/api/forwarding/${id}/deliveries`)).body).toMatchObject({
      data: { deliveries: [{ status: "failed", problem: expect.stringContaining("was for another address") }] },
    }),
  );
  expect([service.requests.length, other.requests.length]).toEqual([1, 0]);
});

it("puts its token neither into a destination that asks for it nor into what people can read", async () => {
  const echo = createServer(async (request, response) => {
    const sent = `${request.url}\n${await text(request)}`;
    received.push(sent);
    // A service that explains a refusal with the request.
    const coded = Buffer.from(`x${goodToken}`).toString("base64");
    response.end(`${sent}\n${encodeURIComponent(sent)}\n${JSON.stringify(sent)}\n${coded}`);
  });
  const received: string[] = [];
  await once(echo.listen(0, "127.0.0.1"), "listening");
  try {
    const { port } = echo.address() as AddressInfo;
    const body = '{"to": "{destination}", "title": "{title}", "braces": "{{utm_source}}"}';
    const url = `http://127.0.0.1:${port}/{utm_source}/hit?key={token}`;
    const { id } = await forwardTo("url", { url, body });
    const { shorturl } = await owner.create({ url: "https://x.example/?a={token}", title: "{token}" });
    await visit(`${shorturl}?utm_source=token`);
    await visit(`${shorturl}?utm_source=..`);
    await eventually(() => expect(received).toHaveLength(2));
    for (const sent of received) expect(sent.split(goodToken)).toHaveLength(2);
    expect(received.map((sent) => sent.split("?")[0]).sort()).toEqual(["//hit", "/token/hit"]);
    await eventually(async () => expect((await show(id)).waiting).toBe(0));
    const shown = JSON.stringify((await owner.client.get(`/api/forwarding/${id}/deliveries`)).body);
    expect(shown).toContain("key={token}");
    expect(shown).not.toContain(goodToken);
    expect(shown).not.toContain(Buffer.from(`x${goodToken}`).toString("base64").slice(4, -4));
  } finally {
    echo.close();
  }
});

it("never shows its token, is not visible to others, and is no webhook", async () => {
  const { id } = await forwardTo("ga4", { name: "Shop" });
  const { body } = await owner.client.get<{ data: object }>(`/api/forwarding/${id}`);
  expect(body.data).toMatchObject({
    ...{ name: "Shop", kind: "ga4", site: "G-ABC123DEF4", token: `…${goodToken.slice(-4)}`, body: null },
    ...{ events: ["clicks", "conversions"], status: "active", problem: null },
  });
  const audit = await owner.client.get<object>("/api/audit?subject=webhook");
  const all = JSON.stringify([body, (await owner.client.get("/api/forwardings")).body, audit.body]);
  expect(all).not.toContain(goodToken);
  const [stored] = await sql<{ row: string }>(server, "SELECT webhooks::text AS row FROM webhooks WHERE id = $1", [id]);
  expect(stored?.row).not.toContain(goodToken);
  const { client } = await linkOwner(server);
  const path = `/api/forwarding/${id}`;
  const calls = [
    client.get(path),
    client.put(`${path}/update`, { name: "Mine" }),
    client.delete(`${path}/delete`),
    client.post(`${path}/test`),
    client.get(`${path}/deliveries`),
    client.post(`${path}/redeliver`),
    ...[`/api/webhook/${id}`, `/api/webhook/${id}/deliveries`].map((other) => owner.client.get(other)),
    owner.client.put(`/api/webhook/${id}/update`, { url: "https://example.com/" }),
    owner.client.post(`/api/webhook/${id}/rotate`),
    owner.client.post(`/api/webhook/${id}/test`),
    owner.client.delete(`/api/webhook/${id}/delete`),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404));
  expect((await owner.client.get("/api/webhooks")).body).toMatchObject({ data: { result: 0 } });
  const { id: webhook } = await owner.made("/api/webhook/add", {
    url: "https://example.com/",
    events: ["link.created"],
  });
  expect((await owner.client.get(`/api/forwarding/${webhook}`)).status).toBe(404);
  expect((await owner.client.delete(`${path}/delete`)).status).toBe(200);
  expect((await owner.client.get(path)).status).toBe(404);
});

it("rejects invalid settings, and says why", async () => {
  const strict = await linkOwner(inject("server"));
  const ga4 = { kind: "ga4", site: "G-ABC123DEF4", token: goodToken, events: ["clicks"] };
  const url = { kind: "url", url: "https://example.com/hit", events: ["clicks"] };
  const refused: [Record<string, unknown>, field: string, code: string][] = [
    [{ ...ga4, kind: undefined }, "kind", "not_one_of"],
    [{ ...ga4, kind: "ga3" }, "kind", "not_one_of"],
    [{ ...ga4, events: undefined }, "events", "required"],
    [{ ...ga4, events: ["scans"] }, "events.0", "not_one_of"],
    [{ ...ga4, site: "" }, "site", "required"],
    [{ ...ga4, site: "UA-12345-1" }, "site", "forwarding_site_invalid"],
    [{ ...ga4, token: "" }, "token", "required"],
    [{ ...ga4, token: "two words" }, "token", "forwarding_token_invalid"],
    [{ ...ga4, body: "{}" }, "body", "forwarding_unused"],
    [{ ...ga4, url: "http://www.google-analytics.com" }, "url", "webhook_not_https"],
    [{ ...ga4, url: "https://169.254.169.254/" }, "url", "fetch_not_public"],
    [{ ...ga4, kind: "matomo", site: "1" }, "url", "required"],
    [{ ...ga4, kind: "meta" }, "site", "forwarding_site_invalid"],
    [{ ...ga4, kind: "segment" }, "site", "forwarding_unused"],
    [{ ...ga4, kind: "plausible", site: "example.com" }, "token", "forwarding_unused"],
    [{ ...url, url: undefined }, "url", "required"],
    [{ ...url, url: "https://[::1]/{country}" }, "url", "fetch_not_public"],
    [{ ...url, url: "https://example.com/?c={city}" }, "url", "forwarding_placeholder_unknown"],
    [{ ...url, url: "https://{country}.example.com/" }, "url", "url_host_invalid"],
    [{ ...url, body: "c={country}" }, "body", "forwarding_body_invalid"],
    [{ ...url, body: '{"c": "{city}"}' }, "body", "forwarding_placeholder_unknown"],
    [{ ...ga4, linkid: 1_000_000 }, "linkid", "not_yours"],
    [{ ...ga4, tag: "none" }, "tag", "not_yours"],
  ];
  for (const [body, path, code] of refused) {
    const answer = await strict.client.post<{ errors?: object[] }>("/api/forwarding/add", body);
    expect([answer.status, answer.body.errors?.[0]], JSON.stringify(body)).toEqual([
      400,
      expect.objectContaining({ path, code }),
    ]);
  }
  const { id } = await strict.made("/api/forwarding/add", ga4);
  for (const [change, path] of [
    [{ site: "1" }, "site"],
    [{ url: "https://127.0.0.1/" }, "url"],
    [{ body: "{}" }, "body"],
  ] as const) {
    const answer = await strict.client.put(`/api/forwarding/${id}/update`, change);
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({ errors: [expect.objectContaining({ path })] }),
    ]);
  }
  expect((await strict.client.get(`/api/forwarding/${id}`)).body).toMatchObject({ data: { site: "G-ABC123DEF4" } });
});

it("a name that leads to a private address gets nothing", async () => {
  const strict = await linkOwner(inject("server"));
  const body = { kind: "url", url: "https://localhost/hit", events: ["clicks"] };
  const { id } = await strict.made("/api/forwarding/add", body);
  await strict.client.post(`/api/forwarding/${id}/test`);
  await eventually(async () => {
    const { body } = await strict.client.get(`/api/forwarding/${id}/deliveries`);
    expect(body).toMatchObject({
      data: { deliveries: [{ attempts: 1, answerstatus: null, problem: expect.any(String) }] },
    });
  });
});

let asking: Awaited<ReturnType<typeof startServer>> | undefined;
afterAll(() => asking?.stop());

it("where consent is required, only visitors who agreed are forwarded, with what they bring", async () => {
  asking = await startServer({ env: { CONSENT: "required", ALLOW_PRIVATE_FETCH: "1" } });
  const own = await linkOwner(asking);
  const { service, id } = await forwardTo("url", {}, own);
  const { shorturl } = await own.create({ trackconversions: true });
  for (const [cookie, event] of [
    ["", "none"],
    ["pixels=no", "no"],
    ["pixels=yes", "yes"],
  ] as const)
    await own.made("/api/conversion/add", { clickid: await clickId(shorturl, { cookie }), event });
  await eventually(() => expect(service.taken).toHaveLength(2));
  await eventually(async () => expect((await show(id, own)).waiting).toBe(0));
  expect(service.taken.map(({ event }) => event).sort()).toEqual(["click", "yes"]);
});
