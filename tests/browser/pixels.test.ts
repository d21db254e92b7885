import type { Page, Route } from "playwright";
import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import { axe, test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { ok } from "../support/owned";
import { type ServerAddress, startServer, type TestServer } from "../support/server";
import { sql } from "../support/sql";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");
const destination = "https://destination.example/";

interface Vendor {
  name: string;
  type: string;
  tag: string;
  /** the script that the snippet loads */
  script: string;
  /** where the vendor's script reports a visit, and a JavaScript expression of what the snippet passed to it by then */
  beacon: string;
  calls: string;
  expected: unknown;
  /** what else the vendor's script loads: scripts, beacons and frames */
  also?: { script?: string; connect?: string; frame?: string };
}

const googleCalls = "dataLayer.map(function(a){return a[0]=='js'?['js']:[].slice.call(a)})";
const list = (queue: string) => `[].map.call(${queue},function(a){return [].slice.call(a)})`;

const vendors: Vendor[] = [
  {
    name: "Google Tag Manager",
    type: "gtmpixel",
    tag: "GTM-ABC1234",
    script: "https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234",
    beacon: "https://www.googletagmanager.com/a",
    calls: "dataLayer.map(function(a){return a.event})",
    expected: ["gtm.js"],
    also: {
      script: "https://www.googletagmanager.com/gtag/js?id=G-OF1CONTAINER",
      connect: "https://www.google.com/ccm/collect",
    },
  },
  {
    name: "Google Analytics",
    type: "vendor2pixel",
    tag: "G-ABC1234567",
    script: "https://www.googletagmanager.com/gtag/js?id=G-ABC1234567",
    beacon: "https://region1.google-analytics.com/g/collect",
    calls: googleCalls,
    expected: [["js"], ["config", "G-ABC1234567"]],
    also: { connect: "https://stats.g.doubleclick.net/g/collect" },
  },
  {
    name: "Meta",
    type: "vendor3pixel",
    tag: "1234567890123456",
    script: "https://connect.facebook.net/en_US/fbevents.js",
    beacon: "https://www.facebook.com/tr/",
    calls: list("fbq.queue"),
    expected: [
      ["init", "1234567890123456"],
      ["track", "PageView"],
    ],
    also: { script: "https://connect.facebook.net/signals/config/1234567890123456" },
  },
  {
    name: "Google Ads",
    type: "adwordspixel",
    tag: "AW-123456789",
    script: "https://www.googletagmanager.com/gtag/js?id=AW-123456789",
    beacon: "https://googleads.g.doubleclick.net/pagead/viewthroughconversion/123456789/",
    calls: googleCalls,
    expected: [["js"], ["config", "AW-123456789"]],
    also: {
      script: "https://googleads.g.doubleclick.net/pagead/viewthroughconversion/123456789/?fmt=4",
      connect: "https://www.google.com/rmkt/collect/123456789/",
      frame: "https://td.doubleclick.net/td/rul/123456789",
    },
  },
  {
    name: "LinkedIn",
    type: "vendor5pixel",
    tag: "1234567",
    script: "https://snap.licdn.com/li.lms-analytics/insight.min.js",
    beacon: "https://px.ads.linkedin.com/collect/",
    calls: "_linkedin_data_partner_ids",
    expected: ["1234567"],
    also: { connect: "https://px.ads.linkedin.com/wa/" },
  },
  {
    name: "X",
    type: "twitterpixel",
    tag: "o1abc",
    script: "https://static.ads-twitter.com/uwt.js",
    beacon: "https://t.co/1/i/adsct",
    calls: list("twq.queue"),
    expected: [["config", "o1abc"]],
    also: { connect: "https://analytics.x.com/1/i/adsctp" },
  },
  {
    name: "AdRoll",
    type: "vendor7pixel",
    tag: "ABCDEFGHIJKLMNOPQRSTUV/WXYZABCDEFGHIJKLMNOPQR",
    script: "https://s.adroll.com/j/ABCDEFGHIJKLMNOPQRSTUV/roundtrip.js",
    beacon: "https://d.adroll.com/pixel",
    calls: "[adroll_adv_id,adroll_pix_id,adroll[0][0],adroll[0][1][0]]",
    expected: ["ABCDEFGHIJKLMNOPQRSTUV", "WXYZABCDEFGHIJKLMNOPQR", "track", "pageView"],
    also: { script: "https://d.adroll.com/consent/check/ABCDEFGHIJKLMNOPQRSTUV" },
  },
  {
    name: "Quora",
    type: "quorapixel",
    tag: "0123456789abcdef0123456789abcdef",
    script: "https://a.quora.com/qevents.js",
    beacon: "https://q.quora.com/_/ad/0123/pixel",
    calls: list("qp.queue"),
    expected: [
      ["init", "0123456789abcdef0123456789abcdef"],
      ["track", "ViewContent"],
    ],
  },
  {
    name: "Pinterest",
    type: "vendor9",
    tag: "2612345678901",
    script: "https://s.pinimg.com/ct/core.js",
    beacon: "https://ct.pinterest.com/v3/",
    calls: list("pintrk.queue"),
    expected: [["load", "2612345678901"], ["page"]],
    also: { script: "https://s.pinimg.com/ct/lib/main.js", frame: "https://ct.pinterest.com/ct.html" },
  },
  {
    name: "Microsoft UET",
    type: "bing",
    tag: "343012345",
    script: "https://bat.bing.net/bat.js?ti=343012345",
    beacon: "https://bat.bing.com/action/0",
    // The snippet calls a function that this script defines.
    calls: "[]",
    expected: [{ ti: "343012345", event: "pageLoad" }],
    also: { script: "https://bat.bing.com/p/action/343012345.js", connect: "https://bat.bing.com/p/conversions/c/n" },
  },
  {
    name: "Snapchat",
    type: "vendor11",
    tag: "01234567-89ab-cdef-0123-456789abcdef",
    script: "https://sc-static.net/scevent.min.js",
    beacon: "https://tr.snapchat.com/p",
    calls: list("snaptr.queue"),
    expected: [
      ["init", "01234567-89ab-cdef-0123-456789abcdef"],
      ["track", "PAGE_VIEW"],
    ],
    also: {
      script: "https://tr.snapchat.com/config/com/01234567-89ab-cdef-0123-456789abcdef.js",
      connect: "https://tr6.snapchat.com/p",
    },
  },
  {
    name: "Reddit",
    type: "reddit",
    tag: "a2_abcdefghijkl",
    script: "https://www.redditstatic.com/ads/pixel.js?pixel_id=a2_abcdefghijkl",
    beacon: "https://alb.reddit.com/rp.gif",
    calls: list("rdt.callQueue"),
    expected: [
      ["init", "a2_abcdefghijkl"],
      ["track", "PageVisit"],
    ],
    also: { connect: "https://conversions-config.reddit.com/v1/pixel/config/a2_abcdefghijkl" },
  },
  {
    name: "TikTok",
    type: "vendor13",
    tag: "CABCDEFGHIJKLMNOPQRS",
    script: "https://analytics.tiktok.com/i18n/pixel/events.js?sdkid=CABCDEFGHIJKLMNOPQRS&lib=ttq",
    beacon: "https://analytics.tiktok.com/api/v2/pixel",
    calls: "[Object.keys(ttq._i),ttq[0]]",
    expected: [["CABCDEFGHIJKLMNOPQRS"], ["page"]],
    also: {
      script: "https://analytics.tiktok.com/i18n/pixel/static/main.js",
      connect: "https://analytics-ipv6.tiktokw.us/ipv6/enrich_ipv6",
    },
  },
];

/** Replaces a vendor's script: it reports what it was passed, as the real one would in its own format. */
const standIn = ({ beacon, calls, type }: Vendor) =>
  type === "bing"
    ? `function UET(o){this.push=function(e){new Image().src=${JSON.stringify(beacon)}+"?calls="+encodeURIComponent(JSON.stringify([{ti:o.ti,event:e}]))}}`
    : `new Image().src=${JSON.stringify(beacon)}+"?calls="+encodeURIComponent(JSON.stringify(${calls}))`;

/** A link with these pixels, of a new user. */
async function pixelLink(on: ServerAddress, pixels: { type: string; tag: string }[], settings: object = {}) {
  const owner = await linkOwner(on);
  const rows = await sql<{ id: number }>(
    on,
    `INSERT INTO pixels (user_id, type, name, tag) SELECT $1, type, type, tag
     FROM json_to_recordset($2) AS sent (type text, tag text) RETURNING id`,
    [owner.user.id, JSON.stringify(pixels)],
  );
  const ids = rows.map(({ id }) => id);
  return { owner, ids, ...(await owner.create({ url: destination, pixels: ids, ...settings })) };
}

/** Answers for all hosts but the server's, and notes the requests: scripts as `answer` decides, others at once. */
async function intercept(page: Page, answer: (route: Route, url: string) => unknown): Promise<string[]> {
  const requests: string[] = [];
  // A headless browser names itself and counts as a bot.
  await page.setExtraHTTPHeaders({ "user-agent": agents.windows });
  await page.route(/^https:/, (route) => {
    const url = route.request().url();
    if (url === destination) return route.fulfill({ contentType: "text/html", body: "<h1>Arrived</h1>" });
    requests.push(url);
    if (route.request().resourceType() === "script") return answer(route, url);
    return route.fulfill({ status: 204, body: "" });
  });
  return requests;
}

/** The address of the frame in which a page's pixels run. */
const frameOf = (url: string) => `${url}?signpost-pixels`;

const arrived = (page: Page) => page.waitForURL(destination);
const script = (body: string) => (route: Route) => route.fulfill({ contentType: "text/javascript", body });

describe("a link with a pixel", () => {
  test.for(vendors.map((vendor) => [vendor.name, vendor] as const))(
    "of %s reports the visit to its script, and redirects",
    async ([, vendor], { page }) => {
      const { shorturl } = await pixelLink(server, [vendor]);
      const requests = await intercept(page, script(standIn(vendor)));
      // A page runs until the next one answers, which on this machine takes no time, so this delays it.
      await page.route(destination, async (route) => {
        await eventually(() => expect(requests).toHaveLength(2));
        await route.fallback();
      });
      await page.goto(shorturl, { waitUntil: "commit" });
      await arrived(page);
      const [loaded, reported] = requests as [string, string];
      expect(loaded).toBe(vendor.script);
      expect(reported.startsWith(`${vendor.beacon}?`)).toBe(true);
      expect(JSON.parse(new URL(reported).searchParams.get("calls") ?? "")).toEqual(vendor.expected);
    },
  );

  test("redirects if a script never loads, and if another fails", async ({ page, errors }) => {
    const { shorturl } = await pixelLink(server, [vendors[2] as Vendor, vendors[12] as Vendor]);
    const requests = await intercept(page, (route, url) => url.includes("tiktok") || route.abort());
    await page.goto(shorturl, { waitUntil: "commit" });
    await arrived(page);
    expect(requests).toHaveLength(2);
    expect(errors.splice(0).every((text) => text.includes("ERR_FAILED"))).toBe(true);
  });

  test("redirects without JavaScript, and loads nothing", async ({ browser }) => {
    const { shorturl } = await pixelLink(server, [vendors[2] as Vendor]);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const requests = await intercept(page, (route) => route.abort());
    await page.goto(shorturl, { waitUntil: "commit" });
    await arrived(page);
    expect(requests).toEqual([]);
    await context.close();
  });

  test("redirects bots, previews and visitors without tracking, and loads nothing for them", async () => {
    const { shorturl } = await pixelLink(server, vendors, { redirect: 307 });
    const passing: Record<string, string>[] = [
      { "user-agent": agents.slack },
      { "user-agent": agents.whatsapp },
      { purpose: "prefetch" },
      { dnt: "1" },
      { "sec-gpc": "1" },
    ];
    for (const headers of passing) {
      expect(await visit(shorturl, { headers })).toMatchObject({ status: 307, location: destination });
    }
    expect((await visit(shorturl)).status).toBe(200);
  });

  test("and a page before its destination loads them on that page", async ({ page }) => {
    const meta = vendors[2] as Vendor;
    const { shorturl } = await pixelLink(server, [meta], { type: "splash" });
    const requests = await intercept(page, script(standIn(meta)));
    await page.goto(shorturl);
    await eventually(async () => expect(requests).toHaveLength(2));
    expect(page.url()).toBe(shorturl);
  });

  test("and a page before its destination does not block the scripts", async ({ page }) => {
    const { shorturl } = await pixelLink(server, vendors, { type: "splash" });
    const wanted = vendors.flatMap(({ also = {} }) => Object.entries(also));
    const load: Record<string, (url: string) => string> = {
      script: (url) => `document.head.appendChild(document.createElement("script")).src=${url};`,
      connect: (url) => `navigator.sendBeacon(${url});`,
      frame: (url) => `document.body.appendChild(document.createElement("iframe")).src=${url};`,
    };
    const first = (vendors[0] as Vendor).script;
    const scripts: Record<string, string> = {
      [first]: wanted.map(([kind, address]) => load[kind]?.(JSON.stringify(address))).join(""),
      // The script that the snippet waits for.
      "https://bat.bing.net/bat.js?ti=343012345": "function UET(){this.push=function(){}}",
    };
    const requests = await intercept(page, (route, url) => script(scripts[url] ?? "")(route));
    await page.goto(shorturl);
    await eventually(async () =>
      expect(requests).toEqual(expect.arrayContaining(wanted.map(([, address]) => address))),
    );
  });

  test("and a bio page loads them there, next to its content", async ({ page }) => {
    const meta = vendors[2] as Vendor;
    const { owner, ids } = await pixelLink(server, [meta]);
    const blocks = [{ type: "video", url: "https://youtu.be/dQw4w9WgXcQ" }];
    const body = { slug: `pixels-${owner.user.id}`, name: "Ada", blocks, pixels: ids };
    const { link } = await ok(owner.client.post<{ link: string }>("/api/bio/add", body));
    const requests = await intercept(page, script(standIn(meta)));
    await page.goto(link);
    await eventually(async () => expect(requests).toHaveLength(2));
    await page.click("text=Play the video");
    await page.locator("iframe[title=Video]").waitFor();
    // Caches of other processes learn of a change from the database.
    await sql(server, "UPDATE pixels SET tag = '222' WHERE id = $1", [ids[0]]);
    await eventually(async () => expect((await visit(frameOf(link))).body).toContain('fbq("init","222")'));
    expect((await visit(frameOf(link), { headers: { dnt: "1" } })).status).toBe(404);
    await owner.client.delete(`/api/pixel/${ids[0]}/delete`);
    await eventually(async () => expect((await visit(frameOf(link))).status).toBe(404));
  });

  test("uses a changed tag, and no longer a removed pixel", async () => {
    const { shorturl, owner, ids } = await pixelLink(server, [{ type: "fbpixel", tag: "111" }]);
    expect((await visit(frameOf(shorturl))).body).toContain('fbq("init","111")');
    await owner.client.put(`/api/pixel/${ids[0]}/update`, { tag: "222" });
    await eventually(async () => expect((await visit(frameOf(shorturl))).body).toContain('fbq("init","222")'));
    await owner.client.delete(`/api/pixel/${ids[0]}/delete`);
    await eventually(async () => expect((await visit(shorturl)).status).toBe(302));
  });
});

describe("with required consent", () => {
  let strict: TestServer;
  beforeAll(async () => {
    strict = await startServer({ env: { CONSENT: "required" } });
  });
  afterAll(() => strict?.stop());
  const meta = vendors[2] as Vendor;

  test("nothing loads before a visitor agrees; the answer is remembered", async ({ page }) => {
    const { shorturl } = await pixelLink(strict, [meta, { type: "tiktok", tag: "CAB" }]);
    const requests = await intercept(page, script(standIn(meta)));
    await page.goto(shorturl);
    await page.getByText("Allow Meta and TikTok to track your visit to this page?").waitFor();
    expect(await axe(page)).toEqual([]);
    expect(requests).toEqual([]);
    await page.getByRole("button", { name: "Accept" }).click();
    await arrived(page);
    expect(requests).toContain(meta.script);
    requests.length = 0;
    await page.goto(shorturl, { waitUntil: "commit" });
    await arrived(page);
    expect(requests).toContain(meta.script);
  });

  test("visitors who decline are redirected, and the next time at once", async ({ page }) => {
    const { shorturl } = await pixelLink(strict, [meta]);
    const requests = await intercept(page, (route) => route.abort());
    await page.goto(shorturl);
    await page.getByRole("button", { name: "Decline" }).click();
    await arrived(page);
    expect(requests).toEqual([]);
    const [cookie] = await page.context().cookies(strict.url);
    expect(cookie).toMatchObject({ name: "pixels", value: "no", sameSite: "Lax", path: "/" });
    expect((await visit(shorturl, { headers: { cookie: "pixels=no" } })).status).toBe(302);
  });
});
