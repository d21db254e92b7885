import type { Operation } from "@/lib/contract/operation";
import { sections } from "@/lib/http/openapi/sections";
import { bodies, type Caller } from "./caller";

/** What one valid call sends. `params` fill the path's placeholders, in order. */
export interface Call {
  params?: (string | number)[];
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

/** Every operation of the API with its name in the reference. */
export const operations: [string, Operation][] = sections.flatMap((section) => Object.entries(section.operations));

const page = { limit: "10", page: "1" };
const sms = { from: "+15005550006", to: ["+14155550100"], message: "Our spring sale: https://example.com/spring" };

const target = { location: "FR", link: "https://example.com/fr/spring" };

const rule = {
  when: { query: [{ name: "ref", value: "mail" }], days: ["sat", "sun"], timezone: "Europe/Paris" },
  to: "https://example.com/weekend",
};

/** Creates what a valid call of an operation needs, and returns what the call sends. */
const calls: Record<string, (caller: Caller) => Call | Promise<Call>> = {
  "GET /api/account": () => ({}),
  "GET /api/account/archive": () => ({}),
  "PUT /api/account/update": ({ unique }) => ({
    body: { email: `${unique("ada")}@example.com`, password: "a better password" },
  }),

  "GET /api/urls": async ({ post, unique }) => {
    await post("/api/url/add", { ...bodies.link(unique), tags: ["Spring"] });
    return { query: { ...page, order: "click", q: "spring", tag: "Spring" } };
  },
  "GET /api/overview": async ({ link }) => {
    await link();
    return {};
  },
  "GET /api/url/{}": async ({ link }) => ({ params: [await link()] }),
  "GET /api/url/check": ({ unique }) => ({ query: { custom: unique("spring-sale") } }),
  "POST /api/url/add": async ({ unique, pixel }) => ({
    body: {
      ...bodies.link(unique),
      tags: ["Spring", "Poster"],
      pixels: [await pixel()],
      geotarget: [target],
      rules: [rule],
    },
  }),
  "POST /api/urls/add": ({ unique }) => ({
    body: { links: [{ ...bodies.link(unique), externalid: unique("crm") }, { url: "https://example.com/summer" }] },
  }),
  "POST /api/urls/change": async ({ link, campaign }) => ({
    body: { ids: [await link(), await link()], campaign: await campaign() },
  }),
  "POST /api/urls/change/{}/undo": async ({ post, link }) => {
    const { id = 0 } = await post("/api/urls/change", { ids: [await link()], status: "off" });
    return { params: [id], body: {} };
  },
  "PUT /api/url/{}/update": async ({ link }) => ({
    params: [await link()],
    body: { url: "https://example.com/summer", expiry: "2037-01-31 18:00:00", redirect: 301 },
  }),
  "POST /api/url/{}/simulate": async ({ link }) => ({
    params: [await link()],
    body: { country: "FR", language: "fr", time: "2037-01-31 18:00:00", query: "ref=mail" },
  }),
  "POST /api/url/{}/replay": async ({ link }) => ({
    params: [await link()],
    body: { rules: [rule] },
  }),
  "DELETE /api/url/{}/delete": async ({ link }) => ({ params: [await link()] }),
  "POST /api/url/{}/restore": async ({ deletedLink }) => ({ params: [await deletedLink()] }),
  "DELETE /api/url/{}/erase": async ({ deletedLink }) => ({ params: [await deletedLink()] }),
  "POST /api/url/{}/archive": async ({ link }) => ({ params: [await link()] }),
  "POST /api/url/{}/unarchive": async ({ post, link }) => {
    const id = await link();
    await post(`/api/url/${id}/archive`);
    return { params: [id] };
  },
  "POST /api/url/{}/duplicate": async ({ link, unique }) => ({
    params: [await link()],
    body: { custom: unique("summer") },
  }),

  "GET /api/url/{}/history": async ({ link }) => ({ params: [await link()], query: page }),
  "POST /api/url/{}/revert": async ({ changedLink }) => {
    const { id, change } = await changedLink();
    return { params: [id], body: { change, before: true } };
  },

  "GET /api/domains": async ({ domain }) => {
    await domain();
    return { query: page };
  },
  "GET /api/domain/{}": async ({ domain }) => ({ params: [await domain()] }),
  "POST /api/domain/add": ({ unique }) => ({ body: bodies.domain(unique) }),
  "PUT /api/domain/{}/update": async ({ domain }) => ({
    params: [await domain()],
    body: { redirect404: "https://example.com/not-found" },
  }),
  "DELETE /api/domain/{}/delete": async ({ domain }) => ({ params: [await domain()] }),

  "GET /api/handovers": async ({ offered }) => {
    await offered();
    return { query: page };
  },
  "GET /api/handover/{}": async ({ offered }) => ({ params: [await offered()] }),
  "POST /api/handover/preview": async ({ link }) => ({ body: { links: [await link()] } }),
  "POST /api/handover/add": async ({ link, unique }) => ({
    body: { email: `${unique("grace")}@example.com`, links: [await link()] },
  }),
  "POST /api/handover/{}/accept": async ({ offered }) => ({ params: [await offered()] }),
  "POST /api/handover/{}/refuse": async ({ offered }) => ({ params: [await offered()] }),
  "POST /api/handover/{}/withdraw": async ({ offer }) => ({ params: [await offer()] }),

  "GET /api/tls/allowed": () => ({ query: { domain: "localhost" } }),

  "GET /api/campaigns": async ({ campaign }) => {
    await campaign();
    return { query: page };
  },
  "GET /api/campaign/{}": async ({ campaign }) => ({ params: [await campaign()] }),
  "POST /api/campaign/add": ({ unique }) => ({ body: bodies.campaign(unique) }),
  "POST /api/campaign/{}/assign/{}": async ({ campaign, link }) => ({
    params: [await campaign(), await link()],
    body: { weight: 2 },
  }),
  "PUT /api/campaign/{}/update": async ({ campaign, unique }) => ({
    params: [await campaign()],
    body: { name: "Summer sale", slug: unique("summer"), public: false },
  }),
  "DELETE /api/campaign/{}/delete": async ({ campaign }) => ({ params: [await campaign()] }),

  "GET /api/channels": async ({ channel }) => {
    await channel();
    return { query: page };
  },
  "GET /api/channel/{}": async ({ post, channel, link }) => {
    const id = await channel();
    await post(`/api/channel/${id}/assign/links/${await link()}`);
    return { params: [id], query: page };
  },
  "POST /api/channel/add": () => ({ body: bodies.channel }),
  "POST /api/channel/{}/assign/{}/{}": async ({ channel, link }) => ({
    params: [await channel(), "links", await link()],
  }),
  "PUT /api/channel/{}/update": async ({ channel }) => ({
    params: [await channel()],
    body: { name: "Letters", starred: false },
  }),
  "DELETE /api/channel/{}/delete": async ({ channel }) => ({ params: [await channel()] }),

  "GET /api/overlay": async ({ overlay }) => {
    await overlay();
    return { query: page };
  },
  "GET /api/overlay/{}": async ({ overlay }) => ({ params: [await overlay()] }),
  "GET /api/overlay/{}/answers": async ({ post, unique }) => {
    const { id = 0 } = await post("/api/overlay/add", bodies.contactForm);
    const link = await post("/api/url/add", { ...bodies.link(unique), type: `overlay-${id}` });
    const answer = { name: "Ada Lovelace", email: "ada@example.com", message: "Do you ship to London?" };
    await fetch(link.shorturl ?? "", { method: "POST", body: new URLSearchParams(answer) });
    return { params: [id], query: page };
  },
  "POST /api/overlay/add": () => ({ body: bodies.overlay }),
  "PUT /api/overlay/{}/update": async ({ overlay }) => ({
    params: [await overlay()],
    body: { name: "Summer sale", content: { text: "Two for one until Sunday." } },
  }),
  "DELETE /api/overlay/{}/delete": async ({ overlay }) => ({ params: [await overlay()] }),

  "GET /api/splash": async ({ splash }) => {
    await splash();
    return { query: page };
  },
  "GET /api/splash/{}": async ({ splash }) => ({ params: [await splash()] }),
  "POST /api/splash/add": () => ({ body: bodies.splash }),
  "PUT /api/splash/{}/update": async ({ splash }) => ({
    params: [await splash()],
    body: { content: { title: "One moment", countdown: 10 } },
  }),
  "DELETE /api/splash/{}/delete": async ({ splash }) => ({ params: [await splash()] }),

  "GET /api/bio": async ({ bio }) => {
    await bio();
    return { query: page };
  },
  "GET /api/bio/{}": async ({ bio }) => ({ params: [await bio()] }),
  "POST /api/bio/add": async ({ unique, pixel }) => ({ body: { ...bodies.bio(unique), pixels: [await pixel()] } }),
  "PUT /api/bio/{}/update": async ({ bio }) => ({ params: [await bio()], body: { name: "Ada King" } }),
  "DELETE /api/bio/{}/delete": async ({ bio }) => ({ params: [await bio()] }),

  "GET /api/tags": async ({ tag }) => {
    await tag();
    return { query: page };
  },
  "GET /api/tag/{}": async ({ tag }) => ({ params: [await tag()] }),
  "POST /api/tag/add": ({ unique }) => ({ body: bodies.tag(unique) }),
  "PUT /api/tag/{}/update": async ({ tag, unique }) => ({ params: [await tag()], body: { name: unique("Summer") } }),
  "DELETE /api/tag/{}/delete": async ({ tag }) => ({ params: [await tag()] }),

  "GET /api/utm-templates": async ({ template }) => {
    await template();
    return { query: page };
  },
  "GET /api/utm-template/{}": async ({ template }) => ({ params: [await template()] }),
  "GET /api/utm-template/{}/parameters": async ({ template, campaign }) => ({
    params: [await template()],
    query: { campaign: String(await campaign()) },
  }),
  "POST /api/utm-template/add": ({ unique }) => ({ body: bodies.template(unique) }),
  "PUT /api/utm-template/{}/update": async ({ template }) => ({
    params: [await template()],
    body: { medium: "{channel}", campaign: null },
  }),
  "DELETE /api/utm-template/{}/delete": async ({ template }) => ({ params: [await template()] }),

  "GET /api/pixels": async ({ pixel }) => {
    await pixel();
    return { query: page };
  },
  "GET /api/pixel/{}": async ({ pixel }) => ({ params: [await pixel()] }),
  "POST /api/pixel/add": () => ({ body: bodies.pixel }),
  "PUT /api/pixel/{}/update": async ({ pixel }) => ({
    params: [await pixel()],
    body: { name: "New shop", tag: "GTM-XYZ9876" },
  }),
  "DELETE /api/pixel/{}/delete": async ({ pixel }) => ({ params: [await pixel()] }),

  "GET /api/qr": async ({ qr }) => {
    await qr();
    return { query: page };
  },
  "GET /api/qr/{}": async ({ qr }) => ({ params: [await qr()] }),
  "POST /api/qr/add": () => ({ body: bodies.qr }),
  "PUT /api/qr/{}/update": async ({ qr }) => ({
    params: [await qr()],
    body: { data: "https://example.com/summer", foreground: "rgb(0,60,0)" },
  }),
  "DELETE /api/qr/{}/delete": async ({ qr }) => ({ params: [await qr()] }),

  "GET /api/url/{}/qr": async ({ link }) => ({ params: [await link()] }),
  "PUT /api/url/{}/qr/update": async ({ link }) => ({
    params: [await link()],
    body: { dots: "rounded", eyes: "circle", frame: { style: "label", text: "Scan me" } },
  }),
  "POST /api/urls/qr/zip": async ({ link }) => ({ body: { ids: [await link()], format: "png", size: 256 } }),
  "POST /api/urls/qr/labels": async ({ link }) => ({ body: { ids: [await link()], paper: "letter", labels: "2x4" } }),
  "GET /api/url/{}/share": async ({ link }) => ({ params: [await link()] }),
  "PUT /api/url/{}/share/update": async ({ link }) => ({ params: [await link()], body: { password: "for the team" } }),
  "DELETE /api/url/{}/share/delete": async ({ link, put }) => {
    const id = await link();
    await put(`/api/url/${id}/share/update`, {});
    return { params: [id] };
  },
  "GET /api/campaign/{}/share": async ({ campaign }) => ({ params: [await campaign()] }),
  "PUT /api/campaign/{}/share/update": async ({ campaign }) => ({ params: [await campaign()], body: {} }),
  "DELETE /api/campaign/{}/share/delete": async ({ campaign, put }) => {
    const id = await campaign();
    await put(`/api/campaign/${id}/share/update`, {});
    return { params: [id] };
  },
  "GET /api/qr-templates": async ({ qrTemplate }) => {
    await qrTemplate();
    return { query: page };
  },
  "GET /api/qr-template/{}": async ({ qrTemplate }) => ({ params: [await qrTemplate()] }),
  "POST /api/qr-template/add": () => ({ body: bodies.qrTemplate }),
  "PUT /api/qr-template/{}/update": async ({ qrTemplate }) => ({
    params: [await qrTemplate()],
    body: { name: "Summer" },
  }),
  "DELETE /api/qr-template/{}/delete": async ({ qrTemplate }) => ({ params: [await qrTemplate()] }),

  "GET /api/sms/numbers": () => ({}),
  "GET /api/sms/messages": async ({ post }) => {
    await post("/api/sms/send", sms);
    return { query: { ...page, number: sms.from } };
  },
  "POST /api/sms/send": () => ({ body: sms }),

  "GET /api/members": async ({ member }) => {
    await member();
    return { query: page };
  },
  "POST /api/member/invite": ({ unique }) => ({ body: bodies.invitation(unique) }),
  "DELETE /api/member/invitation/{}/delete": async ({ invitation }) => ({ params: [await invitation()] }),
  "PUT /api/member/{}/update": async ({ member }) => ({ params: [await member()], body: { role: "analyst" } }),
  "DELETE /api/member/{}/delete": async ({ member }) => ({ params: [await member()] }),

  "GET /api/keys": async ({ apiKey }) => {
    await apiKey();
    return { query: page };
  },
  "POST /api/key/add": () => ({ body: bodies.apiKey }),
  "DELETE /api/key/{}/delete": async ({ apiKey }) => ({ params: [await apiKey()] }),

  "GET /api/conversions": async ({ conversion, unique }) => {
    await conversion(unique("order-1001"));
    return { query: page };
  },
  "GET /api/conversions/corrections": async ({ conversion, put, unique }) => {
    const externalid = unique("order-1001");
    await conversion(externalid);
    await put("/api/conversion/update", { externalid, amount: 3900 });
    return { query: page };
  },
  "PUT /api/conversion/update": async ({ conversion, unique }) => {
    const externalid = unique("order-1001");
    await conversion(externalid);
    // With both, each of them can be left out.
    return { body: { externalid, amount: 3900, withdrawn: false } };
  },
  // A link without clicks, because these are stored a moment later.
  "GET /api/conversions/figures": async ({ link }) => ({ query: { linkid: String(await link()) } }),
  // Without an amount, which cannot be sent without a currency.
  "POST /api/conversion/add": async ({ click, unique }) => ({
    body: { clickid: await click(), event: "sale", externalid: unique("order-1001") },
  }),
  "POST /api/conversions/add": async ({ click, unique }) => ({
    body: { conversions: [{ ...bodies.conversion(await click()), externalid: unique("order-1001") }] },
  }),
  "GET /api/webhooks": async ({ webhook }) => {
    await webhook();
    return { query: page };
  },
  "GET /api/webhook/{}": async ({ webhook }) => ({ params: [await webhook()] }),
  "POST /api/webhook/add": () => ({ body: bodies.webhook }),
  "PUT /api/webhook/{}/update": async ({ webhook }) => ({ params: [await webhook()], body: { name: "Orders" } }),
  "DELETE /api/webhook/{}/delete": async ({ webhook }) => ({ params: [await webhook()] }),
  "POST /api/webhook/{}/rotate": async ({ webhook }) => ({ params: [await webhook()] }),
  "POST /api/webhook/{}/test": async ({ webhook }) => ({ params: [await webhook()] }),
  "GET /api/webhook/{}/deliveries": async ({ webhook, put, link, untilDeliveries }) => {
    const id = await webhook();
    // What it does not send stays as it is.
    await put(`/api/webhook/${id}/update`, { status: "paused", events: ["link.created"] });
    await link();
    await link();
    await untilDeliveries(id, 2);
    return { params: [id], query: page };
  },
  "POST /api/webhook/{}/redeliver": async ({ webhook }) => ({
    params: [await webhook()],
    body: { from: "2027-01-01 00:00:00" },
  }),
  "GET /api/forwardings": async ({ forwarding }) => {
    await forwarding();
    return { query: page };
  },
  "GET /api/forwarding/{}": async ({ forwarding }) => ({ params: [await forwarding()] }),
  "POST /api/forwarding/add": () => ({ body: bodies.forwarding }),
  "PUT /api/forwarding/{}/update": async ({ forwarding }) => ({ params: [await forwarding()], body: { name: "Shop" } }),
  "DELETE /api/forwarding/{}/delete": async ({ forwarding }) => ({ params: [await forwarding()] }),
  "POST /api/forwarding/{}/test": async ({ forwarding }) => ({ params: [await forwarding()] }),
  "GET /api/forwarding/{}/deliveries": async ({ forwarding }) => ({ params: [await forwarding()], query: page }),
  "POST /api/forwarding/{}/redeliver": async ({ forwarding }) => ({
    params: [await forwarding()],
    body: { from: "2027-01-01 00:00:00" },
  }),
  "GET /api/audit": async ({ changedLink }) => {
    const { id } = await changedLink();
    return { query: { ...page, subject: "link", id: String(id) } };
  },
  "GET /api/audit/{}": async ({ changedLink }) => ({ params: [(await changedLink()).change] }),

  "GET /api/plans": () => ({}),
  "PUT /api/plan/{}/user/{}": async ({ user }) => ({
    params: [2, await user()],
    body: { type: "yearly", expiration: "2037-01-31 18:00:00" },
  }),
  "GET /api/users": async ({ post, unique }) => {
    const body = bodies.user(unique);
    await post("/api/user/add", body);
    return { query: { filter: "free", email: body.email } };
  },
  "GET /api/user/{}": async ({ user }) => ({ params: [await user()] }),
  "POST /api/user/add": ({ unique }) => ({
    body: { ...bodies.user(unique), planid: 2, expiration: "2037-01-31 18:00:00" },
  }),
  "DELETE /api/user/{}/delete": async ({ user }) => ({ params: [await user()] }),
  "GET /api/user/login/{}": async ({ user }) => ({ params: [await user()] }),

  "GET /api/health": () => ({}),
  "GET /api/ready": () => ({}),
  "GET /api/ready/visits": () => ({}),
  "GET /api/openapi.json": () => ({}),
};

/** Returns a valid call of the operation by `caller`. Throws if the table above has none. */
export function callOf({ method, path }: Operation, caller: Caller): Promise<Call> {
  const prepare = calls[`${method} ${path.replace(/\{\w+\}/g, "{}")}`];
  if (!prepare) throw new Error(`tests/support/calls.ts does not say how to call ${method} ${path}.`);
  return Promise.resolve(prepare(caller));
}

/** The address of a call. */
export function addressOf({ path }: Pick<Operation, "path">, { params = [], query }: Call): string {
  const rest = [...params];
  const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(rest.shift() ?? ""));
  return query ? `${filled}?${new URLSearchParams(query)}` : filled;
}
