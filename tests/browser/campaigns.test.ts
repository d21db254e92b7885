import type { Page } from "playwright";
import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws } from "../support/look";
import { withSlowScripts } from "../support/scripted";
import { newUser } from "../support/users";

const isAt = (pattern: RegExp) => (url: URL) => pattern.test(url.pathname);
const save = (page: Page) => page.click("form button[type=submit]");

test("a campaign is created, filled, weighted, changed and deleted", async ({ page, browser }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const slug = `spring-${Date.now()}`;
  await owner.create({ url: "https://example.com/a", custom: `${slug}-a` });
  const second = await owner.create({ url: "https://example.com/b", custom: `${slug}-b` });
  await logIn(page, server, owner.user, "/dashboard/campaigns");
  await page.getByText("No campaigns yet").waitFor();
  expect(await flaws(page), "the empty list").toEqual([]);

  // An error appears next to its field, and the input is kept.
  await page.getByRole("link", { name: "New campaign" }).click();
  await page.getByLabel("Name").fill("Spring sale");
  await page.getByLabel("Rotator").fill("no blanks");
  await save(page);
  await page.getByText("Use only letters, digits, - and _ in a slug.").waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Spring sale");
  expect(await flaws(page), "a refused form").toEqual([]);
  await page.getByLabel("Rotator").fill(` ${slug} `);
  await save(page);
  await page.waitForURL(isAt(/campaigns\/\d+$/));
  const path = new URL(page.url()).pathname;

  // What is typed before the list is loaded stays.
  await withSlowScripts(page, async () => {
    for (const alias of ["a", "b"]) {
      await page.getByRole("combobox", { name: "Search links to add" }).fill(`${slug}-${alias}`);
      await page.getByRole("option", { name: `${slug}-${alias}` }).click();
      await page.getByRole("link", { name: `${slug}-${alias}` }).waitFor();
    }
  });
  const weight = page.getByLabel(/^Weight of .*-a$/);
  await weight.fill("0");
  await weight.press("Enter");
  await page.getByText("This must be at least 1.").waitFor();
  await weight.fill("3");
  await weight.press("Enter");
  await page.getByText("75%").waitFor();
  // The focus stays, so that keyboard users can continue.
  expect(await page.evaluate("document.activeElement.value")).toBe("3");
  expect(await flaws(page), "the campaign's page").toEqual([]);

  // A link that is removed and added again keeps its weight.
  await page.getByRole("button", { name: /^Remove .*-a from the campaign$/ }).click();
  await page.getByText("100%").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("75%").waitFor();
  expect((await owner.show(second.id)).details).toMatchObject({ campaign: Number(path.split("/").at(-1)) });

  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Rotator").fill("");
  await save(page);
  await page.getByText("This is required.").waitFor();
  await page.getByLabel("Rotator").fill(`${slug}-new`);
  await page.getByLabel("Public list").check({ force: true });
  await save(page);
  await page.waitForURL(isAt(/campaigns\/\d+$/));
  await page.getByText("A public page with").waitFor();
  const rotated = await fetch(`${server.url}/r/${slug}-new`, { redirect: "manual" });
  expect(rotated.headers.get("location")).toMatch(/^https:\/\/example\.com\/[ab]$/);

  await page.goto(`${server.url}/dashboard/campaigns?q=spring`);
  await page.getByRole("cell", { name: "2", exact: true }).waitFor();
  expect(await flaws(page), "the list").toEqual([]);

  // Other users get "not found".
  const stranger = await browser.newPage();
  await logIn(stranger, server, await newUser(server), path);
  await stranger.getByText("Campaign not found").waitFor();
  await stranger.close();

  await page.getByRole("button", { name: "More for Spring sale" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByText("Its 2 links keep working.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No campaigns yet").or(page.getByText("Nothing found")).waitFor();
  expect((await owner.show(second.id)).details.campaign).toBeNull();
});
