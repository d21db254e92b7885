import type { Page } from "playwright";
import { describe, expect, inject } from "vitest";
import { test } from "../support/chromium";
import { type LinkOwner, linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPictures } from "../support/look";
import { sessionCookie, signIn } from "../support/session";

const server = inject("server");
const at = (path: string) => server.url + path;
const line = (page: Page) => page.getByLabel("New link: the URL to shorten");
const made = (page: Page) => page.getByRole("region", { name: "Your new link" });

async function loggedIn(page: Page, path = "/dashboard/links") {
  const owner = await linkOwner(server);
  const domain = `https://quick-${owner.user.id}.test`;
  await owner.made("/api/domain/add", { domain });
  await logIn(page, server, owner.user, path);
  return { ...owner, domain };
}

const addresses = async (owner: LinkOwner) =>
  (await owner.list()).urls.map(({ shorturl, longurl }) => [shorturl, longurl]);

describe("the field for a new link", () => {
  test("accepts a domain and an alias in its one line", async ({ page }) => {
    const owner = await loggedIn(page);
    const host = new URL(owner.domain).host;
    await line(page).fill(`example.com/sale ${host}/summer-sale`);
    await page.getByText(`${host}/summer-sale is available.`).waitFor();
    expect(await flaws(page)).toEqual([]);
    await keepPictures(page, "quick-shorten");
    await line(page).press("Enter");
    await made(page).getByText(`${host}/summer-sale`).waitFor();
    expect(await addresses(owner)).toEqual([[`${owner.domain}/summer-sale`, "https://example.com/sale"]]);

    // An alias without a domain gets the domain that is chosen next to it.
    await page.getByLabel("Domain of the new link").selectOption({ label: host });
    await line(page).fill("https://example.com/sale summer-sale");
    await page.getByText("That alias is taken. Please choose another one.").waitFor();
    await line(page).fill("https://example.com/sale login");
    await page.getByText(/reserved/).waitFor();
    await line(page).press("Enter");
    await page.locator("[aria-invalid=true]").waitFor();
    expect(await line(page).inputValue()).toBe("https://example.com/sale login");
    await line(page).fill("https://example.com/sale winter-sale");
    await page.getByText(`${host}/winter-sale is available.`).waitFor();
    await line(page).press("Enter");
    await made(page).getByText(`${host}/winter-sale`).waitFor();

    // Every other page opens the same line in a dialog.
    await page.goto(at("/dashboard/tags"));
    await page.keyboard.press("c");
    await page.keyboard.type(`example.com/else ${host}/elsewhere`);
    await page.getByText(`${host}/elsewhere is available.`).waitFor();
    expect(await flaws(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await made(page).getByText(`${host}/elsewhere`).waitFor();
  });

  test("stops checking an alias if there is no answer", async ({ tolerantPage: page }) => {
    await loggedIn(page);
    await page.route("**/dashboard/links/alias?*", (route) => route.fulfill({ status: 429, json: null }));
    const aliasCheck = page.waitForResponse(/links\/alias\?/);
    await line(page).fill("example.com/sale unasked");
    expect((await aliasCheck).status()).toBe(429);
    await page.getByText("Checking availability").waitFor({ state: "hidden" });
  });

  test("puts links on the account's default domain", async ({ page }) => {
    const owner = await loggedIn(page, "/dashboard/settings");
    const host = new URL(owner.domain).host;
    const card = page.getByRole("region", { name: "Default domain" });
    await card.getByLabel("Domain for new links").selectOption({ label: host });
    await card.getByRole("button", { name: "Save default domain" }).click();
    await card.getByText("New links now use this domain.").waitFor();
    expect(await flaws(page)).toEqual([]);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Links", exact: true }).click();
    await page.getByLabel("Domain of the new link").waitFor();
    expect(await page.getByLabel("Domain of the new link").inputValue()).toBe(owner.domain);
    await line(page).fill("example.com/default");
    await line(page).press("Enter");
    await made(page).waitFor();
    expect((await owner.list()).urls[0]?.shorturl).toMatch(`${owner.domain}/`);
    await page.goto(at("/dashboard/links/new"));
    expect(await page.getByLabel("Domain", { exact: true }).inputValue()).toBe(owner.domain);
  });

  test("does not leave a page with unsaved changes", async ({ page }) => {
    const owner = await loggedIn(page, "/dashboard/campaigns/new");
    await page.getByLabel("Name").fill("Begun");
    await page.getByRole("button", { name: "Create link" }).click();
    await line(page).fill("example.com/meanwhile");
    await line(page).press("Enter");
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByText("Keep editing").click();
    expect(await page.getByLabel("Name").inputValue()).toBe("Begun");
    expect(await addresses(owner)).toHaveLength(1);
  });
});

describe("without JavaScript", () => {
  async function withoutScripts(browser: import("playwright").Browser, userId: number) {
    const context = await browser.newContext({ javaScriptEnabled: false });
    await signIn(context, server, userId);
    return context.newPage();
  }

  test("a link is shortened, and a rejected URL stays with the reason", async ({ browser }) => {
    const owner = await linkOwner(server);
    const alias = `plain-${owner.user.id}`;
    const page = await withoutScripts(browser, owner.user.id);
    await page.goto(at("/dashboard/links"));
    await line(page).fill("javascript:alert(1)");
    await page.getByRole("main").getByRole("button", { name: "Create link" }).click();
    await page.getByText("Only http and https addresses are allowed.").waitFor();
    expect(await line(page).inputValue()).toBe("javascript:alert(1)");
    await line(page).fill(`example.com/plain ${alias}`);
    await line(page).press("Enter");
    await made(page).getByText(alias).waitFor();
    expect(await addresses(owner)).toEqual([[at(`/${alias}`), "https://example.com/plain"]]);

    await line(page).fill(`example.com/plain ${alias}`);
    await line(page).press("Enter");
    await page.getByText("That alias is taken. Please choose another one.").waitFor();
    expect(await addresses(owner)).toHaveLength(1);
    await page.context().close();
  });

  test("another site's form shortens nothing", async () => {
    const owner = await linkOwner(server);
    const cookie = await sessionCookie(server, owner.user.id);
    const html = await (await fetch(at("/dashboard/links"), { headers: { cookie } })).text();
    const form = new FormData();
    const [own = ""] = html.match(/<form[^>]*>(?:(?!<\/form>).)*aria-label="New link(?:(?!<\/form>).)*<\/form>/s) ?? [];
    for (const [, name = "", value = ""] of own.matchAll(/<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g))
      form.append(name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
    expect([...form.keys()].some((name) => name.startsWith("$ACTION"))).toBe(true);
    form.append("url", "https://example.com/forged");
    const send = (origin: string) =>
      fetch(at("/dashboard/links"), { method: "POST", body: form, headers: { cookie, origin }, redirect: "manual" });
    expect((await send("https://evil.example")).status).toBeGreaterThanOrEqual(400);
    expect(await addresses(owner)).toEqual([]);
    expect((await send(server.url)).status).toBe(303);
    expect(await addresses(owner)).toHaveLength(1);
  });

  test("all parts of an editor are on its page", async ({ browser }) => {
    const owner = await linkOwner(server);
    const { id } = await owner.create({ metatitle: "Shown in chats", clicklimit: 7 });
    const page = await withoutScripts(browser, owner.user.id);
    await page.goto(at(`/dashboard/links/${id}/edit`));
    for (const name of ["Destination", "Rules", "Link preview", "Tracking", "Protection"])
      expect(await page.getByRole("region", { name, exact: true }).isVisible(), name).toBe(true);
    expect(await page.getByRole("region", { name: "Link preview" }).getByLabel("Title").inputValue()).toBe(
      "Shown in chats",
    );
    expect(await page.getByLabel("Click limit").inputValue()).toBe("7");
    expect(await page.getByLabel("Source").isVisible()).toBe(true);
    await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Protection" }).click();
    expect(
      await page
        .getByLabel("Click limit")
        .boundingBox()
        .then((box) => box && box.y < 900),
    ).toBe(true);
    // When scripts are turned off only for its pages, a browser parses a noscript element as text.
    expect(await page.locator("noscript").allTextContents()).toContainEqual(
      expect.stringContaining("Turn on JavaScript to save changes on this page."),
    );
    const bio = await owner.made("/api/bio/add", { slug: `plain-${owner.user.id}`, name: "Ada" });
    await page.goto(at(`/dashboard/bio/${bio.id}/edit`));
    for (const name of ["Content", "Appearance", "Sharing"])
      expect(await page.getByRole("region", { name, exact: true }).isVisible(), name).toBe(true);
    await page.context().close();
  });
});

describe("a missing item", () => {
  test("is created where it is chosen, and errors appear at its field", async ({ page }) => {
    const owner = await loggedIn(page, "/dashboard/links/new");
    const campaign = page.getByLabel("Campaign", { exact: true }).first();
    await campaign.selectOption("New campaign …");
    const name = page.getByLabel("Name of the new campaign");
    await name.press("Enter");
    await page.getByText("This is required.").waitFor();
    await name.fill("Spring");
    expect(await flaws(page)).toEqual([]);
    await keepPictures(page, "new-campaign");
    await name.press("Enter");
    await expect.poll(() => campaign.locator("option:checked").textContent()).toBe("Spring");

    const channel = page.getByLabel("Channel", { exact: true });
    await channel.selectOption("New channel …");
    await page.getByLabel("Name of the new channel").press("Escape");
    await page.getByLabel("Name of the new channel").waitFor({ state: "detached" });
    await channel.selectOption("New channel …");
    await page.getByLabel("Name of the new channel").fill("Posters");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await expect.poll(() => channel.locator("option:checked").textContent()).toBe("Posters");

    const domain = page.getByLabel("Domain", { exact: true });
    await domain.selectOption("New domain …");
    const address = page.getByLabel("Address of the new domain");
    await address.fill("not a domain");
    await address.press("Enter");
    await page.locator("[aria-invalid=true]").waitFor();
    expect(await address.inputValue()).toBe("not a domain");
    await address.press("Escape");

    await page.getByLabel("Tags").fill("Brand-new");
    await page.getByRole("textbox", { name: "Destination", exact: true }).fill("example.com/inline");
    await page.getByRole("textbox", { name: "Alias" }).fill(`inline-${owner.user.id}`);
    await page.getByText(`/inline-${owner.user.id} is available.`).waitFor();
    await page.getByRole("button", { name: "Create link" }).click();
    await made(page).waitFor();
    const [link] = (await owner.list()).urls;
    expect(link?.tags).toEqual(["Brand-new"]);
    const { body } = await owner.client.get("/api/campaigns");
    expect(body).toMatchObject({ data: { campaigns: [{ id: link?.campaign, name: "Spring" }] } });
  });

  test("an alias is shown as taken while it is typed", async ({ page }) => {
    const owner = await loggedIn(page);
    const [first, second] = [`first-${owner.user.id}`, `second-${owner.user.id}`];
    await owner.create({ custom: first });
    const { id } = await owner.create({ custom: second });
    await page.goto(at(`/dashboard/links/${id}/edit`));
    const alias = page.getByRole("textbox", { name: "Alias" });
    await alias.fill(first);
    await page.getByText("That alias is taken. Please choose another one.").waitFor();
    await alias.fill("with blanks in it");
    await page
      .getByText(/letters/)
      .last()
      .waitFor();
    await alias.fill(second);
    await expect.poll(() => page.getByText(/That alias is taken|Looking whether/).count()).toBe(0);
  });
});
