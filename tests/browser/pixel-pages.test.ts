import type { Page } from "playwright";
import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws } from "../support/look";
import { newUser } from "../support/users";

const save = (page: Page) => page.click("form button[type=submit]");

test("a pixel is added, warned about, listed, changed and deleted", async ({ page, browser }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  await logIn(page, server, owner.user, "/dashboard/pixels");
  await page.getByText("No pixels yet").waitFor();
  expect(await flaws(page), "the empty list").toEqual([]);

  await page.getByRole("link", { name: "Add a pixel" }).click();
  await save(page);
  await page.getByText("This is required.").first().waitFor();
  await page.getByLabel("Vendor").selectOption("Meta");
  await page.getByLabel("Name").fill("Autumn ads");
  // A value that cannot be a tag is refused; an unlikely one is still saved.
  await page.getByLabel("Tag").fill("<script>");
  await save(page);
  await page.getByText("Use only letters, digits and _ . / : - in a tag.").waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Autumn ads");
  await page.getByLabel("Tag").fill("GTM-ABC1234");
  await page.getByText("This doesn't look like an ID from Meta.").waitFor();
  expect(await flaws(page), "the form with its warning").toEqual([]);
  await save(page);
  await page.getByRole("cell", { name: "GTM-ABC1234" }).waitFor();
  expect(await flaws(page), "the list").toEqual([]);

  await page.getByRole("link", { name: "Autumn ads" }).click();
  await page.getByLabel("Tag").fill("123456789012345");
  await page.getByText("This doesn't look like").waitFor({ state: "hidden" });
  expect(await page.getByLabel("Vendor").isDisabled()).toBe(true);
  await save(page);
  await page.getByRole("cell", { name: "123456789012345" }).waitFor();

  const { data } = (await owner.client.get("/api/pixels")).body as { data: { pixels: { id: number }[] } };
  const id = data.pixels[0]?.id ?? 0;
  await owner.create({ pixels: [id] });
  const path = `/dashboard/pixels/${id}/edit`;
  const stranger = await browser.newPage();
  await logIn(stranger, server, await newUser(server), path);
  await stranger.getByText("Pixel not found").waitFor();
  await stranger.close();

  await page.reload();
  await page.getByRole("button", { name: "More for Autumn ads" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByText("on the link or bio page that uses it").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No pixels yet").waitFor();
});

test("a plan's limit of pixels is shown as a sentence", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  for (const name of ["one", "two", "three"]) {
    await owner.made("/api/pixel/add", { type: "gtmpixel", name, tag: "GTM-ABC1234" });
  }
  await logIn(page, server, owner.user, "/dashboard/pixels/new");
  await page.getByLabel("Vendor").selectOption("TikTok");
  await page.getByLabel("Name").fill("four");
  await page.getByLabel("Tag").fill("C4ABCDEFGHIJKLMNOPQR");
  await save(page);
  await page.getByText("Your plan, Free, allows 3 pixels. You have reached that limit.").waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("four");
});
