import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn, logInByForm } from "../support/log-in";
import { flaws, keepPicture } from "../support/look";
import { chooseMore } from "../support/presses";
import { sql } from "../support/sql";

const server = inject("server");

test("a link's history shows each change and earlier versions, and restores one", async ({ page }) => {
  const owner = await linkOwner(server);
  const { id } = await owner.create({ url: "https://example.com/spring", title: "Spring", tags: ["Poster"] });
  await owner.client.put(`/api/url/${id}/update`, { url: "https://example.com/summer", tags: [], title: "Summer" });
  await logIn(page, server, owner.user, `/dashboard/links/${id}`);
  await chooseMore(page, "History");
  await page.getByText(`Changed by ${owner.user.username}`).waitFor();
  await page.getByText(`Created by ${owner.user.username}`).waitFor();
  expect(await flaws(page), "the history").toEqual([]);
  await keepPicture(page, "history");

  await page.getByRole("link", { name: "View" }).last().click();
  await page.getByText("After this change").waitFor();
  expect(await page.locator("mark").allTextContents()).toEqual(
    expect.arrayContaining(["https://example.com/spring", "https://example.com/summer", "Poster"]),
  );
  expect(await flaws(page), "an earlier state").toEqual([]);
  await keepPicture(page, "earlier state");
  await page.getByRole("button", { name: "Restore this version" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restore this version" }).click();
  await page.getByText("Version restored").waitFor();
  expect((await owner.show(id)).details).toMatchObject({ longurl: "https://example.com/spring", tags: ["Poster"] });
  const [entry] = await sql<{ operation: string; person: string }>(
    server,
    "SELECT operation, person FROM audit_entries WHERE user_id = $1 ORDER BY id DESC LIMIT 1",
    [owner.user.id],
  );
  expect(entry).toEqual({ operation: "revertLinkAction", person: owner.user.username });

  await page.getByLabel("Date and time").fill("2020-05-03T14:00");
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByText("The link did not exist at that time.").waitFor();
});

test("the audit log shows what was done and by whom, and the instance's own entries", async ({ page }) => {
  const owner = await linkOwner(server);
  const { id } = await owner.create({ title: "Spring", tags: ["Poster"], password: "a password" });
  await owner.client.put(`/api/url/${id}/update`, {
    password: "another one",
    rules: [{ when: { os: ["ios"] }, to: "https://example.com/ios" }],
  });
  await owner.client.delete(`/api/url/${id}/delete`);
  await logInByForm(page, server, owner.user, "/dashboard/audit");
  await page.getByText(/^Created: Link/).waitFor();
  await page.getByText("Logged in", { exact: true }).first().waitFor();
  expect(await flaws(page), "the log").toEqual([]);
  await keepPicture(page, "audit log");
  await page.getByLabel("What", { exact: true }).selectOption("link");
  await page.getByText("Logged in", { exact: true }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: /^Changed: Link/ }).click();
  await page.getByText("Password or key").waitFor();
  await page.getByText("PUT /api/url/{id}/update").waitFor();
  const rules = page.getByRole("row", { name: /^Rules/ });
  expect(await rules.textContent()).toContain("Operating systemiOS");
  expect(await rules.textContent()).toContain("Tohttps://example.com/ios");
  expect(await flaws(page), "an entry").toEqual([]);
  await keepPicture(page, "audit entry");
  expect((await page.request.get(`${server.url}/dashboard/audit/1`)).status()).toBe(404);

  await sql(server, "UPDATE users SET admin = true WHERE id = $1", [owner.user.id]);
  await page.goto(`${server.url}/dashboard/audit?whose=instance&subject=user`);
  await page.getByText(new RegExp(`^Created: User ${owner.user.username}$`)).waitFor();
  expect(await flaws(page), "the instance's entries").toEqual([]);
});

test("the log speaks in words, leads to the thing, and undoes a change of many links", async ({ page }) => {
  const owner = await linkOwner(server);
  const made = [
    await owner.create({ custom: `many-${Date.now()}-a` }),
    await owner.create({ custom: `many-${Date.now()}-b` }),
  ];
  const { id: campaign } = await owner.made("/api/campaign/add", { name: "Employer branding" });
  const ids = made.map(({ id }) => id);
  await owner.client.post("/api/urls/change", { ids, campaign });
  // Undoing is possible for 30 days.
  const older = "UPDATE link_change_sets SET created_at = now() - interval '29 days' WHERE user_id = $1";
  await sql(server, older, [owner.user.id]);
  await logIn(page, server, owner.user, "/dashboard/audit");
  const row = page.getByRole("row", { name: /^Bulk change: Link/ });
  await row.getByText("Campaign: None → Employer branding").waitFor();
  expect(await flaws(page), "the log in words").toEqual([]);
  await keepPicture(page, "audit in words");
  await row.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Change undone").waitFor();
  await page.getByText(/^Undid a bulk change: Link/).waitFor();
  expect(await page.getByRole("button", { name: "Undo", exact: true }).count()).toBe(0);
  for (const id of ids) expect((await owner.show(id)).details).toMatchObject({ campaign: null });
  await page.getByRole("link", { name: /^Bulk change: Link/ }).click();
  await page
    .getByRole("link", { name: /^Open Link many-/ })
    .first()
    .click();
  await page.waitForURL((url) => ids.some((id) => url.pathname === `/dashboard/links/${id}`));
});
