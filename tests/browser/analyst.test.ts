import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { flaws, keepPictures } from "../support/look";
import { signIn } from "../support/session";
import { sql } from "../support/sql";
import { newMember } from "../support/team";
import { newThings } from "../support/things";

test("an analyst sees everything, but no controls that change something", async ({ page, errors }) => {
  const server = inject("server");
  const things = await newThings(server, "Spring");
  const analyst = await newMember(server, things.user.id, "analyst");
  await signIn(page.context(), server, analyst);
  await sql(server, "UPDATE sessions SET account_id = $1 WHERE user_id = $2", [things.user.id, analyst]);
  const go = async (path: string) => (await page.goto(`${server.url}${path}`))?.status();
  const changing = page.getByRole("main").locator('a[href$="/new"], button[type=submit], input[type=file]');
  const pictured = async (of: string) => {
    await keepPictures(page, `analyst ${of}`);
  };

  const sections = ["links", "qr-codes", "campaigns", "channels", "tags", "bio", "splash", "overlays", "pixels"];
  for (const section of [...sections, "domains", "sms", "import"]) {
    expect([section, await go(`/dashboard/${section}`)]).toEqual([section, 200]);
    await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
    expect([section, await changing.count()]).toEqual([section, 0]);
    if (section === "import") continue;
    expect([section, await go(`/dashboard/${section}/new`)]).toEqual([section, 403]);
    await page.getByText("Your role in this account doesn't allow this.").waitFor();
  }
  expect(await flaws(page), "a page that is not for them").toEqual([]);
  await pictured("forbidden");

  await go("/dashboard/links");
  await page
    .getByRole("button", { name: /^More for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Statistics" }).waitFor();
  // Each has its key at the end.
  const items = await page.getByRole("menuitem").allInnerTexts();
  expect(items.map((text) => text.split("\n")[0])).toEqual(["View", "Statistics", "QR code", "Open"]);
  // An open menu covers what is below it.
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  expect(await flaws(page), "the links").toEqual([]);
  await pictured("links");

  for (const path of [`links/${things.link}`, `channels/${things.channel}`, `campaigns/${things.campaign}`]) {
    expect([path, await go(`/dashboard/${path}`)]).toEqual([path, 200]);
    expect([path, await page.getByRole("button", { name: /Delete|Take/ }).count()]).toEqual([path, 0]);
    await go(`/dashboard/${path}/edit`);
    await page.getByText("Your role lets you view this, but not change it.").waitFor();
    expect([path, await changing.count()]).toEqual([path, 0]);
    expect(await page.getByRole("main").locator("input:enabled:not([type=search])").count()).toBe(0);
  }
  await go(`/dashboard/links/${things.link}/edit`);
  await page.getByText("Your role lets you view this, but not change it.").waitFor();
  expect(await flaws(page), "an editor").toEqual([]);
  await pictured("editor");
  expect(await go(`/dashboard/qr-codes/${things.qr}/edit`)).toBe(200);
  await page.getByText("Your role lets you view this, but not change it.").waitFor();
  // Chromium reports refused pages as errors.
  expect(errors.filter((error) => !/403 \(Forbidden\) \S+\/new$/.test(error))).toEqual([]);
  errors.splice(0);

  await go("/dashboard/settings");
  await page.getByRole("button", { name: "Leave account" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/dashboard/links");
  expect(await go(`/dashboard/links/${things.link}`)).toBe(404);
  expect(errors.filter((error) => !/404 \(Not Found\)/.test(error))).toEqual([]);
  errors.splice(0);
});
