import { rm } from "node:fs/promises";
import { expect, inject } from "vitest";
import { axe, test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws } from "../support/look";
import { chooseMore } from "../support/presses";
import { series } from "../support/scrape";
import { startServer, temporaryFolder } from "../support/server";
import { sql } from "../support/sql";
import { newUser } from "../support/users";

const server = inject("server");
const METRICS_TOKEN = "a-token-of-the-instance-page";
const isAt = (path: string) => (url: URL) => url.pathname === path;

test("an administrator finds a user, gives them a plan, logs in as them and back, and deletes them", async ({
  page,
}) => {
  const owner = await linkOwner(server);
  const { shorturl } = await owner.create();
  const { id } = owner.user;
  // The widest possible name.
  const username = `${"W".repeat(22)}${id}`.padEnd(32, "0");
  await sql(server, "UPDATE users SET username = $2 WHERE id = $1", [id, username]);
  const path = `/dashboard/admin/users/${id}`;
  await sql(server, "INSERT INTO two_factors (user_id, secret, enabled_at) VALUES ($1, decode('00', 'hex'), now())", [
    id,
  ]);
  await logIn(page, server, await newUser(server, { admin: true }), "/dashboard/admin/users");
  await page.getByRole("searchbox", { name: "Search users" }).fill(username);
  await page.getByText("1 user", { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe(`?q=${username}`);
  expect(await flaws(page), "the list").toEqual([]);

  await page.getByRole("link", { name: username }).click();
  await page.waitForURL(isAt(path));
  const plan = page.getByRole("combobox", { name: "Plan", exact: true });
  await plan.selectOption({ label: "Pro" });
  await page.getByRole("combobox", { name: "Duration" }).selectOption({ label: "1 year" });
  await page.getByLabel("End date").fill("2020-01-01T10:00");
  await page.getByRole("button", { name: "Change plan" }).click();
  await page.getByText("so the Pro plan has ended. The free plan applies now.").waitFor();
  await page.getByLabel("End date").fill("");
  await page.getByRole("button", { name: "Change plan" }).click();
  await page.getByText("Plan changed to Pro").waitFor();
  await page.getByRole("region", { name: "Account" }).getByText("Paid plan").waitFor();
  expect(await plan.locator("option:checked").textContent(), "what the next click would put them on").toBe("Pro");
  // Administrators can replace a key, but not read it.
  expect(await page.content()).not.toContain(owner.user.key);
  await page.getByRole("button", { name: "Replace API key" }).click();
  await page.getByRole("dialog").getByText("stops working immediately").waitFor();
  expect(await axe(page), "the question about the key").toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Replace key" }).click();
  await page.getByText("API key replaced").waitFor();
  expect((await owner.client.get("/api/account")).status).toBe(401);
  expect(await flaws(page), "the user").toEqual([]);
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("dialog").getByText("will only need a password to log in").waitFor();
  expect(await axe(page), "the question about two-factor").toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  await page.getByText("Two-factor authentication turned off").waitFor();
  await page.getByRole("button", { name: "Turn off" }).waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Log in as this user" }).click();
  await page.waitForURL(isAt("/dashboard/links"));
  await page.getByText(`You are logged in as ${username}.`).waitFor();
  await page.getByText("1 link", { exact: true }).first().waitFor();
  // Waits for the live stream: if it opened just when the session ends, it would be refused.
  await page.locator("[data-live=true]").waitFor();
  expect(await flaws(page), "in the user's account").toEqual([]);
  await page.getByRole("button", { name: "Back to your account" }).click();
  await page.waitForURL(isAt("/dashboard/admin/users"));

  await page.goto(server.url + path);
  await chooseMore(page, "Delete");
  await page.getByText("1 link, statistics, QR codes").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(isAt("/dashboard/admin/users"));
  expect((await fetch(shorturl, { redirect: "manual" })).status).toBe(404);
});

test("an administrator adds a user and a plan, changes the plan, and opens the instance page", async ({ page }) => {
  await logIn(page, server, await newUser(server, { admin: true }), "/dashboard/admin/users/new");
  const name = `added${Date.now()}`;
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("E-mail address").fill("nonsense");
  await page.getByRole("textbox", { name: "Password" }).fill("password123");
  await page.getByRole("button", { name: "Add user" }).click();
  await page.getByText("Enter a valid e-mail address").waitFor();
  await page.getByText("That password is too common").waitFor();
  await page.getByRole("textbox", { name: "Password" }).fill("quiet river stone");
  expect(await page.getByLabel("Username").inputValue()).toBe(name);
  expect(await flaws(page), "a refused user").toEqual([]);
  await page.getByLabel("E-mail address").fill(`${name}@example.com`);
  await page.getByRole("button", { name: "Add user" }).click();
  await page.getByRole("heading", { name }).waitFor();

  await page.goto(`${server.url}/dashboard/admin/plans/new`);
  await page.getByLabel(/^Name/).fill(`Team ${name}`);
  await page.getByRole("group", { name: "Prices in USD" }).getByLabel("Per month").fill("cheap");
  await page.getByLabel("Links", { exact: true }).fill("20");
  await page.getByRole("button", { name: "Create plan" }).click();
  await page.getByText("This must be a price, such as 9.50.").waitFor();
  expect(await flaws(page), "a refused plan").toEqual([]);
  await page.getByLabel("Per month", { exact: true }).fill("4.50");
  await page.getByLabel(/^Storage \(MB\)/).fill("0");
  await page.getByRole("button", { name: "Create plan" }).click();
  await page.getByText("This must be at least 1.").waitFor();
  await page.getByLabel(/^Storage \(MB\)/).fill("2000");
  await page.getByRole("button", { name: "Create plan" }).click();
  await page.getByText("$4.50 per month").waitFor();
  await page.getByRole("cell", { name: "2,000", exact: true }).waitFor();
  expect(await flaws(page), "the plans").toEqual([]);
  await page.getByRole("button", { name: "More for Free" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("on this plan. Move them to another plan first.").waitFor();
  await page.getByRole("button", { name: "Keep it" }).click();
  await page.getByRole("link", { name: `Team ${name}` }).click();
  await page.locator("label", { hasText: "Campaigns" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(isAt("/dashboard/admin/plans"));

  await page.goto(`${server.url}/dashboard/admin/instance`);
  await page.getByText("Empty: every click is stored").waitFor();
  for (const name of [
    "Quarantined clicks",
    "Memory used",
    "Restarts after a crash",
    "Database",
    "Uploads in the database",
    "Account data",
  ])
    await page.getByText(name, { exact: true }).waitFor();
  await page.getByText(/ of .* free on the disk$/).waitFor();
  for (const name of ["New links per day", "Clicks per day"]) {
    const growth = page.getByRole("figure", { name: new RegExp(`^${name}: `) });
    expect(await growth.getByRole("listitem").count()).toBe(30);
  }
  expect(await flaws(page), "the instance").toEqual([]);
});

test("an administrator sees the number of quarantined clicks, the state of backups and what waits", async ({
  page,
}) => {
  let own = await startServer();
  const backups = await temporaryFolder();
  try {
    await sql(
      own,
      `INSERT INTO quarantined_clicks (journal, position, line, reason)
       SELECT 'j', n, '\\x00', 'a counter is full' FROM generate_series(1, 1234) AS n`,
    );
    await sql(own, "ANALYZE quarantined_clicks");
    const { dataDir } = own;
    await own.kill();
    own = await startServer({ dataDir, env: { BACKUP_TO: backups, METRICS_TOKEN } });
    await logIn(page, own, await newUser(own, { admin: true }), "/dashboard/admin/instance");
    // Deliveries that are tried again tomorrow, so that they wait while the page and the metrics are read.
    await sql(
      own,
      `WITH hook AS (INSERT INTO webhooks (user_id, url, events, secret, retry_at)
         SELECT min(id), 'https://example.com/', '{}', '\\x00', now() + interval '1 day' FROM users RETURNING id)
       INSERT INTO webhook_deliveries (webhook_id, type, key, at, attempts)
       SELECT id, 'link.created', 'link:' || n, now() - n * interval '2 days', n % 2 FROM hook, generate_series(1, 3) AS n`,
    );
    await sql(
      own,
      `INSERT INTO mails (expires_at, attempts, tried_at, given_up_at, problem)
       VALUES (now(), 1, now(), now(), 'Can''t send mail: 550 unknown')`,
    );
    await page.reload();
    const unsent = page.getByRole("region", { name: "E-mails that could not be sent" });
    await unsent.getByText("0", { exact: true }).waitFor();
    await unsent.getByText("Can't send mail: 550 unknown").waitFor();
    const waiting = page
      .getByRole("table", { name: "Background work" })
      .getByRole("row", { name: "Webhook deliveries" });
    await expect.poll(() => page.reload().then(() => waiting.getByRole("cell").allInnerTexts())).toContain("6 days");
    const scraped = await fetch(`${own.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
    const figures = series(await scraped.text());
    const figure = (name: string) => `${figures.sum(`signpost_stored_queue_${name}`, { queue: "webhook deliveries" })}`;
    expect(await waiting.getByRole("cell").allInnerTexts()).toEqual([
      ...[figure("waiting"), "–", figure("failed"), "6 days"],
    ]);
    expect([figure("waiting"), figure("failed")]).toEqual(["3", "2"]);
    await page.getByText("The database rejected 1,234 clicks").waitFor();
    await expect
      .poll(() => page.reload().then(() => page.getByText(/^Made .*; restoring it was tested$/).count()), {
        timeout: 240_000,
        interval: 2_000,
      })
      .toBe(1);
    await page.getByText(/B, about 1,200$/).waitFor();
    await page.getByText("Database log archived").waitFor();
    await page.getByText(/^Until /).waitFor();
    expect(await flaws(page), "the instance").toEqual([]);
  } finally {
    // Leaves the page, which would continue prefetching from the stopped server.
    await page.goto("about:blank");
    await own.stop();
    await rm(backups, { recursive: true, force: true });
  }
});

test("an administrator promotes another user, who demotes the first", async ({ page, browser }) => {
  const [first, second] = [await newUser(server, { admin: true }), await newUser(server)];
  const change = (name: string) => page.getByRole("button", { name });
  const confirm = (name: string) => page.getByRole("dialog").getByRole("button", { name }).click();
  const theirPage = `${server.url}/dashboard/admin/users/${second.id}`;
  await logIn(page, server, first, `/dashboard/admin/users/${first.id}`);
  await page.getByRole("heading", { name: "API key" }).waitFor();
  expect(await change("Remove administrator").count(), "for oneself").toBe(0);
  await page.goto(theirPage);
  await change("Make administrator").click();
  await page.getByText(`(${second.email}) will be able to view and change every account`).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await change("Make administrator").click();
  expect(await axe(page), "the question").toEqual([]);
  await confirm("Make administrator");
  await page.getByText("Administrator added").waitFor();
  await change("Remove administrator").click();
  await page.getByText("the limits of the Free plan").waitFor();

  // Meanwhile the second administrator has made the first an ordinary user.
  const theirs = await browser.newPage();
  await logIn(theirs, server, second, `/dashboard/admin/users/${first.id}`);
  await theirs.getByRole("button", { name: "Remove administrator" }).click();
  await theirs.getByRole("dialog").getByRole("button", { name: "Remove administrator" }).click();
  await theirs.getByText("Administrator removed").waitFor();
  await theirs.close();
  await confirm("Remove administrator");
  await page.getByText("Only administrators can do this.").waitFor();
  expect((await page.request.get(theirPage)).status()).toBe(404);
});

test("other users cannot open the administration", async ({ page }) => {
  const { id } = await newUser(server, { admin: true });
  await logIn(page, server, await newUser(server), "/dashboard/links");
  expect(await page.getByRole("navigation", { name: "Main" }).getByText("Users").count()).toBe(0);
  for (const path of ["", "/users", `/users/${id}`, "/users/new", "/plans", "/plans/1", "/plans/new", "/instance"]) {
    expect([path, (await page.request.get(`${server.url}/dashboard/admin${path}`)).status()]).toEqual([path, 404]);
  }
});
