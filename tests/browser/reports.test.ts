import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws } from "../support/look";
import { putReportsFirst } from "../support/reports";
import { sql } from "../support/sql";
import { newUser } from "../support/users";
import { visit } from "../support/visit";

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

test("other users cannot see the queue", async ({ page }) => {
  await logIn(page, server, await newUser(server), "/dashboard");
  // Not opened in the page, whose console would report the status at an unknown time.
  expect((await page.request.get(queue)).status()).toBe(404);
});
