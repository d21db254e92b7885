import { describe, expect, it } from "vitest";
import { clicksPerRequest, type ForwardingKind, forwardingKinds } from "@/lib/contract/forwarding-kinds";
import { kinds } from "@/lib/resources/forwardings/kinds/all";
import type { ForwardedEvent, Target } from "@/lib/resources/forwardings/kinds/kind";
import { maskToken, mostRepeated } from "@/lib/resources/forwardings/kinds/masked-token";
import { readRequest, showRequest, writeRequest } from "@/lib/resources/forwardings/kinds/stored-request";
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

/** A request as people see it, with the token as `{token}`. */
function requestOf(kind: ForwardingKind, events: ForwardedEvent[], target = targets[kind]) {
  const shown = showRequest(writeRequest(kinds[kind].requestOf(events, target)));
  // One whose token is the placeholder is the same.
  const { url, ...request } = readRequest(writeRequest(kinds[kind].requestOf(events, target)), "{token}");
  const [, address = ""] = /^\w+ (.*)$/m.exec(shown) ?? [];
  return { ...request, url: address };
}

/** What the stand-in of a service answers to a request, after it has been kept as a text. */
function answerOf(kind: ForwardingKind, events: ForwardedEvent[], token = goodToken, target = targets[kind]) {
  const { url, ...sent } = readRequest(writeRequest(kinds[kind].requestOf(events, target)), token);
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
    expect(headers.authorization).toBe(`Basic ${Buffer.from("{token}:").toString("base64")}`);
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

/** The request of a URL with templates, with the token in its places. */
function filled(url: string, event: Partial<ForwardedEvent>, { template = "", token = goodToken } = {}) {
  const request = kinds.url.requestOf([{ ...click, ...event }], { url, site: "", template });
  return readRequest(writeRequest(request), token);
}

describe("the token is put in last, and only where the template has it", () => {
  const token = 'a"b\\c&d=e/f';

  it("as the address and the body need it", () => {
    const template = '{"key": "{token}", "title": "{title}"}';
    const { url, body } = filled("https://a.example/{token}/x?key={token}", { title: "{token}" }, { template, token });
    expect(url).toBe(`https://a.example/${encodeURIComponent(token)}/x?key=${encodeURIComponent(token)}`);
    expect(JSON.parse(body)).toEqual({ key: token, title: "{token}" });
  });

  it.each<[string, string, Partial<ForwardedEvent>]>([
    ["a title", '{"a": "{title}"}', { title: "{token} {basic} \u0001 \u0002" }],
    ["a destination", '{"a": "{destination}"}', { destination: "https://x.example/{token}?a={token}" }],
    ["a short URL", '{"a": "{shorturl}"}', { shortUrl: "https://x.example/{token}" }],
    ["a referrer", '{"a": "{referrer}"}', { referrer: "{token}" }],
    ["an external ID", '{"a": "{externalid}"}', { externalId: "{token}" }],
    ["a value between braces", '{"a": "{{utm_source}}"}', { utm: { source: "token" } }],
    ["values that follow each other", '{"a": "{utm_source}{utm_medium}"}', { utm: { source: "{tok", medium: "en}" } }],
    ["a value in a word", '{"a": "{to{utm_source}n}"}', { utm: { source: "ke" } }],
    [
      "a value that contains the place of another",
      '{"a": "{title}"}',
      { title: "{destination}", destination: "https://no.example/" },
    ],
  ])("not into %s", (_, template, event) => {
    const { url, body } = filled("https://a.example/hit", event, { template, token: "SECRET-TOKEN" });
    expect(url + body).not.toMatch(/SECRET|no\.example/);
    expect(() => JSON.parse(body)).not.toThrow();
    const address = template.slice(7, -2);
    expect(filled(`https://a.example/hit?a=${address}`, event, { token: "SECRET-TOKEN" }).url).not.toContain("SECRET");
  });

  it.each(["ga4", "matomo", "meta", "segment", "plausible"] as const)("not into an event for %s", (kind) => {
    const evil = "{token}{basic}\u0001\u0002";
    const texts = { title: evil, destination: `https://x.example/${evil}`, shortUrl: `https://x.example/${evil}` };
    const event = { ...sale, ...texts, referrer: evil, externalId: evil, utm: { source: evil }, language: evil };
    const read = (token: string) => readRequest(writeRequest(kinds[kind].requestOf([event], targets[kind])), token);
    const count = ({ url, headers, body }: ReturnType<typeof read>, token: string) =>
      [url, ...Object.values(headers), body].join("\n").split(token).length - 1;
    const secret = "SECRETTOKEN";
    const basic = Buffer.from(`${secret}:`).toString("base64");
    const { token } = kinds[kind];
    expect(count(read(secret), kind === "segment" ? basic : secret)).toBe(token === "none" ? 0 : 1);
  });

  it("and not into the text that people see", () => {
    const request = kinds.url.requestOf([click], { ...targets.url, template: '{"key": "{token}"}' });
    const text = writeRequest(request);
    expect(showRequest(text)).toBe(
      'POST https://hooks.example/hit?c=DE&t=Spring&key={token}\ncontent-type: application/json\n\n{"key": "{token}"}',
    );
  });

  it("also into requests that an earlier release has stored", () => {
    const text =
      'POST https://a.example/?key={token}\nauthorization: Basic {basic}\nx-other: a: b\n\n{\n\n"token":"{token}"}';
    expect(readRequest(text, token)).toEqual({
      ...{ method: "POST", url: `https://a.example/?key=${encodeURIComponent(token)}` },
      headers: { authorization: `Basic ${Buffer.from(`${token}:`).toString("base64")}`, "x-other": "a: b" },
      body: `{\n\n"token":${JSON.stringify(token)}}`,
    });
    expect(showRequest(text)).toBe(text);
  });
});

describe("a value is one part of a path", () => {
  const at = (template: string, utm: ForwardedEvent["utm"], token?: string) =>
    new URL(filled(`https://a.example${template}`, { utm }, { token }).url).pathname;

  it.each([
    ...[
      ".",
      "..",
      "%2e",
      "%2E%2e",
      ".%2E",
      "%252e%252e",
      "..;x=1",
      "../x",
      "x/..",
      "x/../../y",
      "..\\x",
      "\\..",
      ". .",
      ".\t.",
    ],
    ...["..\0", "%2e%2e%2fx", "..%2fx", "./x", "/..", "..\n"],
  ])("%j never leaves its folder", (source) => {
    expect(at("/a/{utm_source}/b", { source })).toBe("/a//b");
    expect(at("/a/{utm_source}", { source })).toBe("/a/");
  });

  it("together with its neighbors, too", () => {
    expect(at("/a/{utm_source}{utm_medium}/b", { source: ".", medium: "." })).toBe("/a//b");
    expect(at("/a/.{utm_source}/b", { source: "." })).toBe("/a//b");
    expect(at("/a/{utm_source}%2e/b", { source: "%2E" })).toBe("/a//b");
    expect(at("/a/..{utm_source}/b", {})).toBe("/a//b");
    expect(at("/a/{utm_source}{token}/b", { source: "." }, ".")).toBe("/a//b");
    expect(at("/a/{token}/b?x=..", {}, "..")).toBe("/a//b");
  });

  it.each([
    ["spring/summer", "spring%2Fsummer"],
    ["a?b#c@d:e", "a%3Fb%23c%40d%3Ae"],
    ["a\\b", "a%5Cb"],
    ["...", "..."],
    ["..a", "..a"],
    ["v1.2", "v1.2"],
    ["a..b/c", "a..b%2Fc"],
    ["100%", "100%25"],
  ])("%j stays as it is", (source, part) => expect(at("/a/{utm_source}/b", { source })).toBe(`/a/${part}/b`));

  it("and what the template itself says stays", () => {
    expect(at("/a/../c/{utm_source}", { source: "x" })).toBe("/c/x");
    expect(
      filled("https://a.example/b?to=../{utm_source}#{utm_medium}", { utm: { source: "..", medium: ".." } }).url,
    ).toBe("https://a.example/b?to=../..#..");
  });
});

describe("a service's answer does not show the token", () => {
  const token = "a+b/c=\"d\\e&f'g<h>~!*(i)AZaz09";
  const html = token.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
  const escaped = (each: (code: string) => string) =>
    [...token].map((one) => each(one.charCodeAt(0).toString(16).padStart(2, "0"))).join("");
  it.each([
    ["as it is", token],
    ["in an address", encodeURIComponent(token)],
    ["in an address, in lower case", encodeURIComponent(token).replace(/%../g, (one) => one.toLowerCase())],
    ["in a form", new URLSearchParams({ a: token }).toString().slice(2)],
    ["in an address within an address", encodeURIComponent(encodeURIComponent(token))],
    ["in escapes only", escaped((code) => `%${code}`)],
    ["in JSON", JSON.stringify(token).slice(1, -1)],
    ["in JSON with escaped slashes", JSON.stringify(token).slice(1, -1).replaceAll("/", "\\/")],
    ["in JSON escapes only", escaped((code) => `\\u00${code.toUpperCase()}`)],
    ["in HTML", html],
    [
      "in named HTML",
      token.replace(/[&<>"']/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[one] ?? "&#x27;"),
    ],
    ["in hexadecimal HTML", escaped((code) => `&#x${code};`)],
  ])("%s", (_, echo) => {
    expect(maskToken(`before ${echo} after`, token, 1_024)).toBe("before {token} after");
  });

  it.each(["", "a", "ab", "user:", "Bearer "])("in Base64 after %j", (before) => {
    for (const coding of ["base64", "base64url"] as const) {
      const echo = Buffer.from(`${before}${token}:x`).toString(coding);
      for (const text of [echo, encodeURIComponent(echo)]) {
        const shown = maskToken(`<${text}>`, token, 1_024);
        expect(shown).toContain("{token}");
        expect(shown.length).toBeLessThan(30 + before.length * 2);
      }
    }
  });

  it("where the answer is cut off", () => {
    const answer = `${"x".repeat(1_020)}${token} and more`;
    expect(maskToken(answer.slice(0, 1_024 + mostRepeated(token)), token, 1_024)).toBe(`${"x".repeat(1_020)}{token}`);
    expect(maskToken("x".repeat(2_000), token, 1_024)).toBe("x".repeat(1_024));
    const many = `${token},`.repeat(100);
    expect(maskToken(many, token, 1_024)).toMatch(/^(?:\{token\},)+\{token\}$|^(?:\{token\},)+$/);
  });

  it("and nothing else is hidden", () => {
    expect(maskToken("all is well", token, 1_024)).toBe("all is well");
    expect(maskToken("there is no token", "", 1_024)).toBe("there is no token");
  });
});
