import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import { axe, test } from "../support/chromium";
import { drag } from "../support/drag";
import { filterBy } from "../support/filter-by";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { checkedSchemes, flaws } from "../support/look";
import { limitTo } from "../support/owned";
import { decode } from "../support/qr";
import { agents } from "../support/visit";
import { eventually } from "../support/wait";

const at = (path: string) => inject("server").url + path;
const url = "input[aria-label^='New link']";

/** Opens the links of a new user. Returns them, to manage them through the API. */
async function openLinks(page: Page) {
  const owner = await linkOwner(inject("server"));
  await logIn(page, inject("server"), owner.user, "/dashboard/links");
  return owner;
}

const site = createServer((_request, response) => response.end("arrived"));
const destination = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}/spring?a=1`;

beforeAll(() => once(site.listen(0, "127.0.0.1"), "listening"));
afterAll(() => site.close());

describe("a person's first link", () => {
  for (const colorScheme of checkedSchemes) {
    test(`register, paste a URL, visit the short link, see the click (${colorScheme})`, async ({ page, browser }) => {
      await page.emulateMedia({ colorScheme });
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      const name = `first-${colorScheme}-${Date.now()}`;

      await page.goto(at("/register"));
      await page.fill("[name=email]", `${name}@example.com`);
      await page.fill("[name=username]", name);
      await page.fill("[name=password]", "a long enough password");
      await page.click("button[type=submit]");
      await page.waitForURL((location) => location.pathname === "/dashboard");
      await page.getByText("Shorten your first link").waitFor();
      expect(await axe(page), "the overview of a new account").toEqual([]);

      await page.fill(url, destination());
      await page.press(url, "Enter");
      const created = page.locator("section[aria-label='Your new link']");
      await created.waitFor();
      const shortUrl = (await page.evaluate("navigator.clipboard.readText()")) as string;
      // The other numbers on the page count it too.
      await page
        .getByRole("region", { name: "Your plan" })
        .getByText(/^1 (of|link)/)
        .waitFor();
      expect(shortUrl).toMatch(new RegExp(`^${at("/")}[2-9a-z]{7}$`));
      expect(await axe(page), "the overview with its first link").toEqual([]);

      // Removes "Headless" from the name, which would make it a bot.
      const visitor = await browser.newContext({ userAgent: agents.windows });
      const visit = await visitor.newPage();
      await visit.goto(shortUrl);
      expect(visit.url()).toBe(destination());
      expect(await visit.locator("body").textContent()).toBe("arrived");
      await visitor.close();

      await page.getByRole("navigation").getByRole("link", { name: "Links", exact: true }).click();
      await page
        .getByRole("table")
        .getByRole("link", { name: shortUrl.split("/").at(-1) })
        .click();
      await page.waitForURL(/\/dashboard\/links\/\d+$/);
      await eventually(async () => {
        await page.reload();
        const figures = await page.locator("main").textContent();
        expect(figures).toMatch(/Clicks\s*1(?!\d)/);
        expect(figures).toMatch(/Windows/);
      });
      expect(await axe(page), "the link's page").toEqual([]);
    });
  }
});

describe("the links' pages", () => {
  test("are accessible and fit, in every width and color scheme", async ({ page }) => {
    const owner = await openLinks(page);
    const { id } = await owner.create({ url: `https://example.com/${"long/".repeat(60)}`, password: "open sesame" });
    await owner.create({ url: "https://example.com/off", status: "off" });
    for (const path of ["", "?q=nothing-like-it", "/new", `/${id}`]) {
      await page.goto(at(`/dashboard/links${path}`));
      expect(await flaws(page), path).toEqual([]);
    }
    await page.goto(at(`/dashboard/links/${id}/edit`));
    expect(await flaws(page), "the editor").toEqual([]);
    // A phone shows only the section that the address names.
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(at(`/dashboard/links/${id}/edit?tab=protection`));
    const name = page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Protection" });
    const edge = async () => {
      const { x = 0, width = 390 } = (await name.boundingBox()) ?? {};
      return x + width;
    };
    await expect.poll(edge).toBeLessThanOrEqual(390);
    expect(await name.getAttribute("aria-current")).toBe("location");
  });

  test("show what is wrong with a URL, and keep it", async ({ page }) => {
    await openLinks(page);
    await page.fill(url, "javascript:alert(1)");
    await page.press(url, "Enter");
    await page.waitForSelector("text=Only http and https addresses are allowed.");
    expect(await page.inputValue(url)).toBe("javascript:alert(1)");
    // A URL that is cut off would have another destination.
    await page.fill(url, "");
    await page.keyboard.insertText(`https://example.com/${"x".repeat(8200)}`);
    await page.press(url, "Enter");
    await page.waitForSelector("text=This must have at most 8192 characters.");
  });

  test("work on a slow network, and on one that fails", async ({ page }) => {
    const owner = await openLinks(page);
    const { id } = await owner.create({ url: "https://example.com/old" });
    await owner.made("/api/campaign/add", { name: "Spring" });
    await page.goto(at("/dashboard/links?order=click"));
    await page.route("**/dashboard/**", async (route) => {
      await sleep(500);
      await route.continue();
    });
    await filterBy(page, "Campaign", "Spring");
    await filterBy(page, "Status", "Active");
    await page.waitForURL(/status=active/);
    expect(new URL(page.url()).search).toMatch(/^\?(?=.*order=click)(?=.*campaign=\d)/);

    await page.goto(at("/dashboard/settings"));
    await page.getByRole("button", { name: "Create link" }).click();
    await page.fill(url, "https://example.com/once");
    await page.press(url, "Enter");
    await page.press(url, "Enter");
    await page.getByRole("region", { name: "Your new link" }).waitFor();
    expect((await owner.list("?q=once")).result).toBe(1);
    // The next URL may be pasted before the first link is made.
    await page.fill(url, "https://example.com/second");
    await page.press(url, "Enter");
    await page.fill(url, "https://example.com/third");
    await page.getByRole("region", { name: "Your new link" }).getByText("example.com/second").waitFor();
    expect(await page.inputValue(url)).toBe("https://example.com/third");
    await page.unrouteAll({ behavior: "wait" });

    await page.goto(at("/dashboard/links?order=click"));
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("textbox", { name: "Name of this view" }).fill("Popular");
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByRole("link", { name: "Popular" }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Delete the view Popular" }).click();
    await page.getByRole("alert").getByText("Can't reach the server").waitFor();
    await page.context().setOffline(false);

    // Code that failed to load is loaded when the network is back, and what was typed stays.
    await page.goto(at(`/dashboard/links/${id}/edit`));
    const destination = page.getByRole("textbox", { name: "Destination", exact: true });
    await destination.fill("https://example.com/kept");
    await page.context().setOffline(true);
    const failed = page.waitForEvent("requestfailed");
    await page.getByRole("button", { name: "Add a rule" }).click();
    await failed;
    await page.keyboard.press("Control+k");
    await page.context().setOffline(false);
    await page.getByPlaceholder("Search links, or go to a page").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("listitem", { name: "Rule 1" }).waitFor();
    expect(await destination.inputValue()).toBe("https://example.com/kept");
  });

  test("save what the editor changes, and only that", async ({ page }) => {
    const owner = await openLinks(page);
    const { id, shorturl } = await owner.create({ url: "https://example.com/old", metatitle: "Kept" });
    await page.goto(at(`/dashboard/links/${id}/edit`));
    const destination = page.getByRole("textbox", { name: "Destination", exact: true });
    await destination.fill("https://example.com/new");
    await page.click("button:has-text('Save')");
    await eventually(async () => {
      const { longurl, metatitle } = (await owner.show(id)).details;
      expect({ longurl, metatitle }).toEqual({ longurl: "https://example.com/new", metatitle: "Kept" });
    });
    const { status, headers } = await fetch(shorturl, { redirect: "manual" });
    expect([status, headers.get("location")]).toEqual([302, "https://example.com/new"]);

    // Pasted with blanks and without a scheme, and submitted from the field.
    await page.goto(at(`/dashboard/links/${id}/edit`));
    await page.getByLabel("Click limit").fill(" 5 ");
    await page.getByLabel("Expires").focus();
    await page.keyboard.type("01312027");
    // While it is typed, it has the name of a parameter that has a separate field.
    await page.getByRole("button", { name: "Add a parameter" }).click();
    await page.getByLabel("Name 1").click();
    await page.keyboard.type("utm_source_platform");
    await page.getByLabel("Value 1").fill("shop");
    await destination.fill("example.com/newer");
    await destination.press("Enter");
    // A date without a time is not a valid expiration, but it is not empty either.
    await page.getByText("This must be a date like").waitFor();
    await page.getByLabel("Expires").fill("2027-01-31T18:30");
    await page.getByRole("button", { name: "Save changes" }).click();
    await eventually(async () => {
      expect((await owner.show(id)).details).toMatchObject({
        ...{ longurl: "https://example.com/newer", clicklimit: 5, expiry: expect.stringMatching(/^2027-/) },
        parameters: [{ name: "utm_source_platform", value: "shop" }],
      });
    });
  });

  test("create rules, order them with the keyboard and try them before saving", async ({ page }) => {
    const owner = await openLinks(page);
    const { id, shorturl } = await owner.create({
      geotarget: [{ location: "FR", link: "https://example.com/france" }],
    });
    await page.goto(at(`/dashboard/links/${id}/edit`));
    // Enter takes the best match, not the first that contains the text, such as Algeria.
    await page.getByRole("combobox", { name: "Country of rule 1" }).fill("ger");
    await page.keyboard.press("Enter");
    await page.getByRole("listitem", { name: "Rule 1" }).getByText("Germany", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add a rule" }).click();
    const second = page.getByRole("listitem", { name: "Rule 2" });
    // The focus stays, so that keyboard users can continue.
    const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')");
    await second.getByRole("button", { name: "Country" }).press("Enter");
    await expect.poll(focused).toBe("Country of rule 2");
    await second.getByRole("button", { name: "Remove the condition Country" }).press("Enter");
    await expect.poll(focused).toBe("Add a condition to rule 2");
    await page.getByRole("button", { name: "Add a rule" }).click();
    await page.getByRole("button", { name: "Remove rule 3" }).press("Enter");
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Add a rule");
    await second.getByRole("button", { name: "Add a condition" }).click();
    await second.getByRole("button", { name: "Device" }).click();
    await page.getByRole("textbox", { name: "Destination of rule 2" }).fill("example.com/app");

    // An error in another section is shown here, and the input is kept.
    await page.getByLabel("Source").fill("mail");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Choose at least one.").waitFor();
    const names = page.getByRole("navigation", { name: "Sections" });
    await names.getByRole("link", { name: "Rules: has errors" }).waitFor();
    await page.getByRole("combobox", { name: "Device of rule 2" }).fill("iPh");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");

    const tried = page.getByRole("region", { name: "Test the rules" });
    await tried.getByRole("combobox", { name: "Country" }).selectOption("FR");
    await tried.getByRole("button", { name: "Test" }).click();
    await tried.getByText("example.com/france?utm_source=mail").waitFor();
    await page.getByRole("button", { name: "Move rule 2 up" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Now rule 1 of 2").waitFor();
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Move rule 1 down");
    await tried.getByRole("button", { name: "Test" }).click();
    await tried.getByText("example.com/app?utm_source=mail").waitFor();
    await page.getByText("Not checked: a rule above applies.").waitFor();
    expect(await flaws(page)).toEqual([]);
    // By touch, down and up again.
    await page.setViewportSize({ width: 1440, height: 1600 });
    const first = page.getByRole("textbox", { name: "Destination of rule 1" });
    await drag(page, 1, 0);
    await expect.poll(() => first.inputValue()).toBe("https://example.com/france");
    await drag(page, 0, 1);
    await expect.poll(() => first.inputValue()).toBe("https://example.com/app");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.waitForURL((location) => location.pathname === `/dashboard/links/${id}`);
    expect((await owner.show(id)).details).toMatchObject({
      rules: [
        { when: { device: ["iphone"] }, to: "https://example.com/app" },
        { when: { country: ["FR", "DE"] }, to: "https://example.com/france" },
      ],
      geotarget: [],
      parameters: [{ name: "utm_source", value: "mail" }],
    });
    const visit = await fetch(shorturl, { redirect: "manual", headers: { "user-agent": agents.iphone } });
    expect(visit.headers.get("location")).toBe("https://example.com/app?utm_source=mail");
  });

  test("change several links at once, filter the list and save that view", async ({ page }) => {
    const owner = await openLinks(page);
    const name = `bulk-${Date.now()}`;
    for (const alias of ["a", "b", "c"]) await owner.create({ custom: `${name}-${alias}` });
    await owner.made("/api/campaign/add", { name: "Spring" });
    await owner.made("/api/campaign/add", { name: `A ${"long ".repeat(15)}name` });
    await page.reload();
    const select = (alias: string) => page.getByRole("checkbox", { name: `${name}-${alias}` }).check();
    await select("a");
    await select("b");
    await page.getByText("2 selected").waitFor();
    expect(await flaws(page), "with a selection").toEqual([]);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Export as CSV" }).click();
    await page.getByText(/^Exports are not part of the/).waitFor();
    await limitTo(inject("server"), owner.user.id, { export: { enabled: true } });
    await page.reload();
    await select("a");
    await select("b");
    await page.getByRole("button", { name: "More", exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Export as JSONL" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("links.jsonl");
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).alias).sort()).toEqual([`${name}-a`, `${name}-b`]);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Turn off" }).click();
    await page.getByText("2 links turned off").waitFor();
    await page.getByRole("table").getByText("Off", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("table").getByText("Off", { exact: true }).first().waitFor({ state: "detached" });

    // The links stay selected after a change.
    await page.getByRole("checkbox", { name: `${name}-b` }).uncheck();
    await select("c");
    await page.setViewportSize({ width: 390, height: 900 });
    await page.getByRole("button", { name: "Campaign", exact: true }).click();
    await page.getByRole("menuitem", { name: "Spring" }).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth"), "with a long name to choose").toBe(390);
    await page.getByRole("menuitem", { name: "Spring" }).click();
    await page.getByText("2 links moved to Spring").waitFor();
    await filterBy(page, "Campaign", "Spring");
    await page.getByText("2 links found").waitFor();
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("textbox", { name: "Name of this view" }).fill("Of spring");
    expect(await axe(page), "the views").toEqual([]);
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByRole("link", { name: "Of spring" }).waitFor();
    const kept = new URL(page.url()).search;
    await page.goto(at("/dashboard/links?status=expired"));
    await page.getByText("Nothing found").waitFor();
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("link", { name: "Of spring" }).click();
    await page.getByText("2 links found").waitFor();
    expect(new URL(page.url()).search).toBe(kept);

    // A phone has no table head: selecting a row offers to select all.
    await select("a");
    await page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("They stop redirecting immediately").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Nothing found").waitFor();
    expect((await owner.list()).urls.map(({ alias }) => alias)).toEqual([`${name}-b`]);
  });

  test("offer a link's QR code as PNG, SVG and PDF, which contain the short link", async ({ page }) => {
    const owner = await openLinks(page);
    const { id, shorturl } = await owner.create();
    await page.goto(at(`/dashboard/links/${id}`));
    for (const name of ["PNG", "SVG"]) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(`main a:has-text('${name}')`)]);
      expect(download.suggestedFilename()).toMatch(new RegExp(`^[2-9a-z]{7}\\.${name.toLowerCase()}$`));
      // The decoder cannot read SVG.
      const picture = await sharp(await download.path())
        .png()
        .toBuffer();
      expect(await decode(picture)).toBe(shorturl);
    }
    await page.getByRole("combobox", { name: "PNG size" }).selectOption("256");
    const [small] = await Promise.all([page.waitForEvent("download"), page.click("main a:has-text('PNG')")]);
    expect((await sharp(await small.path()).metadata()).width).toBe(256);
    const [pdf] = await Promise.all([page.waitForEvent("download"), page.click("main a:has-text('PDF')")]);
    expect(pdf.suggestedFilename()).toMatch(/^[2-9a-z]{7}\.pdf$/);
    expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe("%PDF-");
    const wrong = await page.request.get(at(`/dashboard/links/${id}/qr?format=png&size=5000`));
    expect([wrong.status(), await wrong.text()]).toEqual([400, "The size must be a whole number from 64 to 4096."]);
  });

  test("delete a link after asking", async ({ page }) => {
    const owner = await openLinks(page);
    const { id, shorturl } = await owner.create({ url: "https://example.com/gone" });
    await page.goto(at(`/dashboard/links/${id}`));
    const remove = page.getByRole("menuitem", { name: "Delete" });
    const more = page.getByRole("button", { name: "More actions" });
    await more.click();
    await remove.waitFor();
    // The dialog's code is loaded with the first question. Without a network, a notification says so.
    await page.context().setOffline(true);
    await remove.click();
    await page.getByRole("alert").getByText("Can't reach the server").waitFor();
    await page.context().setOffline(false);
    await page.route("**/_next/static/**", async (route) => {
      await sleep(500);
      await route.continue();
    });
    await more.click();
    await remove.click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "More actions");
    await more.click();
    await remove.click();
    await page.click("[role=dialog] button:has-text('Delete')");
    await page.waitForURL((location) => location.pathname === "/dashboard/links");
    expect((await fetch(shorturl, { redirect: "manual" })).status).toBe(404);
  });

  test("do not show links to other users", async ({ page, errors }) => {
    const { id } = await (await openLinks(page)).create({ url: "https://example.com/mine" });
    await page.context().clearCookies();
    await openLinks(page);
    for (const path of [
      `/dashboard/links/${id}`,
      `/dashboard/links/${id}/edit`,
      `/dashboard/links/${id}/design`,
      "/dashboard/links/999999999",
    ]) {
      await page.goto(at(path));
      await page.waitForSelector("text=Link not found");
    }
    // Chromium reports the pages' status, 404, as an error.
    errors.splice(0);
  });
});
