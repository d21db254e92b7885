import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture } from "../support/look";
import { limitTo } from "../support/owned";

const server = inject("server");

test("a UTM template: made, changed, used for a link, deleted", async ({ page }) => {
  const owner = await linkOwner(server);
  await limitTo(server, owner.user.id, { bundle: { enabled: true }, parameters: { enabled: true } });
  const { id: campaign } = await owner.made("/api/campaign/add", { name: "Spring sale" });
  await owner.made("/api/channel/add", { name: "Letterbox" });
  await logIn(page, server, owner.user, "/dashboard/utm-templates");
  await page.getByText("No UTM templates yet").waitFor();
  await page.getByRole("link", { name: "New UTM template" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Newsletter");
  await page.getByRole("button", { name: "Create template" }).click();
  await page.getByText("Fill in at least one parameter.").waitFor();
  await page.getByLabel("Source").fill("{place}");
  await page.getByRole("button", { name: "Create template" }).click();
  await page.getByText("{place} is not known here. There are {campaign} and {channel}.").waitFor();
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
  await page.getByText("This link has no channel: the parameters that name it were left out.").waitFor();
  expect(await page.getByLabel("Source").inputValue()).toBe("newsletter");
  expect(await page.getByLabel("Campaign", { exact: true }).last().inputValue()).toBe("Spring sale");
  expect(await page.getByLabel("Medium").inputValue()).toBe("");
  expect(await flaws(page), "the link's editor").toEqual([]);

  // What was filled in follows the link; what was edited since stays.
  const [medium, utmCampaign] = [page.getByLabel("Medium"), page.getByLabel("Campaign", { exact: true }).last()];
  await page.getByLabel("Channel", { exact: true }).selectOption("Letterbox");
  await expect.poll(() => medium.inputValue()).toBe("Letterbox");
  await page.getByText("This link has no channel").waitFor({ state: "detached" });
  await page.getByLabel("Campaign", { exact: true }).first().selectOption("");
  await page.getByText("This link has no campaign").waitFor();
  await expect.poll(() => utmCampaign.inputValue()).toBe("");
  await medium.fill("mail");
  await page.getByLabel("Channel", { exact: true }).selectOption("");
  await page.getByLabel("Campaign", { exact: true }).first().selectOption("Spring sale");
  await expect.poll(() => utmCampaign.inputValue()).toBe("Spring sale");
  expect(await medium.inputValue()).toBe("mail");
  await keepPicture(page, "utm template of a link");
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
