import type { Page } from "playwright";
import sharp from "sharp";
import { expect, inject } from "vitest";
import { testWithSandbox } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture, keepPictures, preview, schemes, widths } from "../support/look";
import { sql } from "../support/sql";
import { visit } from "../support/visit";

const server = inject("server");

/** An image whose corners differ in brightness. */
const photo = async (side: number) => ({
  name: "photo.png",
  mimeType: "image/png",
  buffer: await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#fff"/><stop offset=".5" stop-color="#e8590c"/><stop offset="1" stop-color="#000"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`,
    ),
  )
    .png()
    .toBuffer(),
});

const look = (page: Page) => page.locator("[data-section=look]");
const styleOf = (page: Page, name: string) =>
  preview(page)
    .locator("body")
    .evaluate((body, name) => getComputedStyle(body).getPropertyValue(name), name);

testWithSandbox("a bio page is given a face, a background and a font, all seen at once", async ({ page }) => {
  const owner = await linkOwner(server);
  await logIn(page, server, owner.user, "/dashboard/bio/new");
  await page.getByLabel("Name").fill(`Ada ${Date.now()}`);
  await page.getByLabel("Description").first().fill("Poetical science, engines and the odd bird.");
  await page
    .locator("[data-section=content] input[type=file]")
    .first()
    .setInputFiles(await photo(300));
  await preview(page).locator("img.avatar").waitFor();
  for (const title of ["My shop", "My blog"]) {
    await page.getByRole("group", { name: "Add block" }).getByRole("button", { name: "Link" }).click();
    await page.locator("li input:focus").waitFor();
    await page.keyboard.type(title);
    await page.getByLabel("Destination").last().fill("https://example.com/");
  }

  await look(page).getByRole("button", { name: "Dusk" }).click();
  await expect
    .poll(() => styleOf(page, "background-image"))
    .toContain("linear-gradient(rgb(15, 32, 39), rgb(44, 83, 100))");
  await keepPictures(page, "bio gradient");
  await page.evaluate("scrollTo(0, 0)");
  expect(await flaws(page), "a gradient").toEqual([]);
  // On a gradient from white to black, no color is readable everywhere.
  const faint = look(page).getByText("hard to read");
  expect(await faint.count()).toBe(0);
  await look(page).getByLabel("Fades into", { exact: true }).fill("#F1F5F9");
  await faint.waitFor();
  await look(page).getByText("Color", { exact: true }).first().click();
  await faint.waitFor({ state: "detached" });
  await expect.poll(() => styleOf(page, "background-image")).toBe("none");
  await look(page).getByText("Gradient", { exact: true }).click();
  expect(await look(page).getByLabel("Fades into", { exact: true }).inputValue()).toMatch(/^#[\dA-F]{6}$/);
  await expect.poll(() => styleOf(page, "background-image")).toContain("linear-gradient(");

  await look(page).getByText("Image", { exact: true }).first().click();
  await look(page)
    .locator("input[type=file]")
    .setInputFiles(await photo(900));
  await preview(page).locator("img.behind").waitFor();
  await look(page).getByRole("button", { name: "Serif", exact: true }).click();
  await expect.poll(() => styleOf(page, "font-family")).toContain("Palatino");
  await keepPictures(page, "bio picture");
  await page.evaluate("scrollTo(0, 0)");
  expect(await flaws(page), "a picture").toEqual([]);

  // Unsaved changes are stored in the browser.
  await page.goto(`${server.url}/dashboard`);
  await page.goto(`${server.url}/dashboard/bio/new`);
  await page.getByRole("button", { name: "Restore" }).click();
  await preview(page).locator("img.behind").waitFor();
  await preview(page).locator("img.avatar").waitFor();
  await page.click("form button[type=submit]");
  await page.waitForURL(/bio\/\d+$/);
  const slug = await sql<{ slug: string; avatar: string }>(
    server,
    "SELECT slug, avatar FROM bio_pages WHERE user_id = $1",
    [owner.user.id],
  );
  const { body } = await visit(`${server.url}/b/${slug[0]?.slug}`);
  expect(body).toContain(`src="${slug[0]?.avatar}"`);
  expect(slug[0]?.avatar).toMatch(new RegExp(`^${server.url}/uploads/[\\da-f]{32}$`));
  expect(body).toContain("body{font-family:'Iowan Old Style'");

  for (const width of widths)
    for (const colorScheme of schemes) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.goto(`${server.url}/b/${slug[0]?.slug}`);
      await keepPicture(page, `bio visited ${width} ${colorScheme}`);
      const overflow = Number(await page.evaluate("document.documentElement.scrollWidth")) - width;
      expect(overflow).toBeLessThanOrEqual(0);
    }
});

testWithSandbox(
  "a block is scheduled in the account's time zone, and refused an end before its start",
  async ({ page }) => {
    const owner = await linkOwner(server);
    await sql(server, "UPDATE users SET time_zone = 'Asia/Tokyo' WHERE id = $1", [owner.user.id]);
    const slug = `scheduled-${Date.now()}`;
    const bio = await owner.made("/api/bio/add", {
      ...{ slug, name: "Ada" },
      blocks: [
        { type: "link", title: "Advent", url: "https://example.com/advent" },
        { type: "text", text: "Gone by", until: "2020-01-01" },
      ],
    });
    await logIn(page, server, owner.user, `/dashboard/bio/${bio.id}/edit`);
    await page.getByRole("button", { name: /^Gone by.*Ended/s }).waitFor();
    await page.getByRole("button", { name: "Advent", exact: true }).click();
    await page.getByRole("button", { name: "Schedule" }).click();
    await page.getByText("Asia/Tokyo").first().waitFor();
    await page.getByLabel("Show from").fill("2099-12-01T09:00");
    await page.getByLabel("Show until").fill("2099-12-01T08:00");
    await page.getByRole("button", { name: /^Advent.*Scheduled/s }).waitFor();
    // The preview still shows where it will be.
    await preview(page).locator(".unseen").getByText("Advent").waitFor();
    await page.click("form button[type=submit]");
    await page.getByText("This must be later than the start.").waitFor();
    await keepPictures(page, "bio schedule");
    expect(await flaws(page), "the schedule").toEqual([]);
    await page.getByLabel("Show until").fill("2099-12-24T20:00");
    await page.click("form button[type=submit]");
    await page.waitForURL(/bio\/\d+$/);
    const { body } = await owner.client.get<{ data: { blocks: object[] } }>(`/api/bio/${bio.id}`);
    expect(body.data.blocks[0]).toMatchObject({ from: "2099-12-01 00:00:00", until: "2099-12-24 11:00:00" });
    const visited = await visit(`${server.url}/b/${slug}`);
    expect(visited.body).not.toMatch(/Advent|Gone by/);
  },
);
