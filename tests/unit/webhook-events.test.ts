import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startDatabase } from "../support/database";
import { startDns, type TestDns } from "../support/dns";
import { proActor } from "../support/pro-actor";
import { clickLine, storeLines } from "../support/stored-clicks";
import { eventually } from "../support/wait";

Object.assign(process.env, { APP_URL: "https://sign.example", ALLOW_PRIVATE_FETCH: "1" });
await startDatabase();
const { env } = await import("@/lib/platform/env");
const { db } = await import("@/lib/platform/database/db");
const { pool } = await import("@/lib/platform/database/pool");
const { log } = await import("@/lib/platform/log/log");
const { withClient } = await import("@/lib/clicks/drain/line-store");
const { parse } = await import("@/lib/contract/parse");
const { createWebhook, updateWebhook } = await import("@/lib/resources/webhooks/service");
const { reportExpiredLinks } = await import("@/lib/resources/webhooks/expired");
const { makeEvents } = await import("@/lib/resources/webhooks/changes");
const { bodyOf } = await import("@/lib/resources/webhooks/body");
const { createLink, updateLink } = await import("@/lib/resources/links/writing/save");
const { createLinkBody, updateLinkBody } = await import("@/lib/resources/links/schema");
const { revertLink } = await import("@/lib/resources/links/history/service");
const { deleteLink } = await import("@/lib/resources/links/trash/service");
const { restoreLink } = await import("@/lib/resources/links/trash/restore");
const { checkDestinations } = await import("@/lib/resources/links/destinations/checks");
const { createImport, importState, startImport } = await import("@/lib/resources/imports/service");
const { examineDomain } = await import("@/lib/resources/domains/service");
const { createDomain } = await import("@/lib/resources/domains/create");
const { createDomainBody } = await import("@/lib/resources/domains/schema");
const { recheckDomains } = await import("@/lib/resources/domains/recheck");
const { reportClickUsage } = await import("@/lib/resources/plans/click-notices");
const { createBioPage } = await import("@/lib/resources/bio-pages/service");
const { createBioBody } = await import("@/lib/resources/bio-pages/schema");
const { createOverlay } = await import("@/lib/resources/overlays/service");
const { takeAnswer } = await import("@/lib/resources/overlays/answers");
const { webhookEvents } = await import("@/lib/resources/webhooks/events");
const { expectDocumented } = await import("../support/delivered");

const actor = await proActor();
const url = "https://example.com/";
let hook = 0;

beforeEach(async () => {
  await pool.query("DELETE FROM webhooks");
  ({ id: hook } = await createWebhook(actor, { url, events: [...webhookEvents], name: "" }));
});

interface Content {
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: each event has its own data.
  data: any;
  previous?: Record<string, unknown>;
}

/** The events that wait for the webhook, oldest first, as they are sent. */
async function events(webhook = hook): Promise<Content[]> {
  await makeEvents();
  const { rows } = await pool.query<Parameters<typeof bodyOf>[0]>(
    "SELECT type, key, at, state, before FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY id",
    [webhook],
  );
  const bodies = await Promise.all(rows.map((row) => bodyOf(row, null)));
  for (const body of bodies) if (body) expectDocumented(body);
  return bodies.map((body) => JSON.parse(body ?? "null"));
}
const types = async () => (await events()).map(({ type }) => type);

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const newLink = async (fields: object = {}) => (await createLink(actor, parse(createLinkBody, { url, ...fields }))).id;
const change = (id: number, fields: object) => updateLink(actor, id, parse(updateLinkBody, fields));

/** Lets a minute of the link's time pass, without a change that the audit log knows. */
async function passMinute(id: number): Promise<void> {
  await pool.query("ALTER TABLE links DISABLE TRIGGER audit_updated");
  await pool.query("UPDATE links SET expires_at = expires_at - interval '1 minute' WHERE id = $1", [id]);
  await pool.query("ALTER TABLE links ENABLE TRIGGER audit_updated");
}

describe("link.expired", () => {
  beforeEach(async () => {
    await pool.query(
      "DELETE FROM sweeps; DELETE FROM links; DELETE FROM webhook_changes; DELETE FROM webhook_deliveries",
    );
    await reportExpiredLinks();
    await pool.query("UPDATE webhooks SET created_at = created_at - interval '1 day'");
  });

  it("is sent once when the time is over, however long the task did not run", async () => {
    const [soon, later] = [await newLink({ expiry: minutesFromNow(1) }), await newLink({ expiry: minutesFromNow(90) })];
    await reportExpiredLinks();
    expect(await types()).toEqual(["link.created", "link.created"]);
    await passMinute(soon);
    await pool.query("UPDATE sweeps SET done_to = done_to - interval '6 hours'");
    for (const _ of [1, 2]) await reportExpiredLinks();
    const [, , ...expired] = await events();
    expect(expired.map(({ type, data }) => [type, data.id])).toEqual([["link.expired", soon]]);
    expect(later).not.toBe(soon);
  });

  it("is sent for a change, a creation and an undone change that end a link, after the event of that", async () => {
    const id = await newLink();
    await change(id, { expiry: minutesFromNow(-5) });
    await change(id, { title: "Still over" });
    await change(id, { expiry: null });
    await revertLink(actor, id, null);
    await change(id, { expiry: minutesFromNow(-10) });
    await newLink({ expiry: minutesFromNow(-60) });
    await reportExpiredLinks();
    expect(await types()).toEqual([
      ...["link.created", "link.updated", "link.expired", "link.updated", "link.updated", "link.updated"],
      "link.updated",
      ...["link.created", "link.expired"],
    ]);
    const [, , expired] = await events();
    expect(expired?.previous).toEqual({ expiry: null });
  });

  it("is not sent again for a link that is restored, unless it expired while it was deleted", async () => {
    const [over, running] = [
      await newLink({ expiry: minutesFromNow(-1) }),
      await newLink({ expiry: minutesFromNow(1) }),
    ];
    for (const id of [over, running]) await deleteLink(actor, id);
    await pool.query(
      `UPDATE deleted_links SET deleted_at = deleted_at - interval '2 minutes', stored =
         jsonb_set(stored, '{link,expires_at}', to_jsonb((stored #>> '{link,expires_at}')::timestamptz - interval '1 minute'))
       WHERE link_id = $1`,
      [running],
    );
    for (const id of [over, running]) await restoreLink(actor, id);
    const about = (await events()).map(({ type, data }) => [type, data.id]);
    expect(about.filter(([type]) => type === "link.expired")).toEqual([
      ["link.expired", over],
      ["link.expired", running],
    ]);
  });

  it("is not sent to a webhook that is newer", async () => {
    const id = await newLink({ expiry: minutesFromNow(1) });
    await passMinute(id);
    const other = await createWebhook(actor, { url, events: ["link.expired"], name: "" });
    await reportExpiredLinks();
    expect(await events(other.id)).toEqual([]);
  });
});

describe("changes", () => {
  beforeEach(async () => {
    await makeEvents();
    await pool.query("DELETE FROM webhook_deliveries");
  });

  /** Transactions that change this column of different links do not wait for each other. */
  const retitle = (ids: number[], title: string) =>
    pool.query("UPDATE links SET meta_title = $2 WHERE id = ANY($1)", [ids, title]);

  it("become events once each, in the order of each link, while several processes make events of them", async () => {
    const ids: number[] = [];
    for (const _ of [1, 2, 3]) ids.push(await newLink({ metatitle: "0" }));
    const late = await pool.connect();
    await late.query("BEGIN");
    await late.query("UPDATE links SET meta_title = '1' WHERE id = $1", [ids[0]]);
    let isMaking = true;
    const making = [1, 2, 3].map(async () => {
      while (isMaking) await makeEvents();
    });
    for (const title of ["1", "2", "3"]) await retitle(ids.slice(1), title);
    // This transaction recorded its change first, and its change is visible last.
    await late.query("COMMIT");
    late.release();
    for (const title of ["2", "3"]) await retitle(ids.slice(0, 1), title);
    isMaking = false;
    await Promise.all(making);
    const sent = await events();
    for (const id of ids)
      expect(sent.filter(({ data }) => data.id === id).map(({ data }) => data.metatitle)).toEqual(["0", "1", "2", "3"]);
  });

  it("of one transaction are one event of each link, however many links there are", async () => {
    const id = await newLink();
    await pool.query(
      `INSERT INTO links (user_id, domain_id, alias, alias_folded, destination, title, updated_at)
       SELECT user_id, domain_id, 'many-' || n, 'many-' || n, destination, '0', now()
       FROM links CROSS JOIN generate_series(1, 600) AS n WHERE links.id = $1`,
      [id],
    );
    const client = await pool.connect();
    await client.query("BEGIN");
    for (const title of ["1", "2"])
      await client.query("UPDATE links SET title = $1 WHERE alias LIKE 'many-%'", [title]);
    await client.query("COMMIT");
    client.release();
    await makeEvents();
    const { rows } = await pool.query(
      "SELECT state #>> '{link,title}' AS title, before, count(*)::int FROM webhook_deliveries WHERE type = 'link.updated' GROUP BY 1, 2",
    );
    expect(rows).toEqual([{ title: "2", before: { title: "0" }, count: 600 }]);
    expect((await pool.query("SELECT FROM webhook_changes")).rows).toEqual([]);
    await pool.query("DELETE FROM links WHERE alias LIKE 'many-%'");
  });

  it("are deleted if no event can be made of them, and those around them become events", async () => {
    const logged = vi.spyOn(log, "error").mockImplementation(() => {});
    const first = await newLink();
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO webhook_changes (user_id, event, subject, subject_id, state)
       SELECT $1, 'link.expired', 'link', 1, state FROM unnest($2::jsonb[]) AS state RETURNING id`,
      [actor.userId, [{ link: { expires_at: "soon" } }, {}]],
    );
    const second = await newLink();
    expect((await events()).map(({ type, data }) => [type, data.id])).toEqual([
      ["link.created", first],
      ["link.created", second],
    ]);
    expect(logged.mock.calls.map(([line]) => line)).toEqual(
      rows.map(({ id }) => expect.objectContaining({ change: id })),
    );
    expect((await pool.query("SELECT FROM webhook_changes")).rows).toEqual([]);
    logged.mockRestore();
  });

  it("are not recorded if no webhook of the account wants them, or if the change is rolled back", async () => {
    const id = await newLink();
    const client = await pool.connect();
    await client.query("BEGIN");
    await client.query("UPDATE links SET title = 'x' WHERE id = $1", [id]);
    await client.query("ROLLBACK");
    client.release();
    expect(await types()).toEqual(["link.created"]);
    await updateWebhook(actor, hook, { events: ["link.clicked", "domain.failed"] });
    await change(id, { title: "Other" });
    expect((await pool.query("SELECT FROM webhook_changes")).rows).toEqual([]);
  });
});

it("bio.clicked has visits of a page and clicks on its blocks", async () => {
  const { id } = await createBioPage(actor, parse(createBioBody, { slug: "ada-hooks", name: "Ada" }));
  const at = Date.now();
  const lines = [clickLine({ bioPageId: id }, { at }), clickLine({ bioPageId: id, bioBlock: "abc" }, { at })];
  await withClient((client) => storeLines(client as never, lines));
  const [{ type, data } = { type: "", data: null }, ...others] = await events();
  expect([type, others]).toEqual(["bio.clicked", []]);
  expect(data.bio).toMatchObject({ id, slug: "ada-hooks", link: "https://sign.example/b/ada-hooks" });
  expect(data.clicks.map(({ block }: { block: string | null }) => block)).toEqual([null, "abc"]);
});

it("overlay.answered has the answer, and not who gave it", async () => {
  const content = { title: "News" };
  const { id } = await createOverlay(actor, { name: "News", type: "newsletter", content });
  const link = await newLink();
  const visit = { at: 0, userAgent: "", referrer: "", language: "", head: false, prefetch: false };
  const form = new URLSearchParams({ email: "ann@example.com" });
  for (const address of ["203.0.113.7", "203.0.114.7"])
    await takeAnswer({ id, type: "newsletter", content }, link, form, { ...visit, untracked: false, address });
  const answered = (await events()).filter(({ type }) => type === "overlay.answered");
  expect(answered.map(({ data }) => data)).toEqual([
    {
      overlay: { id, type: "newsletter", name: "News", date: expect.any(String) },
      answer: expect.objectContaining({ link, email: "ann@example.com" }),
    },
  ]);
  expect(JSON.stringify(answered)).not.toContain("author");
});

it("link.limit_reached is sent at the last click that the limit allows", async () => {
  const id = await newLink({ clicklimit: 2 });
  for (const _ of [1, 2])
    await pool.query("UPDATE links SET click_limit_used = click_limit_used + 1 WHERE id = $1", [id]);
  const [, reached, ...others] = await events();
  expect([reached?.type, reached?.data.id, reached?.previous, others]).toEqual([
    "link.limit_reached",
    id,
    undefined,
    [],
  ]);
});

it("link.unreachable has the status, and is sent at the second failure", async () => {
  const site = createServer((_, response) => response.writeHead(500).end());
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const id = await newLink({ url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/` });
  await pool.query("UPDATE link_counts SET clicks = 1 WHERE link_id = $1", [id]);
  await db.session.create({ data: { userId: actor.userId, expiresAt: new Date(Date.now() + 1e9) } });
  const found = async () => (await events()).filter(({ type }) => type === "link.unreachable");
  for (const expected of [0, 1, 1]) {
    await checkDestinations();
    await pool.query("UPDATE destination_checks SET check_at = now() - interval '1 minute'");
    expect(await found()).toHaveLength(expected);
  }
  site.close();
  const [{ data } = { data: null }] = await found();
  expect(data).toMatchObject({ id, unreachable: { status: 500, since: expect.any(String) } });
});

describe("domains", () => {
  const host = "go.brand.example";
  const own = { addresses: ["203.0.113.5"] };
  let dns: TestDns;
  beforeAll(async () => {
    dns = await startDns({});
    Object.assign(env, { DNS_SERVERS: [dns.address], DOMAIN_VERIFICATION: "pending" });
    Object.assign(dns.names, { "sign.example": own });
  });
  afterAll(() => dns.close());
  beforeEach(() => pool.query("DELETE FROM domains WHERE user_id IS NOT NULL"));

  const due = (days: number) =>
    pool.query(
      `UPDATE domains SET check_at = now() - interval '1 minute', failing_since = failing_since - $1::int * interval '1 day'`,
      [days],
    );

  it("are verified by the check of the page, and fail and come back by those of the task", async () => {
    dns.names[host] = { addresses: ["198.51.100.7"] };
    const { id } = await createDomain(actor, parse(createDomainBody, { domain: `https://${host}` }));
    expect(await types()).toEqual([]);
    dns.names[host] = own;
    await examineDomain(actor, id);
    dns.names[host] = { addresses: ["198.51.100.7"] };
    for (const days of [0, 4]) {
      await due(days);
      await recheckDomains();
    }
    dns.names[host] = own;
    await due(0);
    await recheckDomains();
    const found = await events();
    expect(found.map(({ type, data }) => [type, data.id, data.status])).toEqual([
      ["domain.verified", id, "active"],
      ["domain.failed", id, "suspended"],
      ["domain.verified", id, "active"],
    ]);
  });

  it("are verified if they point here when they are added", async () => {
    dns.names[host] = own;
    await createDomain(actor, parse(createDomainBody, { domain: `https://${host}` }));
    expect(await types()).toEqual(["domain.verified"]);
  });
});

it("import.finished is sent after the links that the import created", async () => {
  async function* file() {
    yield Buffer.from("url,expiry\nhttps://example.com/a,\nhttps://example.com/b,2020-01-31\nno address,\n");
  }
  const { id } = await createImport(actor, { fileName: "links.csv" }, file());
  const reaches = (status: string) =>
    eventually(async () => expect((await importState(actor, id)).import.status).toBe(status));
  await reaches("checked");
  await startImport(actor, id, "skip");
  await reaches("done");
  const found = await events();
  expect(found.map(({ type }) => type).sort()).toEqual(
    ["link.created", "link.created", "link.expired", "import.finished"].sort(),
  );
  const over = found.filter(({ data }) => data.longurl === "https://example.com/b");
  expect(over.map(({ type }) => type)).toEqual(["link.created", "link.expired"]);
  expect(found.at(-1)?.data).toMatchObject({ id, file: "links.csv", counts: expect.objectContaining({ created: 2 }) });
});

it("limit.near is sent at 80 and 100 percent, with and without a mail server", async () => {
  await pool.query(`UPDATE plans SET limits = limits || '{"clicks": 1000}' WHERE name = 'Pro'`);
  for (const clicks of [799, 800, 1_000]) {
    await pool.query(
      `INSERT INTO click_usage (month, user_id, clicks) VALUES (date_trunc('month', now() AT TIME ZONE 'utc'), $1, $2)
       ON CONFLICT (month, user_id) DO UPDATE SET clicks = excluded.clicks`,
      [actor.userId, clicks],
    );
    for (const _ of [1, 2]) await reportClickUsage();
  }
  expect((await events()).map(({ type, data }) => [type, data.limit, data.percent, data.used])).toEqual([
    ["limit.near", "clicks", 80, 800],
    ["limit.near", "clicks", 100, 1_000],
  ]);
  expect(env.SMTP_URL).toBeUndefined();
  const notified = async () => (await pool.query("SELECT notified_percent AS percent FROM click_usage")).rows;
  expect(await notified()).toEqual([{ percent: 100 }]);
  await updateWebhook(actor, hook, { events: ["link.created"] });
  await pool.query("UPDATE click_usage SET notified_percent = 0");
  await reportClickUsage();
  expect(await notified()).toEqual([{ percent: 0 }]);
});
