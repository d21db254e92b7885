import type { Page } from "playwright";
import sharp from "sharp";
import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { filterBy } from "../support/filter-by";
import { type LinkOwner, linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture, schemes } from "../support/look";
import { sql } from "../support/sql";
import { eventually } from "../support/wait";

const server = inject("server");
const list = "/dashboard/links";

/** An owner with a few links; the site of one has an icon. */
async function ownerOfSome() {
  const owner = await linkOwner(server);
  const site = `site-${owner.user.id}.example`;
  const image = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#e8590c" } })
    .png()
    .toBuffer();
  await sql(server, "INSERT INTO site_icons VALUES ($1::text, md5($1::text), $2, now())", [site, image]);
  const { id: campaign } = await owner.made("/api/campaign/add", { name: "Spring" });
  const end = `the-end-of-${owner.user.id}`;
  const sale = await owner.create({
    ...{ url: `https://${site}/${"collection/".repeat(8)}${end}`, custom: `sale-${owner.user.id}` },
    ...{ title: "Spring sale for everybody", tags: ["poster", "station"], campaign, password: "open sesame" },
  });
  await owner.create({ url: "https://example.com/about/us?ref=1", custom: `about-${owner.user.id}` });
  await owner.create({ url: "https://example.com/", title: "Winter", status: "off" });
  return { owner, sale, site, end };
}

const row = (page: Page, name: string) => page.locator("tbody tr").filter({ hasText: name });

test("a row describes its link, and opens it at a click anywhere", async ({ page }) => {
  const { owner, sale, site, end } = await ownerOfSome();
  const pictures: string[] = [];
  page.on("request", (request) => request.resourceType() === "image" && pictures.push(request.url()));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await logIn(page, server, owner.user, list);
  const first = row(page, "Spring sale for everybody");
  for (const text of [`/sale-${owner.user.id}`, "poster", "station", "Spring"])
    await first
      .getByText(text, { exact: text === "Spring" })
      .first()
      .waitFor();
  await first.getByRole("img", { name: "Password protected" }).waitFor();
  await row(page, "Winter").getByText("Off", { exact: true }).waitFor();
  // A link without a title shows its destination without the query; a site without an icon has a globe.
  await page.getByRole("link", { name: `example.com/about/us, ${new URL(server.url).host}/about-` }).waitFor();
  expect(await row(page, "example.com/about/us").locator("img").count()).toBe(0);

  const icon = first.locator("img");
  await eventually(async () => expect(await icon.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(64));
  const shown = await page.request.get(`${server.url}${await icon.getAttribute("src")}`);
  expect(shown.headers()).toMatchObject({
    "content-type": "image/png",
    "content-security-policy": "default-src 'none'",
    "x-content-type-options": "nosniff",
  });
  expect((await page.request.get(`${server.url}/images/sites/x.png`)).status()).toBe(404);
  expect((await page.request.get(`${server.url}/images/sites/${"0".repeat(32)}.png`)).status()).toBe(404);
  expect(pictures.filter((url) => !url.startsWith(server.url) && !url.startsWith("data:"))).toEqual([]);

  await first.getByRole("button", { name: /^Copy .*sale-/ }).click();
  await eventually(async () => expect(await page.evaluate("navigator.clipboard.readText()")).toBe(sale.shorturl));

  // A long destination shows its end on hover and focus; where there is room, the row shows it in full.
  const destination = first.getByRole("link", { name: new RegExp(`^${site}`) });
  const whole = page.getByRole("tooltip").filter({ hasText: end });
  await destination.hover();
  await whole.waitFor();
  await page.mouse.move(0, 0);
  await whole.waitFor({ state: "detached" });
  await destination.focus();
  await whole.waitFor();
  await page.keyboard.press("Escape");
  await whole.waitFor({ state: "detached" });
  const isCut = () => destination.evaluate((it) => it.scrollWidth > it.clientWidth);
  expect(await isCut()).toBe(true);
  await page.setViewportSize({ width: 2560, height: 900 });
  await expect.poll(isCut).toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });

  // A click anywhere else in the row opens the link.
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(`**/dashboard/links/${sale.id}?*`, async (route) => {
    await released;
    await route.continue();
  });
  const box = await first.boundingBox();
  if (!box) throw new Error("there is no row");
  await page.mouse.click(box.x + box.width * 0.75, box.y + 6);
  await first.locator("[data-heard]").waitFor({ state: "attached" });
  await keepPicture(page, "links heard");
  release();
  await page.waitForURL(`**/dashboard/links/${sale.id}`);
  await page.getByRole("heading", { level: 1, name: "Spring sale for everybody" }).waitFor();
  await page.getByRole("main").getByText(`/sale-${owner.user.id}`).first().waitFor();
  expect(await flaws(page), "the link's page").toEqual([]);
});

test("the list is sorted by its headers, shows the choice, and remembers it", async ({ page, browser }) => {
  const { owner, sale } = await ownerOfSome();
  await sql(server, "UPDATE link_counts SET clicks = 7 WHERE link_id = $1", [sale.id]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await logIn(page, server, owner.user, list);
  const first = () => page.locator("tbody tr").first().textContent();
  const head = (name: string) => page.getByRole("columnheader", { name });
  expect(await head("Created").getAttribute("aria-sort")).toBe("descending");
  await page
    .getByRole("img", { name: /in the last 30 days \(UTC\)$/ })
    .first()
    .waitFor();
  expect(await head("Clicks").getAttribute("aria-sort")).toBe("none");
  await head("Clicks").getByRole("link").click();
  await expect.poll(() => head("Clicks").getAttribute("aria-sort")).toBe("descending");
  await expect.poll(first).toContain("Spring sale");
  await head("Clicks").getByRole("link").press("Enter");
  await expect.poll(() => head("Clicks").getAttribute("aria-sort")).toBe("ascending");
  await expect.poll(first).not.toContain("Spring sale");
  await head("Created").getByRole("link").click();
  await expect.poll(first).toContain("Winter");

  const open = () => page.getByRole("button", { name: "Display" }).click();
  const menu = page.getByRole("dialog", { name: "Display" });
  await open();
  await menu.getByLabel("Sort by").selectOption("Oldest first");
  await expect.poll(first).toContain("Spring sale");
  await menu.getByLabel("Destination").uncheck();
  await head("Destination").waitFor({ state: "detached" });
  await menu.getByLabel("Tags").uncheck();
  await page.getByText("station").waitFor({ state: "detached" });
  await menu.getByLabel("Compact rows").check();
  await page.locator("table[data-compact=true]").waitFor();
  await menu.getByLabel("Links per page").selectOption("50");
  await eventually(async () =>
    expect(
      (
        await sql(server, "SELECT columns, compact, per_page FROM list_settings WHERE user_id = $1", [owner.user.id])
      )[0],
    ).toEqual({ columns: ["campaign", "lately", "clicks", "created"], compact: true, per_page: 50 }),
  );
  expect(await flaws(page, ["table"]), "the menu of what is displayed").toEqual([]);
  await keepPicture(page, "links display menu");

  // It is also used in another browser, but not for other users.
  const elsewhere = await browser.newPage();
  await logIn(elsewhere, server, owner.user, list);
  await elsewhere.locator("table[data-compact=true]").waitFor();
  expect(await elsewhere.getByRole("columnheader", { name: "Destination" }).count()).toBe(0);
  await elsewhere.close();
});

test("a page holds 20, 50 or 100 links", async ({ page }) => {
  const owner = await linkOwner(server);
  await sql(
    server,
    `INSERT INTO links (user_id, domain_id, alias, alias_folded, destination, title)
     SELECT $1::int, (SELECT id FROM domains WHERE user_id IS NULL), 'many-' || $1::int || '-' || n, 'many-' || $1::int || '-' || n,
       'https://many.example/' || n, 'Number ' || n FROM generate_series(1, 130) AS n`,
    [owner.user.id],
  );
  await logIn(page, server, owner.user, list);
  const rows = page.locator("tbody tr");
  await expect.poll(() => rows.count()).toBe(20);
  await page.goto(`${server.url}${list}?page=7`);
  await expect.poll(() => rows.count()).toBe(10);
  for (const [size, last, left] of [
    ["50", "3", 30],
    ["100", "2", 30],
  ] as const) {
    await page.getByRole("button", { name: "Display" }).click();
    await page.getByLabel("Links per page").selectOption(size);
    await expect.poll(() => rows.count()).toBe(Number(size));
    await page.keyboard.press("Escape");
    const pages = page.getByRole("navigation", { name: "Pagination" });
    await pages.getByRole("link", { name: last, exact: true }).click();
    await expect.poll(() => rows.count()).toBe(left);
  }
});

test("one menu filters, and chips show the filters", async ({ page }) => {
  const { owner } = await ownerOfSome();
  for (let number = 1; number <= 9; number++) await owner.made("/api/campaign/add", { name: `Campaign ${number}` });
  await logIn(page, server, owner.user, list);
  const count = page.getByRole("main").getByRole("status");
  const chips = page.getByRole("list", { name: "Active filters" });
  await filterBy(page, /^Tag/, "station");
  await count.getByText("1 link found").waitFor();
  await filterBy(page, "Status", "Off");
  await page.getByText("Nothing found").waitFor();
  await chips.getByRole("button", { name: "Remove filter Tag: station" }).click();
  await count.getByText("1 link found").waitFor();
  expect(await chips.getByRole("button").allInnerTexts()).toEqual(["Status: Off"]);

  // Filters can be set with the keyboard alone. A long menu has a search field.
  const button = page.getByRole("button", { name: "Filter", exact: true });
  const menu = page.getByRole("dialog", { name: "Filter" });
  await button.press("Enter");
  await menu.getByRole("button", { name: "Campaign" }).waitFor();
  expect(await flaws(page, ["table"]), "the menu of filters").toEqual([]);
  await menu.getByRole("button", { name: "Campaign" }).press("Enter");
  const search = menu.getByRole("textbox");
  await expect.poll(() => search.evaluate((it) => document.activeElement === it)).toBe(true);
  await page.keyboard.type("spri");
  expect(await menu.getByRole("list").getByRole("button").allInnerTexts()).toEqual(["Spring"]);
  expect(await flaws(page, ["table"]), "the choices of a filter").toEqual([]);
  await keepPicture(page, "links filter menu");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByText("Nothing found").waitFor();
  await expect.poll(() => button.evaluate((it) => document.activeElement === it)).toBe(true);
  await chips.getByRole("button", { name: "Clear all" }).click();
  await count.getByText("3 links", { exact: true }).waitFor();
  expect(await chips.count()).toBe(0);

  // A view stores all filters and the order.
  await filterBy(page, /^Tag/, "poster");
  await count.getByText("1 link found").waitFor();
  await page.getByRole("columnheader", { name: "Created" }).getByRole("link").click();
  await page.waitForURL(/direction=asc/);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("textbox", { name: "Name of this view" }).fill("Posters");
  await page.getByRole("button", { name: "Save view" }).click();
  await eventually(async () =>
    expect((await sql(server, "SELECT query FROM link_views WHERE user_id = $1", [owner.user.id]))[0]).toEqual({
      query: "tag=poster&direction=asc",
    }),
  );
});

test("links look the same wherever they are listed", async ({ page }) => {
  const { owner, sale } = await ownerOfSome();
  const { id: channel } = await owner.made("/api/channel/add", { name: "Posters" });
  await owner.client.post(`/api/channel/${channel}/assign/links/${sale.id}`, {});
  await logIn(page, server, owner.user, list);
  const hasIcon = (within: ReturnType<Page["locator"]>) =>
    expect.poll(() => within.locator("img[src^='/images/sites/']").count()).toBe(1);

  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search links, or go to a page").fill("everybody spring");
  const found = page.getByRole("dialog").getByRole("button", { name: /^Spring sale for everybody.*\/sale-/ });
  await found.waitFor();
  await hasIcon(found);
  await keepPicture(page, "palette with links");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/dashboard/links/${sale.id}`);
  await hasIcon(page.getByRole("main"));

  const { campaign } = (await owner.show(sale.id)).details;
  await page.goto(`${server.url}/dashboard/campaigns/${campaign}`);
  await hasIcon(row(page, "Spring sale for everybody"));
  expect(await flaws(page), "the campaign").toEqual([]);
  await page.goto(`${server.url}/dashboard/channels/${channel}`);
  await hasIcon(row(page, "Spring sale for everybody"));
  expect(await flaws(page), "the channel").toEqual([]);
});

test("the list fits, in both densities, every width and color scheme", async ({ page }) => {
  const { owner } = await ownerOfSome();
  await fill(owner);
  await logIn(page, server, owner.user, list);
  for (const compact of [false, true]) {
    const look = compact ? "compact" : "plain";
    await sql(
      server,
      `INSERT INTO list_settings VALUES ($1, '{destination,campaign,tags,lately,clicks,created}', $2, 20)
       ON CONFLICT (user_id) DO UPDATE SET compact = $2`,
      [owner.user.id, compact],
    );
    await page.goto(`${server.url}${list}?status=active`);
    expect(await flaws(page), look).toEqual([]);
    for (const width of [390, 1024, 1280, 1440, 1920])
      for (const colorScheme of schemes) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate("document.documentElement.scrollWidth"), `${look} ${width}`).toBe(width);
        await keepPicture(page, `links list ${look} ${width} ${colorScheme}`);
      }
  }
});

/** Titles of many kinds, to look at in screenshots. */
async function fill(owner: LinkOwner): Promise<void> {
  const titles = ["Summer school 2026: programme, teachers and how to apply", "Press kit", "", "مرحبا بالعالم", ""];
  for (const [index, title] of titles.entries())
    await owner.create({
      url: `https://${["docs.python.org", "github.com", "www.nytimes.com", "例え.jp", "a.b.example"][index]}/library/${"x/".repeat(index * 9)}page.html?utm_source=mail`,
      ...(title && { title }),
      ...(index === 1 && { tags: ["press", "evergreen", "english", "2026", "a rather long tag of somebody"] }),
    });
}

test("one of 150 links is found by two words of its title, with at most one click", async ({ page }) => {
  const owner = await linkOwner(server);
  const links = Array.from({ length: 150 }, (_, n) => ({
    url: `https://example.com/${n}`,
    title: n === 77 ? "The blue kettle of Aunt Wilhelmina" : `Article ${n} of the kettle shop`,
  }));
  await owner.made("/api/urls/add", { links });
  await logIn(page, server, owner.user, list);
  await page.getByRole("searchbox", { name: "Search links" }).click();
  await page.keyboard.type("wilhelmina kettle");
  await page.getByText("1 link found").waitFor();
  expect(await page.locator("tbody tr").count()).toBe(1);
  await row(page, "The blue kettle of Aunt Wilhelmina").waitFor();
  await page.goto(server.url + list);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("wilhelmina kettle");
  await page.getByRole("dialog").getByText("The blue kettle of Aunt Wilhelmina").waitFor();
  await page.keyboard.type(" nowhere");
  await page.getByRole("dialog").getByText("The blue kettle of Aunt Wilhelmina").waitFor({ state: "detached" });
});

test("ten links are in view on a desk, and seven on a phone with its own navigation", async ({ page }) => {
  const owner = await linkOwner(server);
  await logIn(page, server, owner.user, list);
  // The explanation disappears when there is a link.
  const explained = page.getByText("To choose an alias, add it after a space");
  await explained.waitFor();
  const { id: campaign } = await owner.made("/api/campaign/add", { name: "Spring collection" });
  for (let n = 0; n < 20; n++) {
    const url = `https://example.com/${"a-long-path/".repeat(4)}${n}`;
    await owner.create({ url, title: `A title of some length, ${n}`, campaign, tags: ["poster", "autumn", "partner"] });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(server.url + list);
  expect(await explained.count()).toBe(0);
  const bottomOf = async (index: number) => {
    const box = await page.locator("tbody tr").nth(index).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? Number.POSITIVE_INFINITY);
  };
  expect(await bottomOf(9)).toBeLessThanOrEqual(900);
  expect(await flaws(page), "dense").toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  const bar = page.getByRole("navigation", { name: "Most used pages" });
  expect(await bottomOf(6)).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
  expect(await bar.getByRole("link").allTextContents()).toEqual([
    "Overview",
    "Links",
    "QR codes",
    "Campaigns",
    "Bio pages",
  ]);
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme });
    await keepPicture(page, `links 390 ${scheme}`);
  }
  // The button and the domains appear when the field is used.
  const shorten = page.getByRole("main").getByRole("button", { name: "Create link" });
  expect(await shorten.isVisible()).toBe(false);
  await page.getByLabel("New link: the URL to shorten").fill("https://example.com/on-a-phone");
  await shorten.click();
  await page.getByRole("region", { name: "Your new link" }).waitFor();
  // Without a head above the rows, a selected row offers to select all.
  const all = page.getByRole("checkbox", { name: "Select all on this page" });
  expect(await all.isVisible()).toBe(false);
  await page.locator("tbody input[type=checkbox]").first().check();
  await all.check();
  await bar.getByRole("link", { name: "Campaigns" }).click();
  await page.waitForURL(/\/dashboard\/campaigns$/);
});

test("all pages of the dashboard begin at the same left edge", async ({ page }) => {
  const owner = await linkOwner(server);
  const { id } = await owner.create();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await logIn(page, server, owner.user, list);
  const lefts = new Map<string, number>();
  for (const path of [
    list,
    "/dashboard",
    `${list}/${id}`,
    `${list}/${id}/edit`,
    "/dashboard/tags",
    "/dashboard/import",
  ]) {
    await page.goto(server.url + path);
    const edges = ["main header > :is(a, div)", "main header + div > *"];
    for (const edge of edges) lefts.set(`${path} ${edge}`, (await page.locator(edge).first().boundingBox())?.x ?? 0);
  }
  expect([...new Set(lefts.values())], [...lefts].join(" ")).toHaveLength(1);
});

test("several tags narrow the list, and excluded tags leave links out", async ({ page }) => {
  const owner = await linkOwner(server);
  for (const tags of [["Red"], ["Red", "Blue"], ["Red", "Blue", "Old"], []]) {
    await owner.create({ title: `Tags: ${tags.join("+") || "none"}`, tags });
  }
  const titles = async (expected: string[]) =>
    eventually(async () => {
      const found = await page
        .locator("tbody tr")
        .getByText(/^Tags: /)
        .allTextContents();
      expect(found.map((title) => title.slice("Tags: ".length))).toEqual(expected);
    });
  await page.setViewportSize({ width: 1440, height: 900 });
  await logIn(page, server, owner.user, list);
  await titles(["none", "Red+Blue+Old", "Red+Blue", "Red"]);
  await filterBy(page, /^Tag/, "Red");
  await titles(["Red+Blue+Old", "Red+Blue", "Red"]);
  await filterBy(page, /^Tag/, "Blue");
  await titles(["Red+Blue+Old", "Red+Blue"]);
  await filterBy(page, "Without tag", "Old");
  await titles(["Red+Blue"]);
  expect(await flaws(page), "filters by tags").toEqual([]);
  await keepPicture(page, "filters by tags");
  // The address can be shared, also with repeated parameters.
  await page.goto(`${server.url}${list}?tag=blue&tag=red&excludetag=Old`);
  await titles(["Red+Blue"]);
  await page.getByRole("button", { name: "Remove filter Without tag: Old" }).click();
  await titles(["Red+Blue+Old", "Red+Blue"]);
  await page.getByRole("button", { name: "Remove filter Tag: Blue" }).click();
  await titles(["Red+Blue+Old", "Red+Blue", "Red"]);
  await page.goto(`${server.url}${list}?q=none&q=Red`);
  await titles(["none", "Red+Blue+Old", "Red+Blue", "Red"]);
});
