import type { Page } from "playwright";
import { afterAll, describe, expect } from "vitest";
import { api } from "../support/api";
import { axe, test } from "../support/chromium";
import { startGitHub } from "../support/github";
import { logIn, logInByForm } from "../support/log-in";
import { flaws } from "../support/look";
import { logInThere, startOidc } from "../support/oidc";
import { freePort } from "../support/ports";
import { untilScripted } from "../support/scripted";
import { startServer } from "../support/server";
import { startSmtp } from "../support/smtp";
import { sql } from "../support/sql";
import { startTwilio } from "../support/twilio";
import { newUser } from "../support/users";
import { eventually } from "../support/wait";

const port = await freePort();
const callbackOf = (provider: string) => `http://localhost:${port}/login/with/${provider}/callback`;
const [smtp, oidc, github, twilio] = await Promise.all([
  startSmtp(),
  startOidc(callbackOf("oidc")),
  startGitHub(callbackOf("github")),
  startTwilio(),
]);
const server = await startServer({
  env: {
    PORT: `${port}`,
    SMTP_URL: smtp.url,
    OIDC_ISSUER: oidc.issuer,
    OIDC_CLIENT_ID: oidc.clientId,
    OIDC_CLIENT_SECRET: oidc.clientSecret,
    OIDC_NAME: "Example ID",
    OIDC_ROLES: JSON.stringify({ staff: "administrator" }),
    GITHUB_URL: github.url,
    GITHUB_CLIENT_ID: github.clientId,
    GITHUB_CLIENT_SECRET: github.clientSecret,
    TWILIO_API_URL: twilio.url,
  },
});
afterAll(async () => {
  await server.stop();
  await Promise.all([smtp.close(), oidc.close(), github.close(), twilio.close()]);
});

const password = "quiet river stone";
const at = (path: string) => server.url + path;
const atSettings = (page: Page, section = "") =>
  page.waitForURL((url) => url.pathname === `/dashboard/settings${section}`);

let count = 0;
const newName = () => `person${process.pid}x${++count}`;

/** The newest link to a page that was mailed to an address. */
const linkTo = (email: string, link = /^http\S+\/login\/confirm\/\S+$/m) =>
  eventually(() => {
    const mail = smtp.mails.findLast(({ to, text }) => to.includes(email) && link.test(text));
    if (!mail) throw new Error(`there is no mail to ${email}`);
    return link.exec(mail.text)?.[0] ?? "";
  });

/** Waits for a mail to an address that contains words, with lines joined. */
const mailTo = (email: string, words: string) =>
  eventually(() => {
    const says = (text: string) => text.replaceAll(/\s+/g, " ").includes(words);
    expect(smtp.mails.some(({ to, text }) => to.includes(email) && says(text))).toBe(true);
  });

/** A user who has confirmed their address. */
async function confirmedUser() {
  const user = await newUser(server);
  await sql(server, "UPDATE users SET email_verified_at = now() WHERE id = $1", [user.id]);
  return user;
}

describe("an e-mail address", () => {
  test("is confirmed before a new account can log in, and a later one before it counts", async ({ page, browser }) => {
    const name = newName();
    const email = `${name}@example.com`;
    await page.goto(at("/register?next=/dashboard/settings"));
    await page.fill("[name=email]", email);
    await page.fill("[name=username]", name);
    await page.fill("[name=password]", password);
    await page.click("button[type=submit]");
    await page.getByText(`Open the link in our e-mail to ${email}.`).waitFor();
    expect(await axe(page)).toEqual([]);
    const first = await linkTo(email);
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("Another link is on its way.").waitFor();

    const elsewhere = await (await browser.newContext()).newPage();
    await elsewhere.goto(at("/login?next=/dashboard/settings"));
    await elsewhere.fill("[name=email]", email);
    await elsewhere.fill("[name=password]", password);
    await elsewhere.click("button[type=submit]");
    await elsewhere.getByText(`Open the link in our e-mail to ${email}.`).waitFor();
    await elsewhere.getByRole("button", { name: "Send again" }).click();
    await elsewhere.getByText("Another link is on its way.").waitFor();
    await elsewhere.goto(at("/login"));
    await elsewhere.fill("[name=email]", email);
    await elsewhere.fill("[name=password]", "wrong");
    await elsewhere.click("button[type=submit]");
    await elsewhere.getByText("The e-mail address or the password is wrong").waitFor();
    await page.goto(first);
    await page.fill("[name=password]", "wrong");
    await page.click("button[type=submit]");
    await page.getByText("The e-mail address or the password is wrong").waitFor();
    expect(await axe(page)).toEqual([]);
    await page.fill("[name=password]", password);
    await page.click("button[type=submit]");
    await atSettings(page);
    await elsewhere.context().close();
    await page.goto(first);
    expect(await page.textContent("h1")).toBe("This link no longer works");

    await page.goto(at("/dashboard/settings"));
    const profile = page.locator("section[aria-label=Profile]");
    await profile.locator("[name=currentPassword]").fill(password);
    await profile.locator("button[type=submit]").click();
    await page.getByText("That is already your e-mail address.").waitFor();
    await profile.locator("[name=email]").fill(`new-${email}`);
    await profile.locator("[name=currentPassword]").fill(password);
    await profile.locator("button[type=submit]").click();
    await page.getByText(`A link to new-${email} is on its way.`).waitFor();
    await mailTo(email, `Someone requested to change the e-mail address of your account to new-${email}`);
    const second = await linkTo(`new-${email}`);
    const stranger = await browser.newContext();
    const other = await stranger.newPage();
    await other.goto(second);
    expect(new URL(other.url()).pathname).toBe("/login");
    await logIn(other, server, await confirmedUser(), new URL(second).pathname);
    await other.getByText("This link is for a different account").waitFor();
    await stranger.close();
    await page.goto(second);
    await page.getByRole("button", { name: "Use this address" }).click();
    await atSettings(page);
    expect(await profile.locator("[name=email]").inputValue()).toBe(`new-${email}`);
    await mailTo(email, `is now new-${email}`);
  });
});

test("registering does not reveal whether an account exists: not by text, redirects or cookies", async ({
  browser,
}) => {
  const { email: known } = await confirmedUser();
  // The same length: a longer address would make a longer cookie.
  const unknown = `x${known.slice(1)}`;
  const seen = [];
  for (const email of [known, unknown]) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(at("/register"));
    await page.fill("[name=email]", email);
    await page.fill("[name=username]", newName());
    await page.fill("[name=password]", password);
    await page.click("button[type=submit]");
    await page.getByText(`Open the link in our e-mail to ${email}.`).waitFor();
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("Another link is on its way.").waitFor();
    // Each registration has a cookie of its own, with a random ID.
    const id = new URL(page.url()).searchParams.get("of") ?? "";
    expect(id).toMatch(/^[\w-]{16}$/);
    const shown = (text: string) => text.replace(id, "ID");
    seen.push({
      url: shown(page.url()),
      words: (await page.evaluate<string>("document.querySelector('main').innerText")).replace(email, "-"),
      cookies: (await context.cookies()).map(({ name, value }) => [shown(name), value.length]),
    });
    await context.close();
  }
  expect(seen[0]).toEqual(seen[1]);
  await mailTo(known, "but you already have one.");
  await mailTo(unknown, "/login/confirm/");
});

test("mails are in the language of the request, and after a log-in in that of the pages", async ({ browser }) => {
  const user = await confirmedUser();
  const context = await browser.newContext({ locale: "de-DE" });
  const page = await context.newPage();
  await page.goto(at("/forgot-password"));
  await page.fill("[name=email]", user.email);
  await page.click("button[type=submit]");
  await mailTo(user.email, "jemand, vermutlich du, möchte das Passwort deines");
  await logInByForm(page, server, user, "/dashboard/settings");
  const move = (email: string) => api(server, user.key).put("/api/account/update", { email });
  await move(`de-${user.email}`);
  await mailTo(user.email, `Die E-Mail-Adresse deines Kontos ist jetzt de-${user.email}.`);
  await page.getByRole("button", { name: "English" }).first().click();
  await page.locator("html[lang=en]").waitFor();
  await move(user.email);
  await mailTo(`de-${user.email}`, `The e-mail address of your account is now ${user.email}.`);
  await context.close();
});

describe("an OpenID provider", () => {
  test("creates an account, which can get a password, and keeps its last way in", async ({ page }) => {
    const name = newName();
    oidc.people.set(name, { email: `${name}@example.com`, email_verified: true });
    await page.goto(at("/login?next=/dashboard/settings/security"));
    expect(await flaws(page), "the log-in").toEqual([]);
    await logInThere(page, name, () => page.getByRole("link", { name: "Continue with Example ID" }).click());
    await atSettings(page, "/security");
    await page.getByText(`Connected as ${name}@example.com`).waitFor();
    expect(await flaws(page), "the settings").toEqual([]);
    await page.getByRole("button", { name: "Disconnect Example ID" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect", exact: true }).click();
    await page.getByText("This is the only way to log in to your account. Please set a password first.").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Send me a link to set a password" }).click();
    await page.getByText(`A link to ${name}@example.com is on its way.`).waitFor();
    await page.goto(await linkTo(`${name}@example.com`, /^http\S+\/reset-password\/\S+$/m));
    await page.fill("[name=password]", password);
    await page.click("button[type=submit]");
    await page.waitForURL("**/dashboard");
    await page.goto(at("/dashboard/settings/security"));
    await page.getByRole("button", { name: "Disconnect Example ID" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect", exact: true }).click();
    await page.getByText("Not connected").first().waitFor();
    await mailTo(`${name}@example.com`, "can no longer log in");
  });

  test("identifies a person without a password before a permanent change", async ({ page }) => {
    const name = newName();
    oidc.people.set(name, { email: `${name}@example.com`, email_verified: true });
    const toSettings = () => page.goto(at("/login/with/oidc?next=/dashboard/settings/keys"));
    await logInThere(page, name, toSettings);
    await atSettings(page, "/keys");
    const stale = `UPDATE sessions SET confirmed_at = now() - interval '11 minutes'
      FROM users WHERE users.id = user_id AND users.email = $1`;
    await sql(server, stale, [`${name}@example.com`]);
    const key = page.getByRole("textbox", { name: "API key" });
    const show = () => page.getByRole("button", { name: "Show", exact: true }).click();
    const again = page.getByRole("dialog").getByRole("link", { name: "Log in with Example ID" });
    await show();
    await again.waitFor();
    expect(await axe(page)).toEqual([]);
    // Logging in there as another person does not help.
    const other = newName();
    oidc.people.set(other, { email: `${other}@example.com`, email_verified: true });
    await logInThere(page, other, () => again.click());
    await page.getByText("That Example ID account is already connected to another account here.").waitFor();
    await page.goto(at("/dashboard/settings/keys"));
    await untilScripted(page);
    await show();
    // The provider asks again, although a person is logged in there.
    await logInThere(page, name, () => again.click());
    await atSettings(page, "/keys");
    await untilScripted(page);
    await show();
    await expect.poll(() => key.inputValue()).toMatch(/^sp_[\w-]+$/);
  });

  test("is rejected if its confirmation is not enough, and requires the second factor, too", async ({ page }) => {
    const user = await confirmedUser();
    oidc.people.set(user.username, { email: user.email, email_verified: false });
    await logInThere(page, user.username, () => page.goto(at("/login/with/oidc")));
    await page.getByText("Example ID did not send us a confirmed e-mail address").waitFor();
    expect(await axe(page)).toEqual([]);
    oidc.people.set(user.username, { email: user.email, email_verified: true });
    await sql(server, "INSERT INTO two_factors (user_id, secret, enabled_at) VALUES ($1, decode('00', 'hex'), now())", [
      user.id,
    ]);
    await page.goto(at("/login/with/oidc"));
    await page.waitForURL("**/login/code?*");
    await mailTo(user.email, "can now log in to your account");
    await page.goto(at("/login/with/oidc/callback?code=x&state=y"));
    await page.getByText("The log-in took too long or was started in another browser.").waitFor();
    await page.goto(at("/login/with/nobody"));
    expect(page.url()).toBe(at("/login"));
    // Each refusal has logged one line.
    const refused = server.logs().match(/"problem":"(?:unverified|late)"/g);
    expect(refused).toEqual(['"problem":"unverified"', '"problem":"late"']);
  });

  test("sets the roles of its groups", async ({ page }) => {
    const user = await confirmedUser();
    oidc.people.set(user.username, { email: user.email, email_verified: true, groups: ["staff"] });
    await logInThere(page, user.username, () => page.goto(at("/login/with/oidc")));
    await page.waitForURL("**/dashboard**");
    expect(await sql(server, "SELECT admin FROM users WHERE id = $1", [user.id])).toEqual([{ admin: true }]);
  });
});

describe("GitHub", () => {
  test("is connected in the settings and logs in from then on; canceling shows a message", async ({ page }) => {
    const user = await confirmedUser();
    await page.goto(at("/login/with/github"));
    await page.getByText("You canceled the log-in with GitHub.").waitFor();
    const login = newName();
    const emails = [
      { email: user.email, primary: false, verified: true },
      { email: `${login}@example.com`, primary: true, verified: false },
    ];
    github.person = { id: process.pid, login, emails };
    await page.goto(at("/login/with/github"));
    await page.getByText("GitHub did not send us a confirmed e-mail address").waitFor();
    await logIn(page, server, user, "/dashboard/settings");
    await page.goto(at("/login/with/github?connect"));
    expect(await sql(server, "SELECT 1 FROM identities WHERE user_id = $1", [user.id])).toEqual([]);
    await sql(server, "UPDATE sessions SET confirmed_at = NULL WHERE user_id = $1", [user.id]);
    await page.goto(at("/dashboard/settings/security"));
    await page.evaluate("location.href = '/login/with/github?connect'");
    await page.getByText("Confirm your identity first, then connect GitHub again.").waitFor();
    await untilScripted(page);
    await page.getByRole("link", { name: "Connect GitHub" }).click();
    await page.getByRole("dialog").getByLabel("Your password").fill(user.password);
    await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
    await page.getByText(`Connected as ${login}`).waitFor();
    await page.context().clearCookies();
    await page.goto(at("/login/with/github?next=/dashboard/settings"));
    await atSettings(page);
    expect(await page.locator("section[aria-label=Profile] [name=email]").inputValue()).toBe(user.email);
  });
});

test("an SMS account is tested, connected without showing its token again, and disconnected", async ({ page }) => {
  const user = await confirmedUser();
  await logIn(page, server, user, "/dashboard/settings/sms");
  const card = page.locator("section[aria-label='SMS account']");
  const link = async (sid: string, token: string) => {
    await card.locator("[name=accountSid]").fill(sid);
    await card.locator("[name=authToken]").fill(token);
    await card.locator("button[type=submit]").click();
  };
  await link(twilio.accountSid.toLowerCase(), twilio.authToken);
  await card.getByText("An account SID starts with AC, followed by 32 digits or letters from a to f.").waitFor();
  await link(twilio.accountSid, "wrong");
  await card.getByText("Your SMS provider rejected your credentials.").waitFor();
  expect(await card.locator("[name=accountSid]").inputValue()).toBe(twilio.accountSid);
  expect(await card.locator("[name=authToken]").inputValue()).toBe("");
  await link(twilio.accountSid, twilio.authToken);
  await card.getByText("SMS account connected").waitFor();
  await page.reload();
  await card.getByText(twilio.accountSid).waitFor();
  expect(await page.content()).not.toContain(twilio.authToken);
  await card.getByRole("button", { name: "Disconnect the SMS account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect", exact: true }).click();
  await card.getByText(twilio.accountSid).waitFor({ state: "detached" });
});

test("no secret reaches the log", () => {
  for (const secret of [oidc.clientSecret, github.clientSecret, twilio.authToken, password])
    expect(server.logs()).not.toContain(secret);
});
