import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright";
import { describe, expect, inject } from "vitest";
import { test } from "../support/chromium";
import { flawsAround } from "../support/docs-page";
import { flaws, keepPictures } from "../support/look";
import { newUser } from "../support/users";
import { eventually } from "../support/wait";

const run = promisify(execFile);
const docs = (resource?: string) => `${inject("server").url}/docs${resource ? `/${resource}` : ""}`;

/**
 * The most HTML that a page may have, in KiB. Links have a fifth of all operations, and a third of all fields. Webhooks
 * also have all events.
 */
const bounds: Record<string, number> = { [docs("links")]: 350, [docs("webhooks")]: 300 };
const otherwise = 200;

const shown = (page: Page) => page.getByRole("dialog");

describe("the reference", () => {
  test.for(["", "links", "account", "webhooks"])(
    "is accessible and fits, in every width and color scheme: /docs/%s",
    async (resource, { page }) => {
      await page.goto(docs(resource));
      await page.evaluate("for (const part of document.querySelectorAll('article details')) part.open = true");
      expect(await flaws(page)).toEqual([]);
      await keepPictures(page, `reference-${resource || "guide"}`);
    },
  );

  test("shows every operation of the served document once, on the page of its resource", async ({ page }) => {
    const response = await fetch(`${inject("server").url}/api/openapi.json`);
    const { paths } = (await response.json()) as { paths: Record<string, Record<string, { operationId: string }>> };
    const ids = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
    await page.goto(docs());
    const links = await page.evaluate<string[]>("[...document.querySelectorAll('main li a')].map(({ href }) => href)");
    const articles: string[] = [];
    for (const address of new Set(links.map((link) => link.replace(/#.*/, "")))) {
      const html = await fetch(address).then((answer) => answer.text());
      articles.push(...[...html.matchAll(/<article id="(\w+)"/g)].map(([, id]) => `${address}#${id}`));
    }
    expect(articles.sort()).toEqual(links.sort());
    expect(links.map((link) => link.split("#")[1]).sort()).toEqual(ids.sort());
  });

  test("redirects old addresses of operations to their new pages", async ({ page }) => {
    await page.goto(`${docs()}#addLink`);
    await page.waitForURL("**/docs/links#addLink");
    const distance = "Math.abs(document.getElementById('addLink').getBoundingClientRect().top)";
    await eventually(async () => expect(await page.evaluate(distance)).toBeLessThan(100));
  });

  test("has no page that loads slowly, and 404 for unknown ones", async ({ page }) => {
    await page.goto(docs());
    const links = await page.evaluate<string[]>("[...document.querySelectorAll('aside a')].map(({ href }) => href)");
    const pages = [...new Set(links.map((link) => link.replace(/#.*/, "")))];
    expect(pages.length).toBeGreaterThan(15);
    for (const address of pages) {
      const headers = { "accept-language": "de" };
      const KiB = (await fetch(address, { headers }).then((answer) => answer.arrayBuffer())).byteLength / 1024;
      expect(KiB, address).toBeLessThan(bounds[address] ?? otherwise);
    }
    expect((await fetch(docs("nothing"))).status).toBe(404);
  });

  test("links from the end of a page to the next", async ({ page }) => {
    await page.goto(docs("account"));
    await page.getByRole("navigation", { name: "More API pages" }).getByRole("link", { name: "Next Links" }).click();
    await page.waitForURL("**/docs/links");
    await page.getByRole("navigation", { name: "More API pages" }).getByRole("link", { name: "Account" }).waitFor();
  });

  test("loads nothing from other hosts", async ({ page }) => {
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).origin));
    await page.goto(docs(), { waitUntil: "networkidle" });
    expect([...hosts]).toEqual([inject("server").url]);
  });

  test("has a quick start that works as copied", async ({ page }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(docs());
    await page.getByRole("tab", { name: "JavaScript" }).click();
    await page.getByRole("button", { name: "Copy: Create a link, then read its clicks (JavaScript)" }).click();
    await page.getByText("Copied").waitFor();
    const code = String(await page.evaluate("navigator.clipboard.readText()"));
    const { key } = await newUser(inject("server"));
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code.replace("your-api-key", key)]);
    expect(stdout).toMatch(new RegExp(`^${inject("server").url}/\\w+\\n0\\n$`));
  });
});

describe("the search of the reference", () => {
  const field = (page: Page) => page.getByRole("searchbox", { name: "Search the reference" });
  const results = (page: Page) => page.getByRole("navigation", { name: "Search the reference" });

  test("finds operations by name, address and field, and asks the service once", async ({ page }) => {
    await page.goto(docs(), { waitUntil: "networkidle" });
    const requests: string[] = [];
    // The page's icon and the pages that its links prefetch are requested at any time.
    page.on("request", (request) => /\/icon\.svg|[?&]_rsc=/.test(request.url()) || requests.push(request.url()));
    await page.keyboard.press("/");
    await page.keyboard.type("expiryurl");
    await results(page).getByText("Field expiryurl").first().waitFor();
    await field(page).fill("POST url/add");
    await expect.poll(() => results(page).getByRole("link").first().textContent()).toContain("Shorten a URL");
    expect(requests).toEqual([`${docs()}/search`]);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/links#addLink");
  });

  test("works with the keyboard, and says when there is nothing", async ({ page }) => {
    await page.goto(docs());
    await page.keyboard.press("/");
    await page.keyboard.type("rate limit");
    await results(page).getByRole("link").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs#rate-limit");
    await page.keyboard.press("/");
    await page.keyboard.type("xyzzy");
    await page.getByText("No results for “xyzzy”.").waitFor();
    await field(page).press("Escape");
    await page.locator("aside a[href='/docs/links']").waitFor();
    await field(page).fill("account");
    expect(await flawsAround(page)).toEqual([]);
    await keepPictures(page, "reference-search");
  });

  test("says so when the service does not respond, and tries again", async ({ page, errors }) => {
    await page.goto(docs());
    await page.route("**/docs/search", (route) => route.abort());
    await field(page).fill("shorten");
    await page.getByText("The service could not be reached.").waitFor();
    await page.unroute("**/docs/search");
    await field(page).fill("shorten a url");
    await results(page).getByRole("link", { name: "Shorten a URL" }).waitFor();
    expect(await page.getByText("The service could not be reached.").count()).toBe(0);
    for (const error of errors.splice(0)) expect(error).toContain("Failed");
  });

  test("closes on a phone after a choice, like the contents", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(docs("links"));
    const contents = page.locator("summary", { hasText: "Contents" });
    await contents.click();
    await page.locator("details nav a[href='#addLink']").click();
    await page.locator("details nav").first().waitFor({ state: "hidden" });
    await field(page).fill("delete a link");
    await results(page)
      .getByRole("link", { name: /Delete a link(?! permanently)/ })
      .first()
      .click();
    await page.waitForURL("**/docs/links#removeLink");
    await results(page).waitFor({ state: "hidden" });
    // The bar stays visible.
    await expect.poll(async () => (await contents.boundingBox())?.y).toBeLessThan(60);
  });

  test("shows the contents without scripts", async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${docs()}#addLink`);
    await page.locator("#addLink").click();
    await page.waitForURL("**/docs/links#addLink");
    expect(await page.locator("aside a[href='#addLink']").isVisible()).toBe(true);
    for (const control of [field(page), page.getByRole("button", { name: /Try it/ }).first()])
      expect(await control.isVisible()).toBe(false);
    await context.close();
  });
});

test("the reference is in German for German readers", async ({ page }) => {
  await page.setExtraHTTPHeaders({ "accept-language": "de-AT,de;q=0.9" });
  await page.goto(docs());
  expect(await page.locator("html").getAttribute("lang")).toBe("de");
  await page.getByRole("heading", { name: "API-Referenz" }).waitFor();
  await page.locator("main").getByRole("link", { name: "Bio-Seiten", exact: true }).waitFor();
  await page.goto(docs("links"));
  await page.locator("#addLink").getByText("Das Ziel: http oder https.").first().waitFor();
  await page.locator("#showLink").getByText("Erfordert die Berechtigung links:read.").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("kürzen");
  await page
    .getByRole("navigation", { name: "Referenz durchsuchen" })
    .getByRole("link", { name: /Eine URL kürzen/ })
    .waitFor();
  await page.getByRole("button", { name: "Ausprobieren: Eine URL kürzen" }).click();
  await shown(page).getByLabel("Dein API-Schlüssel").waitFor();
  expect(await flawsAround(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await keepPictures(page, "reference-de");
});
