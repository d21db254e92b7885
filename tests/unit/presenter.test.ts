import { describe, expect, it } from "vitest";
import { type Account, toActor } from "@/lib/auth/actor";
import { presentStatistics } from "@/lib/clicks/statistics/presenter";
import { statistics } from "@/lib/clicks/statistics/schema";
import { presentAccount } from "@/lib/resources/account/presenter";
import { account } from "@/lib/resources/account/schema";
import { presentLink, presentLinkDetails } from "@/lib/resources/links/presenter";
import type { LinkWithRelations } from "@/lib/resources/links/read";
import { linkDetails, linkItem } from "@/lib/resources/links/schema";

const at = new Date("2027-01-31T18:00:00.789Z");

const link: LinkWithRelations = {
  id: 5,
  userId: 1,
  domainId: 2,
  alias: "Spring",
  aliasFolded: "spring",
  destination: "https://example.com/",
  title: "",
  description: "",
  externalId: "crm-1",
  status: "public",
  archived: false,
  type: "direct",
  disabled: null,
  overlayId: null,
  splashPageId: null,
  passwordHash: null,
  qrDesign: null,
  redirectStatus: 302,
  expiresAt: null,
  expiryUrl: null,
  clickLimit: null,
  clickLimitUsed: 0,
  rules: [],
  deepLink: null,
  parameters: [],
  forward: null,
  trackConversions: null,
  metaTitle: null,
  metaDescription: null,
  metaImage: null,
  campaignId: null,
  campaignWeight: 1,
  counts: { clicks: 3n, uniqueClicks: 2n },
  importedClicks: 0n,
  createdAt: at,
  updatedAt: at,
  domain: {
    id: 2,
    userId: 1,
    host: "go.example",
    scheme: "https",
    redirectRoot: null,
    redirect404: null,
    rootBioPageId: null,
    appLinks: null,
    theme: null,
    forward: "none",
    trackConversions: null,
    status: "active",
    failingSince: null,
    checkAt: at,
    createdAt: at,
    updatedAt: at,
  },
  pixels: [],
  tags: [{ id: 4, name: "Spring", color: "#5C7CFA" }],
  items: [],
};

describe("a link", () => {
  it("is listed with exactly these members", () => {
    expect(linkItem.strict().parse(presentLink(link))).toEqual({
      id: 5,
      alias: "Spring",
      shorturl: "https://go.example/Spring",
      longurl: "https://example.com/",
      clicks: 3,
      uniqueclicks: 2,
      title: "",
      description: "",
      externalid: "crm-1",
      domain: "https://go.example",
      campaign: null,
      channel: null,
      tags: ["Spring"],
      date: "2027-01-31 18:00:00",
    });
  });

  it("shows its settings as they are sent, but not its password", () => {
    const full: LinkWithRelations = {
      ...link,
      passwordHash: "$argon2id$secret",
      expiresAt: at,
      rules: [
        { when: { country: "FR" }, to: "https://fr.example/" },
        { when: { device: "ipad" }, to: "https://ipad.example/" },
        { when: { language: "de" }, to: "https://de.example/" },
      ],
      deepLink: { apple: "https://apple.example/" },
      parameters: [{ name: "a", value: "b" }],
      pixels: [{ id: 8 }, { id: 9 }],
      items: [{ channelId: 4 }],
      campaignId: 3,
    };
    const details = linkDetails.strict().parse(presentLinkDetails(full));
    expect(details).toMatchObject({
      protected: true,
      expiry: "2027-01-31 18:00:00",
      geotarget: [{ location: "FR", link: "https://fr.example/" }],
      devicetarget: [{ device: "ipad", link: "https://ipad.example/" }],
      languagetarget: [{ language: "de", link: "https://de.example/" }],
      deeplink: { auto: false, apple: "https://apple.example/", google: null },
      parameters: [{ name: "a", value: "b" }],
      pixels: [8, 9],
      channel: 4,
      campaign: 3,
    });
    expect(JSON.stringify(details)).not.toContain("secret");
  });

  it.each<[Partial<LinkWithRelations>, string]>([
    [{ type: "direct" }, "direct"],
    [{ type: "frame" }, "frame"],
    [{ type: "splash" }, "splash"],
    [{ type: "splash", splashPageId: 6 }, "splash-6"],
    [{ type: "overlay", overlayId: 7 }, "overlay-7"],
    [{ type: "overlay", overlayId: null }, "direct"],
  ])("with %j has the type %s", (values, type) => {
    expect(presentLinkDetails({ ...link, ...values }).type).toBe(type);
  });
});

describe("an account", () => {
  const plan = { id: 1, name: "Free", free: true, limits: {}, storageMb: 256 };
  const member = {
    id: 7,
    email: "a@example.com",
    username: "ann",
    createdAt: at,
    timeZone: null,
    trackConversions: false,
  };
  const actor = toActor({ user: { ...member, admin: false, plan, planExpiresAt: null }, freePlan: plan } as Account);

  it("has exactly the contract's members", () => {
    const shown = account.strict().parse(presentAccount(actor));
    expect(shown).toMatchObject({ id: 7, status: "free", expires: null, registered: "2027-01-31 18:00:00" });
  });

  it.each([
    [{}, "free"],
    [{ unlimited: true }, "pro"],
    [{ plan: { ...plan, free: false } }, "pro"],
  ])("with %j is %s", (values, status) => {
    expect(presentAccount({ ...actor, ...values }).status).toBe(status);
  });

  it("says when its plan ends", () => {
    expect(presentAccount({ ...actor, planExpiresAt: at }).expires).toBe("2027-01-31 18:00:00");
  });
});

it("statistics have labels for people, and counts as text", () => {
  const none = {
    countries: [],
    regions: [],
    cities: [],
    referrers: [],
    browsers: [],
    systems: [],
    devices: [],
    languages: [],
  };
  const social = { network1: 1, network2: 0, network3: 0 };
  const found = {
    ...none,
    clicks: 3,
    locked: 0,
    uniqueClicks: 2,
    countries: [
      { value: "FR", clicks: 2 },
      { value: "Unknown", clicks: 1 },
    ],
    referrers: [{ value: "__proto__", clicks: 1 }],
    social,
    classes: [{ value: "ai", clicks: 4 }],
    robots: [{ value: "agent:GPTBot", clicks: 4 }],
  };
  const shown = presentStatistics(found, null);
  expect(shown).not.toHaveProperty("locked");
  expect(presentStatistics({ ...found, locked: 2 }, 1_000).locked).toEqual({
    clicks: 2,
    message:
      "The detail of 2 clicks is locked: the plan tells that of the first 1000 in each month. " +
      "Links go on working, and totals count every click.",
  });
  expect(statistics.strict().parse(shown)).toMatchObject({ clicks: 3, uniqueClicks: 2, socialCount: social });
  expect(shown.topCountries).toEqual({ France: "2", Unknown: "1" });
  expect(Object.entries(shown.topReferrers)).toEqual([["__proto__", "1"]]);
  expect(shown.topBrowsers).toEqual({});
  expect([shown.topClasses, shown.topRobots]).toEqual([{ ai: "4" }, { "agent:GPTBot": "4" }]);
});
