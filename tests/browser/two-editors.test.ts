import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws } from "../support/look";
import { ok } from "../support/owned";

test("saving over someone else's change shows what changed and asks, field by field", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const { id } = await owner.create({ url: "https://example.com/first", description: "First" });
  const change = (body: object) => ok(owner.client.put(`/api/url/${id}/update`, body));
  await logIn(page, server, owner.user, `/dashboard/links/${id}/edit`);
  await page.getByRole("textbox", { name: "Destination" }).fill("https://example.com/mine");
  await page.locator("form [name=description]").fill("Mine");
  await change({ url: "https://example.com/theirs", description: "Theirs", title: "Their title" });
  const save = page.locator("form button[type=submit]");
  await save.click();
  const dialog = page.getByRole("dialog", { name: "Changed by someone else" });
  await dialog.waitFor();
  expect(await flaws(page), "the dialog").toEqual([]);
  expect((await owner.show(id)).details).toMatchObject({ description: "Theirs" });

  // Canceling loses nothing that was typed.
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await page.locator("form [name=description]").inputValue()).toBe("Mine");
  await save.click();
  await dialog.getByRole("radio", { name: "Their version: Theirs" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.waitForURL((url) => url.pathname === `/dashboard/links/${id}`);
  expect((await owner.show(id)).details).toMatchObject({
    longurl: "https://example.com/mine",
    description: "Theirs",
    title: "Their title",
  });
});

test.for([
  ["bio", "/api/bio/add", { name: "Ada", slug: `two-editors-${Date.now()}` }],
  ["campaigns", "/api/campaign/add", { name: "Ada" }],
  ["overlays", "/api/overlay/add", { name: "Ada", type: "message", content: { text: "Hello" } }],
  ["splash", "/api/splash/add", { name: "Ada", content: { title: "Hello" } }],
  ["tags", "/api/tag/add", { name: "Ada" }],
] as const)("the editor of %s asks too", async ([kind, add, body], { page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const made = await ok(owner.client.post<{ id: number }>(add, body));
  await logIn(page, server, owner.user, `/dashboard/${kind}/${made.id}/edit`);
  const name = page.locator("form [name=name]");
  await name.fill("Mine");
  const path = add.replace(/\/add$/, "");
  const sent = kind === "campaigns" ? { name: "Theirs" } : { ...body, name: "Theirs" };
  await ok(owner.client.put(`${path}/${made.id}/update`, sent));
  await page.locator("form button[type=submit]").click();
  const dialog = page.getByRole("dialog", { name: "Changed by someone else" });
  await dialog.getByRole("radio", { name: "Your version: Mine" }).waitFor();
  await dialog.getByRole("radio", { name: "Their version: Theirs" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/edit"));
});
