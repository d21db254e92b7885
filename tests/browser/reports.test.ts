import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws } from "../support/look";
import { putReportsFirst } from "../support/reports";
import { sql } from "../support/sql";
import { newUser } from "../support/users";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");
const queue = `${server.url}/dashboard/admin/reports`;

test("a visitor without JavaScript reports a link, and an administrator decides, and decides otherwise", async ({
  page,
  browser,
}) => {
  const owner = await linkOwner(server);
  const { id, shorturl } = await owner.create({ custom: `reported-${owner.user.username}-${"x".repeat(20)}` });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const visitor = await context.newPage();
  await visitor.goto(`${shorturl}+`);
  await visitor.click("summary");
  await visitor.check("[value=phishing]");
  await visitor.fill("textarea", "It is <b>not</b> the bank.");
  await visitor.click("text=Send report");
  await visitor.waitForSelector("text=Thank you");
  await putReportsFirst(server, id);

  await logIn(page, server, await newUser(server, { admin: true }), "/dashboard");
  await page.goto(queue);
  const reported = page.locator(`section[aria-label='${shorturl}']`);
  await reported.getByText("It is <b>not</b> the bank.").waitFor();
  expect(await reported.getByRole("figure", { name: "Destination" }).textContent()).toMatch(
    /^example\.com.*https:\/\/example\.com\/$/s,
  );
  // The button that disables a link must look different from the one that changes nothing.
  const looks = ["Disable link", "Dismiss report"].map((name) =>
    reported.getByRole("button", { name }).getAttribute("data-variant"),
  );
  expect(await Promise.all(looks)).toEqual([null, "default"]);
  expect(await flaws(page), "the queue").toEqual([]);
  await reported.getByText("Disable link").click();
  await reported.getByText("Enter a reason").waitFor();
  await reported.locator("textarea").fill("It asks for <passwords>.");
  await reported.getByText("Disable link").click();
  await reported.waitFor({ state: "detached" });

  const answer = await visitor.goto(shorturl);
  expect(answer?.status()).toBe(410);
  expect(await visitor.textContent("main")).toContain("It asks for <passwords>.");
  await context.close();

  await page.locator("tr", { hasText: shorturl }).getByRole("button", { name: "Enable" }).click();
  await page.locator("tr", { hasText: shorturl }).waitFor({ state: "detached" });
  expect((await visit(shorturl)).location).toBe("https://example.com/");
  await sql(server, "INSERT INTO reports (link_id, reason, message) VALUES ($1, 'spam', '')", [id]);
  await putReportsFirst(server, id);
  await page.reload();
  await reported.getByText("Dismiss report").click();
  await reported.waitFor({ state: "detached" });
  expect((await visit(shorturl)).location).toBe("https://example.com/");
});

test("an administrator disables all links to a host or of an account at once, and undoes it", async ({ page }) => {
  const owner = await linkOwner(server);
  const { username, email } = owner.user;
  const host = `${username}.example`;
  const there = await owner.create({ url: `https://login.${host}/` });
  const elsewhere = await owner.create({ url: "https://example.com/" });
  const statuses = async () => [(await visit(there.shorturl)).status, (await visit(elsewhere.shorturl)).status];
  await sql(
    server,
    "INSERT INTO reports (link_id, reason, message, email) VALUES ($1, 'spam', '', 'a&b@example.net')",
    [there.id],
  );
  await putReportsFirst(server, there.id);
  await logIn(page, server, await newUser(server, { admin: true }), "/dashboard");
  await page.goto(queue);
  const reporter = page
    .locator(`section[aria-label='${there.shorturl}']`)
    .getByRole("link", { name: "a&b@example.net" });
  expect(await reporter.getAttribute("href")).toBe("mailto:a%26b@example.net");

  const form = page.locator("section[aria-label='Disable many links']");
  const disable = async (target: string) => {
    await form.getByLabel("Host or account").fill(target);
    await form.getByLabel("Reason").fill("Phishing <kits>");
    await form.getByRole("button", { name: "Disable links" }).click();
  };
  await disable("evil");
  await form.getByText("Enter a host, such as evil.example.").waitFor();
  await disable(host.toUpperCase());
  const row = form.locator("tr", { hasText: `To ${host}` });
  await row.getByText("1 disabled").waitFor();
  await eventually(async () => expect(await statuses()).toEqual([410, 302]));
  expect((await visit(there.shorturl)).body).toContain("Phishing &lt;kits&gt;");
  expect(await flaws(page), "with an action").toEqual([]);
  await reporter.waitFor({ state: "detached" });
  await row.getByRole("button", { name: "Undo" }).click();
  await row.getByText("Undone").waitFor();
  await eventually(async () => expect(await statuses()).toEqual([302, 302]));

  await form.getByText("All links of an account").click();
  await disable(email.toUpperCase());
  await form
    .locator("tr", { hasText: `Of ${username}` })
    .getByText("2 disabled")
    .waitFor();
  await eventually(async () => expect(await statuses()).toEqual([410, 410]));
});

test("other users cannot see the queue", async ({ page }) => {
  await logIn(page, server, await newUser(server), "/dashboard");
  // Not opened in the page, whose console would report the status at an unknown time.
  expect((await page.request.get(queue)).status()).toBe(404);
});
