import { readFile } from "node:fs/promises";
import { expect, inject } from "vitest";
import { ensurePartitions } from "@/lib/clicks/postgres/partitions";
import { chooseBest, goodnessOfFit, homogeneity } from "@/lib/clicks/statistics/significance";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPictures } from "../support/look";
import { onNewPlan } from "../support/plans";
import { countPresses } from "../support/presses";
import type { ServerAddress } from "../support/server";
import { connected, sql } from "../support/sql";
import { openList } from "../support/tabs";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

const DAY_MS = 86_400_000;

const clicked = async (shorturl: string, times: number) => {
  for (let time = 0; time < times; time++) await visit(shorturl, { headers: { "user-agent": agents.mac } });
};

/** Moves a link's clicks that many days into the past. */
async function earlier(server: ServerAddress, link: number, days: number): Promise<void> {
  await connected(server, (client) => ensurePartitions(client, [Date.now() - days * DAY_MS, Date.now()]));
  await sql(server, "UPDATE clicks SET at = at - make_interval(days => $2) WHERE link_id = $1", [link, days]);
}

test("yesterday is compared with the Tuesday before in three clicks", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const { id, shorturl } = await owner.create({ url: "https://example.com/" });
  const yesterday = new Date(Date.now() - DAY_MS);
  const back = (yesterday.getUTCDay() + 5) % 7 || 7;
  const counted = (clicks: number) => eventually(async () => expect((await owner.show(id)).data.clicks).toBe(clicks));
  await clicked(shorturl, 2);
  await counted(2);
  await earlier(server, id, back);
  await clicked(shorturl, 3);
  await counted(5);
  await earlier(server, id, 1);

  const presses = await countPresses(page);
  await logIn(page, server, owner.user, `/dashboard/links/${id}`);
  const before = presses();
  const tuesday = new Date(yesterday.getTime() - back * DAY_MS);
  const name = tuesday.toLocaleDateString("en", { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });
  await page.getByRole("link", { name: "Yesterday", exact: true }).click();
  await page.getByText("Compare", { exact: true }).click();
  await page.getByRole("list", { name: "Compare with" }).getByRole("link", { name }).click();
  await page.getByText(`${name}: 2`).first().waitFor();
  expect(name).toMatch(/^Tue/);
  expect(await page.locator("main").textContent()).toMatch(/Clicks350%/);
  expect(presses() - before).toBe(3);
  // The choice has closed its menu, and is in the address.
  expect(await page.getByRole("list", { name: "Compare with" }).isVisible()).toBe(false);
  await page.reload();
  await page.getByText(`${name}: 2`).first().waitFor();
  expect(await flaws(page), "compared").toEqual([]);
  await page.getByText("Compare", { exact: true }).click();
  expect(await flaws(page), "choices open").toEqual([]);
  await keepPictures(page, "compared");
});

test("today is compared with the same hours, and every comparison has its number", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const { id, shorturl } = await owner.create({ url: "https://example.com/" });
  await logIn(page, server, owner.user, `/dashboard/links/${id}`);
  await page.goto(`${server.url}/dashboard/links/${id}?days=1`);
  const notes = page.getByText(/ until \d+:\d\d\s[AP]M: 0/);
  expect(await notes.first().textContent()).toMatch(/^\w{3}, \w{3} \d+, until \d+:\d\d\s[AP]M: 0/);
  await page.goto(`${server.url}/dashboard/links/${id}`);
  expect(await notes.first().textContent()).toMatch(/^previous 30 days, until /);
  // What is not over is dotted.
  await clicked(shorturl, 1);
  for (const [query, words] of [
    ["", "today so far"],
    ["?days=1", "this hour so far"],
    ["?days=90&grain=week", "this week so far"],
  ]) {
    await page.goto(`${server.url}/dashboard/links/${id}${query}`);
    await page.getByText(`dotted: ${words}`).waitFor();
    const tips = page.locator("figure li").filter({ hasText: "so far" });
    await expect.poll(() => tips.count(), { message: words }).toBe(1);
  }
  await page.goto(`${server.url}/dashboard/links/${id}?from=2026-01-01&to=2026-01-31`);
  await page.getByText("gray line: ").waitFor();
  expect(await page.getByText("so far").count()).toBe(0);
});

test("a split test is created and its result read in eight clicks", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const presses = await countPresses(page);
  await logIn(page, server, owner.user, "/dashboard/links");
  const before = presses();
  await page.keyboard.press("c");
  await page.keyboard.type("https://example.com/a");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "More options" }).click();
  await page.getByRole("button", { name: "Start a split test" }).click();
  await page.getByRole("textbox", { name: "Destination 2", exact: true }).click();
  await page.keyboard.type("https://example.com/b");
  await page.locator("form button[type=submit]:visible").last().click();
  await page.waitForURL(/\/dashboard\/links\/\d+$/);
  const id = Number(new URL(page.url()).pathname.split("/").at(-1));

  const { shorturl } = (await owner.show(id)).details;
  for (let visitor = 0; visitor < 24; visitor++)
    await visit(shorturl, { headers: { "user-agent": agents.mac.replace("17.5", `17.${visitor}`) } });
  await eventually(async () => expect((await owner.show(id)).data.clicks).toBe(24));
  await page.reload();
  const result = page.getByRole("region", { name: "Split test" });
  const [first, second] = (await result.locator("tbody tr").all()).map((row) => row.locator("td").first());
  const countIn = (cell: typeof first) => cell?.evaluate((td) => Number(td.firstChild?.textContent));
  const counts = [(await countIn(first)) ?? 0, (await countIn(second)) ?? 0];
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(24);
  const found = goodnessOfFit(counts.map((count) => ({ count, weight: 1 })));
  const text = (await result.textContent()) ?? "";
  expect(text).toContain(
    found && found.p < 0.05 ? "The split differs from the weights" : "The split matches the weights",
  );
  const statistic = found?.statistic.toLocaleString("en", { maximumFractionDigits: 2 });
  expect(text).toContain(`Chi-squared test of goodness of fit: χ² = ${statistic}, 1 degree of freedom, p`);
  expect(presses() - before).toBeLessThanOrEqual(8);
  await page.getByText(`<img src="${shorturl}+done" alt="" width="1" height="1">`).waitFor();
  expect(await flaws(page), "a split").toEqual([]);

  for (let visitor = 0; visitor < 12; visitor++)
    await visit(`${shorturl}+done`, { headers: { "user-agent": agents.mac.replace("17.5", `17.${visitor}`) } });
  await eventually(async () => expect((await owner.show(id)).data.splits?.[0]?.conversions).toBe(12));
  await page.reload();
  const of = (await owner.show(id)).data.splits?.[0];
  const groups = of?.shares.map(({ conversions, uniqueClicks }) => ({ count: conversions, total: uniqueClicks })) ?? [];
  const best = chooseBest(groups);
  const converted = (await result.textContent()) ?? "";
  const unsaid = homogeneity(groups) ? "No clear winner" : "Not enough data yet. Each destination needs";
  expect(converted).toContain(
    best?.beats.length ? `Destination ${best.best + 1} performs better than the other one` : unsaid,
  );
  expect(converted).toContain("Each extra look makes it more likely that you mistake chance for a real difference.");
  expect(await flaws(page), "conversions").toEqual([]);
  await keepPictures(page, "split");
});

test("lists are shown completely, a filter stays in view, and the map has figures", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const { id, shorturl } = await owner.create({ url: "https://example.com/" });
  for (let site = 10; site < 22; site++)
    await visit(shorturl, { headers: { referer: `https://site-${site}.example/`, "user-agent": agents.mac } });
  await eventually(async () => expect((await owner.show(id)).data.clicks).toBe(12));
  await sql(server, "UPDATE clicks SET country = 'FR' WHERE link_id = $1", [id]);
  await logIn(page, server, owner.user, `/dashboard/links/${id}`);
  await page.goto(`${server.url}/dashboard/links/${id}?days=7&grain=hour`);
  const referrers = await openList(page, "Referrers");
  expect(await referrers.getByRole("listitem").count()).toBe(10);
  await referrers.getByRole("link", { name: "Show all" }).click();
  await referrers.getByText("site-21.example").waitFor();
  expect(await referrers.getByRole("listitem").count()).toBe(12);
  const search = referrers.getByRole("searchbox", { name: "Search this list" });
  await search.fill("SITE-2");
  await expect.poll(() => referrers.getByRole("listitem").count()).toBe(2);
  await search.fill("elsewhere");
  await referrers.getByText("Nothing found").waitFor();
  await search.fill("");
  await expect.poll(() => referrers.getByRole("listitem").count()).toBe(12);
  await onNewPlan(server, owner.user);
  const saved = page.waitForEvent("download");
  await referrers.getByRole("button", { name: "List as CSV" }).click();
  const file = (await readFile(await (await saved).path(), "utf8")).trim().split("\r\n");
  expect(file).toHaveLength(13);
  for (const line of file.slice(1)) expect(line).toMatch(/^"referrer","site-\d\d\.example",1,/);

  // When the page is scrolled to the last card, the filter is below the header, and nothing covers it.
  await page.setViewportSize({ width: 390, height: 800 });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    const box = await page.getByRole("link", { name: "Today", exact: true }).boundingBox();
    const header = await page.locator("header").first().boundingBox();
    const bottom = (header?.y ?? 0) + (header?.height ?? 0);
    expect(box?.y).toBeGreaterThanOrEqual(bottom);
    expect(box?.y).toBeLessThan(bottom + 100);
  }

  await openList(page, "Map");
  const france = page.getByRole("group", { name: "Map of countries" }).getByRole("link", { name: "France: 12 (100%)" });
  const figures = france.locator("text");
  expect(await figures.isVisible()).toBe(false);
  await france.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  expect(await figures.isVisible()).toBe(true);
  const countries = await openList(page, "Countries");
  expect(await countries.getByRole("listitem").allTextContents()).toEqual(["France100%12"]);
  await referrers.getByRole("link", { name: "Show top 10" }).click();
  await page.waitForURL((url) => !url.searchParams.has("all"));
  expect(await flaws(page), "lists").toEqual([]);
  await keepPictures(page, "lists");
});

test("a link's statistics fit two screens, and say what was edited and when people click", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const { id, shorturl } = await owner.create({ url: "https://example.com/", tags: ["Poster"] });
  for (let site = 10; site < 22; site++)
    await visit(shorturl, { headers: { referer: `https://site-${site}.example/`, "user-agent": agents.mac } });
  await visit(shorturl, { headers: { "user-agent": agents.slack } });
  await eventually(async () => expect((await owner.show(id)).data.clicks).toBe(12));
  await owner.client.put(`/api/url/${id}/update`, { title: "Spring", url: "https://example.com/spring" });
  await logIn(page, server, owner.user, `/dashboard/links/${id}`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openList(page, "Referrers");
  expect(await page.evaluate("document.documentElement.scrollHeight")).toBeLessThanOrEqual(1_800);
  // Two cards next to each other are equally tall.
  const bottoms = ["Places", "Traffic"].map(async (name) => {
    const box = await page.getByRole("region", { name, exact: true }).boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  });
  expect(new Set(await Promise.all(bottoms)).size).toBe(1);
  expect(await page.getByText(/^Edited: /).textContent()).toMatch(/^Edited: (?=.*Title)(?=.*Destination)/);

  const hours = page.getByRole("region", { name: "Clicks by weekday and hour" });
  const cells = await hours
    .locator("td[title]")
    .evaluateAll((all) => all.map((cell) => cell.getAttribute("title") ?? ""));
  expect(cells.length).toBeGreaterThan(0);
  const counts = cells.map((title) => Number(/: (\d+) clicks?$/.exec(title)?.[1]));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12);
  await openList(page, "Bots");
  expect(await flaws(page), "cards").toEqual([]);
  await keepPictures(page, "cards");

  // A past day without clicks says so, although the day before had some.
  await earlier(server, id, 3);
  const empty = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10);
  await page.goto(`${server.url}/dashboard/links/${id}?from=${empty}&to=${empty}`);
  await page.getByText("No clicks on this day").waitFor();
  expect(await page.getByText("Clicks appear here within seconds").count()).toBe(0);

  await page.goto(`${server.url}/dashboard/tags`);
  await page
    .getByRole("row", { name: /Poster/ })
    .getByRole("cell", { name: "12", exact: true })
    .waitFor();
});

test("the account's time zone is stored, and shown with days, dates and rules", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const { id } = await owner.create({ url: "https://example.com/", expiry: "2027-01-31 18:00:00" });
  await logIn(page, server, owner.user, "/dashboard/settings");
  const settings = page.getByRole("combobox", { name: "Time zone" });
  expect(await settings.inputValue()).toBe("UTC");
  await settings.selectOption("Asia/Tokyo");
  await page.getByRole("button", { name: "Save time zone" }).click();
  await page.getByText("Time zone saved").waitFor();
  expect(await settings.inputValue()).toBe("Asia/Tokyo");
  expect(await flaws(page), "settings").toEqual([]);

  await page.goto(`${server.url}/dashboard/links/${id}`);
  await page.getByText(/^in Asia\/Tokyo · gray line/).waitFor();
  await page.getByText("View", { exact: true }).click();
  await page.getByRole("link", { name: "UTC", exact: true }).click();
  await page.getByText(/^in UTC · gray line/).waitFor();
  expect(page.url()).toMatch(/\?tz=UTC$/);

  await page.goto(`${server.url}/dashboard/links/${id}/edit`);
  const expiry = page.getByLabel("Expires");
  expect(await expiry.inputValue()).toBe("2027-02-01T03:00");
  await expiry.fill("2027-02-02T09:30");
  await page.getByRole("button", { name: "Add a rule" }).click();
  await page.getByRole("button", { name: "Day and time" }).click();
  expect(await page.getByRole("combobox", { name: "Time zone" }).inputValue()).toBe("Asia/Tokyo");
  await page.getByRole("button", { name: "Mon", exact: true }).click();
  await page.getByPlaceholder("https://example.com/there").fill("https://example.com/monday");
  await page.locator("form button[type=submit]:visible").last().click();
  await page.waitForURL(/\/dashboard\/links\/\d+$/);
  expect((await owner.show(id)).details).toMatchObject({
    expiry: "2027-02-02 00:30:00",
    rules: [{ when: { days: ["mon"], timezone: "Asia/Tokyo" } }],
  });
});

test("imported clicks are shown separately, in lists and on pages, and so are a campaign's own clicks", async ({
  page,
}) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const { id: campaign } = await owner.made("/api/campaign/add", { name: "Spring" });
  const { id, shorturl } = await owner.create({ url: "https://example.com/", campaign });
  await sql(server, "UPDATE links SET imported_clicks = 321 WHERE id = $1", [id]);
  await sql(server, "UPDATE link_counts SET clicks = clicks + 321 WHERE link_id = $1", [id]);
  await clicked(shorturl, 2);
  await eventually(async () => expect((await owner.show(id)).data.clicks).toBe(323));
  await logIn(page, server, owner.user, "/dashboard/links");
  await page.getByText("321 imported + 2 here").waitFor();
  await page.goto(`${server.url}/dashboard/links/${id}`);
  await page.getByText("total: 321 imported + 2 here").waitFor();
  await page.goto(`${server.url}/dashboard/campaigns/${campaign}`);
  await page.getByText("In total, its links have 323 clicks, 321 of them imported.").waitFor();
  expect(await page.locator("main").textContent()).toMatch(/Clicks2(?!\d).*321 imported \+ 2 here/s);
  expect(await flaws(page), "a campaign").toEqual([]);
  await keepPictures(page, "imported");
});
