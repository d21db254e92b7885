import type { Page } from "playwright";
import { expect, inject } from "vitest";
import { testWithSandbox } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, preview } from "../support/look";
import { newUser } from "../support/users";
import { visit } from "../support/visit";

const save = (page: Page) => page.click("form button[type=submit]");

testWithSandbox("a splash page: made before one's eyes, listed, changed, deleted", async ({ page, browser }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  await logIn(page, server, owner.user, "/dashboard/splash");
  await page.getByText("No splash pages yet").waitFor();

  await page.getByRole("link", { name: "New splash page" }).click();
  await page.getByLabel("Name").fill(`Greeting${"!".repeat(90)}`);
  await page.getByLabel("Heading").fill("Before you go");
  await page.getByLabel("Text", { exact: true }).fill("Our shop moves in <May>.");
  await preview(page).getByRole("heading", { name: "Before you go" }).waitFor();
  await preview(page).getByText("Our shop moves in <May>.").waitFor();
  // An error appears next to its field, and the preview continues with the other fields.
  const countdown = page.getByRole("textbox", { name: "Countdown in seconds" });
  await countdown.fill("90");
  await save(page);
  await page.getByText("This must be at most 60.").waitFor();
  expect(await page.getByLabel("Text", { exact: true }).inputValue()).toBe("Our shop moves in <May>.");
  await preview(page).getByRole("heading", { name: "Before you go" }).waitFor();
  await countdown.fill("9");
  await preview(page).getByText("You will be redirected in 9 s.").waitFor();
  // Without a network the last preview stays, and it updates with the next change.
  await page.context().setOffline(true);
  const failed = page.waitForEvent("requestfailed");
  await page.getByLabel("Text", { exact: true }).fill("Typed in a tunnel.");
  await failed;
  await expect.poll(() => page.locator("iframe").count()).toBe(1);
  await preview(page).getByText("Our shop moves in <May>.").waitFor();
  await page.context().setOffline(false);
  // Right-to-left text starts on the right, and its full stop is on the left.
  await page.getByLabel("Text", { exact: true }).fill("مرحبا.");
  const endsLeft = ({ firstChild: text }: Element) => {
    const at = (index: number) => {
      const range = document.createRange();
      range.setStart(text as Node, index);
      range.setEnd(text as Node, index + 1);
      return range.getBoundingClientRect().left;
    };
    return at(5) < at(0);
  };
  expect(await preview(page).getByText("مرحبا.").evaluate(endsLeft)).toBe(true);
  expect(await flaws(page), "the editor").toEqual([]);
  await save(page);
  await page.getByRole("cell", { name: "Before you go" }).waitFor();
  expect(await flaws(page), "the list").toEqual([]);

  const { data } = (await owner.client.get("/api/splash")).body as { data: { splash: { id: number }[] } };
  const id = data.splash[0]?.id ?? 0;
  const { shorturl } = await owner.create({ type: `splash-${id}` });
  await page.getByRole("link", { name: "Greeting" }).click();
  // With a long name too, the editor is no wider than a phone.
  await page.getByRole("heading", { name: "Edit splash page" }).waitFor();
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel("Heading").fill("");
  await page.getByLabel("Text", { exact: true }).fill("");
  await countdown.fill("");
  await save(page);
  await page.getByText("This is required.").waitFor();
  // With Tab, no focused field is hidden behind the bar at the end of the form.
  await page.setViewportSize({ width: 390, height: 700 });
  await page.getByLabel("Name").focus();
  const roomBelow = `document.querySelector("form [role=alert]").getBoundingClientRect().top
    - document.activeElement.getBoundingClientRect().bottom`;
  for (let field = 0; field < 5; field++) {
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(roomBelow)).toBeGreaterThan(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel("Heading").fill("Welcome");
  await save(page);
  await page.getByRole("cell", { name: "Welcome" }).waitFor();
  const { body } = await visit(shorturl);
  expect(body).toContain("<h1>Welcome</h1>");
  expect(body).not.toContain("led on");

  // Other users get "not found", and previews need a log-in.
  const stranger = await browser.newPage();
  expect((await stranger.request.post(`${server.url}/dashboard/splash/preview`)).status()).toBe(401);
  await logIn(stranger, server, await newUser(server), `/dashboard/splash/${id}/edit`);
  await stranger.getByText("Splash page not found").waitFor();
  expect((await stranger.request.post(`${server.url}/dashboard/splash/preview`)).status()).toBe(400);
  await stranger.close();

  await page.reload();
  await page.getByRole("button", { name: "More for Greeting" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const question = page.getByRole("dialog");
  await question.getByText(shorturl.replace(/^https?:\/\//, "")).waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No splash pages yet").waitFor();
});
