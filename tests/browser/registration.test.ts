import { afterAll, beforeAll, expect } from "vitest";
import { test } from "../support/chromium";
import { logIn, logInByForm } from "../support/log-in";
import { flaws, keepPictures } from "../support/look";
import { startServer, type TestServer } from "../support/server";
import { newUser } from "../support/users";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { REGISTRATION: "invite" } });
});
afterAll(() => server?.stop());

const at = (path: string) => server.url + path;
const password = "quiet river stone";

test("requires an invitation: an administrator's link creates one account, for one address", async ({
  page,
  browser,
}) => {
  await page.goto(at("/"));
  expect(await page.locator("a[href='/register']").count()).toBe(0);
  await page.goto(at("/login"));
  expect(await page.locator("a[href^='/register']").count()).toBe(0);
  await page.goto(at("/register"));
  await page.getByText("You need an invitation to create an account.").waitFor();
  expect(await page.locator("form [name=email]").count()).toBe(0);
  expect(await flaws(page), "no new accounts").toEqual([]);

  const admin = await newUser(server, { admin: true });
  await logIn(page, server, admin, "/dashboard/admin/users");
  await page.getByRole("link", { name: "Invite" }).click();
  await page.waitForURL(at("/dashboard/admin/users/invite"));
  await page.getByText("No open invitations").waitFor();
  await page.fill("[name=email]", "no address");
  await page.getByRole("button", { name: "Create invitation link" }).click();
  await page.getByText("Enter a valid e-mail address").waitFor();
  const email = `invited-${process.pid}@example.com`;
  const link = page.getByRole("textbox", { name: "Invitation link" });
  await page.fill("[name=email]", email);
  await page.getByRole("button", { name: "Create invitation link" }).click();
  await link.waitFor();
  const url = await link.inputValue();
  await page.getByText("No e-mail was sent, so send the link to the person yourself.").waitFor();
  await page.getByText(email, { exact: true }).waitFor();
  expect(await flaws(page), "an invitation").toEqual([]);
  await keepPictures(page, "invite");

  const other = await (await browser.newContext()).newPage();
  await other.goto(url);
  await other.getByText(`You are invited as ${email}.`).waitFor();
  await other.getByText(`${admin.username} invites you to create an account on this service.`).waitFor();
  expect(await flaws(other), "an invited newcomer").toEqual([]);
  await other.fill("[name=username]", `invited-${process.pid}`);
  await other.fill("[name=password]", password);
  await other.click("button[type=submit]");
  await other.waitForURL(at("/dashboard"));
  await other.goto(url);
  await other.waitForURL(at("/dashboard"));
  await other.context().clearCookies();
  await other.goto(url);
  await other.getByText("This invitation has expired, was already used or was withdrawn.").waitFor();
  await other.context().close();

  await page.reload();
  await page.fill("[name=email]", email);
  await page.getByRole("button", { name: "Create invitation link" }).click();
  await page.getByText("An account with that e-mail address already exists.").waitFor();
  await page.fill("[name=email]", `x${email}`);
  await page.getByRole("button", { name: "Create invitation link" }).click();
  await page.goto(await link.inputValue());
  await page.getByText(`You are already logged in as ${admin.username}.`).waitFor();
  await page.getByText(`You are invited as x${email}.`).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: `Withdraw the invitation for x${email}` }).click();
  await page.getByText("No open invitations").waitFor();
});

test("failed guesses of a password do not lock out a browser that has logged in before", async ({ page, browser }) => {
  const user = await newUser(server);
  await logInByForm(page, server, user, "/dashboard/settings");
  const [device] = (await page.context().cookies()).filter(({ name }) => name.endsWith("-device"));
  expect(device).toMatchObject({
    httpOnly: true,
    sameSite: "Lax",
    value: expect.stringMatching(/^[\w-]{22}\.[\w-]{43}$/),
  });
  expect(device?.expires).toBeGreaterThan(Date.now() / 1000 + 300 * 24 * 60 * 60);
  await page.click("[aria-label^='Account of']");
  await page.click("text=Log out");
  await page.waitForURL(at("/"));

  const other = await (await browser.newContext()).newPage();
  const guess = async (password: string, answer: string) => {
    await other.goto(at("/login"));
    await other.fill("[name=email]", user.email);
    await other.fill("[name=password]", password);
    await other.click("button[type=submit]");
    await other.getByText(answer).waitFor();
  };
  for (let n = 0; n < 5; n++) await guess("wrong", "The e-mail address or the password is wrong");
  await guess(user.password, "Too many failed log-ins. Try again in 15 minutes.");
  await other.context().close();
  await logInByForm(page, server, user, "/dashboard/settings");
});
