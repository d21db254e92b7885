import type { Page } from "playwright";
import { describe, expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { flaws } from "../support/look";
import { sql } from "../support/sql";
import { eventually } from "../support/wait";

const at = (path: string) => inject("server").url + path;
const isAt = (path: string) => (url: URL) => url.pathname === path;

/** Logs in as a new user, by keyboard alone. Returns the user's links, to manage them through the API. */
async function logIn(page: Page, path = "/dashboard/links") {
  const owner = await linkOwner(inject("server"));
  await page.goto(at(`/login?next=${path}`));
  await page.keyboard.type(owner.user.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(owner.user.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(isAt(path));
  return owner;
}

const focused = (page: Page) => page.evaluate("document.activeElement.getAttribute('aria-label')");

describe("the palette", () => {
  test("finds a link by its destination and opens it, by keyboard alone", async ({ page }) => {
    const owner = await logIn(page);
    const { id } = await owner.create({
      url: "https://example.com/needle-in-haystack",
      custom: `palette-${Date.now()}`,
    });
    await owner.create({ url: "https://example.com/hay" });
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Search links, or go to a page").waitFor();
    expect(await flaws(page)).toEqual([]);
    await page.keyboard.type("needle");
    await page.getByRole("button", { name: "needle-in-haystack" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(isAt(`/dashboard/links/${id}`));
  });

  test("jumps to a page from a focused field, and does not show other users' links", async ({ page }) => {
    const stranger = await linkOwner(inject("server"));
    await stranger.create({ url: "https://example.com/settings-of-a-stranger" });
    await logIn(page);
    await page.getByLabel("New link").first().focus();
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Search links, or go to a page").waitFor();
    const searched = page.waitForResponse(/links\/find\?q=settings$/);
    await page.keyboard.type("settings");
    expect(await (await searched).json()).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(isAt("/dashboard/settings"));
    const { status } = await fetch(at("/dashboard/links/find?q=example"));
    expect(status).toBe(401);
  });
});

describe("the commands", () => {
  const search = async (page: Page, words: string) => {
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Search links, or go to a page").waitFor();
    await page.keyboard.type(words);
  };

  test("are found by their words in any order, and act at once", async ({ page }) => {
    await logIn(page);
    await search(page, "mode dark");
    await page.getByRole("button", { name: "Dark mode" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator("html[data-mantine-color-scheme=dark]").waitFor();
    await search(page, "campaign new");
    await page.getByRole("button", { name: "New campaign" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(isAt("/dashboard/campaigns/new"));
    await search(page, "2fa");
    await page.getByRole("button", { name: "Two-factor authentication" }).waitFor();
    expect(await flaws(page)).toEqual([]);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("create plan");
    await page.getByText("No results.").waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("sign out");
    await page.getByRole("button", { name: "Log out" }).last().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(isAt("/"));
  });

  test("include the pages that were open last, and forget them at the log-out", async ({ page }) => {
    const owner = await logIn(page);
    const { id } = await owner.create({ url: "https://example.com/", title: "Opened lately" });
    await page.goto(at(`/dashboard/links/${id}`));
    const kept = () => page.evaluate("JSON.stringify(localStorage).includes('Opened lately')");
    await expect.poll(kept).toBe(true);
    await page.goto(at("/dashboard/tags"));
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByText("Recent").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Opened lately" }).click();
    await page.waitForURL(isAt(`/dashboard/links/${id}`));
    await page.locator("[data-live=true]").waitFor();
    await search(page, "log out");
    await page.getByRole("dialog").getByRole("button", { name: "Log out" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(isAt("/"));
    expect(await kept()).toBe(false);
  });

  test("answer addresses without a page within the frame, with a way back", async ({ page, errors }) => {
    await logIn(page);
    await page.goto(at("/dashboard/nothing/here"));
    expect(errors.splice(0)).toEqual([expect.stringContaining("404 (Not Found)")]);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    expect(await flaws(page)).toEqual([]);
    await page.getByRole("link", { name: "Go to the overview" }).click();
    await page.waitForURL(isAt("/dashboard"));
  });
});

describe("the keyboard", () => {
  test("opens pages and fields, and lists its shortcuts", async ({ page }) => {
    await logIn(page);
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await page.waitForURL(isAt("/dashboard/settings"));
    await page.keyboard.press("c");
    expect(await focused(page)).toBe("New link: the URL to shorten");
    await page.keyboard.type("gl?c");
    expect(page.url()).toBe(at("/dashboard/settings"));
    expect(await page.getByLabel("New link").inputValue()).toBe("gl?c");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await list.waitFor();
    expect(await list.textContent()).toContain("Go to");
    expect(await flaws(page)).toEqual([]);
    // Shortcuts do not act on the page behind an open dialog.
    await page.keyboard.press("c");
    expect(await page.getByRole("dialog", { name: "Create link" }).isVisible()).toBe(false);
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "hidden" });
    // What was typed for the new link is still there.
    await page.keyboard.press("c");
    expect(await page.getByLabel("New link").inputValue()).toBe("gl?c");
    expect(await flaws(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Create link" }).waitFor({ state: "hidden" });
    await page.keyboard.press("g");
    await page.keyboard.press("l");
    await page.waitForURL(isAt("/dashboard/links"));
  });
});

describe("the navigation", () => {
  test("has named groups that fold, all above the fold, and remembers the folded ones", async ({ page }) => {
    const owner = await logIn(page, "/dashboard/links");
    await sql(inject("server"), "UPDATE users SET admin = true WHERE id = $1", [owner.user.id]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    const main = page.getByRole("navigation", { name: "Main" });
    const usage = await page.getByRole("region", { name: "Your plan" }).boundingBox();
    const links = main.getByRole("list").getByRole("link");
    expect(await links.count()).toBe(15);
    const last = await links.last().boundingBox();
    expect(await links.last().textContent()).toBe("Audit log");
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(usage?.y ?? 0);
    // The administration has a navigation of its own.
    await main.getByRole("link", { name: "Administration" }).click();
    await main.getByRole("link", { name: "Instance" }).waitFor();
    expect(await links.allTextContents()).toEqual(["Users", "Plans", expect.stringMatching(/^Reports/), "Instance"]);
    expect(await flaws(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await main.getByRole("link", { name: "Back to the dashboard" }).click();
    await main.getByRole("link", { name: "Channels" }).waitFor();

    const channels = main.getByRole("link", { name: "Channels" });
    await main.getByText("Organize", { exact: true }).click();
    await channels.waitFor({ state: "hidden" });
    await page.reload();
    await main.getByRole("link", { name: "Bio pages" }).waitFor();
    expect(await channels.isVisible()).toBe(false);
    expect(await flaws(page)).toEqual([]);
    // The page that is open is always listed.
    await page.goto(at("/dashboard/channels"));
    await channels.waitFor();
    await page.goto(at("/dashboard/links"));
    await main.getByText("Organize", { exact: true }).press("Enter");
    await channels.waitFor();
  });
});

describe("the language", () => {
  test("is the browser's until another is chosen", async ({ browser, errors }) => {
    const context = await browser.newContext({ locale: "de-AT" });
    const page = await context.newPage();
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    const owner = await linkOwner(inject("server"));
    await owner.create({ url: "https://example.com/eins" });
    await page.goto(at("/login?next=/dashboard/links"));
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    await page.fill("[name=email]", owner.user.email);
    await page.fill("[name=password]", "falsch");
    await page.click("button[type=submit]");
    await page.getByText("E-Mail-Adresse oder Passwort ist falsch.").waitFor();
    await page.fill("[name=password]", owner.user.password);
    await page.click("button[type=submit]");
    await page.waitForURL(isAt("/dashboard/links"));
    await page.getByText("1 Link", { exact: true }).waitFor();
    expect(await flaws(page)).toEqual([]);

    await page.getByLabel(/^Konto von/).click();
    await page.getByRole("button", { name: "English" }).click();
    await page.getByText("1 link", { exact: true }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    await page.reload();
    expect(await page.title()).toBe("Links · Signpost");
    await page.getByRole("link", { name: "Settings" }).waitFor();
    await context.close();
  });

  test("can be chosen without JavaScript", async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(at("/"));
    await page.getByRole("button", { name: "Deutsch" }).click();
    await page.getByRole("heading", { name: "Kurzlinks, auf die du zählen kannst." }).waitFor();
    await context.close();
  });
});

describe("a link that was turned off", () => {
  test("does not respond until it is enabled again", async ({ page }) => {
    const owner = await logIn(page, "/dashboard/campaigns");
    const { shorturl } = await owner.create({ url: "https://example.com/switch" });
    const alias = shorturl.split("/").at(-1);
    const status = async () => (await fetch(shorturl, { redirect: "manual" })).status;
    await page.goto(at("/dashboard/links"));
    await page.getByLabel(`More for ${alias}`).click();
    await page.getByRole("menuitem", { name: "Turn off" }).click();
    await page.getByText("turned off").waitFor();
    await eventually(async () => expect(await status()).toBe(404));
    await page.getByRole("button", { name: "Undo" }).click();
    await eventually(async () => expect(await status()).toBe(302));
  });
});

describe("data of pages for other programs", () => {
  test("includes a picture to share, icons and a manifest, in the requested language", async () => {
    const html = await (await fetch(at("/"))).text();
    const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? "";
    const { headers } = await fetch(at(new URL(picture).pathname));
    expect(headers.get("content-type")).toBe("image/png");
    const manifest = /rel="manifest" href="([^"]+)"/.exec(html)?.[1] ?? "";
    const answer = await fetch(at(manifest), { headers: { "accept-language": "de" } });
    const { name, description, icons } = (await answer.json()) as Record<string, string> & { icons: { src: string }[] };
    expect([name, description]).toEqual(["Signpost", expect.stringContaining("Kurzlinks")]);
    for (const { src } of icons) expect((await fetch(at(src))).status, src).toBe(200);
  });
});
