import type { Page } from "playwright";
import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPictures } from "../support/look";
import { sql } from "../support/sql";
import { newUser } from "../support/users";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("a new account creates, copies and sees its first link here", async ({ page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await logIn(page, server, await newUser(server), "/dashboard");
  await part(page, "Shorten your first link").getByRole("link", { name: "Import links" }).waitFor();
  expect(await flaws(page), "without links").toEqual([]);
  await keepPictures(page, "overview new");
  await page.keyboard.press("c");
  await page.keyboard.type("example.com/first");
  await page.keyboard.press("Enter");
  await part(page, "Your new link").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toContain(server.url);
  expect(new URL(page.url()).pathname).toBe("/dashboard");
  await part(page, "Clicks per day").getByText("No clicks in the last 30 days").waitFor();
  await part(page, "Needs attention").getByText("Nothing needs your attention.").waitFor();
});

test("the overview shows clicks live, over all links or those of a campaign or tag", async ({ page }) => {
  const owner = await linkOwner(server);
  const { id: campaign } = await owner.made("/api/campaign/add", { name: "Spring" });
  const sale = await owner.create({ campaign, metatitle: "Spring sale", tags: ["Poster"] });
  const other = await owner.create({ url: "https://example.org/other" });
  await sql(server, "UPDATE links SET title = 'Spring sale' WHERE id = $1", [sale.id]);
  await logIn(page, server, owner.user, "/dashboard");
  await page.locator("[data-live=true]").waitFor();
  await visit(sale.shorturl, { headers: { "user-agent": agents.iphone, referer: "https://news.example/" } });
  await visit(other.shorturl);
  await visit(other.shorturl, { headers: { "user-agent": agents.slack } });
  // The page updates without a reload.
  await eventually(
    async () => expect(await page.locator("main").textContent()).toMatch(/Clicks today20 yesterday/),
    15_000,
  );
  const top = part(page, "Top links");
  await top.getByRole("link", { name: /^Spring sale/ }).waitFor();
  expect(await part(page, "Sources").textContent()).toContain("news.example");
  await part(page, "Countries").getByRole("listitem").first().waitFor();
  expect(await flaws(page), "with clicks").toEqual([]);

  const scope = page.getByRole("combobox", { name: "Filter links" });
  await scope.selectOption({ label: "Spring" });
  await page.waitForURL(`**/dashboard?campaign=${campaign}`);
  await eventually(async () => expect(await page.locator("main").textContent()).toMatch(/Clicks today10 yesterday/));
  expect(await top.getByRole("listitem").count()).toBe(1);
  await scope.selectOption({ label: "Poster" });
  await page.waitForURL("**/dashboard?tag=Poster");
  await page.goBack();
  await page.waitForURL(`**/dashboard?campaign=${campaign}`);
  await expect.poll(() => scope.inputValue()).toBe(`campaign=${campaign}`);
  await top.getByRole("link", { name: "Show all" }).click();
  await page.waitForURL(`**/dashboard/links?campaign=${campaign}&order=click`);
});

test("what needs attention links to the page that can fix it", async ({ page }) => {
  const user = await newUser(server, { admin: true });
  await logIn(page, server, user, "/dashboard");
  const make = async (title: string, destination: string) => {
    const alias = `attention-${title.toLowerCase().replaceAll(" ", "-")}-${user.id}`;
    const [link] = await sql<{ id: number }>(
      server,
      `INSERT INTO links (user_id, domain_id, alias, alias_folded, destination, title)
       SELECT $1, id, $2, $2, $3, $4 FROM domains WHERE user_id IS NULL RETURNING id`,
      [user.id, alias, destination, title],
    );
    return link?.id ?? 0;
  };
  const gone = await make("Winter sale", "https://shop.example/winter");
  const silent = await make("", "https://silent.example/");
  for (const [id, status] of [
    [gone, 404],
    [silent, null],
  ])
    await sql(
      server,
      `INSERT INTO destination_checks (link_id, user_id, destination, failures, status, failing_since, check_at)
       SELECT id, user_id, destination, 2, $2, now(), now() + interval '1 day' FROM links WHERE id = $1`,
      [id, status],
    );
  const [domain] = await sql<{ id: number }>(
    server,
    "INSERT INTO domains (user_id, host, status, failing_since) VALUES ($1, $2, 'suspended', now()) RETURNING id",
    [user.id, `go.brand-${user.id}.example`],
  );
  await sql(server, "INSERT INTO reports (link_id, reason, message) VALUES ($1, 'spam', '')", [gone]);
  await page.reload();
  const attention = part(page, "Needs attention");
  await attention.getByRole("link", { name: /Winter sale.*responds with status 404/ }).waitFor();
  await attention.getByRole("link", { name: /silent\.example does not respond/ }).waitFor();
  await attention.getByRole("link", { name: /its links don't work/ }).waitFor();
  await attention.getByRole("link", { name: /reported links?.*Waiting for review/ }).waitFor();
  expect(await flaws(page), "what needs attention").toEqual([]);
  await keepPictures(page, "overview attention");

  // The link's own page and the list show it too.
  const back = page.url();
  await page.goto(`${server.url}/dashboard/links/${gone}`);
  await page.getByRole("alert").getByText("The destination responds with status 404").waitFor();
  expect(await flaws(page), "a link whose destination fails").toEqual([]);
  await keepPictures(page, "link failing");
  await page.goto(`${server.url}/dashboard/links/${silent}`);
  await page.getByRole("button", { name: "Check now" }).click();
  await page.getByText("The destination is still not working.").waitFor();
  await page.goto(`${server.url}/dashboard/links`);
  await page.getByRole("img", { name: "The destination is not working" }).first().waitFor();
  expect(await flaws(page), "a list with links whose destinations fail").toEqual([]);
  await page.goto(back);

  // The navigation shows it too, and marks the current page.
  await page.setViewportSize({ width: 1440, height: 500 });
  await page
    .getByRole("link", { name: /^Administration/ })
    .getByText(/reported links? (is|are) waiting$/)
    .waitFor();
  await attention.getByRole("link", { name: /Waiting for review/ }).click();
  await page.waitForURL("**/dashboard/admin/reports");
  const administration = page.getByRole("list", { name: "Administration" });
  const entry = administration.getByRole("link", { name: "Reports" });
  await expect.poll(() => entry.getAttribute("aria-current")).toBe("page");
  await expect
    .poll(() => entry.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight))
    .toBe(true);
  expect(domain?.id).toBeGreaterThan(0);
});
