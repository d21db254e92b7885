import { beforeEach, expect, it } from "vitest";
import type { ForwardingKind } from "@/lib/contract/forwarding-kinds";
import { startDatabase } from "../support/database";
import { proActor } from "../support/pro-actor";
import { clickLine, storeLines } from "../support/stored-clicks";
import { agents } from "../support/visit";

Object.assign(process.env, { APP_URL: "https://sign.example" });
await startDatabase();
const { env } = await import("@/lib/platform/env");
const { pool } = await import("@/lib/platform/database/pool");
const { withClient } = await import("@/lib/clicks/drain/line-store");
const { parse } = await import("@/lib/contract/parse");
const { createForwarding } = await import("@/lib/resources/forwardings/service");
const { createForwardingBody } = await import("@/lib/resources/forwardings/schema");
const { hookOf } = await import("@/lib/resources/webhooks/hook");
const { requestTextOf } = await import("@/lib/resources/webhooks/forwarded-events");
const { readRequest } = await import("@/lib/resources/forwardings/kinds/stored-request");
const { createWebhook } = await import("@/lib/resources/webhooks/service");
const { makeEvents } = await import("@/lib/resources/webhooks/changes");
const { createLink } = await import("@/lib/resources/links/writing/save");
const { createLinkBody } = await import("@/lib/resources/links/schema");

const actor = await proActor();
const { id: link } = await createLink(actor, parse(createLinkBody, { url: "https://example.com/", title: "{token}" }));
const token = "AbCdEf123456";

beforeEach(() => pool.query("DELETE FROM webhooks"));

const forwardTo = (kind: ForwardingKind, more: object = {}) =>
  createForwarding(actor, parse(createForwardingBody, { kind, token, events: ["clicks", "conversions"], ...more }));

type Stored = Parameters<typeof requestTextOf>[1];

async function stored(hook: number): Promise<Stored[]> {
  await makeEvents();
  const { rows } = await pool.query<Stored>(
    "SELECT type, key, at, state, before, message FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY id",
    [hook],
  );
  return rows;
}

async function requests(hook: number): Promise<(string | null)[]> {
  const { forwarding } = (await hookOf(hook)) ?? {};
  if (!forwarding) throw new Error("no forwarding");
  return Promise.all((await stored(hook)).map((delivery) => requestTextOf(forwarding, delivery)));
}

const click = (visit: object = {}) => clickLine({ linkId: link }, { at: Date.now(), ...visit });
const store = (lines: string[]) => withClient((client) => storeLines(client as never, lines));

it("the drain stores clicks by people who allow it, as many together as the service takes", async () => {
  const segment = await forwardTo("segment");
  const ga4 = await forwardTo("ga4", { site: "G-ABC123DEF4" });
  const webhook = await createWebhook(actor, { url: "https://example.com/", events: ["link.clicked"] });
  const others = [click({ untracked: true }), click({ userAgent: agents.slack }), click({ head: true })];
  await store([...others, ...Array.from({ length: 60 }, () => click())]);
  const clicksOf = async (hook: number) =>
    (await stored(hook)).map(({ state }) => (state as { clicks: object[] }).clicks.length);
  expect(await clicksOf(segment)).toEqual([50, 10]);
  expect(await clicksOf(ga4)).toEqual(Array.from({ length: 60 }, () => 1));
  expect(new Set((await stored(ga4)).map(({ key }) => key)).size).toBe(8);
  expect(await clicksOf(webhook.id)).toEqual([63]);
  const [first] = (await stored(webhook.id)).map(({ state }) => (state as { clicks: object[] }).clicks[0]);
  expect(first).not.toHaveProperty("visitor");
});

it("where consent is required, the drain stores clicks of visitors who agreed", async () => {
  const hook = await forwardTo("segment");
  env.CONSENT = "required";
  await store([click(), click({ agreed: false }), click({ agreed: true }), click({ agreed: true, untracked: true })]);
  env.CONSENT = "off";
  expect((await stored(hook)).map(({ state }) => (state as { clicks: object[] }).clicks.length)).toEqual([1]);
});

it("a request has no token, and nothing of the visitor that could be traced back", async () => {
  const hook = await forwardTo("segment");
  await store([click({ utm: { source: "{token}" }, referrer: "https://news.example/a?mail=b" })]);
  const [text = ""] = await requests(hook);
  expect(text).not.toContain(token);
  expect(readRequest(text ?? "", token).body).not.toContain(token);
  expect(text).not.toContain("8.8.8.8");
  expect(text).not.toContain("mail=b");
  const [{ visitor }] = (await pool.query("SELECT visitor FROM clicks ORDER BY at DESC LIMIT 1")).rows;
  expect(text).not.toContain(`${visitor}`);
  expect(text).not.toContain(BigInt.asUintN(64, BigInt(visitor)).toString(16));
});

it("clicks that are too old for a service, and those that an earlier release stored, are not sent", async () => {
  const hook = await forwardTo("meta", { site: "123456789012345" });
  await store([click({ at: Date.now() - 8 * 86_400_000 }), click()]);
  const [text] = await requests(hook);
  expect(JSON.parse(text?.split("\n\n")[1] ?? "").data).toHaveLength(1);
  const visit = { date: new Date().toISOString(), class: "robot", country: null, device: null, referrer: null };
  await pool.query("UPDATE webhook_deliveries SET state = $2 WHERE webhook_id = $1", [hook, { clicks: [visit] }]);
  expect(await requests(hook)).toEqual([null]);
});

it("a conversion is worth what its currency says, and is sent only with consent where that is required", async () => {
  const hook = await forwardTo("segment");
  const add = (amount: number, currency: string, agreed: boolean) =>
    pool.query("SELECT add_conversions($1, 20, 100)", [
      JSON.stringify([
        {
          link,
          click: "42",
          clicked: new Date(),
          event: "sale",
          amount,
          currency,
          source: "api",
          at: new Date(),
          agreed,
        },
      ]),
    ]);
  await add(4_950, "EUR", true);
  await add(4_950, "JPY", false);
  const revenues = async () =>
    (await requests(hook)).map((text) => text && JSON.parse(text.split("\n\n")[1] ?? "").batch[0].properties.revenue);
  expect(await revenues()).toEqual([49.5, 4_950]);
  env.CONSENT = "required";
  expect(await revenues()).toEqual([49.5, null]);
  env.CONSENT = "off";
});
