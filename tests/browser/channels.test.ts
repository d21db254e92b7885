import type { Page } from "playwright";
import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws } from "../support/look";
import { chooseMore } from "../support/presses";
import { newUser } from "../support/users";
import { eventually } from "../support/wait";

const save = (page: Page) => page.click("form button[type=submit]");

test("a channel is created, filled, starred, changed and deleted", async ({ page, browser }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const alias = `letter-${Date.now()}`;
  // Its image is on another host, from which the pages load nothing.
  const link = await owner.create({ custom: alias, metaimage: "https://elsewhere.example/picture.png" });
  await owner.made("/api/qr/add", { type: "text", data: "hello", name: "Poster" });
  await logIn(page, server, owner.user, "/dashboard/channels");
  await page.getByText("No channels yet").waitFor();
  expect(await flaws(page), "the empty list").toEqual([]);

  await page.getByRole("link", { name: "New channel" }).click();
  await page.getByLabel("Note").fill("Sent on Mondays");
  await save(page);
  await page.getByText("This is required.").waitFor();
  await page.getByLabel("Name").fill("Newsletter");
  await page.getByLabel("Color").first().fill("purple");
  await save(page);
  await page.getByText("This must be a color like #5C7CFA.").waitFor();
  expect(await page.getByLabel("Note").inputValue()).toBe("Sent on Mondays");
  expect(await flaws(page), "a refused form").toEqual([]);
  await page.getByLabel("Color").first().fill("#FD7E14");
  await save(page);
  await page.getByText("This channel is empty").waitFor();
  const path = new URL(page.url()).pathname;

  for (const name of [alias, "Poster"]) {
    await page.getByRole("combobox").fill(name);
    await page.getByRole("option", { name }).click();
    await page.getByRole("button", { name: new RegExp(`^Remove .*${name} from the channel$`) }).waitFor();
  }
  const drawn = "[...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)";
  await eventually(async () => expect(await page.evaluate(drawn)).toBe(true));
  expect(await flaws(page), "the channel's page").toEqual([]);
  await page.getByRole("button", { name: "Remove Poster from the channel" }).click();
  await page.getByText("Poster removed from the channel").waitFor();
  await page.locator("tbody tr").nth(1).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator("tbody tr").nth(1).waitFor();

  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Note").fill("");
  await save(page);
  await page.getByText("2 items").waitFor();
  // The browser's back button shows what was saved, not the earlier state.
  await page.goBack();
  await page.getByRole("heading", { name: "Edit" }).waitFor();
  await expect.poll(() => page.getByLabel("Note").inputValue()).toBe("");

  // To the database these characters are wildcards.
  for (const wildcard of ["%25", "_", "%5C"]) {
    const found = await page.request.get(`${server.url}/dashboard/channels?q=${wildcard}`);
    expect(await found.text()).toContain("Nothing found");
  }
  await page.goto(`${server.url}/dashboard/channels`);
  const star = page.getByRole("button", { name: "Favorite: Newsletter" });
  await star.click();
  await page.locator("[aria-pressed=true][aria-label='Favorite: Newsletter']").waitFor();
  expect(await flaws(page), "the list").toEqual([]);
  await page.getByLabel("Channels to show").selectOption("Favorites");
  await page.waitForURL("**/channels?show=starred");
  await page.getByText("1 channel", { exact: true }).waitFor();
  await star.click();
  await page.getByText("Nothing found").waitFor();

  const stranger = await browser.newPage();
  await logIn(stranger, server, await newUser(server), path);
  await stranger.getByText("Channel not found").waitFor();
  await stranger.close();

  await page.goto(server.url + path);
  await chooseMore(page, "Delete");
  await page.getByText("The 2 items in it are not deleted.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No channels yet").waitFor();
  expect((await owner.show(link.id)).details.channel).toBeNull();
});
