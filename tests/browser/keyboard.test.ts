import type { Page } from "playwright";
import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";

/** Presses Tab until an element with this name has the focus; `selector` tells it from others of the same name. */
async function tabTo(page: Page, name: string, selector = "*"): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(`(() => {
      const element = document.activeElement;
      if (!element.matches(${JSON.stringify(selector)})) return "";
      return element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent;
    })()`);
    if (String(focused).replace(/\s*\*$/, "") === name) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

test("a link is created, found, changed and deleted with only the keyboard", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  await logIn(page, server, owner.user, "/dashboard/settings");
  const isAt = (pattern: RegExp) => page.waitForURL((url) => pattern.test(url.pathname));

  await page.keyboard.press("c");
  await page.keyboard.type("example.com/by-keyboard");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Your new link" }).waitFor();
  const [link] = (await owner.list()).urls;
  if (!link) throw new Error("no link was made");

  await tabTo(page, `More for ${link.alias}`);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("menuitem");
  await page.keyboard.press("Escape");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(focused).toBe(`More for ${link.alias}`);

  // A focused checkbox takes no letters, so the shortcut works.
  await page.getByRole("checkbox").first().focus();
  await page.keyboard.press("/");
  await expect.poll(() => page.evaluate("document.activeElement.name")).toBe("q");
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search links, or go to a page").waitFor();
  await page.keyboard.type(link.alias);
  const found = page.getByRole("button", { name: new RegExp(`example\\.com/by-keyboard.*${link.alias}`) });
  await found.waitFor();
  // Results of the earlier search must not disturb what is typed now.
  await page.route("**/links/find?*", () => {});
  await page.keyboard.type("-other");
  await found.waitFor({ state: "detached" });
  await page.unroute("**/links/find?*");
  await page.keyboard.press("Control+a");
  await page.keyboard.type(link.alias);
  await found.waitFor();
  await page.keyboard.press("Enter");
  await isAt(new RegExp(`/links/${link.id}$`));

  await tabTo(page, "Edit");
  await page.keyboard.press("Enter");
  await isAt(/\/edit$/);
  await page.getByRole("textbox", { name: "Destination", exact: true }).waitFor();
  // First the section of this name, then its field.
  await tabTo(page, "Destination", "a");
  await tabTo(page, "Destination", "input");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("https://example.com/changed");
  await page.keyboard.press("Enter");
  await isAt(new RegExp(`/links/${link.id}$`));
  expect((await owner.show(link.id)).details.longurl).toBe("https://example.com/changed");

  await tabTo(page, "More actions");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Delete" }).waitFor();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await tabTo(page, "Delete");
  await page.keyboard.press("Enter");
  await isAt(/\/links$/);
  expect((await owner.list()).urls).toEqual([]);
});
