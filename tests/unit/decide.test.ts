import { describe, expect, it } from "vitest";
import { describeAgent } from "@/lib/clicks/classify/enrich";
import { describeVisit } from "@/lib/clicks/classify/visit";
import { meetsAnyLanguage } from "@/lib/contract/language-codes";
import { chooseDestination, decide } from "@/lib/resources/links/routing/decide";
import { readyRules } from "@/lib/resources/links/routing/ready-rules";
import { type LinkSnapshot, plainLink } from "@/lib/resources/links/routing/snapshot";
import { describeVisitor, type Visitor } from "@/lib/resources/links/routing/visitor";
import type { LinkRule } from "@/lib/resources/links/rule-fields";
import type { DeepLink } from "@/lib/resources/links/schema";

const agents = {
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
  ipad: "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
  android:
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
  androidTablet:
    "Mozilla/5.0 (Linux; Android 13; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  windows:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
  mac: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
  linux: "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
};

const now = Date.UTC(2027, 0, 31, 18);

function link(values: Partial<LinkSnapshot> = {}): LinkSnapshot {
  return {
    ...plainLink,
    id: 1,
    ownerId: 1,
    alias: "a",
    createdAt: now,
    destination: "https://example.com/",
    ...values,
  };
}

function visitor({
  country = null,
  region = null,
  city = null,
  language = null,
  userAgent = "",
  at = now,
  query,
  who = "1",
}: Facts = {}): Visitor {
  return {
    now: at,
    userAgent,
    forwarded: null,
    place: () => ({ country, region, city }),
    language: () => language,
    speaks: (any) => meetsAnyLanguage(any, language),
    agent: () => describeAgent(userAgent),
    query: () => new URLSearchParams(query),
    identity: () => who,
  };
}

interface Facts {
  country?: string | null;
  region?: string | null;
  city?: string | null;
  language?: string | null;
  userAgent?: string;
  at?: number;
  query?: string;
  who?: string;
}

const ruled = (rules: LinkRule[], deepLink: DeepLink | null = null) => link({ rules: readyRules(rules, deepLink) });

const arrive = (rules: LinkRule[], facts: Facts) => {
  const { to, rule } = chooseDestination(ruled(rules), visitor(facts));
  return { to, rule };
};
const to = (rules: LinkRule[], facts: Facts) => arrive(rules, facts).to;

describe("a link without a redirect", () => {
  it("is missing if it is off, with any other setting", () => {
    const values = { off: true, expiresAt: now - 1, expiryUrl: "https://late.example/", passwordHash: "x" };
    expect(decide(link(values), visitor())).toEqual({ kind: "missing" });
  });

  it("is gone at the moment when it expires, before its password counts", () => {
    const gone = { kind: "gone", to: "https://late.example/" };
    const values = { expiryUrl: "https://late.example/", passwordHash: "x" };
    expect(decide(link({ ...values, expiresAt: now - 1 }), visitor())).toEqual(gone);
    expect(decide(link({ ...values, expiresAt: now }), visitor())).toEqual(gone);
    expect(decide(link({ expiresAt: now }), visitor())).toEqual({ kind: "gone", to: null });
    expect(decide(link({ expiresAt: now + 1 }), visitor())).toMatchObject({ kind: "redirect" });
  });

  it("asks for its password before it looks at rules", () => {
    const { rules } = ruled([{ when: { country: "FR" }, to: "https://fr.example/" }]);
    const answer = decide(link({ passwordHash: "x", rules }), visitor({ country: "FR" }));
    expect(answer).toEqual({ kind: "interstitial", page: "password" });
  });
});

it.each([301, 302, 307, 308])("redirects with the link's status: %d", (status) => {
  expect(decide(link({ status }), visitor())).toEqual({
    kind: "redirect",
    to: "https://example.com/",
    own: "https://example.com/",
    status,
    rule: null,
  });
});

describe("rules", () => {
  const country = { when: { country: "FR" }, to: "https://country.example/" };
  const language = { when: { language: "fr" }, to: "https://language.example/" };
  const android = { when: { device: "android" as const }, to: "https://device.example/" };

  it("apply by country and by language", () => {
    expect(to([country], { country: "FR" })).toBe(country.to);
    expect(to([country], { country: "DE" })).toBe("https://example.com/");
    expect(to([country], {})).toBe("https://example.com/");
    expect(to([language], { language: "fr" })).toBe(language.to);
    expect(to([language], { language: "de" })).toBe("https://example.com/");
    expect(to([language], {})).toBe("https://example.com/");
  });

  it("are tried in order, and the first that applies wins", () => {
    // Norwegian is one language with two forms, and some systems send old codes.
    for (const [wanted, found] of [
      ["no", "nb"],
      ["no", "nn"],
      ["nb", "no"],
      ["iw", "he"],
      ["in", "id"],
    ] as const)
      expect(to([{ when: { language: wanted }, to: language.to }], { language: found })).toBe(language.to);
    expect(to([{ when: { language: "nb" }, to: language.to }], { language: "nn" })).toBe("https://example.com/");
    const french = { country: "FR", language: "fr", userAgent: agents.android };
    expect(to([country, android, language], french)).toBe(country.to);
    expect(to([language, android, country], french)).toBe(language.to);
    expect(to([country, android, language], { ...french, country: "DE" })).toBe(android.to);
    expect(to([country, android, language], { language: "fr" })).toBe(language.to);
    expect(to([country, { ...country, to: "https://second.example/" }], { country: "FR" })).toBe(country.to);
  });

  it("read only what they need", () => {
    const readFields = () => {
      throw new Error("nobody needs this");
    };
    const costly = {
      ...visitor(),
      place: readFields,
      language: readFields,
      agent: readFields,
      query: readFields,
      identity: readFields,
    };
    expect(chooseDestination(link(), costly).to).toBe("https://example.com/");
    expect(chooseDestination(ruled([android]), { ...costly, userAgent: agents.android }).to).toBe(android.to);
    const late = { when: { from: "2030-01-01 00:00:00", country: ["FR"], os: ["iOS" as const] }, to: country.to };
    expect(chooseDestination(ruled([late]), costly).to).toBe("https://example.com/");
  });

  const holds = {
    iphone: ["iphone"],
    ipad: ["ipad"],
    android: ["android", "androidTablet"],
    windows: ["windows"],
    mac: ["mac"],
    linux: ["linux"],
    mobile: ["iphone", "android"],
    tablet: ["ipad", "androidTablet"],
    desktop: ["windows", "mac", "linux"],
  } as const;

  it.each(Object.entries(holds))("for %s apply only to these agents: %j", (device, expected) => {
    const rules = [{ when: { device: [device] }, to: "https://device.example/" }] as LinkRule[];
    const held = Object.entries(agents).filter(([, userAgent]) => to(rules, { userAgent }) !== "https://example.com/");
    expect(held.map(([name]) => name)).toEqual(expected);
    expect(to(rules, { userAgent: "" })).toBe("https://example.com/");
  });
});

describe("deep links", () => {
  const deepLink = { auto: true, apple: "https://apple.example/", google: "https://google.example/" };
  const store = ({ deepLink, rules = [] }: { deepLink: DeepLink; rules?: LinkRule[] }, userAgent: string) =>
    chooseDestination(ruled(rules, deepLink), visitor({ userAgent })).to;

  it.each([
    ["iphone", deepLink.apple],
    ["ipad", deepLink.apple],
    ["android", deepLink.google],
    ["androidTablet", deepLink.google],
    ["windows", "https://example.com/"],
    ["mac", "https://example.com/"],
    ["linux", "https://example.com/"],
  ] as const)("send %s to %s", (agent, expected) => {
    expect(store({ deepLink }, agents[agent])).toBe(expected);
  });

  it("use the destination if the visitor's store is missing", () => {
    expect(store({ deepLink: { google: deepLink.google } }, agents.iphone)).toBe("https://example.com/");
    expect(store({ deepLink: { apple: deepLink.apple } }, agents.android)).toBe("https://example.com/");
    expect(store({ deepLink: {} }, agents.android)).toBe("https://example.com/");
  });

  it("come after the rules", () => {
    const rules = [{ when: { device: "iphone" as const }, to: "https://rule.example/" }];
    expect(store({ deepLink, rules }, agents.iphone)).toBe("https://rule.example/");
    expect(store({ deepLink, rules }, agents.ipad)).toBe(deepLink.apple);
  });
});

describe("conditions", () => {
  const there = "https://there.example/";
  const holds = (when: LinkRule["when"], facts: Facts) => to([{ when, to: there }], facts) === there;
  const moment = (text: string) => Date.parse(`${text}Z`);

  it("of one kind need one matching value", () => {
    const french = { country: ["FR", "BE", "CH"] };
    expect(["FR", "BE", "DE", null].map((country) => holds(french, { country }))).toEqual([true, true, false, false]);
    const spoken = { language: ["fr", "nl"] };
    expect(["nl", "de", null].map((language) => holds(spoken, { language }))).toEqual([true, false, false]);
    const onPhone = { device: ["iphone" as const, "android" as const] };
    const held = Object.entries(agents).filter(([, userAgent]) => holds(onPhone, { userAgent }));
    expect(held.map(([name]) => name)).toEqual(["iphone", "android", "androidTablet"]);
  });

  it("by region and city accept any spelling; a city needs only its country", () => {
    const springfields = ["Springfield, US-IL", "Springfield, US-MO", "Springfield, CA-ON", "springfield", null];
    const cities = (...city: string[]) => springfields.map((found) => holds({ city }, { city: found }));
    expect(cities("Springfield, US-IL")).toEqual([true, false, false, false, false]);
    expect(cities("SPRINGFIELD, us")).toEqual([true, true, false, false, false]);
    expect(cities("Field, US", "Springfield, CA-ON")).toEqual([false, false, true, false, false]);
    const regions = ["DE-BY", "DE-BE", "BY", null].map((region) => holds({ region: ["de-by", "FR-IDF"] }, { region }));
    expect(regions).toEqual([true, false, false, false]);
  });

  it("of several kinds must all match", () => {
    const when = { country: ["FR"], language: ["fr"], query: [{ name: "ref" }] };
    const facts = { country: "FR", language: "fr", query: "ref=1" };
    expect(holds(when, facts)).toBe(true);
    expect(holds(when, { ...facts, country: "DE" })).toBe(false);
    expect(holds(when, { ...facts, language: "de" })).toBe(false);
    expect(holds(when, { ...facts, query: "" })).toBe(false);
  });

  it.each([
    [{ os: ["Windows" as const] }, ["windows"]],
    [{ os: ["macOS" as const] }, ["mac"]],
    [{ os: ["iOS" as const] }, ["iphone", "ipad"]],
    [{ os: ["Android" as const, "Linux" as const] }, ["android", "androidTablet", "linux"]],
    [{ browser: ["Chrome" as const] }, ["android", "androidTablet", "windows"]],
    [{ browser: ["Safari" as const] }, ["iphone", "ipad", "mac"]],
    [{ browser: ["Firefox" as const, "Safari" as const], os: ["Linux" as const] }, ["linux"]],
  ])("for system and browser %j apply only to these agents: %j", (when, expected) => {
    const held = Object.entries(agents).filter(([, userAgent]) => holds(when, { userAgent }));
    expect(held.map(([name]) => name)).toEqual(expected);
    expect(holds(when, { userAgent: "" })).toBe(false);
  });

  it.each([
    [[{ name: "ref" }], "ref=anything", true],
    [[{ name: "ref" }], "ref", true],
    [[{ name: "ref" }], "reff=1", false],
    [[{ name: "ref", value: "mail" }], "a=b&ref=mail", true],
    [[{ name: "ref", value: "mail" }], "ref=post&ref=mail", true],
    [[{ name: "ref", value: "mail" }], "ref=Mail", false],
    [[{ name: "ref", value: "two words" }], "ref=two%20words", true],
    [[{ name: "ref", value: "mail" }, { name: "x" }], "ref=mail", false],
    [[{ name: "ref", value: "mail" }, { name: "x" }], "x=&ref=mail", true],
    [[{ name: "ref" }], "%E0%A4%A", false],
  ])("for the parameters %j and the query %s: %s", (query, sent, expected) => {
    expect(holds({ query }, { query: sent })).toBe(expected);
  });

  it.each([
    ["utm_source", "UTM_Source=mail", true],
    ["UTM_Source", "utm_source=mail", true],
    ["utm_source", "%75tm%5Fsource=mail", true],
    ["utm_source", "utm_medium=mail", false],
    // Other parameters may differ in case alone.
    ["Ref", "ref=mail", false],
  ])("apply to UTM parameters in any case: %s, %s", (name, sent, expected) => {
    const url = `/a?${sent}`;
    const rules = readyRules([{ when: { query: [{ name, value: "mail" }] }, to: "https://mail.example/" }], null);
    const visited = describeVisitor(describeVisit({ url, headers: {} }, "192.0.2.7"), url, null);
    expect(decide(link({ rules }), visited)).toMatchObject({
      to: expected ? "https://mail.example/" : "https://example.com/",
    });
  });

  it("apply from their start until just before their end", () => {
    const when = { from: "2027-01-01 00:00:00", until: "2027-02-01 00:00:00" };
    const at = (text: string) => holds(when, { at: moment(text) });
    expect(at("2026-12-31T23:59:59.999")).toBe(false);
    expect(at("2027-01-01T00:00:00")).toBe(true);
    expect(at("2027-01-31T23:59:59.999")).toBe(true);
    expect(at("2027-02-01T00:00:00")).toBe(false);
  });

  // On Sunday, 2027-03-28, Paris moves from UTC+1 to UTC+2.
  it.each([
    [{ days: ["sat"] }, "2027-01-30T12:00", true],
    [{ days: ["sat"] }, "2027-01-31T12:00", false],
    [{ days: ["mon"], timezone: "Pacific/Auckland" }, "2027-01-31T12:00", true],
    [{ hours: { from: "09:00", until: "17:00" } }, "2027-01-30T09:00", true],
    [{ hours: { from: "09:00", until: "17:00" } }, "2027-01-30T16:59", true],
    [{ hours: { from: "09:00", until: "17:00" } }, "2027-01-30T17:00", false],
    [{ hours: { from: "09:00", until: "10:00" }, timezone: "Europe/Paris" }, "2027-03-27T08:30", true],
    [{ hours: { from: "09:00", until: "10:00" }, timezone: "Europe/Paris" }, "2027-03-29T08:30", false],
    [{ hours: { from: "09:00", until: "10:00" }, timezone: "Europe/Paris" }, "2027-03-29T07:30", true],
    [{ hours: { from: "09:00", until: "10:00" }, timezone: "Asia/Kathmandu" }, "2027-03-29T03:20", true],
    // Friday evening includes the first hours of Saturday; those of Friday belong to Thursday evening.
    [{ days: ["fri"], hours: { from: "22:00", until: "02:00" } }, "2027-01-29T22:00", true],
    [{ days: ["fri"], hours: { from: "22:00", until: "02:00" } }, "2027-01-30T01:59", true],
    [{ days: ["fri"], hours: { from: "22:00", until: "02:00" } }, "2027-01-30T02:00", false],
    [{ days: ["fri"], hours: { from: "22:00", until: "02:00" } }, "2027-01-29T01:00", false],
    [{ days: ["sun"], hours: { from: "22:00", until: "02:00" } }, "2027-02-01T01:00", true],
    [{ hours: { from: "18:00", until: "00:00" } }, "2027-01-30T23:59", true],
    [{ hours: { from: "18:00", until: "00:00" } }, "2027-01-30T00:00", false],
  ] as [LinkRule["when"], string, boolean][])("for the week %j at %s UTC: %s", (when, at, expected) => {
    expect(holds(when, { at: moment(at) })).toBe(expected);
  });
});

describe("the deciding rule", () => {
  const rules: LinkRule[] = [
    { when: { query: [{ name: "ref" }] }, to: "https://first.example/" },
    { when: { country: ["DE"] }, split: shares("https://second.example/") },
    { when: { country: "FR" }, to: "https://france.example/" },
    { when: { country: "BE" }, to: "https://belgium.example/" },
    { when: { device: "ipad" }, to: "https://ipad.example/" },
    { when: { language: "fr" }, to: "https://french.example/" },
    { when: {}, split: shares("https://split.example/") },
  ];

  it.each<[string | RegExp, Facts]>([
    ["rules.0", { query: "ref=1", country: "FR" }],
    [/^rules\.1\.split\.[01]$/, { country: "DE" }],
    ["geotarget.0", { country: "FR" }],
    ["geotarget.1", { country: "BE", userAgent: agents.ipad }],
    ["devicetarget.0", { userAgent: agents.ipad }],
    ["languagetarget.0", { language: "fr" }],
    [/^split\.[01]$/, {}],
  ])("is named by its field: %s", (name, facts) => {
    expect(arrive(rules, facts).rule).toMatch(name);
  });

  it("is a deep link before the link's own split test", () => {
    const all = link({ rules: readyRules(rules, { apple: "https://apple.example/" }) });
    expect(chooseDestination(all, visitor({ userAgent: agents.iphone })).rule).toBe("deeplink.apple");
    expect(chooseDestination(all, visitor({ userAgent: agents.android })).rule).toMatch(/^split/);
  });
});

function shares(prefix: string, weights = [1, 1]) {
  return weights.map((weight, index) => ({ to: `${prefix}${index}`, weight }));
}

describe("a split test", () => {
  const weights = [50, 30, 20];
  const split: LinkRule[] = [{ when: {}, split: shares("https://split.example/", weights) }];
  const visitors = Array.from({ length: 20_000 }, (_, index) => String(BigInt(index) * 0x9e3779b97f4a7c15n));
  const partOf = (id: number, who: string) =>
    Number(chooseDestination({ ...ruled(split), id }, visitor({ who })).rule?.slice("split.".length));

  it("sends each destination its weight's share of visitors", () => {
    const counts = weights.map(() => 0);
    for (const who of visitors) counts[partOf(7, who)] = (counts[partOf(7, who)] ?? 0) + 1;
    const chiSquare = weights.reduce((sum, weight, index) => {
      const expected = (visitors.length * weight) / 100;
      return sum + ((counts[index] ?? 0) - expected) ** 2 / expected;
    }, 0);
    // With two degrees of freedom, one fair split in a thousand exceeds this.
    expect(chiSquare).toBeLessThan(13.8);
  });

  it("sends a visitor to the same destination each time, and independently on another link", () => {
    const first = visitors.slice(0, 2_000);
    expect(first.map((who) => partOf(7, who))).toEqual(first.map((who) => partOf(7, who)));
    const both = first.filter((who) => partOf(7, who) === 0 && partOf(8, who) === 0).length;
    expect(both / first.length).toBeCloseTo(0.25, 1);
  });
});
