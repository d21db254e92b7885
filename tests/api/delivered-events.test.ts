import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { deliveredEvents } from "@/lib/resources/webhooks/payloads";
import { expectDocumented } from "../support/delivered";
import { begin, uploaded } from "../support/imports";
import { type LinkOwner, linkOwner } from "../support/links";
import { type Receiver, startReceiver } from "../support/receiver";
import type { ServerAddress } from "../support/server";
import { importFor } from "../support/services";
import { sessionCookie } from "../support/session";
import { sql } from "../support/sql";
import { newMember } from "../support/team";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

let server: ServerAddress;
let owner: LinkOwner;
let receiver: Receiver;
let webhook: number;

beforeAll(async () => {
  server = inject("trustingServer");
  owner = await linkOwner(server);
  receiver = await startReceiver();
  const events = Object.keys(deliveredEvents).filter((type) => type !== "webhook.test");
  const made = (await owner.made("/api/webhook/add", { url: receiver.url, events })) as { id: number; secret: string };
  webhook = made.id;
  receiver.verifyWith(made.secret);
});
afterAll(() => receiver?.close());

/** Makes every event happen, in any order. */
async function makeAllHappen(): Promise<void> {
  const { id, shorturl } = await owner.create({ title: "Spring", tags: ["Poster"], trackconversions: true });
  await owner.update(id, { title: "Summer", geotarget: [{ location: "FR", link: "https://example.com/fr" }] });
  const clicked = await visit(shorturl, { headers: { referer: "https://news.example.com/" } });
  const clickid = new URL(clicked.location ?? "").searchParams.get("sp_click");
  const externalid = "order-1001";
  await owner.made("/api/conversion/add", { clickid, event: "sale", amount: 4900, currency: "EUR", externalid });
  await owner.client.put("/api/conversion/update", { externalid, amount: 3900 });
  await makeChecksHappen(id);
  await owner.update(id, { expiry: "2020-01-31 18:00:00" });
  await owner.client.post(`/api/url/${id}/archive`);
  await owner.remove(id);
  await owner.client.post(`/api/url/${id}/restore`);
  await visit((await owner.create({ clicklimit: 1 })).shorturl);
  await decideSplit();
  await makeVisitsHappen();
  await owner.made("/api/domain/add", { domain: `https://go${owner.user.id}.example.com` });
  await sql(server, "UPDATE domains SET status = 'suspended' WHERE user_id = $1", [owner.user.id]);
  await owner.client.delete(`/api/member/${await newMember(server, owner.user.id, "editor")}/delete`);
  const cookie = await sessionCookie(server, owner.user.id);
  await begin(server, cookie, await uploaded(server, cookie, "url\nhttps://example.com/imported\n"));
  await owner.client.post(`/api/webhook/${webhook}/test`);
}

/** What regular tasks find: a destination that fails, and an account with 80 percent of its clicks. */
async function makeChecksHappen(link: number): Promise<void> {
  const user = owner.user.id;
  await sql(
    server,
    `INSERT INTO destination_checks (link_id, user_id, destination, failures, status, failing_since, check_at)
     VALUES ($1, $2, 'https://example.com/', 1, 404, now(), now())`,
    [link, user],
  );
  await sql(server, "UPDATE destination_checks SET failures = 2 WHERE link_id = $1", [link]);
  await sql(
    server,
    `INSERT INTO click_usage (month, user_id, clicks) VALUES (date_trunc('month', now()), $1, 8000)
     ON CONFLICT (month, user_id) DO UPDATE SET clicks = excluded.clicks`,
    [user],
  );
  await sql(server, "UPDATE click_usage SET notified_percent = 80 WHERE user_id = $1", [user]);
}

/** Ends a split test at its limit of days. */
async function decideSplit(): Promise<void> {
  const split = ["a", "b"].map((name) => ({ to: `https://example.com/${name}`, weight: 1 }));
  const { id } = await owner.create({ split, splitfinish: { days: 30 } });
  await sql(
    server,
    `UPDATE links SET rules = regexp_replace(rules::text, '"since": "[^"]*"', '"since": "2020-01-31 18:00:00"')::jsonb
     WHERE id = $1`,
    [id],
  );
  const load = () => import("@/lib/resources/links/statistics/finish-splits");
  const { finishSplits } = await importFor(server, load);
  await finishSplits();
}

/** Visits of a QR code and a bio page, and an answer to an overlay. */
async function makeVisitsHappen(): Promise<void> {
  const { id: qr } = await owner.made("/api/qr/add", { type: "text", data: "https://example.com/" });
  const [{ code } = { code: "" }] = await sql<{ code: string }>(server, "SELECT code FROM qr_codes WHERE id = $1", [
    qr,
  ]);
  await visit(`${server.url}/q/${code}`);
  const slug = `ada-${owner.user.id}`;
  await owner.made("/api/bio/add", { slug, name: "Ada" });
  await visit(`${server.url}/b/${slug}`);
  const content = { title: "News" };
  const overlay = await owner.made("/api/overlay/add", { name: "News", type: "newsletter", content });
  await sql(server, `INSERT INTO overlay_answers (overlay_id, content) VALUES ($1, '{"email": "ada@example.com"}')`, [
    overlay.id,
  ]);
}

it("sends every event as the OpenAPI document describes it, with the examples of the reference", async () => {
  await makeAllHappen();
  const types = Object.keys(deliveredEvents);
  await eventually(() => expect([...new Set(receiver.types())].sort()).toEqual([...types].sort()), 60_000);
  for (const { body } of receiver.received) expectDocumented(body);
  const examples = types.map((type) => {
    // Only the events of one link arrive in order.
    const bodies = receiver.received.filter((one) => one.type === type).map(({ body }) => body);
    const [body = ""] = bodies.toSorted((one, other) => timeOf(one) - timeOf(other));
    return `"${type}": ${JSON.stringify(steady(JSON.parse(body)))}`;
  });
  await expect(`{\n${examples.join(",\n")}\n}\n`).toMatchFileSnapshot("../../lib/http/openapi/event-examples.json");
});

const timeOf = (body: string) => Date.parse(JSON.parse(body).timestamp);

/** Replaces values that differ between runs. */
function steady(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => steady(item, name));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, steady(member, key)]));
  // Some clicks may be stored before the event is sent.
  if (typeof value === "number" && name in counts) return counts[name];
  if (typeof value === "number") return /^(id|linkid|campaignid|link|qr)$/.test(name) ? 7 : value;
  // "Desktop" looks like a generated alias.
  if (typeof value !== "string" || name === "device") return value;
  return replacements
    .reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), value)
    .replaceAll(server.url, "https://go.example.com");
}

const counts: Record<string, number> = { clicks: 12, uniqueclicks: 9, scans: 12 };

const replacements: [RegExp, string][] = [
  [/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/g, "2027-01-31 18:00:00"],
  [/^\d{4}-\d\d-\d\dT.*$/g, "2027-01-31T18:00:00.000Z"],
  [/^\d{4}-\d\d$/g, "2027-01"],
  [/\d{4}-\d\d-\d\d/g, "2027-01-31"],
  [/(?<=\/qr\/)\w+/g, "k3mx9wz"],
  [/(?<=http:\/\/localhost:\d+\/)[a-zA-Z2-9]{7}(?!\w)/g, "h7kp2mx"],
  [/^[a-zA-Z2-9]{7}$/g, "h7kp2mx"],
  [/\buser[\da-f]{12}\b/g, "ada"],
  [/\bada-\d+\b/g, "ada"],
  [/\bgo\d+\.example\.com\b/g, "go.example.com"],
];
