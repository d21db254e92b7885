import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/auth/actor";
import { startDatabase } from "../support/database";
import { proActor } from "../support/pro-actor";

await startDatabase();
const { pool } = await import("@/lib/platform/database/pool");
const { addConversion } = await import("@/lib/resources/conversions/add");
const { correctConversion } = await import("@/lib/resources/conversions/service");
const { newClickId } = await import("@/lib/clicks/classify/click-id");
const { createKey } = await import("@/lib/resources/api-keys/service");
const { connectIdentity } = await import("@/lib/resources/account/identities");
const { createForwarding } = await import("@/lib/resources/forwardings/service");
const { createWebhook } = await import("@/lib/resources/webhooks/service");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { saveView } = await import("@/lib/resources/links/views/views");
const { createOverlay } = await import("@/lib/resources/overlays/service");
const { takeAnswer } = await import("@/lib/resources/overlays/answers");
const { createOwnershipTransfer } = await import("@/lib/resources/ownership-transfers/service");
const { createTag } = await import("@/lib/resources/tags/service");
const { createUtmTemplate } = await import("@/lib/resources/utm-templates/service");

const AT_ONCE = 150;
const url = "https://example.com/";
let actor: Actor;

beforeEach(async () => {
  actor = await proActor();
});

/** Calls `add` many times at the same moment. Returns how many calls were accepted. */
async function atOnce(add: (index: number) => Promise<unknown>): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, (_, index) => add(index)));
  const failed = results.find(
    (one) => one.status === "rejected" && one.reason.kind === undefined && one.reason.problem === undefined,
  );
  expect(failed).toBeUndefined();
  return results.filter(({ status }) => status === "fulfilled").length;
}

async function count(text: string, ...values: unknown[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::int AS count ${text}`, values);
  return rows[0]?.count ?? -1;
}

it("a click gets 100 conversions", async () => {
  const { id: linkId } = await createLink(actor, { url });
  const clickid = newClickId({ linkId, campaignId: null, variant: null, at: Date.now(), agreed: false });
  expect(await atOnce(() => addConversion(actor, { clickid, event: "sale" }))).toBe(100);
  expect(await count("FROM conversions WHERE link_id = $1", linkId)).toBe(100);
});

it("a conversion gets 100 corrections", async () => {
  const { id: linkId } = await createLink(actor, { url });
  const clickid = newClickId({ linkId, campaignId: null, variant: null, at: Date.now(), agreed: false });
  const { id } = await addConversion(actor, { clickid, event: "sale", amount: 0, currency: "EUR", externalid: "1001" });
  expect(await atOnce((index) => correctConversion(actor, { externalid: "1001", amount: index + 1 }))).toBe(100);
  expect(await count("FROM conversion_corrections WHERE conversion_id = $1", id)).toBe(100);
  await expect(correctConversion(actor, { externalid: "1001", withdrawn: true })).rejects.toMatchObject({
    code: "conversion_corrections_full",
  });
});

it("an overlay gets 100,000 answers", async () => {
  const content = { title: "Ask us", thanks: "Thank you" };
  const { id } = await createOverlay(actor, { name: "Ask", type: "contact", content });
  const fill = "INSERT INTO overlay_answers (overlay_id, content) SELECT $1, '{}' FROM generate_series(1, 9999)";
  for (let times = 0; times < 10; times++) await pool.query(fill, [id]);
  const visit = {
    at: Date.now(),
    userAgent: "",
    referrer: "",
    language: "",
    head: false,
    prefetch: false,
    untracked: false,
  };
  const form = new URLSearchParams({ name: "Ann", email: "ann@example.com", message: "Hello" });
  const accepted = await atOnce((index) =>
    takeAnswer({ id, type: "contact", content }, 1, form, { ...visit, address: `203.0.${index}.7` }),
  );
  expect([accepted, await count("FROM overlay_answers WHERE overlay_id = $1", id)]).toEqual([10, 100_000]);
});

it("an account gets one account at each provider", async () => {
  const provider = { id: "google", issuer: "https://accounts.google.com", name: "Google" } as never;
  const connect = (index: number) =>
    connectIdentity(actor, provider, { subject: `s${index}`, label: `${index}`, email: null } as never);
  expect(await atOnce(connect)).toBe(1);
  expect(await count("FROM identities WHERE user_id = $1", actor.userId)).toBe(1);
});

describe("an account gets no more than its limit of", () => {
  /** Everything but the last few, by name. */
  const fill: Record<string, string> = {
    tags: "INSERT INTO tags (user_id, name, name_folded) SELECT $1, 't' || n, 't' || n FROM generate_series(1, 995) AS n",
    "UTM templates": "INSERT INTO utm_templates (user_id, name) SELECT $1, 't' || n FROM generate_series(1, 195) AS n",
    webhooks: `INSERT INTO webhooks (user_id, url, events, secret)
      SELECT $1, 'https://example.com/', '{link.clicked}', '' FROM generate_series(1, 195)`,
    forwardings: `INSERT INTO webhooks (user_id, url, events, secret, forwarding)
      SELECT $1, 'https://example.com/', '{link.clicked}', '', 'url' FROM generate_series(1, 195)`,
  };
  it.each<[string, number, (index: number) => Promise<unknown>, string]>([
    ["saved views", 50, (index) => saveView(actor, { name: `${index}`, query: "q=a" }), "link_views WHERE true"],
    ["API keys", 50, (index) => createKey(actor, { name: `${index}` } as never), "api_keys WHERE NOT legacy"],
    [
      ...(["open transfers", 20] as const),
      (index) => createOwnershipTransfer(actor, { email: `${index}@example.com` } as never),
      "handovers WHERE status = 'open'",
    ],
    ["tags", 1_000, (index) => createTag(actor, { name: `new ${index}`, color: "gray" } as never), "tags WHERE true"],
    [
      "UTM templates",
      200,
      (index) => createUtmTemplate(actor, { name: `new ${index}` } as never),
      "utm_templates WHERE true",
    ],
    [
      ...(["webhooks", 200] as const),
      () => createWebhook(actor, { url, events: ["link.clicked"] }),
      "webhooks WHERE forwarding IS NULL",
    ],
    [
      ...(["forwardings", 200] as const),
      () => createForwarding(actor, { kind: "plausible", site: "a.example", events: ["clicks"] }),
      "webhooks WHERE forwarding IS NOT NULL",
    ],
  ])("%s: %i", async (name, most, add, kept) => {
    if (fill[name]) await pool.query(fill[name], [actor.userId]);
    await atOnce(add);
    expect(await count(`FROM ${kept} AND user_id = $1`, actor.userId)).toBe(most);
  });
});
