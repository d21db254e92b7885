import { describe, expect, it } from "vitest";
import { clicksPerRequest, type ForwardingKind, forwardingKinds } from "@/lib/contract/forwarding-kinds";
import { kinds } from "@/lib/resources/forwardings/kinds/all";
import type { ForwardedEvent, Target } from "@/lib/resources/forwardings/kinds/kind";
import { readRequest, writeRequest } from "@/lib/resources/forwardings/kinds/stored-request";
import { hasFixedHost, isJsonTemplate, unknownPlaceholder } from "@/lib/resources/forwardings/kinds/url";
import { goodToken, services } from "../support/analytics-services";

const at = new Date(Math.floor(Date.now() / 1_000) * 1_000);
const seconds = at.getTime() / 1_000;

const click: ForwardedEvent = {
  ...{ type: "click", name: "", id: "0f9d3c1e-0", at, visitor: "00112233aabbccdd" },
  ...{ linkId: 7, shortUrl: "https://sign.example/spring", destination: "https://shop.example/cart?a=1&b=2" },
  ...{ title: "Spring", country: "DE", language: "de", device: "Mobile", browser: "Firefox", os: "Android" },
  ...{
    referrer: "news.example",
    utm: { source: "news", campaign: "a&b" },
    value: null,
    currency: null,
    externalId: null,
  },
};
const nothing = { country: null, language: null, device: null, browser: null, os: null, referrer: null, utm: {} };
const sale: ForwardedEvent = {
  ...click,
  ...nothing,
  ...{ type: "conversion", name: "sale", id: "7b1c", value: 49.5, currency: "EUR", externalId: "order-1" },
};
const test: ForwardedEvent = { ...click, ...nothing, type: "test", id: "5d2e" };

const targets: Record<ForwardingKind, Target> = {
  ga4: { url: "https://www.google-analytics.com", site: "G-ABC123DEF4", template: "" },
  matomo: { url: "https://stats.example/matomo/", site: "3", template: "" },
  meta: { url: "https://graph.facebook.com/v25.0", site: "123456789012345", template: "" },
  plausible: { url: "https://plausible.io", site: "sign.example", template: "" },
  segment: { url: "https://api.segment.io/", site: "", template: "" },
  url: { url: "https://hooks.example/hit?c={country}&t={title}&key={token}", site: "", template: "" },
};

const requestOf = (kind: ForwardingKind, events: ForwardedEvent[], target = targets[kind]) =>
  kinds[kind].requestOf(events, target);

/** What the stand-in of a service answers to a request, after it has been kept as a text. */
function answerOf(kind: ForwardingKind, events: ForwardedEvent[], token = goodToken, target = targets[kind]) {
  const { url, ...sent } = readRequest(writeRequest(requestOf(kind, events, target)), token);
  const { origin, href } = new URL(url);
  return services[kind]({ ...sent, url: href.slice(origin.length) });
}

describe("the stand-ins take the examples that the services publish", () => {
  const post = (url: string, content: object, headers = {}) => ({
    ...{ method: "POST", url, headers, body: JSON.stringify(content) },
  });

  it("Google's, and the validation server refuses the one that is wrong", () => {
    // https://developers.google.com/analytics/devguides/collection/protocol/ga4/sending-events
    const params = {
      ...{ campaign_id: "google_1234", campaign: "Summer_fun", source: "google", medium: "cpc", term: "summer+travel" },
      ...{ content: "logolink", session_id: "123", engagement_time_msec: "100" },
    };
    const path = `/mp/collect?api_secret=${goodToken}&measurement_id=G-XXXXXXXXXX`;
    const good = { client_id: "123456.7654321", events: [{ name: "campaign_details", params }] };
    expect(services.ga4(post(path, good))).toMatchObject({ status: 204 });
    // https://developers.google.com/analytics/devguides/collection/protocol/ga4/validating-events
    const bad = { client_id: "XXXXXXXXXX.YYYYYYYYYY", events: [{ name: "_badEventName", params: {} }] };
    const { status, body } = services.ga4(post(`/debug${path}`, bad));
    expect([status, JSON.parse(body).validationMessages[0].validationCode]).toEqual([200, "NAME_INVALID"]);
    expect([kinds.ga4.accepts(status, body), kinds.ga4.accepts(200, '{"validationMessages": [ ]}')]).toEqual([
      false,
      true,
    ]);
  });

  it("Meta's", () => {
    // https://developers.facebook.com/docs/marketing-api/conversions-api/payload-helper, with a time of now
    const event = {
      ...{ event_name: "Purchase", event_time: seconds, action_source: "email" },
      user_data: { em: ["7b17fb0bd173f625b58636fb796407c22b3d16fc78302d79f0fd30c2fc2fc068"], ph: [null] },
      custom_data: { currency: "USD", value: "142.52" },
    };
    const path = (token: string) => `/v25.0/123456789012345/events?access_token=${token}`;
    expect(services.meta(post(path(goodToken), { data: [event] })).status).toBe(200);
    const refused = services.meta(post(path("x"), { data: [event] }));
    expect(kinds.meta.refusesToken(400, refused.body)).toBe(true);
    const old = services.meta(post(path(goodToken), { data: [{ ...event, event_time: seconds - 8 * 86_400 }] }));
    expect([old.status, kinds.meta.refusesToken(old.status, old.body)]).toEqual([400, false]);
  });

  it("Matomo's", () => {
    // https://developer.matomo.org/api-reference/tracking-api#bulk-tracking
    const requests = [
      "?idsite=1&url=http://example.org&action_name=Test bulk log Pageview&rec=1",
      "?idsite=1&url=http://example.net/test.htm&action_name=Another bulk page view&rec=1",
    ];
    const { status, body } = services.matomo(post("/matomo.php", { requests }));
    expect([status, JSON.parse(body)]).toEqual([200, { status: "success", tracked: 2, invalid: 0 }]);
    expect(kinds.matomo.accepts(200, '{"status":"success","tracked":1,"invalid":1}')).toBe(false);
  });

  it("Plausible's", () => {
    // https://plausible.io/docs/events-api
    const headers = { "user-agent": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_6)", "x-forwarded-for": "127.0.0.1" };
    const event = { name: "pageview", url: "http://dummy.site", domain: "dummy.site" };
    expect(services.plausible(post("/api/event", event, headers)).status).toBe(202);
    expect(services.plausible(post("/api/event", { ...event, domain: "" }, headers)).status).toBe(400);
  });

  it("Segment's", () => {
    // https://www.twilio.com/docs/segment/connections/sources/catalog/libraries/server/http-api#batch
    const batch = [
      { type: "identify", userId: "019mr8mf4r", traits: { email: "jake@yahoo.com", name: "Jake Peterson", age: 26 } },
      { type: "track", userId: "019mr8mf4r", event: "Song Played", properties: { name: "Fallin for You" } },
    ];
    const authorization = `Basic ${Buffer.from(`${goodToken}:`).toString("base64")}`;
    expect(services.segment(post("/v1/batch", { batch }, { authorization })).status).toBe(200);
    expect(services.segment(post("/v1/batch", { batch }, {})).status).toBe(401);
  });
});

it.each(forwardingKinds)("%s takes clicks, conversions and tests, and refuses a wrong token", (kind) => {
  const lead: ForwardedEvent = { ...sale, name: "lead", value: null, currency: null, externalId: null };
  const own: ForwardedEvent = { ...sale, name: "first_open-2" };
  for (const event of [click, sale, lead, own, test, { ...click, ...nothing, title: "" }]) {
    const { status, body, events } = answerOf(kind, [event]);
    expect([event.name, kinds[kind].accepts(status, body), events?.length], body).toEqual([event.name, true, 1]);
    expect(kinds[kind].refusesToken(status, body)).toBe(false);
  }
  if (kinds[kind].token === "none" || kind === "ga4") return;
  const { status, body } = answerOf(kind, [click], "wrong");
  expect([kinds[kind].accepts(status, body), kinds[kind].refusesToken(status, body)]).toEqual([false, true]);
});

it.each(forwardingKinds)("%s takes the largest requests", (kind) => {
  const long = (length: number) => "ü".repeat(length);
  const largest: ForwardedEvent = {
    ...{ ...click, title: long(255), destination: `https://shop.example/${"a".repeat(8_000)}` },
    ...{ utm: { source: long(128), medium: long(128), campaign: long(128), term: long(128), content: long(128) } },
    ...{ referrer: `${"a".repeat(250)}.de`, externalId: long(255) },
  };
  const many = Array.from({ length: clicksPerRequest[kind] }, (_, place) => ({ ...largest, id: `m-${place}` }));
  for (const events of [many, [{ ...largest, type: "conversion" as const, name: "a".repeat(40) }]]) {
    const { status, body, events: taken } = answerOf(kind, events);
    expect([kinds[kind].accepts(status, body), taken?.length], body).toEqual([true, events.length]);
  }
});

describe("what each service gets of a click and a sale", () => {
  const json = (kind: ForwardingKind, events: ForwardedEvent[]) => JSON.parse(requestOf(kind, events).body);

  it("Google", () => {
    const { url, body } = requestOf("ga4", [click]);
    expect(url).toBe("https://www.google-analytics.com/mp/collect?measurement_id=G-ABC123DEF4&api_secret={token}");
    expect(JSON.parse(body)).toEqual({
      client_id: "00112233aabbccdd",
      timestamp_micros: seconds * 1_000_000,
      consent: { ad_user_data: "DENIED", ad_personalization: "DENIED" },
      user_location: { country_id: "DE" },
      device: { category: "mobile", language: "de", operating_system: "Android", browser: "Firefox" },
      events: [
        {
          name: "link_click",
          params: {
            ...{ session_id: String(seconds), engagement_time_msec: 1, page_location: "https://sign.example/spring" },
            ...{ page_title: "Spring", page_referrer: "https://news.example/", link_id: "7" },
            ...{ link_url: "https://shop.example/cart?a=1&b=2", source: "news", campaign: "a&b" },
          },
        },
      ],
    });
    expect(json("ga4", [sale]).events[0]).toMatchObject({
      ...{ name: "purchase", params: { value: 49.5, currency: "EUR", transaction_id: "order-1" } },
    });
    expect(requestOf("ga4", [test]).url).toContain("/debug/mp/collect?");
  });

  it("Plausible", () => {
    const { headers } = requestOf("plausible", [click]);
    expect(headers["x-forwarded-for"]).toBe("fd00:0011:2233:aabb:ccdd::1");
    expect(json("plausible", [click])).toEqual({
      ...{ name: "pageview", domain: "sign.example", referrer: "https://news.example/" },
      url: "https://sign.example/spring?utm_source=news&utm_campaign=a%26b",
      props: {
        link: "7",
        title: "Spring",
        country: "DE",
        language: "de",
        device: "Mobile",
        browser: "Firefox",
        os: "Android",
      },
    });
    expect(json("plausible", [sale])).toMatchObject({ name: "sale", revenue: { currency: "EUR", amount: "49.5" } });
  });

  it("Matomo", () => {
    const { url, body } = requestOf("matomo", [click, sale]);
    expect(url).toBe("https://stats.example/matomo/matomo.php");
    const { requests, token_auth } = JSON.parse(body);
    expect(token_auth).toBe("{token}");
    const [visit, converted] = requests.map((one: string) => Object.fromEntries(new URLSearchParams(one.slice(1))));
    expect(visit).toEqual({
      ...{ idsite: "3", rec: "1", apiv: "1", send_image: "0", action_name: "Spring", lang: "de", country: "de" },
      ...{ url: "https://sign.example/spring?utm_source=news&utm_campaign=a%26b", urlref: "https://news.example/" },
      ...{ _id: "00112233aabbccdd", cid: "00112233aabbccdd", cdt: String(seconds), rand: "0f9d3c1e-0" },
    });
    expect(converted).toMatchObject({ e_c: "Conversion", e_a: "sale", e_n: "order-1", e_v: "49.5" });
  });

  it("Segment", () => {
    const { headers } = requestOf("segment", [click]);
    expect(headers.authorization).toBe("Basic {basic}");
    const [visit, converted] = json("segment", [click, sale]).batch;
    expect(visit).toEqual({
      ...{ type: "track", event: "Link Clicked", anonymousId: "00112233aabbccdd", messageId: "0f9d3c1e-0" },
      timestamp: at.toISOString(),
      properties: {
        ...{ link_id: 7, url: "https://sign.example/spring", destination: click.destination, title: "Spring" },
        ...{ country: "DE", device: "Mobile", browser: "Firefox", os: "Android" },
      },
      context: {
        ...{ ip: "0.0.0.0", locale: "de", library: { name: "signpost" }, campaign: { name: "a&b", source: "news" } },
        page: { url: "https://sign.example/spring", title: "Spring", referrer: "news.example" },
      },
    });
    expect(converted).toMatchObject({ event: "Order Completed", properties: { revenue: 49.5, order_id: "order-1" } });
  });

  it("Meta", () => {
    const { url } = requestOf("meta", [click]);
    expect(url).toBe("https://graph.facebook.com/v25.0/123456789012345/events?access_token={token}");
    const [visit, converted] = json("meta", [click, sale]).data;
    expect(visit).toEqual({
      ...{ event_name: "LinkClick", event_time: seconds, event_id: "0f9d3c1e-0", action_source: "other" },
      event_source_url: "https://sign.example/spring",
      user_data: { external_id: [expect.stringMatching(/^[0-9a-f]{64}$/)], country: [expect.any(String)] },
      custom_data: { content_name: "Spring" },
    });
    expect(converted).toMatchObject({
      ...{ event_name: "Purchase", custom_data: { value: 49.5, currency: "EUR", order_id: "order-1" } },
    });
  });

  it("a URL, by its template", () => {
    expect(requestOf("url", [click])).toEqual({
      ...{ method: "GET", headers: {}, body: "", url: "https://hooks.example/hit?c=DE&t=Spring&key={token}" },
    });
    const template = '{"what": "{event}", "title": "{title}", "utm": "{utm_campaign}", "worth": "{value} {currency}"}';
    const target = { ...targets.url, template };
    const event = { ...click, title: 'A "quote"\nand {country}' };
    expect(JSON.parse(requestOf("url", [event], target).body)).toEqual({
      ...{ what: "click", title: event.title, utm: "a&b", worth: " " },
    });
    expect(JSON.parse(requestOf("url", [sale], target).body)).toMatchObject({ what: "sale", worth: "49.5 EUR" });
  });
});

it("templates are checked before they are used", () => {
  expect(unknownPlaceholder("https://a.example/?a={country}&b={city}")).toBe("city");
  expect(unknownPlaceholder('{"a": {"b": "{country}"}}')).toBeUndefined();
  expect(isJsonTemplate('{"a": "{country}"}')).toBe(true);
  expect([isJsonTemplate('{"a": {country}}'), isJsonTemplate("a={country}")]).toEqual([false, false]);
  expect(hasFixedHost("https://a.example/{country}")).toBe(true);
  for (const url of ["https://{referrer}/", "https://a.{country}.example/", "https://{country}"])
    expect(hasFixedHost(url), url).toBe(false);
});

it("a kept request is the same when it is read, with the token in its place", () => {
  const token = 'a"b\\c&d';
  const request = {
    ...{ method: "POST" as const, url: "https://a.example/?key={token}", body: '{\n\n"token":"{token}"}' },
    headers: { authorization: "Basic {basic}", "x-other": "a: b" },
  };
  const text = writeRequest(request);
  expect(text).not.toContain(token);
  const read = readRequest(text, token);
  expect(read.url).toBe(`https://a.example/?key=${encodeURIComponent(token)}`);
  expect(JSON.parse(read.body)).toEqual({ token });
  expect(read.headers).toEqual({
    authorization: `Basic ${Buffer.from(`${token}:`).toString("base64")}`,
    "x-other": "a: b",
  });
});
