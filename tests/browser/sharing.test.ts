import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPictures } from "../support/look";
import { sql } from "../support/sql";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

test("statistics are shared, seen by a stranger, protected, and no longer shared", async ({ page, browser }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const { id, shorturl } = await owner.create({ title: "Spring sale" });
  for (let count = 0; count < 12; count++) {
    const agent = count % 2 ? agents.iphone : agents.windows;
    await visit(shorturl, { headers: { "user-agent": agent, referer: "https://news.example/" } });
  }
  await eventually(async () => expect((await owner.show(id)).data.clicks).toBe(12));
  // As if the test had run for a month.
  await sql(
    server,
    `INSERT INTO click_rollups (subject, subject_id, robot, day, clicks, "unique", "values", counts)
     SELECT subject, subject_id, robot, day - n, clicks + n * 7 % 23, "unique", "values", counts
     FROM click_rollups, generate_series(1, 29) AS n WHERE subject = 'link' AND subject_id = $1 AND day > '2000-01-01'`,
    [id],
  );
  await logIn(page, server, owner.user, `/dashboard/links/${id}`);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share statistics" });
  await dialog.getByRole("button", { name: "Create shared page" }).click();
  const address = await dialog.getByLabel("Shared page", { exact: true }).inputValue();
  expect(address).toMatch(/\/share\/[\w-]{32}$/);
  await dialog.getByText("Shared page created").waitFor();
  expect(await flaws(page), "the dialog").toEqual([]);
  await keepPictures(page, "sharing dialog");

  const stranger = await browser.newPage();
  await stranger.goto(address);
  await stranger.getByRole("heading", { name: "Spring sale" }).waitFor();
  await stranger.getByRole("link", { name: "7 days" }).click();
  await stranger.waitForURL(/days=7$/);
  expect(await stranger.getByRole("link", { name: "7 days" }).getAttribute("aria-current")).toBe("true");
  await stranger.getByRole("link", { name: "30 days" }).click();
  await stranger.waitForURL(/days=30$/);
  expect(await flaws(stranger), "the public page").toEqual([]);
  await keepPictures(stranger, "sharing page");

  await dialog.getByLabel("Password", { exact: true }).fill("for the team");
  await dialog.getByRole("button", { name: "Save password" }).click();
  await dialog.getByText("Password saved").waitFor();
  await stranger.reload();
  await stranger.getByLabel("Password").fill("a guess");
  await stranger.getByRole("button", { name: "Continue" }).click();
  await stranger.getByText("Wrong password.").waitFor();
  expect(await flaws(stranger), "the password's page").toEqual([]);
  await keepPictures(stranger, "sharing password");
  await stranger.getByLabel("Password").fill("for the team");
  await stranger.getByRole("button", { name: "Continue" }).click();
  await stranger.getByRole("heading", { name: "Spring sale" }).waitFor();

  // A reload shows the state that was saved.
  await page.reload();
  await page.getByRole("button", { name: "Shared", exact: true }).click();
  expect(await dialog.getByLabel("Shared page", { exact: true }).inputValue()).toBe(address);
  await dialog.getByRole("button", { name: "Remove password" }).click();
  await dialog.getByText("Password removed").waitFor();
  await dialog.getByRole("button", { name: "Stop sharing" }).click();
  await dialog.getByText("Sharing stopped").waitFor();
  const answer = await stranger.reload();
  expect(answer?.status()).toBe(404);
  await stranger.getByRole("heading", { name: "These statistics are not shared" }).waitFor();
  await stranger.close();
});

test("a campaign's statistics are shared from its page, by members who may change it", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const { id } = await owner.made("/api/campaign/add", { name: "Autumn" });
  await logIn(page, server, owner.user, `/dashboard/campaigns/${id}`);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share statistics" });
  await dialog.getByLabel("Password", { exact: true }).fill("for the team");
  await dialog.getByRole("button", { name: "Create shared page" }).click();
  await dialog.getByText("Shared page created").waitFor();
  const address = await dialog.getByLabel("Shared page", { exact: true }).inputValue();
  expect((await visit(address)).body).toContain('type="password"');
});
