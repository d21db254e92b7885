import { describe, expect, it } from "vitest";
import { agentOf } from "@/lib/clicks/enrich";
import type { LinkRule } from "@/lib/links/schema";
import { arrival, decide, type Visitor } from "@/lib/redirects/decide";
import type { LinkSnapshot } from "@/lib/redirects/snapshot";

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
    id: 1,
    campaignId: null,
    destination: "https://example.com/",
    status: 302,
    private: false,
    expiresAt: null,
    expiryUrl: null,
    clickLimit: null,
    passwordHash: null,
    rules: [],
    deepLink: null,
    metaTitle: null,
    metaDescription: null,
    metaImage: null,
    ...values,
  };
}

function visitor({ country = null, language = null, userAgent = "", ...rest }: Partial<Facts> = {}): Visitor {
  return {
    now,
    userAgent,
    country: () => country,
    language: () => language,
    device: () => agentOf(userAgent).device,
    ...rest,
  };
}

interface Facts {
  country: string | null;
  language: string | null;
  userAgent: string;
  now: number;
}

const to = (rules: LinkRule[], facts: Partial<Facts>) => arrival(link({ rules }), visitor(facts)).to;

describe("a link that stands in the way", () => {
  it("is missing when private, whatever else it is", () => {
    const values = { private: true, expiresAt: now - 1, expiryUrl: "https://late.example/", passwordHash: "x" };
    expect(decide(link(values), visitor())).toEqual({ kind: "missing" });
  });

  it("is gone from the very moment it expires, before its password counts", () => {
    const gone = { kind: "gone", to: "https://late.example/" };
    const values = { expiryUrl: "https://late.example/", passwordHash: "x" };
    expect(decide(link({ ...values, expiresAt: now - 1 }), visitor())).toEqual(gone);
    expect(decide(link({ ...values, expiresAt: now }), visitor())).toEqual(gone);
    expect(decide(link({ expiresAt: now }), visitor())).toEqual({ kind: "gone", to: null });
    expect(decide(link({ expiresAt: now + 1 }), visitor())).toMatchObject({ kind: "redirect" });
  });

  it("asks for its password before any rule is looked at", () => {
    const rules = [{ when: { country: "FR" }, to: "https://fr.example/" }];
    const answer = decide(link({ passwordHash: "x", rules }), visitor({ country: "FR" }));
    expect(answer).toEqual({ kind: "interstitial", page: "password" });
  });
});

it.each([301, 302, 307, 308])("redirects with the status that the link has: %d", (status) => {
  expect(decide(link({ status }), visitor())).toEqual({ kind: "redirect", to: "https://example.com/", status });
});

describe("rules", () => {
  const country = { when: { country: "FR" }, to: "https://country.example/" };
  const language = { when: { language: "fr" }, to: "https://language.example/" };
  const android = { when: { device: "android" as const }, to: "https://device.example/" };

  it("hold by country and by language", () => {
    expect(to([country], { country: "FR" })).toBe(country.to);
    expect(to([country], { country: "DE" })).toBe("https://example.com/");
    expect(to([country], {})).toBe("https://example.com/");
    expect(to([language], { language: "fr" })).toBe(language.to);
    expect(to([language], { language: "de" })).toBe("https://example.com/");
    expect(to([language], {})).toBe("https://example.com/");
  });

  it("are tried in their order: the first that holds wins", () => {
    const french = { country: "FR", language: "fr", userAgent: agents.android };
    expect(to([country, android, language], french)).toBe(country.to);
    expect(to([language, android, country], french)).toBe(language.to);
    expect(to([country, android, language], { ...french, country: "DE" })).toBe(android.to);
    expect(to([country, android, language], { language: "fr" })).toBe(language.to);
    expect(to([country, { ...country, to: "https://second.example/" }], { country: "FR" })).toBe(country.to);
  });

  it("ask only for what they need", () => {
    const asked = () => {
      throw new Error("nobody needs this");
    };
    const costly = { ...visitor(), country: asked, language: asked, device: asked };
    expect(arrival(link(), costly).to).toBe("https://example.com/");
    expect(arrival(link({ rules: [android] }), { ...costly, userAgent: agents.android }).to).toBe(android.to);
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

  it.each(Object.entries(holds))("for %s hold for these agents alone: %j", (device, expected) => {
    const rules = [{ when: { device }, to: "https://device.example/" }] as LinkRule[];
    const held = Object.entries(agents).filter(([, userAgent]) => to(rules, { userAgent }) !== "https://example.com/");
    expect(held.map(([name]) => name)).toEqual(expected);
    expect(to(rules, { userAgent: "" })).toBe("https://example.com/");
  });
});

describe("deep links", () => {
  const deepLink = { auto: true, apple: "https://apple.example/", google: "https://google.example/" };
  const store = (values: Partial<LinkSnapshot>, userAgent: string) => arrival(link(values), visitor({ userAgent })).to;

  it.each([
    ["iphone", deepLink.apple],
    ["ipad", deepLink.apple],
    ["android", deepLink.google],
    ["androidTablet", deepLink.google],
    ["windows", "https://example.com/"],
    ["mac", "https://example.com/"],
    ["linux", "https://example.com/"],
  ] as const)("lead %s to %s", (agent, expected) => {
    expect(store({ deepLink }, agents[agent])).toBe(expected);
  });

  it("lead to the destination where the visitor's store is not given", () => {
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
