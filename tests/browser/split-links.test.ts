import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture, schemes } from "../support/look";
import { sql } from "../support/sql";

const server = inject("server");
const split = [1, 2, 3].map((number) => ({ to: `https://example.com/${number}`, weight: 1 }));
const words = "Split between 3 destinations";

test("a split link names no destination that its visitors do not reach", async ({ page }) => {
  const owner = await linkOwner(server);
  const { id } = await owner.create({ url: "https://example.com/unreached", split });
  const titled = await owner.create({ url: "https://example.com/unreached", split, title: "Spring" });
  await owner.create({ url: "https://example.com/one" });
  await logIn(page, server, owner.user, "/dashboard/links");
  const table = page.getByRole("table", { name: "Links" });
  await table.getByRole("link", { name: words }).first().waitFor();
  await table.getByRole("img", { name: words }).waitFor();
  expect(await table.textContent()).not.toContain("unreached");
  expect(await table.textContent()).toContain("example.com/one");
  await page.goto(`${server.url}/dashboard/links?created=${titled.id}`);
  await page.getByRole("region", { name: "Your new link" }).getByText(words).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search links, or go to a page").fill("Spring");
  await page.getByRole("button", { name: new RegExp(`Spring.*${words}`) }).waitFor();
  await page.goto(`${server.url}/dashboard/links/${id}`);
  await page.locator("main").getByText(words).waitFor();
  expect(await page.locator("main").textContent()).not.toContain("unreached");
  const result = page.getByRole("region", { name: "Split test" });
  expect(await result.locator("table:visible").count()).toBe(1);
  await result.getByText("Clicks by rule").click();
  expect(await flaws(page), "the link").toEqual([]);
});

test("an alias is never cut: its host is shortened in the middle", async ({ page }) => {
  const owner = await linkOwner(server);
  const host = `a-very-long-name-of-a-brand-${Date.now()}.marketing-department.example.com`;
  const [domain] = await sql<{ id: number }>(
    server,
    "INSERT INTO domains (user_id, host, status) VALUES ($1, $2, 'active') RETURNING id",
    [owner.user.id, host],
  );
  const custom = "autumn-collection-2026-newsletter-germany";
  const { id } = await owner.create({ url: "https://example.com/", custom });
  await sql(server, "UPDATE links SET domain_id = $1 WHERE id = $2", [domain?.id, id]);
  await logIn(page, server, owner.user, "/dashboard/links");
  const url = page.getByRole("table").getByTitle(`${host}/${custom}`);
  for (const width of [360, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await url.evaluate((element) =>
      [...element.querySelectorAll("span")].map((part) => part.scrollWidth > part.clientWidth + 1),
    );
    // The host, its start, its end, and the alias.
    expect([width, cut]).toEqual([width, [false, true, false, false]]);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await keepPicture(page, `long host ${width} ${colorScheme}`);
    }
  }
  await page.getByRole("button", { name: `Copy ${host}/${custom}` }).focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await page.getByRole("tooltip").getByText(`${host}/${custom}`).waitFor();
});
