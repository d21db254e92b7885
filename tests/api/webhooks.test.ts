import { Webhook } from "standardwebhooks";
import { afterEach, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { expectDocumented } from "../support/delivered";
import { type LinkOwner, linkOwner } from "../support/links";
import { type Receiver, startReceiver } from "../support/receiver";
import type { ServerAddress } from "../support/server";
import { sql } from "../support/sql";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

let server: ServerAddress;
let owner: LinkOwner;
let receiver: Receiver;

beforeAll(() => {
  server = inject("trustingServer");
});
beforeEach(async () => {
  owner = await linkOwner(server);
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver?.close();
  for (const { body } of receiver?.received ?? []) expectDocumented(body);
});

interface Added {
  id: number;
  secret: string;
}

async function add(body: Record<string, unknown>): Promise<Added> {
  const made = (await owner.made("/api/webhook/add", { url: receiver.url, ...body })) as Added;
  receiver.verifyWith(made.secret);
  return made;
}

const arrived = (count: number) => eventually(() => expect(receiver.types()).toHaveLength(count));

it("reports what happens to a link, as the API shows it", async () => {
  await add({ events: ["link.created", "link.updated", "link.archived", "link.deleted", "link.restored"] });
  const { id, shorturl } = await owner.create({ title: "Spring", tags: ["a", "b"] });
  await owner.update(id, { title: "Summer", custom: `alias-${id}` });
  await owner.client.post(`/api/url/${id}/archive`);
  await owner.client.delete(`/api/url/${id}/delete`);
  await owner.client.post(`/api/url/${id}/restore`);
  await arrived(5);
  expect(receiver.types()).toEqual(["link.created", "link.updated", "link.archived", "link.deleted", "link.restored"]);
  const [created, updated, archived] = receiver.received;
  expect(created?.data).toMatchObject({
    id,
    shorturl,
    title: "Spring",
    tags: ["a", "b"],
    longurl: "https://example.com/",
  });
  expect(updated?.data).toMatchObject({ title: "Summer", alias: `alias-${id}` });
  expect(updated?.previous).toEqual({ title: "Spring", alias: created?.data.alias, shorturl });
  expect(archived?.previous).toEqual({ archived: false });
  const { body } = await owner.client.get<{ details: Record<string, unknown> }>(`/api/url/${id}`);
  const { location, device, failing, ...details } = body.details;
  expect(receiver.received.at(-1)?.data).toEqual(details);
});

it("reports visits in batches, without anything about a person", async () => {
  await add({ events: ["link.clicked"] });
  const { id, shorturl } = await owner.create();
  for (let number = 0; number < 3; number++)
    await visit(shorturl, { headers: { referer: "https://news.example/a?mail=b" } });
  await arrived(1);
  const [{ data } = { data: undefined }] = receiver.received;
  expect(data.link).toMatchObject({ id, shorturl });
  expect(data.clicks).toHaveLength(3);
  expect(Object.keys(data.clicks[0]).sort()).toEqual([
    "class",
    "country",
    "date",
    "device",
    "qr",
    "referrer",
    "variant",
  ]);
  expect(data.clicks[0]).toMatchObject({ class: "person", referrer: "news.example" });

  await visit(shorturl, { headers: { referer: "https://xn--mller-kva.example/" } });
  await arrived(2);
  expect(receiver.received[1]?.data.clicks).toMatchObject([{ referrer: "müller.example" }]);
});

it("reports scans, and the last visit that a limit allows", async () => {
  const { id: qr } = await owner.made("/api/qr/add", { type: "text", data: "https://example.com/" });
  const [{ code } = { code: "" }] = await sql<{ code: string }>(server, "SELECT code FROM qr_codes WHERE id = $1", [
    qr,
  ]);
  await add({ events: ["qr.scanned", "link.limit_reached"] });
  await visit(`${server.url}/q/${code}`);
  const { id, shorturl } = await owner.create({ clicklimit: 1 });
  await visit(shorturl);
  await arrived(2);
  expect(receiver.types().sort()).toEqual(["link.limit_reached", "qr.scanned"]);
  const of = (type: string) => receiver.received.find((one) => one.type === type)?.data;
  expect(of("qr.scanned").qr.id).toBe(qr);
  expect(of("link.limit_reached").id).toBe(id);
});

it("reports each conversion once, as the API shows it", async () => {
  const { id, shorturl } = await owner.create({ trackconversions: true });
  await add({ events: ["conversion.created"], linkid: id });
  const click = async (address: string) =>
    new URL((await visit(address)).location ?? "").searchParams.get("sp_click") ?? "";
  const other = await owner.create({ trackconversions: true });
  const sale = { clickid: await click(shorturl), event: "sale", amount: 4900, currency: "EUR", externalid: "order-1" };
  await owner.made("/api/conversion/add", sale);
  const lead = { clickid: sale.clickid, event: "lead" };
  const elsewhere = { clickid: await click(other.shorturl), event: "lead" };
  await owner.made("/api/conversions/add", { conversions: [sale, { event: "lead" }, elsewhere, lead] });
  await eventually(async () => expect((await owner.show(id)).data.clicks).toBe(1));
  await visit(`${shorturl}+done`);
  await arrived(3);
  const { body } = await owner.client.get<{ data: { conversions: unknown[] } }>(`/api/conversions?linkid=${id}`);
  expect(receiver.received.map(({ data }) => data)).toEqual(body.data.conversions.toReversed());
  expect(receiver.received.map(({ data }) => [data.event, data.source])).toEqual([
    ["sale", "api"],
    ["lead", "api"],
    ["lead", "visitor"],
  ]);
});

it("can be limited to one link, a campaign or a tag", async () => {
  const { id: campaign } = await owner.made("/api/campaign/add", { name: "Spring" });
  const { id: own } = await owner.create();
  await owner.create({ tags: ["vip"] });
  await add({ events: ["link.created", "link.updated"], tag: "VIP" });
  await add({ events: ["link.updated"], campaignid: campaign });
  receiver.verifyWith("");
  await owner.create({ tags: ["other"] });
  const { id: tagged } = await owner.create({ tags: ["vip"] });
  const { id: inCampaign } = await owner.create({ campaign });
  await owner.update(own, { title: "No" });
  await owner.update(inCampaign, { title: "Yes" });
  await arrived(2);
  expect(receiver.received.map(({ type, data }) => [type, data.id]).sort()).toEqual([
    ["link.created", tagged],
    ["link.updated", inCampaign],
  ]);
});

it("reports links that are changed together, and what is undone", async () => {
  const links = [await owner.create(), await owner.create()];
  await add({ events: ["link.updated", "link.deleted", "link.restored"] });
  const ids = links.map(({ id }) => id);
  const change = await owner.client.post<{ id: number }>("/api/urls/change", { ids, status: "off" });
  await owner.client.post(`/api/urls/change/${change.body.id}/undo`);
  const gone = await owner.client.post<{ id: number }>("/api/urls/change", { ids, deleted: true });
  await owner.client.post(`/api/urls/change/${gone.body.id}/undo`);
  await arrived(8);
  for (const id of ids) {
    const own = receiver.received.filter(({ data }) => data.id === id);
    expect(own.map(({ type, previous }) => [type, previous])).toEqual([
      ["link.updated", { status: "public" }],
      ["link.updated", { status: "off" }],
      ["link.deleted", undefined],
      ["link.restored", undefined],
    ]);
  }
});

it("reports members that join and leave", async () => {
  await add({ events: ["member.added", "member.removed"] });
  const { id, email } = (await linkOwner(server)).user;
  await sql(server, "INSERT INTO members (user_id, member_id, role) VALUES ($1, $2, 'editor')", [owner.user.id, id]);
  await owner.client.delete(`/api/member/${id}/delete`);
  await arrived(2);
  expect(receiver.received.map(({ type, data }) => [type, data.email, data.role])).toEqual([
    ["member.added", email, "editor"],
    ["member.removed", email, "editor"],
  ]);
});

it("signs with both secrets for a day after a rotation", async () => {
  const { id, secret } = await add({ events: ["link.created"] });
  const { body } = await owner.client.post<{ secret: string }>(`/api/webhook/${id}/rotate`);
  expect(body.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(body.secret).not.toBe(secret);
  await owner.client.post(`/api/webhook/${id}/test`);
  await arrived(1);
  const [test] = receiver.received;
  for (const one of [secret, body.secret]) {
    const content = new Webhook(one).verify(test?.body ?? "", test?.headers ?? {}) as { type: string };
    expect(content.type).toBe("webhook.test");
  }
  await sql(server, "UPDATE webhooks SET previous_until = now() WHERE id = $1", [id]);
  receiver.verifyWith(body.secret);
  // The run that sent the first delivery may still look for more, and keeps the secrets that it has read.
  await eventually(async () => {
    const before = receiver.received.length;
    await owner.client.post(`/api/webhook/${id}/test`);
    await arrived(before + 1);
    expect(receiver.received[before]?.headers["webhook-signature"]).not.toContain(" ");
  });
});

interface Delivery {
  id: number;
  message: string;
  status: string;
  attempts: number;
  answerstatus: number;
  answer: string;
  body: string;
}

it("lists its deliveries, and sends one or all of a period again with their IDs", async () => {
  receiver.answer.body = "x".repeat(3_000);
  const { id } = await add({ events: ["link.created"] });
  await owner.create();
  await owner.create();
  await arrived(2);
  const list = async () => {
    const { body } = await owner.client.get<{ data: { deliveries: Delivery[] } }>(`/api/webhook/${id}/deliveries`);
    return body.data.deliveries;
  };
  const [newest, oldest] = await eventually(async () => {
    const all = await list();
    expect(all.map(({ status }) => status)).toEqual(["delivered", "delivered"]);
    return all as [Delivery, Delivery];
  });
  expect(oldest).toMatchObject({ attempts: 1, answerstatus: 200, answer: "x".repeat(1_024) });
  const first = receiver.received.find((one) => one.id === oldest.message);
  expect(oldest.body).toBe(first?.body);
  expect((await owner.client.post(`/api/webhook/${id}/redeliver`, { deliveryid: newest.id })).body).toMatchObject({
    count: 1,
  });
  await arrived(3);
  expect(receiver.received[2]).toMatchObject({ id: newest.message, body: newest.body });
  const again = await owner.client.post(`/api/webhook/${id}/redeliver`, { from: "2020-01-01" });
  expect(again.body).toMatchObject({ count: 2 });
  await arrived(5);
  const refusals = [{ deliveryid: newest.id, from: "2020-01-01" }, { deliveryid: 2_000_000_000 }];
  const answers = await Promise.all(refusals.map((body) => owner.client.post(`/api/webhook/${id}/redeliver`, body)));
  expect(answers.map(({ status }) => status)).toEqual([400, 404]);
  await sql(server, "UPDATE webhook_deliveries SET status = 'failed' WHERE id = $1", [oldest.id]);
  expect((await owner.client.post(`/api/webhook/${id}/redeliver`)).body).toMatchObject({ count: 1 });
  await arrived(6);
});

it("sends a delivery again that is requested while an attempt is under way", async () => {
  const held = Promise.withResolvers<void>();
  receiver.answer.after = held.promise;
  const { id } = await add({ events: ["link.created"] });
  await owner.create();
  await arrived(1);
  const again = await owner.client.post(`/api/webhook/${id}/redeliver`, { from: "2020-01-01" });
  expect(again.body).toMatchObject({ count: 1 });
  held.resolve();
  await arrived(2);
  expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
});

it("keeps events while it is paused, and continues where it stopped", async () => {
  const { id } = await add({ events: ["link.created", "link.updated"] });
  await owner.client.put(`/api/webhook/${id}/update`, { status: "paused" });
  const { id: link } = await owner.create();
  await owner.update(link, { title: "Later" });
  const test = await owner.client.post(`/api/webhook/${id}/test`);
  expect([test.status, test.body]).toEqual([409, expect.objectContaining({ code: "webhook_paused" })]);
  await eventually(async () => {
    const { body } = await owner.client.get(`/api/webhook/${id}`);
    expect(body).toMatchObject({ data: { status: "paused", waiting: 2 } });
  });
  expect(receiver.received).toEqual([]);
  await owner.client.put(`/api/webhook/${id}/update`, { status: "active" });
  await arrived(2);
  expect(receiver.types()).toEqual(["link.created", "link.updated"]);
});

it("reports nothing of other accounts, and is not visible to them", async () => {
  const { id } = await add({ events: ["link.created"] });
  const other = await linkOwner(server);
  await other.create();
  await owner.create();
  await arrived(1);
  const calls = [
    other.client.get(`/api/webhook/${id}`),
    other.client.put(`/api/webhook/${id}/update`, { name: "Mine" }),
    other.client.delete(`/api/webhook/${id}/delete`),
    other.client.post(`/api/webhook/${id}/rotate`),
    other.client.post(`/api/webhook/${id}/test`),
    other.client.get(`/api/webhook/${id}/deliveries`),
    other.client.post(`/api/webhook/${id}/redeliver`, { from: "2020-01-01" }),
  ];
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404));
  const { body } = await other.client.get("/api/webhooks");
  expect(body).toMatchObject({ data: { result: 0, webhooks: [] } });
});

it("can be changed and deleted, and never shows its secret again", async () => {
  const { id, secret } = await add({ events: ["link.created"], name: "Orders" });
  await owner.client.put(`/api/webhook/${id}/update`, { events: ["link.deleted"], name: "Gone" });
  const { body } = await owner.client.get(`/api/webhook/${id}`);
  expect(body).toMatchObject({ data: { name: "Gone", events: ["link.deleted"], status: "active" } });
  expect(JSON.stringify([body, (await owner.client.get("/api/webhooks")).body])).not.toContain(secret);
  const audit = await owner.client.get<object>("/api/audit?subject=webhook");
  expect(JSON.stringify(audit.body)).not.toContain(secret.slice(6));
  expect((await owner.client.delete(`/api/webhook/${id}/delete`)).status).toBe(200);
  expect((await owner.client.get(`/api/webhook/${id}`)).status).toBe(404);
});

it("rejects invalid webhooks, and says why", async () => {
  const strict = await linkOwner(inject("server"));
  const { id: foreign } = await owner.create();
  const { id: mine } = await strict.create();
  const good = { url: "https://example.com/hook", events: ["link.created"] };
  const refused: [Record<string, unknown>, field: string, code: string][] = [
    [{ events: good.events }, "url", "required"],
    [{ ...good, url: "no address" }, "url", "url_incomplete"],
    [{ ...good, url: "http://example.com/" }, "url", "webhook_not_https"],
    [{ ...good, url: "https://user:pass@example.com/" }, "url", "url_with_credentials"],
    [{ ...good, url: "https://10.0.0.1/" }, "url", "fetch_not_public"],
    [{ ...good, url: "https://[::1]/" }, "url", "fetch_not_public"],
    [{ ...good, url: "https://example.com:8443/" }, "url", "fetch_not_public"],
    [{ url: good.url }, "events", "required"],
    [{ ...good, events: [] }, "events", "too_few"],
    [{ ...good, events: ["link.made"] }, "events.0", "not_one_of"],
    [{ ...good, linkid: foreign + 1_000_000 }, "linkid", "not_yours"],
    [{ ...good, campaignid: 1_000_000 }, "campaignid", "not_yours"],
    [{ ...good, tag: "none" }, "tag", "not_yours"],
    [{ ...good, linkid: mine, tag: "none" }, "tag", "not_together"],
  ];
  for (const [body, path, code] of refused) {
    const answer = await strict.client.post<{ errors: { path: string; code: string; message: string }[] }>(
      "/api/webhook/add",
      body,
    );
    expect([answer.status, answer.body.errors?.[0]], JSON.stringify(body)).toEqual([
      400,
      expect.objectContaining({ path, code }),
    ]);
    if (code === "not_one_of") expect(answer.body.errors[0]?.message).toContain("link.limit_reached");
  }
  const { id } = await strict.made("/api/webhook/add", good);
  const update = await strict.client.put(`/api/webhook/${id}/update`, { url: "https://127.0.0.1/" });
  expect(update.status).toBe(400);
  await sql(
    inject("server"),
    `INSERT INTO webhooks (user_id, url, events, secret)
    SELECT user_id, url, events, secret FROM webhooks, generate_series(1, 199) WHERE id = $1`,
    [id],
  );
  const full = await strict.client.post("/api/webhook/add", good);
  expect([full.status, full.body]).toEqual([403, expect.objectContaining({ code: "account_limit_reached" })]);
});
