import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import { api } from "../support/api";
import { axe, test } from "../support/chromium";
import { checkedSchemes, keepPicture } from "../support/look";
import { agents } from "../support/visit";
import { startSite, visitorPlaces } from "../support/visitor-places";
import { eventually } from "../support/wait";

// This server may fetch the destinations, which are on this machine.
const server = inject("trustingServer");
let site: Awaited<ReturnType<typeof startSite>>;
/** A custom domain, which the browser resolves to this machine. */
let origin: string;
let places: Awaited<ReturnType<typeof visitorPlaces>>;
let create: (path: string, body: object) => Promise<{ id: number; shorturl: string }>;

beforeAll(async () => {
  site = await startSite();
  const host = `go.test:${new URL(server.url).port}`;
  origin = `http://${host}`;
  places = await visitorPlaces(server, site.url, host);
  const { post } = api(server, server.adminKey);
  create = async (path, body) => (await post<{ id: number; shorturl: string }>(path, body)).body;
});
afterAll(() => {
  site?.stop();
});

/** A text of each page, or null where a framed page fills it. */
const words: Record<keyof typeof places, string | null> = {
  password: "This link is password-protected",
  splash: "One moment",
  message: "Everything is half price until Sunday.",
  contact: "Ask us",
  poll: "Tea or coffee?",
  newsletter: "News, once a month",
  coupon: "SPRING10",
  image: null,
  frame: null,
  hop: "One moment",
  expired: "Link not found",
  "not found": "Link not found",
  disabled: "It asks for passwords in the name of a bank.",
  about: "About this link",
  list: "Newsletter of March",
  bio: "Ada Lovelace",
  "QR text": "Come at noon, by the back door.",
  "QR contact": "Programmer, Analytical Engines",
  "QR e-mail": "I saw your poster.",
  "QR phone": "+44 20 7946 0000",
  "QR SMS": "On my way",
};
const framed = ["message", "contact", "poll", "newsletter", "coupon", "image", "frame"];
const hasOverlay = (name: string) => framed.includes(name) && name !== "frame";

/** A person's browser on a phone. */
async function visitor(browser: Browser, javaScriptEnabled: boolean) {
  const context = await browser.newContext({
    javaScriptEnabled,
    userAgent: agents.iphone,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  // The vendor of the hop page's pixel does not answer, so that the page stays.
  await page.route(/facebook/, () => undefined);
  return page;
}

/** Opens a page, and expects its text. */
async function open(page: Page, name: keyof typeof places) {
  const { path, status = 200 } = places[name] as { path: string; status?: number };
  await eventually(async () => {
    const response = await page.goto(origin + path, { waitUntil: name === "hop" ? "commit" : "load" });
    expect([name, response?.status()]).toEqual([name, status]);
    // Until it is known whether the destination allows frames, visitors are redirected to it.
    if (framed.includes(name)) expect(page.url()).toBe(origin + path);
  });
  const said = words[name];
  if (said) await page.getByText(said).first().waitFor();
  if (framed.includes(name)) await page.frameLocator("iframe").getByText("The destination").waitFor();
}

const names = Object.keys(words) as (keyof typeof places)[];

test("every page is one answer with less than 20 KB, accessible and not too wide in both color schemes", async ({
  browser,
}) => {
  const page = await visitor(browser, true);
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) problems.push(message.text());
  });
  let sizes: Promise<number>[] = [];
  let reported = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame() && request.url().startsWith(origin)) {
      sizes = [];
      reported = 0;
    }
    if (request.resourceType() === "ping") reported++;
  });
  page.on("requestfinished", (request) => {
    // Images and framed pages are the owners', and events that pages report are counted separately.
    if (new URL(request.url()).origin !== origin || request.resourceType() === "ping") return;
    sizes.push(
      request.sizes().then(({ responseHeadersSize, responseBodySize }) => responseHeadersSize + responseBodySize),
    );
  });
  const table: { page: string; requests: number; bytes: number }[] = [];
  for (const name of names) {
    // It redirects without a click. An answer without content leaves the browser where it is.
    if (name === "hop") await page.route(`${site.url}/`, (route) => route.fulfill({ status: 204 }));
    await open(page, name);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    table.push({ page: name, requests: sizes.length, bytes });
    for (const colorScheme of checkedSchemes) {
      await page.emulateMedia({ colorScheme });
      problems.push(...(await axe(page)).map((violation) => `${name}, ${colorScheme}: ${violation}`));
      await keepPicture(page, `visit-${name}-${colorScheme}`);
    }
    if (Number(await page.evaluate("document.documentElement.scrollWidth")) > 390) problems.push(`${name}: too wide`);
    if (reported > (hasOverlay(name) ? 1 : 0)) problems.push(`${name}: tells ${reported} times that it was seen`);
  }
  await page.context().close();
  console.table(table);
  expect(problems).toEqual([]);
  expect(table.filter(({ requests, bytes }) => requests !== 1 || bytes > 20_000 || bytes < 500)).toEqual([]);
});

test("every page has the same text without JavaScript", async ({ browser }) => {
  const page = await visitor(browser, false);
  // It redirects at once.
  for (const name of names.filter((name) => name !== "hop")) await open(page, name);
  await page.goto(origin + places.hop.path);
  await page.waitForURL(`${site.url}/`);
  await page.context().close();
});

describe.each([
  ["with JavaScript", true],
  ["without JavaScript", false],
])("%s", (_, javaScriptEnabled) => {
  test("the right password opens the link, and later visits need none", async ({ browser }) => {
    const page = await visitor(browser, javaScriptEnabled);
    await open(page, "password");
    await page.fill("[name=password]", "guess");
    await page.click("text=Continue");
    await page.locator("[role=alert]").waitFor();
    await page.fill("[name=password]", "open sesame");
    await page.click("text=Continue");
    await page.waitForURL(`${site.url}/`);
    await page.goto(origin + places.password.path);
    expect(page.url()).toBe(`${site.url}/`);
    await page.context().close();
  });

  test("a splash page redirects after its countdown, or at a click", async ({ browser }) => {
    const page = await visitor(browser, javaScriptEnabled);
    await open(page, "splash");
    await page.click("text=Go on");
    await page.waitForURL(`${site.url}/`);
    const shortUrlWith = async (countdown: number) => {
      const content = { title: "One moment", countdown, skip: false };
      const { id } = await create("/api/splash/add", { name: "Short", content });
      const options = { type: `splash-${id}`, domain: new URL(origin).host };
      return (await create("/api/url/add", { url: `${site.url}/late`, ...options })).shorturl;
    };
    await page.goto(await shortUrlWith(60));
    expect(await page.locator(".action").isVisible()).toBe(false);
    await page.goto(await shortUrlWith(1), { waitUntil: "commit" });
    await page.waitForURL(`${site.url}/late`);
    await page.context().close();
  });

  test("a destination that forbids frames is opened by a redirect", async ({ browser }) => {
    const page = await visitor(browser, javaScriptEnabled);
    const { shorturl } = await create("/api/url/add", { url: `${site.url}/forbidding`, type: "frame" });
    await page.goto(shorturl);
    expect(page.url()).toBe(`${site.url}/forbidding`);
    await page.context().close();
  });

  test("a rotator, a list and a bio page open their links", async ({ browser }) => {
    const page = await visitor(browser, javaScriptEnabled);
    await page.goto(`${origin}/r/spring`);
    expect(page.url()).toBe(`${site.url}/`);
    await open(page, "list");
    await page.click("text=Newsletter of March");
    await page.waitForURL(`${site.url}/`);
    await open(page, "bio");
    await page.click("text=My shop");
    await page.waitForURL(`${site.url}/`);
    await page.context().close();
  });

  test("a scan opens what the phone handles", async ({ browser }) => {
    const page = await visitor(browser, javaScriptEnabled);
    await open(page, "QR contact");
    const download = page.waitForEvent("download");
    await page.click("text=Save contact");
    expect((await download).suggestedFilename()).toBe("contact.vcf");
    for (const [name, address] of [
      ["QR e-mail", "mailto:ada@example.com?subject=Hello&body=I%20saw%20your%20poster."],
      ["QR phone", "tel:+442079460000"],
      ["QR SMS", "sms:+442079460000?body=On%20my%20way"],
    ] as const) {
      await open(page, name);
      expect(await page.locator(".action").getAttribute("href")).toBe(address);
    }
    await page.context().close();
  });

  test("visitors can see where a link redirects, and report it", async ({ browser }) => {
    const page = await visitor(browser, javaScriptEnabled);
    await open(page, "about");
    await page.getByText(`${site.url}/`).waitFor();
    await page.click("summary");
    await page.check("[value=spam]");
    await page.click("text=Send report");
    await page.getByText("have received your report").waitFor();
    await page.context().close();
  });
});
