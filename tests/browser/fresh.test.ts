import type { Page } from "playwright";
import { expect, inject } from "vitest";
import { axe, test } from "../support/chromium";
import { logIn } from "../support/log-in";
import { chooseMore } from "../support/presses";
import { untilScripted } from "../support/scripted";
import { sql } from "../support/sql";
import { newUser, type TestUser } from "../support/users";

const server = inject("server");
const at = (path: string) => server.url + path;
const dialog = (page: Page) => page.getByRole("dialog", { name: "Confirm your identity" });
const keyField = (page: Page) => page.getByRole("textbox", { name: "API key" });

/** Logs in with a session that is too old for dangerous actions, so that pages ask for the password again. */
async function stale(page: Page, user: TestUser, path: string) {
  await logIn(page, server, user, "/dashboard/links");
  await sql(server, "UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1", [user.id]);
  await page.goto(at(path));
  await untilScripted(page);
}

/** Does something, but does not enter the password. */
async function refused(page: Page, act: () => Promise<unknown>) {
  await act();
  await dialog(page).waitFor();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await dialog(page).waitFor({ state: "detached" });
}

const press = (page: Page, name: string) => () => page.getByRole("button", { name, exact: true }).click();
/** Presses the button in a dialog, because the button that opened it may have the same name. */
const confirm = (page: Page, name: string) => () =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

test("asks for the password before a permanent change if it was not entered recently", async ({ page }) => {
  const user = await newUser(server);
  const insert =
    "INSERT INTO identities (user_id, issuer, subject, label) VALUES ($1, 'https://id.example', $2, 'ada')";
  await sql(server, insert, [user.id, `s${user.id}`]);
  await stale(page, user, "/dashboard/settings/keys");
  const keyOf = async () => {
    const [row] = await sql<{ key: string }>(
      server,
      "SELECT encode(hmac, 'hex') AS key FROM api_keys WHERE user_id = $1",
      [user.id],
    );
    return row?.key;
  };
  const before = await keyOf();

  await refused(page, press(page, "Show"));
  await refused(page, press(page, "Copy"));
  expect(await page.content()).not.toContain(user.key);
  await page.getByRole("button", { name: "Replace" }).click();
  await refused(page, confirm(page, "Replace key"));
  expect(await keyOf()).toBe(before);
  await page.goto(at("/dashboard/settings/security"));
  await untilScripted(page);
  await page.getByRole("button", { name: /^Disconnect/ }).click();
  await refused(page, confirm(page, "Disconnect"));
  expect(await sql(server, "SELECT id FROM identities WHERE user_id = $1", [user.id])).toHaveLength(1);

  await page.goto(at("/dashboard/settings/two-factor"));
  await untilScripted(page);
  await refused(page, press(page, "Set up"));
  expect(await sql(server, "SELECT user_id FROM two_factors WHERE user_id = $1", [user.id])).toEqual([]);
});

test("a wrong password is rejected and counted; the right one continues the change", async ({ page }) => {
  const user = await newUser(server);
  await stale(page, user, "/dashboard/settings/keys");
  await press(page, "Show")();
  await dialog(page).waitFor();
  expect(await axe(page)).toEqual([]);
  const give = async (password: string) => {
    await dialog(page).getByLabel("Your password").fill(password);
    await dialog(page).getByRole("button", { name: "Continue" }).click();
  };
  await give("not the password");
  await dialog(page).getByText("That is not your current password.").waitFor();
  await give(user.password);
  await expect.poll(() => keyField(page).inputValue()).toBe(user.key);
  // The password is not asked for again for a few minutes.
  await page.getByRole("button", { name: "Replace" }).click();
  await confirm(page, "Replace key")();
  await page.getByText("This is your new key.").waitFor();

  await sql(server, "UPDATE sessions SET confirmed_at = NULL WHERE user_id = $1", [user.id]);
  await page.reload();
  await untilScripted(page);
  await press(page, "Show")();
  for (let n = 0; n < 6; n++) {
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await give(`guess ${n}`);
    await answered;
  }
  await dialog(page).getByText("Too many failed log-ins.").waitFor();
});

test("an administrator must enter the password before other accounts change", async ({ page }) => {
  const other = await newUser(server);
  const insert = "INSERT INTO two_factors (user_id, secret, enabled_at) VALUES ($1, decode('00', 'hex'), now())";
  await sql(server, insert, [other.id]);
  await stale(page, await newUser(server, { admin: true }), `/dashboard/admin/users/${other.id}`);
  await page.getByRole("button", { name: "Replace API key" }).click();
  await refused(page, confirm(page, "Replace key"));
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await refused(page, press(page, "Log in as this user"));
  await page.getByRole("button", { name: "Turn off" }).click();
  await refused(page, confirm(page, "Turn off"));
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await chooseMore(page, "Delete");
  await refused(page, confirm(page, "Delete"));
  expect(await sql(server, "SELECT user_id FROM two_factors WHERE user_id = $1", [other.id])).toHaveLength(1);
  expect(await sql(server, "SELECT admin FROM users WHERE id = $1", [other.id])).toEqual([{ admin: false }]);
});

test("an administrator who is logged in as a user cannot do any of this", async ({ page }) => {
  const other = await newUser(server);
  await logIn(page, server, await newUser(server, { admin: true }), `/dashboard/admin/users/${other.id}`);
  await page.getByRole("button", { name: "Log in as this user" }).click();
  await page.waitForURL((url) => url.pathname === "/dashboard/links");
  await page.goto(at("/dashboard/settings/keys"));
  await untilScripted(page);
  const words = "Only the account's owner can do this";
  await press(page, "Show")();
  await page.getByText(words).waitFor();
  expect(await page.content()).not.toContain(other.key);
  await page.getByRole("button", { name: "Replace" }).click();
  await confirm(page, "Replace key")();
  await page.getByText(words).waitFor();
  await page.goto(at("/dashboard/settings/two-factor"));
  await untilScripted(page);
  await press(page, "Set up")();
  await page.getByText(words).waitFor();
  expect(await sql(server, "SELECT user_id FROM two_factors WHERE user_id = $1", [other.id])).toEqual([]);
});
