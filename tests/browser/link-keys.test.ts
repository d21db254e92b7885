import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture } from "../support/look";

const server = inject("server");
const isAt = (path: string) => (url: URL) => url.pathname === path;

test("e, q, c and o act on a row, a link's page and a hit of the palette", async ({ page }) => {
  const owner = await linkOwner(server);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id, shorturl } = await owner.create({ url: "https://example.com/", title: "Spring keys" });
  const copied = () => page.evaluate("navigator.clipboard.readText()");
  const clear = () => page.evaluate("navigator.clipboard.writeText('')");
  await logIn(page, server, owner.user, "/dashboard/links");

  // j and k move between rows, and x selects one.
  await owner.create({ url: "https://example.com/", title: "Second row" });
  await page.reload();
  const focused = () => page.evaluate("document.activeElement.textContent");
  await page.keyboard.press("Tab");
  await expect.poll(focused).toBe("Skip to content");
  await page.keyboard.press("Enter");
  await expect.poll(focused).toContain("Second row");
  await page.evaluate("document.activeElement.blur()");
  await page.keyboard.press("j");
  await expect.poll(focused).toContain("Second row");
  await page.keyboard.press("j");
  await expect.poll(focused).toContain("Spring keys");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page
    .getByRole("row", { name: /Spring keys/ })
    .getByRole("checkbox", { checked: true })
    .waitFor();
  await page.keyboard.press("x");
  await page.keyboard.press("k");
  await expect.poll(focused).toContain("Second row");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard\/links\/\d+$/);
  await page.goBack();
  const row = page.getByRole("row", { name: /Spring keys/ });
  await row.getByRole("checkbox").focus();
  await page.keyboard.press("c");
  await expect.poll(copied).toBe(shorturl);
  await page.keyboard.press("e");
  await page.waitForURL(isAt(`/dashboard/links/${id}/edit`));

  await page.goto(`${server.url}/dashboard/links/${id}`);
  await clear();
  await page.keyboard.press("c");
  await expect.poll(copied).toBe(shorturl);
  await page.keyboard.press("q");
  await page.waitForURL(isAt(`/dashboard/links/${id}/design`));

  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Open the short link").waitFor();
  expect(await flaws(page), "the list of keys").toEqual([]);
  await page.keyboard.press("Escape");

  // It says that it searches, and does not claim that nothing was found.
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/links/find?*", async (route) => {
    await promise;
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search links, or go to a page").fill("Spring keys");
  await page.getByText("Searching…").waitFor();
  expect(await page.getByText("Nothing found").count()).toBe(0);
  resolve();
  await page.getByRole("button", { name: /Spring keys/ }).waitFor();
  await page.getByText("Searching…").waitFor({ state: "detached" });
  expect(await flaws(page), "the palette").toEqual([]);
  await keepPicture(page, "palette keys");
  await page.keyboard.press("Alt+e");
  await page.waitForURL(isAt(`/dashboard/links/${id}/edit`));
});

test("a domain that is typed with the alias moves the selector, and the selector replaces it", async ({ page }) => {
  const owner = await linkOwner(server);
  const host = `go-${Date.now()}.example.com`;
  await owner.made("/api/domain/add", { domain: `https://${host}` });
  await logIn(page, server, owner.user, "/dashboard/links");
  const field = page.locator("main").getByLabel("New link: the URL to shorten");
  const selector = page.getByLabel("Domain of the new link");
  const first = await selector.inputValue();
  await field.fill(`example.com/page ${host.toUpperCase()}/summer`);
  await expect.poll(() => selector.inputValue()).toBe(`https://${host}`);
  await selector.selectOption(first);
  expect(await field.inputValue()).toBe("https://example.com/page summer");
  expect(await selector.inputValue()).toBe(first);
});
