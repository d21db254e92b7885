import type { Page } from "playwright";
import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture } from "../support/look";
import { chooseMore } from "../support/presses";

const server = inject("server");

const choose = async (page: Page, alias: string, item: string) => {
  await page.getByRole("button", { name: new RegExp(`^More for .*${alias}$`) }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

test("a link is archived, unarchived and duplicated", async ({ page }) => {
  const owner = await linkOwner(server);
  const alias = `old-${Date.now()}`;
  await owner.create({ custom: alias, title: "Winter" });
  const { id } = await owner.create();
  await logIn(page, server, owner.user, "/dashboard/links");
  await choose(page, alias, "Archive");
  await page.getByText("1 link archived").waitFor();
  await page.locator("tbody tr").nth(1).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator("tbody tr").nth(1).waitFor();
  await choose(page, alias, "Archive");
  await page.locator("tbody tr").nth(1).waitFor({ state: "detached" });

  await page.goto(`${server.url}/dashboard/links?status=archived`);
  await page.getByRole("link", { name: new RegExp(alias) }).waitFor();
  expect(await flaws(page), "the archive").toEqual([]);
  await keepPicture(page, "archive");
  await page
    .getByRole("link", { name: new RegExp(`/${alias}$`) })
    .first()
    .click();
  await page.getByText("Archived", { exact: true }).waitFor();
  await page.goto(`${server.url}/dashboard/links?status=archived`);
  await page.getByRole("checkbox", { name: new RegExp(alias) }).check();
  await page.getByRole("button", { name: "Unarchive" }).click();
  await page.getByText("1 link unarchived").waitFor();

  await page.goto(`${server.url}/dashboard/links`);
  await choose(page, alias, "Duplicate");
  await page.waitForURL(/\/dashboard\/links\/\d+\/edit$/);
  expect(Number(/(\d+)\/edit$/.exec(page.url())?.[1])).toBeGreaterThan(id);
  await page.getByText("Link duplicated").waitFor();
  expect(await page.getByLabel("Title").first().inputValue()).toBe("Winter");
});

test("a deleted link is restored, and deleted permanently", async ({ page }) => {
  const owner = await linkOwner(server);
  const alias = `gone-${Date.now()}`;
  const { id } = await owner.create({ custom: alias });
  await logIn(page, server, owner.user, "/dashboard/links");
  await choose(page, alias, "Delete");
  await page.getByText("You can restore it, with its statistics, for 30 days.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No links yet").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText(new RegExp(`/${alias} redirects again\\.$`)).waitFor();
  await page
    .getByRole("link", { name: new RegExp(alias) })
    .first()
    .click();
  await page.waitForURL(`${server.url}/dashboard/links/${id}`);
  await chooseMore(page, "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(`${server.url}/dashboard/links`);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await page
    .getByRole("link", { name: new RegExp(alias) })
    .first()
    .waitFor();
  expect((await owner.show(id)).details.alias).toBe(alias);
  await owner.remove(id);
  await page.reload();
  await chooseMore(page, "Deleted");
  await page.locator("tbody tr").first().waitFor();
  expect(await flaws(page), "the deleted links").toEqual([]);
  await keepPicture(page, "deleted links");

  await owner.create({ custom: alias });
  await choose(page, alias, "Restore");
  await page.getByText(/\/[\da-z]{7} redirects again\.$/).waitFor();
  await page.getByText("Another link has its alias now, so it got a new one.").waitFor();
  await page.getByText("No deleted links").waitFor();
  expect(await flaws(page), "the empty trash").toEqual([]);
  expect((await owner.show(id)).details.alias).not.toBe(alias);

  await owner.remove(id);
  await page.goto(`${server.url}/dashboard/links/deleted`);
  await page.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByText("This cannot be undone.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete permanently" }).click();
  await page.getByText("No deleted links").waitFor();
  expect((await owner.client.post(`/api/url/${id}/restore`)).status).toBe(404);
});
