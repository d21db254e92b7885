import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture } from "../support/look";
import { limitTo } from "../support/owned";

const server = inject("server");

test("a UTM template is created, changed, used for a link and deleted", async ({ page }) => {
  const owner = await linkOwner(server);
  await limitTo(server, owner.user.id, { bundle: { enabled: true }, parameters: { enabled: true } });
  const { id: campaign } = await owner.made("/api/campaign/add", { name: "Spring sale" });
  await owner.made("/api/channel/add", { name: "Shop window" });
  await logIn(page, server, owner.user, "/dashboard/utm-templates");
  await page.getByText("No UTM templates yet").waitFor();
  await page.getByRole("link", { name: "New UTM template" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Newsletter");
  await page.getByRole("button", { name: "Create template" }).click();
  await page.getByText("Fill in at least one parameter.").waitFor();
  await page.getByLabel("Source").fill("{place}");
  await page.getByRole("button", { name: "Create template" }).click();
  await page.getByText("{place} is not available here. Use {campaign} or {channel}.").waitFor();
  expect(await flaws(page), "the editor").toEqual([]);
  await keepPicture(page, "utm template editor");
  await page.getByLabel("Source").fill("newsletter");
  await page.getByLabel("Medium").fill("{channel}");
  await page.getByLabel("Campaign").fill("{campaign}");
  await page.getByRole("button", { name: "Create template" }).click();
  await page.getByText("Source: newsletter · Medium: {channel} · Campaign: {campaign}").waitFor();
  expect(await flaws(page), "the list").toEqual([]);
  await keepPicture(page, "utm templates");

  await page.getByRole("link", { name: "Newsletter" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Letters");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("link", { name: "Letters" }).waitFor();

  const { id } = await owner.create({ campaign });
  await page.goto(`${server.url}/dashboard/links/${id}/edit?tab=tracking`);
  await page.getByLabel("UTM template").selectOption("Letters");
  await page.getByText("This link has no channel, so the parameters that use it were left out.").waitFor();
  expect(await page.getByLabel("Source").inputValue()).toBe("newsletter");
  expect(await page.getByLabel("Campaign", { exact: true }).last().inputValue()).toBe("Spring sale");
  expect(await page.getByLabel("Medium").inputValue()).toBe("");
  expect(await flaws(page), "the link's editor").toEqual([]);
  await keepPicture(page, "utm template of a link");

  // A value from a placeholder follows the link's campaign and channel; a typed value does not.
  const utm = page.getByRole("group", { name: "UTM parameters" });
  const value = (name: string) => utm.getByLabel(name, { exact: true }).inputValue();
  const link = page.locator("[data-section=destination]");
  await link.getByLabel("Channel", { exact: true }).selectOption("Shop window");
  await expect.poll(() => value("Medium")).toBe("Shop window");
  expect(await value("Campaign")).toBe("Spring sale");
  await page.getByText("This link has no channel").waitFor({ state: "detached" });
  await utm.getByLabel("Medium").fill("poster");
  await link.getByLabel("Channel", { exact: true }).selectOption("None");
  await link.getByLabel("Campaign", { exact: true }).selectOption("New campaign …");
  await link.getByLabel("Name of the new campaign").fill("Autumn sale");
  await link.getByLabel("Name of the new campaign").press("Enter");
  await expect.poll(() => value("Campaign")).toBe("Autumn sale");
  expect(await value("Medium")).toBe("poster");
  expect(await value("Source")).toBe("newsletter");
  await link.getByLabel("Campaign", { exact: true }).selectOption("None");
  await expect.poll(() => value("Campaign")).toBe("");
  await utm.getByLabel("Medium").fill("");
  await link.getByLabel("Campaign", { exact: true }).selectOption("Spring sale");
  await link.getByLabel("Channel", { exact: true }).selectOption("Shop window");
  await expect.poll(() => value("Campaign")).toBe("Spring sale");
  expect(await value("Medium")).toBe("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL((location) => location.pathname === `/dashboard/links/${id}`);
  const { parameters } = (await owner.show(id)).details;
  expect(parameters).toEqual(
    expect.arrayContaining([
      { name: "utm_source", value: "newsletter" },
      { name: "utm_campaign", value: "Spring sale" },
    ]),
  );

  await page.goto(`${server.url}/dashboard/utm-templates`);
  await page.getByRole("button", { name: "More for Letters" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No UTM templates yet").waitFor();
});
