import type { Browser } from "playwright";
import { beforeAll, expect, inject } from "vitest";
import { api } from "../support/api";
import { test } from "../support/chromium";
import { flaws, keepPicture } from "../support/look";
import { agents } from "../support/visit";

const server = inject("trustingServer");
let shorturl: string;
const web = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
const instagram = `${agents.iphone} Instagram 424.1.0.31.54 (iPhone18,4; iOS 17_5; en_GB)`;

beforeAll(async () => {
  const { post } = api(server, server.adminKey);
  const { body } = await post<{ shorturl: string }>("/api/url/add", { url: web, deeplink: { auto: true } });
  shorturl = body.shorturl;
});

/** A phone's browser without access to the network; `arrived` is the address that it would have opened. */
async function phone(
  browser: Browser,
  options: { locale?: string; userAgent?: string; javaScriptEnabled?: boolean } = {},
) {
  const context = await browser.newContext({ userAgent: agents.iphone, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) problems.push(message.text());
  });
  await page.route(/youtube\.com/, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>web</title>The web page" }),
  );
  return { page, problems, close: () => context.close() };
}

test("without the app, the web page opens a moment later", async ({ browser }) => {
  const { page, problems, close } = await phone(browser);
  await page.goto(shorturl);
  await page.waitForURL(web);
  expect(problems).toEqual([]);
  await close();
});

test("the link opens the web page, without JavaScript too", async ({ browser }) => {
  const { page, problems, close } = await phone(browser, { javaScriptEnabled: false });
  await page.goto(shorturl);
  expect(await page.locator(".action").getAttribute("href")).toBe("vnd.youtube://www.youtube.com/watch?v=dQw4w9WgXcQ");
  await page.click("text=Continue in the browser");
  await page.waitForURL(web);
  expect(problems).toEqual([]);
  await close();
});

test.for([
  ["en", agents.iphone, "Continue in YouTube", "Continue in the browser"],
  ["de-DE", agents.iphone, "Weiter in YouTube", "Weiter im Browser"],
  ["de-DE", instagram, "Weiter in YouTube", "Weiter im Browser"],
])(
  "the page is accessible in %s, wide and narrow, light and dark",
  async ([locale = "", userAgent = "", title, onward], { browser }) => {
    const { page, problems, close } = await phone(browser, { locale, userAgent });
    // Stops the page's timers, so that it can be looked at.
    await page.addInitScript(() => {
      const later = window.setTimeout;
      window.setTimeout = ((run: () => void, ms?: number) =>
        ms === 1200 ? 0 : later(run, ms)) as typeof window.setTimeout;
    });
    // The attempt to open the app waits until it gets an answer.
    await page.goto(shorturl, { waitUntil: "commit" });
    await page.getByRole("heading", { name: title }).waitFor();
    expect(await page.getByRole("link", { name: onward }).getAttribute("href")).toBe(web);
    expect(await page.locator("html").getAttribute("lang")).toBe(locale.slice(0, 2));
    expect(await flaws(page)).toEqual([]);
    await keepPicture(page, `visit-app-${locale}`);
    expect(problems).toEqual([]);
    await close();
  },
);
