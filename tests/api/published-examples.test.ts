import { beforeAll, describe, expect, inject, it } from "vitest";
import { type Caller, newCaller } from "../support/caller";
import { type RawAnswer, sendRaw } from "../support/raw-request";

/**
 * The examples in the published reference of this family of APIs, as clients copy them. Only the IDs in paths are ours:
 * the reference has placeholders there.
 */

const server = inject("server");
let user: Caller;
let admin: Caller;
beforeAll(async () => {
  [user, admin] = await Promise.all([newCaller(server), newCaller(server, "admin")]);
});

const newLink = {
  url: "https://google.com",
  status: "private",
  custom: "google",
  password: "mypass",
  expiry: "2020-11-11 12:00:00",
  type: "splash",
  metatitle: "Not Google",
  metadescription: "Not Google description",
  metaimage: "https://www.mozilla.org/media/protocol/img/logos/firefox/browser/og.4ad05d4125a5.png",
  description: "For facebook",
  pixels: [1, 2, 3, 4],
  channel: 1,
  campaign: 1,
  deeplink: {
    auto: true,
    apple: "https://apps.apple.com/us/app/google/id284815942",
    google: "https://play.google.com/store/apps/details?id=com.google.android.googlequicksearchbox&hl=en_CA&gl=US",
  },
  geotarget: [
    { location: "Canada", link: "https://google.ca" },
    { location: "United States", link: "https://google.us" },
  ],
  devicetarget: [
    { device: "iPhone", link: "https://google.com" },
    { device: "Android", link: "https://google.com" },
  ],
  languagetarget: [
    { language: "French", link: "https://google.com" },
    { language: "English", link: "https://google.com" },
  ],
  parameters: [
    { name: "aff", value: "3" },
    { device: "gtm_source", link: "api" },
  ],
};

const code = {
  type: "link",
  data: "https://google.com",
  background: "rgb(255,255,255)",
  foreground: "rgb(0,0,0)",
  logo: "https://site.com/logo.png",
};

interface Example {
  operation: string;
  by?: "admin";
  params?: (caller: Caller) => Promise<(string | number)[]>;
  query?: string;
  body?: object;
  /** why the example is refused, as status and code; the code is that of the first field, if it names one */
  refused?: [status: number, code: string];
  /** the fields and codes of its warnings */
  warnings?: [field: string, code: string][];
}

const one = (kind: "link" | "campaign" | "channel" | "domain" | "pixel" | "qr" | "user") => async (caller: Caller) => [
  await caller[kind](),
];
const pages = "?limit=2&page=1";

const examples: Example[] = [
  { operation: "GET /api/account" },
  { operation: "PUT /api/account/update", body: { email: "newemail@google.com", password: "newpassword" } },

  { operation: "GET /api/urls", query: `${pages}&order=date` },
  { operation: "GET /api/url/{id}", params: one("link") },
  // Its pixels, channel and campaign have the IDs of someone else's. The next example has none.
  { operation: "POST /api/url/add", body: newLink, refused: [400, "not_yours"] },
  {
    operation: "POST /api/url/add",
    body: { ...newLink, pixels: undefined, channel: undefined, campaign: undefined },
    warnings: [["expiry", "expiry_past"]],
  },
  {
    operation: "PUT /api/url/{id}/update",
    params: one("link"),
    body: {
      url: "https://google.com",
      title: "My Google",
      custom: "my-google",
      password: "mypass",
      expiry: "2020-11-11 12:00:00",
      type: "splash",
    },
    warnings: [["expiry", "expiry_past"]],
  },
  { operation: "DELETE /api/url/{id}/delete", params: one("link") },

  { operation: "GET /api/domains", query: pages },
  {
    operation: "POST /api/domain/add",
    body: {
      domain: "https://domain1.com",
      redirectroot: "https://rootdomain.com",
      redirect404: "https://rootdomain.com/404",
    },
  },
  {
    operation: "PUT /api/domain/{id}/update",
    params: one("domain"),
    body: { redirectroot: "https://rootdomain-new.com", redirect404: "https://rootdomain-new.com/404" },
  },
  { operation: "DELETE /api/domain/{id}/delete", params: one("domain") },

  { operation: "GET /api/overlay", query: pages },

  { operation: "GET /api/campaigns", query: pages },
  { operation: "POST /api/campaign/add", body: { name: "New Campaign", slug: "new-campaign", public: true } },
  {
    operation: "POST /api/campaign/{id}/assign/{linkid}",
    params: async (caller) => [await caller.campaign(), await caller.link()],
  },
  {
    operation: "PUT /api/campaign/{id}/update",
    params: one("campaign"),
    body: { name: "Twitter Campaign", slug: "twitter-campaign", public: true },
  },
  { operation: "DELETE /api/campaign/{id}/delete", params: one("campaign") },

  { operation: "GET /api/channels", query: pages },
  { operation: "GET /api/channel/{id}", params: one("channel"), query: pages },
  {
    operation: "POST /api/channel/add",
    body: { name: "New Channel", description: "my new channel", color: "#000000", starred: true },
  },
  {
    operation: "POST /api/channel/{id}/assign/{type}/{itemid}",
    params: async (caller) => [await caller.channel(), "links", await caller.link()],
  },
  {
    operation: "PUT /api/channel/{id}/update",
    params: one("channel"),
    body: { name: "Acme Corp", description: "channel for items for Acme Corp", color: "#FFFFFF", starred: false },
  },
  { operation: "DELETE /api/channel/{id}/delete", params: one("channel") },

  { operation: "GET /api/splash", query: pages },

  { operation: "GET /api/pixels", query: pages },
  { operation: "POST /api/pixel/add", body: { type: "gtmpixel", name: "My GTM", tag: "GA-123456789" } },
  { operation: "PUT /api/pixel/{id}/update", params: one("pixel"), body: { name: "My GTM", tag: "GA-123456789" } },
  { operation: "DELETE /api/pixel/{id}/delete", params: one("pixel") },

  { operation: "GET /api/qr", query: pages },
  { operation: "GET /api/qr/{id}", params: one("qr") },
  // Without a network, the host of the logo does not exist.
  { operation: "POST /api/qr/add", body: code, warnings: [["logo", "logo_left_out"]] },
  { operation: "PUT /api/qr/{id}/update", params: one("qr"), body: code, warnings: [["logo", "logo_left_out"]] },
  { operation: "DELETE /api/qr/{id}/delete", params: one("qr") },

  { operation: "GET /api/sms/numbers" },
  { operation: "GET /api/sms/messages", query: `${pages}&number=%2B15005550006` },
  // None of the numbers exists, and `from` must be one of the account's own numbers.
  {
    operation: "POST /api/sms/send",
    body: { from: "+123456789", to: ["+123456789", "+987654321"], message: "Hello https://google.com" },
    refused: [400, "not_an_international_number"],
  },

  { operation: "GET /api/plans", by: "admin" },
  {
    operation: "PUT /api/plan/{planid}/user/{userid}",
    by: "admin",
    params: async (caller) => [2, await caller.user()],
    body: { type: "monthly", expiration: "2020-11-11 12:00:00" },
    warnings: [["expiration", "plan_end_past"]],
  },

  { operation: "GET /api/users", by: "admin", query: "?filter=free" },
  { operation: "GET /api/user/{id}", by: "admin", params: one("user") },
  {
    operation: "POST /api/user/add",
    by: "admin",
    body: {
      username: "user",
      password: "1234567891011",
      email: "demo@yourwebsite.com",
      planid: 1,
      expiration: "2020-11-20 11:00:00",
    },
    warnings: [["expiration", "plan_end_past"]],
  },
  { operation: "DELETE /api/user/{id}/delete", by: "admin", params: one("user") },
  { operation: "GET /api/user/login/{id}", by: "admin", params: one("user") },
];

async function send({ operation, by, params, query = "", body }: Example): Promise<RawAnswer> {
  const caller = by === "admin" ? admin : user;
  const ids = (await params?.(caller)) ?? [];
  const line = operation.replace(/\{\w+\}/g, () => String(ids.shift()));
  const sent = body ? `\n\n${JSON.stringify(body)}` : "";
  return sendRaw(server, `${line}${query}\nAuthorization: Bearer ${caller.key}\nContent-Type: application/json${sent}`);
}

describe("the published example", () => {
  it.each(examples)("of $operation is accepted, or refused for the known reason", async (example) => {
    const { status, body } = await send(example);
    const code = body.errors?.[0].code ?? body.code;
    expect(example.refused ? [status, code] : [status, body]).toEqual(
      example.refused ?? [200, expect.objectContaining({ error: 0 })],
    );
    const warnings: { field: string; code: string }[] | undefined = body.warnings;
    expect(warnings?.map(({ field, code }) => [field, code])).toEqual(example.warnings);
  });

  it("does what it says: all fields of the new link are stored", async () => {
    const { body } = await sendRaw(server, `GET /api/urls?short=google\nAuthorization: Bearer ${user.key}`);
    expect(body.details).toMatchObject({
      ...{ alias: "google", longurl: newLink.url, type: "splash", expiry: newLink.expiry, protected: true },
      ...{ metatitle: newLink.metatitle, metaimage: newLink.metaimage, description: newLink.description },
      ...{ deeplink: newLink.deeplink, devicetarget: [{ device: "iphone" }, { device: "android" }] },
      ...{
        geotarget: [{ location: "CA" }, { location: "US" }],
        languagetarget: [{ language: "fr" }, { language: "en" }],
      },
      parameters: [
        { name: "aff", value: "3" },
        { name: "gtm_source", value: "api" },
      ],
    });
  });
});
