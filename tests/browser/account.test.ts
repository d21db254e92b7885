import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect, inject } from "vitest";
import { test } from "../support/chromium";
import { flaws } from "../support/look";
import { sql } from "../support/sql";
import { newUser, type TestUser } from "../support/users";
import { eventually } from "../support/wait";

const at = (path: string) => inject("server").url + path;

async function logIn(page: Page, email: string, password: string) {
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", password);
  await page.click("button[type=submit]");
}

/** Opens a section of the settings of a new user who is logged in. */
async function openSettings(page: Page, section = ""): Promise<TestUser> {
  const user = await newUser(inject("server"));
  await page.goto(at(`/login?next=/dashboard/settings${section}`));
  await logIn(page, user.email, user.password);
  await page.waitForURL((url) => url.pathname === `/dashboard/settings${section}`);
  return user;
}

/** Returns the link in the newest mail, which is in the outbox because the server has no SMTP_URL. */
async function mailedLink(email: string): Promise<string> {
  const outbox = join(inject("server").dataDir, "outbox");
  const newest = (await readdir(outbox)).toSorted().at(-1) ?? "";
  const mail = await readFile(join(outbox, newest), "utf8");
  const link = /^http\S+\/reset-password\/\S+$/m.exec(mail)?.[0];
  if (!link || !mail.includes(`To: ${email}`)) throw new Error("there is no mail yet");
  return link;
}

const keyField = "input[aria-label='API key']";

describe("the pages of accounts", () => {
  test("are accessible and fit, in every width and color scheme", async ({ page }) => {
    for (const path of ["/", "/login", "/register", "/forgot-password", "/reset-password/x"]) {
      await page.goto(at(path));
      expect(await flaws(page), path).toEqual([]);
    }
    const { id } = await openSettings(page);
    const widest = `${"W".repeat(22)}${id}`.padEnd(32, "0");
    await sql(inject("server"), "UPDATE users SET username = $2 WHERE id = $1", [id, widest]);
    await page.reload();
    expect(await flaws(page), "settings").toEqual([]);
    await page.click("[aria-label^='Account of']");
    await page.waitForSelector("text=Log out");
    expect(await flaws(page), "the user's menu").toEqual([]);
  });
});

describe("registering", () => {
  test("shows each error at its field and keeps what was typed, then opens the dashboard", async ({ page }) => {
    const { email } = await newUser(inject("server"));
    const username = `ada-${Date.now()}`;
    await page.goto(at("/register"));
    await page.fill("[name=email]", email.toUpperCase());
    await page.fill("[name=username]", username);
    await page.fill("[name=password]", "password1");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=That password is too common.");
    await page.fill("[name=password]", "quiet river stone");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=An account with that e-mail address already exists.");
    expect(await page.inputValue("[name=username]")).toBe(username);
    expect(await page.inputValue("[name=password]")).toBe("");
    expect(await page.evaluate("document.activeElement.name")).toBe("email");
    await page.fill("[name=email]", `${username}@example.com`);
    await page.fill("[name=password]", "quiet river stone");
    await page.keyboard.press("Enter");
    await page.waitForURL(at("/dashboard"));
  });
});

describe("a form", () => {
  test("keeps what was typed while the server cannot be reached, and is sent afterwards", async ({ page }) => {
    const user = await newUser(inject("server"));
    await page.goto(at("/register?next=/dashboard/settings"));
    await page.click("text=Log in");
    await page.waitForURL(at("/login?next=%2Fdashboard%2Fsettings"));
    await page.fill("[name=email]", user.email);
    await page.fill("[name=password]", user.password);
    await page.context().setOffline(true);
    await page.keyboard.press("Enter");
    await page.getByText("Can't reach the server. Nothing was lost").waitFor();
    await page.context().setOffline(false);
    await page.click("button[type=submit]");
    await page.waitForURL(at("/dashboard/settings"));
  });

  test("keeps what was typed if the session has ended meanwhile, and is sent after another log-in", async ({
    page,
  }) => {
    const user = await openSettings(page);
    const form = page.locator("section[aria-label=Profile]");
    await page.context().clearCookies();
    await form.locator("[name=email]").fill(`new-${user.email}`);
    await form.locator("[name=currentPassword]").fill(user.password);
    await form.locator("button[type=submit]").click();
    await page.getByText("You are logged out. Log in again in another tab").waitFor();
    const other = await page.context().newPage();
    await other.goto(at("/login?next=/dashboard/settings"));
    await logIn(other, user.email, user.password);
    await other.waitForURL(at("/dashboard/settings"));
    await form.locator("[name=currentPassword]").fill(user.password);
    await form.locator("button[type=submit]").click();
    await page.getByText("E-mail address changed").waitFor();
    expect(await form.locator("[name=email]").inputValue()).toBe(`new-${user.email}`);
  });
});

describe("logging in", () => {
  test("returns to the page that asked for it, and logs out again", async ({ page }) => {
    const user = await newUser(inject("server"));
    await page.goto(at("/dashboard/settings?from=here"));
    expect(page.url()).toBe(at("/login?next=%2Fdashboard%2Fsettings%3Ffrom%3Dhere"));
    await logIn(page, user.email, "wrong");
    await page.waitForSelector("text=The e-mail address or the password is wrong.");
    expect(await page.inputValue("[name=email]")).toBe(user.email);
    await logIn(page, user.email, user.password);
    await page.waitForURL(at("/dashboard/settings?from=here"));
    await page.click("[aria-label^='Account of']");
    await page.click("text=Log out");
    await page.waitForURL(at("/"));
    await page.goto(at("/dashboard"));
    expect(new URL(page.url()).pathname).toBe("/login");
  });

  test("never redirects to another site", async ({ page }) => {
    const user = await newUser(inject("server"));
    await page.goto(at(`/login?next=${encodeURIComponent("/\\evil.example")}`));
    await logIn(page, user.email, user.password);
    await page.waitForURL(at("/dashboard"));
  });

  test("needs no JavaScript", async ({ browser }) => {
    const user = await newUser(inject("server"));
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(at("/login?next=/dashboard/settings"));
    await logIn(page, user.email, "wrong");
    await page.waitForSelector("text=The e-mail address or the password is wrong");
    await logIn(page, user.email, user.password);
    await page.waitForURL(at("/dashboard/settings"));
    expect(await page.textContent("h1")).toBe("Settings");
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", secure: false });
    await context.close();
  });
});

describe("settings", () => {
  test("have an address for each section, in a list at the side", async ({ page }) => {
    await openSettings(page);
    const sections = page.getByRole("navigation", { name: "Settings" });
    const names = await sections.getByRole("link").allTextContents();
    expect(names.slice(0, 2)).toEqual(["Profile", "Security"]);
    expect(names).toContain("API keys");
    const seen = new Set<string>();
    for (const name of names) {
      await sections.getByRole("link", { name, exact: true }).click();
      await sections.locator("[aria-current=page]", { hasText: name }).waitFor();
      expect(await sections.locator("[aria-current]").count(), name).toBe(1);
      seen.add(new URL(page.url()).pathname);
      expect(await flaws(page), name).toEqual([]);
    }
    expect(seen.size).toBe(names.length);
    // The list is next to the page, and on a phone between its header and its content.
    const box = async (selector: string) => (await page.locator(selector).first().boundingBox()) ?? { x: 0, y: 0 };
    await page.setViewportSize({ width: 1440, height: 900 });
    expect((await box("h1")).x).toBeGreaterThan((await box("nav[aria-label=Settings] a")).x + 100);
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await box("main h2")).y).toBeGreaterThan((await box("nav[aria-label=Settings] a")).y);
  });

  test("name the permissions of an API key", async ({ page }) => {
    await openSettings(page, "/keys");
    const form = page.getByRole("region", { name: "New key" });
    const create = async (name: string, access: string | RegExp) => {
      await form.getByLabel("Name").fill(name);
      const option = await form.getByLabel("Access").getByRole("option").filter({ hasText: access }).textContent();
      await form.getByLabel("Access").selectOption({ label: option ?? "" });
    };
    await create("Reports", /^Analyst:/);
    await form.getByRole("button", { name: "Create key" }).click();
    await form.getByRole("button", { name: "Create another key" }).click();
    await create("Feed", "Selected permissions");
    await form.getByRole("combobox", { name: "Permissions" }).fill("links");
    await page.getByRole("option", { name: "Links: read", exact: true }).click();
    await page.keyboard.press("Escape");
    await form.getByRole("button", { name: "Create key" }).click();
    await form.getByRole("button", { name: "Create another key" }).waitFor();
    const keys = page.getByRole("region", { name: "Keys", exact: true });
    expect(await keys.getByRole("listitem").filter({ hasText: "Reports" }).textContent()).toContain("· Analyst");
    expect(await keys.getByRole("listitem").filter({ hasText: "Feed" }).textContent()).toContain("· Links: read");
    expect(await keys.textContent()).not.toMatch(/[a-z]:read/);
    expect(await flaws(page), "keys").toEqual([]);
  });

  test("show, copy and replace the API key", async ({ page }) => {
    const user = await openSettings(page, "/keys");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    expect(await page.content()).not.toContain(user.key);
    await page.click("button:has-text('Copy')");
    await page.waitForSelector("text=Key copied");
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(user.key);
    await page.click("button:has-text('Show')");
    await eventually(async () => expect(await page.inputValue(keyField)).toBe(user.key));
    await page.click("button:has-text('Replace')");
    await page.context().setOffline(true);
    await page.click("text=Replace key");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByText("Something went wrong. Please try again.").waitFor();
    await page.context().setOffline(false);
    await page.click("button:has-text('Replace')");
    await page.click("text=Replace key");
    await page.waitForSelector("text=This is your new key.");
    const answer = async (key: string) =>
      (await fetch(at("/api/account"), { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await answer(user.key)).toBe(401);
    expect(await answer(await page.inputValue(keyField))).toBe(200);
  });

  test("change the password, which ends the user's other sessions", async ({ page, browser }) => {
    const user = await openSettings(page, "/security");
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await other.goto(at("/login"));
    await logIn(other, user.email, user.password);
    await other.waitForURL(at("/dashboard"));
    const form = page.locator("section[aria-label=Password]");
    await form.locator("[name=currentPassword]").fill("wrong");
    await form.locator("[name=newPassword]").fill("another quiet stone");
    await page.click("text=Change password");
    await page.waitForSelector("text=That is not your current password.");
    await form.locator("[name=currentPassword]").fill(user.password);
    await form.locator("[name=newPassword]").fill("another quiet stone");
    await page.click("text=Change password");
    await page.waitForSelector("text=Password changed.");
    await other.goto(at("/dashboard/settings"));
    expect(new URL(other.url()).pathname).toBe("/login");
    await elsewhere.close();
  });
});

describe("a forgotten password", () => {
  test("is replaced through a mailed link, once", async ({ page }) => {
    const user = await newUser(inject("server"));
    await page.goto(at("/forgot-password"));
    await page.fill("[name=email]", user.email);
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=If an account with that address exists");
    const link = await eventually(() => mailedLink(user.email));
    await page.goto(link);
    await page.fill("[name=password]", "another quiet stone");
    await page.keyboard.press("Enter");
    await page.waitForURL(at("/dashboard"));
    await page.goto(link);
    expect(await page.textContent("h1")).toBe("This link no longer works");
  });
});
