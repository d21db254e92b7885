import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture } from "../support/look";
import { limitTo } from "../support/owned";
import { untilScripted } from "../support/scripted";

const server = inject("server");
const at = (path: string) => server.url + path;

test("limits are shown where they apply, and all of them in the settings", async ({ page }) => {
  const { user, made } = await linkOwner(server);
  await limitTo(server, user.id, { links: 25, pixels: { enabled: true, count: 3 } });
  await made("/api/pixel/add", { type: "gtmpixel", name: "Shop", tag: "GTM-ABC1234" });
  await logIn(page, server, user, "/dashboard/pixels");
  await page.getByText("1 of 3 pixels").waitFor();
  await page.goto(at("/dashboard/links"));
  await page.getByRole("main").getByText("0 of 25 links").waitFor();
  await page.goto(at("/dashboard/settings"));
  await page.getByRole("link", { name: "Usage and limits" }).click();
  await page.getByText("1 of 3", { exact: true }).waitFor();
  await keepPicture(page, "limits");
  expect(await flaws(page)).toEqual([]);
});

test("an account is exported, deleted, and kept after all", async ({ page }) => {
  const { user, create } = await linkOwner(server);
  await create();
  await logIn(page, server, user, "/dashboard/settings");
  await page.getByRole("link", { name: "Export or delete" }).click();
  const take = page.getByRole("link", { name: "Download all data" });
  const [download] = await Promise.all([page.waitForEvent("download"), take.click()]);
  expect(download.suggestedFilename()).toMatch(/^signpost-user[\da-f]+-\d{4}-\d\d-\d\d\.zip$/);
  expect(await download.failure()).toBeNull();
  await keepPicture(page, "leave");
  expect(await flaws(page)).toEqual([]);

  await untilScripted(page);
  const confirmation = page.getByLabel(`To confirm, type the name of your account: ${user.username}`);
  await confirmation.fill("another");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.getByText("This is not the name of your account.").waitFor();
  await confirmation.fill(user.username.toUpperCase());
  await page.getByRole("button", { name: "Delete my account" }).click();
  const banner = page.getByRole("complementary", { name: "This account is being deleted" });
  await banner.waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.goto(at("/dashboard/links"));
  await banner.getByRole("link", { name: "Keep the account" }).click();
  await keepPicture(page, "leaving");
  await page.getByRole("button", { name: "Keep my account" }).click();
  await page.getByRole("button", { name: "Delete my account" }).waitFor();
  await expect.poll(() => banner.count()).toBe(0);
});

test("links are transferred: selected, previewed, offered, accepted", async ({ page, browser }) => {
  const [ada, bob] = [await linkOwner(server), await linkOwner(server)];
  const link = await ada.create({ tags: ["Spring"] });
  await logIn(page, server, ada.user, "/dashboard/links");
  await untilScripted(page);
  await page.getByRole("checkbox").nth(1).check();
  await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Transfer" }).click();
  await page.getByText("Included in the transfer").waitFor();
  await keepPicture(page, "hand over");
  expect(await flaws(page)).toEqual([]);
  await page.fill("[name=email]", ada.user.email);
  await page.getByRole("button", { name: "Offer transfer" }).click();
  await page.getByText("This is your own e-mail address. Enter the address of the other account.").waitFor();
  await page.fill("[name=email]", bob.user.email);
  await page.getByRole("button", { name: "Offer transfer" }).click();
  await page.getByRole("button", { name: "Withdraw" }).waitFor();
  expect(await flaws(page)).toEqual([]);

  const theirs = await browser.newPage();
  await logIn(theirs, server, bob.user, "/dashboard/settings/handovers");
  await theirs.getByText(`from ${ada.user.username}`).waitFor();
  expect(await flaws(theirs)).toEqual([]);
  await theirs.getByRole("link", { name: "1 link" }).click();
  await keepPicture(theirs, "offered");
  await untilScripted(theirs);
  await theirs.getByRole("button", { name: "Accept" }).click();
  await theirs.getByRole("heading", { name: "Accepted" }).waitFor();
  expect((await bob.show(link.id)).details.tags).toEqual(["Spring"]);
  await theirs.close();
});
