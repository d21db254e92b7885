import type { Page, Request } from "playwright";
import { describe, expect, inject } from "vitest";
import { test } from "../support/chromium";
import { flawsAround } from "../support/docs-page";
import { linkOwner } from "../support/links";
import { keepPictures } from "../support/look";

const shown = (page: Page) => page.getByRole("dialog");

/** Opens the console of an operation, with a new user's key in it. */
async function consoleOf(page: Page, resource: string, summary: string) {
  const owner = await linkOwner(inject("server"));
  await page.goto(`${inject("server").url}/docs/${resource}`);
  await page.getByRole("button", { name: `Try it: ${summary}`, exact: true }).click();
  await shown(page).getByLabel("Your API key").fill(owner.user.key);
  return owner;
}

describe("the console of the reference", () => {
  test("creates a link with the reader's own key, which is sent nowhere else", async ({ page }) => {
    const owner = await consoleOf(page, "links", "Shorten a URL");
    const sent: Request[] = [];
    page.on("request", (request) => sent.push(request));
    const alias = `docs-${owner.user.id}`;
    await shown(page).getByLabel("Body (JSON)").fill(`{"url": "https://example.com/it's", "custom": "${alias}"}`);
    const curl = await shown(page).getByRole("region", { name: "This request with curl" }).textContent();
    expect(curl).toContain(`-d '{"url": "https://example.com/it'\\''s", "custom": "${alias}"}'`);
    expect(curl).toContain(`curl ${inject("server").url}/api/url/add`);
    expect(curl).not.toContain(owner.user.key);
    await shown(page).getByRole("button", { name: "Send" }).click();
    await shown(page).getByText("Status 200").waitFor();
    expect(await shown(page).getByRole("region", { name: "Response" }).textContent()).toContain(`/${alias}"`);
    await shown(page).getByText("X-RateLimit-Remaining").waitFor();
    expect((await owner.list()).urls.map(({ alias }) => alias)).toEqual([alias]);

    expect(sent.map((request) => [request.method(), request.url()])).toEqual([
      ["POST", `${inject("server").url}/api/url/add`],
    ]);
    expect(await sent[0]?.allHeaders()).not.toHaveProperty("cookie");
    expect(await page.evaluate("JSON.stringify(localStorage) + document.cookie + location.href")).not.toContain(
      owner.user.key,
    );
    // The key is kept for the next operation, until the tab is closed.
    await page.reload();
    await page.getByRole("button", { name: "Try it: List your links", exact: true }).click();
    expect(await shown(page).getByLabel("Your API key").inputValue()).toBe(owner.user.key);
    await shown(page).getByRole("button", { name: "Send" }).click();
    await shown(page).getByText("Status 200").waitFor();
    expect(await flawsAround(page)).toEqual([]);
    await keepPictures(page, "console");
  });

  test("shows an error as the service sends it", async ({ page, errors }) => {
    await consoleOf(page, "links", "Show a link");
    await shown(page).getByRole("textbox", { name: "id" }).fill("");
    await shown(page).getByText("This is required.").waitFor();
    expect(await shown(page).getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
    await shown(page).getByRole("textbox", { name: "id" }).fill("999999999");
    await shown(page).getByRole("textbox", { name: "id" }).press("Enter");
    await shown(page).getByText("Status 404").waitFor();
    expect(await shown(page).getByRole("region", { name: "Response" }).textContent()).toContain('"code": "not_found"');
    expect(errors.splice(0)).toEqual([expect.stringContaining("404")]);
  });

  test("asks before it deletes", async ({ page }) => {
    const owner = await consoleOf(page, "links", "Delete a link");
    const { id } = await owner.create();
    await shown(page).getByRole("textbox", { name: "id" }).fill(String(id));
    await shown(page).getByRole("button", { name: "Send" }).click();
    await shown(page).getByText("Delete this?").waitFor();
    await shown(page).getByRole("button", { name: "Cancel" }).click();
    expect((await owner.list()).urls).toHaveLength(1);
    await shown(page).getByRole("button", { name: "Send" }).click();
    await shown(page).getByRole("button", { name: "Delete", exact: true }).click();
    await shown(page).getByText("Status 200").waitFor();
    expect((await owner.list()).urls).toEqual([]);
  });

  test("says so when the service does not respond", async ({ page, errors }) => {
    await consoleOf(page, "account", "Show your account");
    await page.route("**/api/account", (route) => route.abort());
    await shown(page).getByRole("button", { name: "Send" }).click();
    await shown(page).getByText("The service could not be reached.").waitFor();
    expect(errors.splice(0)).toEqual([expect.stringContaining("Failed")]);
  });
});
