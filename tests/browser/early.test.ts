import type { Page } from "playwright";
import { describe, expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { preview } from "../support/look";
import { eventually } from "../support/wait";

const server = inject("server");

/** Opens a page whose scripts load only when the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route("**/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(server.url + path, { waitUntil: "commit" });
  return release;
}

async function loggedIn(page: Page) {
  const owner = await linkOwner(server);
  await logIn(page, server, owner.user, "/dashboard/campaigns");
  return owner;
}

describe("what a user does before the scripts have loaded", () => {
  test("an editor that was changed and sent is saved, without values in the address", async ({
    tolerantPage: page,
  }) => {
    const owner = await loggedIn(page);
    const { id } = await owner.create({ url: "https://example.com/old", metatitle: "Kept" });
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    const release = await openWithoutScripts(page, `/dashboard/links/${id}/edit`);
    await page.getByRole("textbox", { name: "Destination", exact: true }).fill("https://example.com/typed");
    await page.getByRole("button", { name: "Save" }).click();
    release();
    await page.waitForURL((url) => url.pathname === `/dashboard/links/${id}`);
    const { longurl, metatitle } = (await owner.show(id)).details;
    expect({ longurl, metatitle }).toEqual({ longurl: "https://example.com/typed", metatitle: "Kept" });
    expect(requests.filter((url) => url.includes("typed"))).toEqual([]);
  });

  test("a rejected form keeps what was typed, next to its message", async ({ tolerantPage: page }) => {
    const owner = await loggedIn(page);
    const { id } = await owner.create({ url: "https://example.com/old" });
    const release = await openWithoutScripts(page, `/dashboard/links/${id}/edit`);
    const destination = page.getByRole("textbox", { name: "Destination", exact: true });
    await destination.fill("javascript:alert(1)");
    await destination.press("Enter");
    release();
    await page.getByText("Only http and https addresses are allowed.").first().waitFor();
    expect(await destination.inputValue()).toBe("javascript:alert(1)");
    expect((await owner.show(id)).details.longurl).toBe("https://example.com/old");
  });

  test("choices and switches count as well", async ({ tolerantPage: page }) => {
    const owner = await loggedIn(page);
    let release = await openWithoutScripts(page, "/dashboard/channels/new");
    await page.getByLabel("Name").fill("Early");
    await page.getByRole("switch").check({ force: true });
    await page.getByLabel("Name").press("Enter");
    release();
    await page.waitForURL(/\/dashboard\/channels\/\d+$/);
    const { body } = await owner.client.get("/api/channels");
    expect(body).toMatchObject({ data: { channels: [{ name: "Early", starred: true }] } });

    await page.unrouteAll({ behavior: "wait" });
    release = await openWithoutScripts(page, "/dashboard/splash/new");
    await page.getByLabel("Name").fill("Early");
    await page.getByLabel("Heading").fill("Typed before the scripts");
    release();
    await preview(page).getByText("Typed before the scripts").waitFor();

    await page.unrouteAll({ behavior: "wait" });
    release = await openWithoutScripts(page, "/dashboard/pixels/new");
    await page.getByLabel("Vendor").selectOption("TikTok");
    await page.getByLabel("Name").fill("four");
    release();
    await page.getByText("The ID you got from TikTok").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("four");
  });

  test("a new link uses the chosen domain", async ({ tolerantPage: page }) => {
    const owner = await loggedIn(page);
    const host = `early-${owner.user.id}.test`;
    await owner.made("/api/domain/add", { domain: `https://${host}` });
    const release = await openWithoutScripts(page, "/dashboard/links");
    await page.getByLabel("Domain of the new link").selectOption({ label: host });
    await page.getByLabel("New link: the URL to shorten").fill("example.com/early early");
    release();
    await page.getByText(`${host}/early is available.`).waitFor();
  });

  test("a typed password protects, and a time ends the link", async ({ tolerantPage: page }) => {
    const owner = await loggedIn(page);
    const { id, shorturl } = await owner.create();
    const release = await openWithoutScripts(page, `/dashboard/links/${id}/edit`);
    await page.getByRole("textbox", { name: "Password" }).fill("a quiet river");
    await page.getByLabel("Expires", { exact: true }).fill("2031-02-03T04:05");
    await page.getByRole("button", { name: "Save" }).click();
    release();
    await page.waitForURL((url) => url.pathname === `/dashboard/links/${id}`);
    expect((await owner.show(id)).details.expiry).toMatch(/^2031-02-0/);
    expect((await fetch(shorturl, { redirect: "manual" })).headers.get("location")).toBeNull();
  });

  test("a pasted URL becomes a link, once", async ({ tolerantPage: page }) => {
    const owner = await loggedIn(page);
    const release = await openWithoutScripts(page, "/dashboard/links");
    const field = page.locator("input[aria-label^='New link']:visible").first();
    await field.fill("example.com/pasted");
    await field.press("Enter");
    release();
    await page.locator("section[aria-label='Your new link']").waitFor();
    expect((await owner.list()).urls.map(({ longurl }) => longurl)).toEqual(["https://example.com/pasted"]);
  });

  test("a list is searched and filtered", async ({ tolerantPage: page }) => {
    const owner = await loggedIn(page);
    await owner.create({ custom: `needle-${owner.user.id}` });
    await owner.create({ custom: `hay-${owner.user.id}` });
    await owner.made("/api/channel/add", { name: "Early" });
    let release = await openWithoutScripts(page, "/dashboard/channels");
    await page.getByLabel("Channels to show").selectOption("Favorites");
    release();
    await page.waitForURL((url) => url.searchParams.get("show") === "starred");

    await page.unrouteAll({ behavior: "wait" });
    release = await openWithoutScripts(page, "/dashboard/links?order=click");
    await page.getByRole("searchbox").fill("needle");
    release();
    await page.waitForURL((url) => url.searchParams.get("q") === "needle");
    expect(new URL(page.url()).searchParams.get("order")).toBe("click");
    await eventually(async () => expect(await page.getByText(`hay-${owner.user.id}`).count()).toBe(0));
    expect(await page.getByText(`needle-${owner.user.id}`).count()).toBeGreaterThan(0);
  });
});
