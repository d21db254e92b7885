import type { Page } from "playwright";
import { expect, inject } from "vitest";
import { codeAt, stepAt } from "@/lib/auth/two-factor";
import { axe, test } from "../support/chromium";
import { logIn } from "../support/log-in";
import { flaws } from "../support/look";
import { newUser } from "../support/users";

const server = inject("server");

const give = async (page: Page, code: string) => {
  await page.fill("[name=code]", code);
  await page.keyboard.press("Enter");
};

test("two-factor authentication is turned on, required, protected from reuse, renewed and turned off", async ({
  page,
}) => {
  const user = await newUser(server);
  const credentials = async () => {
    await page.context().clearCookies();
    await page.goto(`${server.url}/login?next=/dashboard/settings/two-factor`);
    await page.fill("[name=email]", user.email);
    await page.fill("[name=password]", user.password);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/login/code?*");
  };
  const refused = page.getByText("That code is wrong, has expired or was already used.");
  const proof = page.locator("section[aria-label='Recovery codes']");

  await logIn(page, server, user, "/dashboard/settings/security");
  await page.click("text=Set up");
  await page.getByRole("button", { name: "Set up" }).click();
  const key = ((await page.textContent("code")) ?? "").replaceAll(" ", "");
  expect(await flaws(page)).toEqual([]);
  // A step's code works once, so the second use takes the next step's, which is accepted a little early.
  const step = stepAt(Date.now());
  await give(page, "12345");
  await refused.waitFor();
  await give(page, codeAt(key, step));
  await page.getByText("Here are your recovery codes.").waitFor();
  const codes = await page.locator("ol li").allTextContents();
  expect(codes).toHaveLength(10);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Download")]);
  expect(download.suggestedFilename()).toBe("signpost-recovery-codes.txt");
  await page.click("text=I've saved my codes");
  await page.getByText("On. You need a code to log in.").waitFor();
  expect(await axe(page), "switched on").toEqual([]);

  await credentials();
  expect(await axe(page)).toEqual([]);
  await give(page, codeAt(key, step));
  await refused.waitFor();
  await give(page, codeAt(key, step + 1));
  await page.getByText("10 of 10 codes are left.").waitFor();

  await credentials();
  await give(page, codeAt(key, step + 1));
  await refused.waitFor();
  await give(page, (codes[0] ?? "").toUpperCase());
  await page.getByText("9 of 10 codes are left.").waitFor();
  await credentials();
  await give(page, codes[0] ?? "");
  await refused.waitFor();
  await give(page, codes[1] ?? "");
  await page.getByText("8 of 10 codes are left.").waitFor();

  await proof.locator("[name=currentPassword]").fill("wrong");
  await proof.locator("[name=code]").fill(codes[2] ?? "");
  await proof.locator("button[type=submit]").click();
  await page.getByText("That is not your current password.").waitFor();
  await proof.locator("[name=currentPassword]").fill(user.password);
  await proof.locator("button[type=submit]").click();
  await page.getByText("Here are your recovery codes.").waitFor();
  const [renewed = ""] = await page.locator("ol li").allTextContents();

  const off = page.locator("section[aria-label='Turn off two-factor authentication']");
  await off.locator("[name=currentPassword]").fill(user.password);
  await off.locator("[name=code]").fill(codes[3] ?? "");
  await off.locator("button[type=submit]").click();
  await refused.waitFor();
  await off.locator("[name=currentPassword]").fill(user.password);
  await off.locator("[name=code]").fill(renewed);
  await off.locator("button[type=submit]").click();
  await page.getByText("Off. Turn it on").waitFor();
  await page.context().clearCookies();
  await logIn(page, server, user, "/dashboard/settings");
});
