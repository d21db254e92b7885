import type { Page } from "playwright";
import { expect, inject } from "vitest";
import { testWithSandbox } from "../support/chromium";
import { drag } from "../support/drag";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, preview } from "../support/look";
import { sql } from "../support/sql";
import { newUser } from "../support/users";
import { visit } from "../support/visit";

const isAt = (pattern: RegExp) => (url: URL) => pattern.test(url.pathname);
const save = (page: Page) => page.click("form button[type=submit]");
async function add(page: Page, block: string) {
  await page.getByRole("group", { name: "Add block" }).getByRole("button", { name: block }).click();
  // The first block loads the code that blocks need.
  if (block !== "Social icons") await page.locator("li input:focus, li textarea:focus").waitFor();
}

/** The blocks from top to bottom. */
const order = (page: Page) =>
  page.getByRole("region", { name: "Blocks" }).locator("li [aria-expanded]").allInnerTexts();

testWithSandbox(
  "a bio page: made before one's eyes, put in order, published, changed, deleted",
  async ({ page, browser }) => {
    const server = inject("server");
    const owner = await linkOwner(server);
    await owner.made("/api/pixel/add", { type: "fbpixel", name: "Autumn ads", tag: "123456789012345" });
    // The list offers all of them, however many there are.
    const many = "SELECT $1, 'fbpixel', 'Pixel ' || n, '123456789012345' FROM generate_series(1, 100) n";
    await sql(server, `INSERT INTO pixels (user_id, type, name, tag) ${many}`, [owner.user.id]);
    await logIn(page, server, owner.user, "/dashboard/bio");
    await page.getByText("No bio pages yet").waitFor();
    await page.getByRole("link", { name: "New bio page" }).click();

    await page.getByLabel("Name").fill(`Ada ${Date.now()}`);
    const slug = await page.getByRole("textbox", { name: "Address", exact: true }).inputValue();
    expect(slug).toMatch(/^ada-\d+$/);
    await preview(page).getByRole("heading", { name: /^Ada/ }).waitFor();
    await add(page, "Heading");
    await page.keyboard.type("Find me");
    await add(page, "Link");
    await page.keyboard.type("My shop");
    await preview(page).getByRole("link", { name: "My shop" }).waitFor();
    await add(page, "Video");
    await page.keyboard.type("https://example.com/no-video");
    await add(page, "Social icons");
    await page.getByLabel("Profile URL for network 1").fill("instagram.com/ada");
    await page.getByRole("button", { name: "https://example.com/no-video", exact: true }).click();
    await save(page);
    await page.getByText("This must be a video on YouTube or Vimeo.").waitFor();
    await page.getByText("This must be a complete URL").waitFor();
    await page.getByLabel("URL of a YouTube or Vimeo video").fill("https://youtu.be/dQw4w9WgXcQ");
    // A block that was opened because of an error stays open while the error is fixed.
    expect(await page.getByLabel("URL of a YouTube or Vimeo video").isVisible()).toBe(true);
    await page.getByLabel("Destination").fill("shop.example/spring");
    await preview(page).getByText("Play the video").waitFor();
    await preview(page).getByRole("link", { name: "Instagram" }).waitFor();
    // Links in the editor's preview do nothing.
    await page.evaluate("scrollTo(0, 0)");
    expect(await flaws(page), "the editor").toEqual([]);

    // By touch, and by keyboard.
    await page.setViewportSize({ width: 1440, height: 1600 });
    await drag(page, 3, 0);
    const summaries = ["Instagram", "Find me", "My shop", "https://youtu.be/dQw4w9WgXcQ"];
    await expect.poll(() => order(page)).toEqual(summaries);
    await page.getByRole("button", { name: "Move down: Instagram" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect.poll(() => order(page)).toEqual(["Find me", "My shop", "Instagram", "https://youtu.be/dQw4w9WgXcQ"]);
    // A block removed by mistake can be restored.
    await page.getByRole("button", { name: "Remove: Find me" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => order(page)).toEqual(["Find me", "My shop", "Instagram", "https://youtu.be/dQw4w9WgXcQ"]);

    await page.getByRole("button", { name: "Berry" }).click();
    await page.getByText("Pills").click();
    expect(await flaws(page), "the look").toEqual([]);
    await page.getByLabel("Title", { exact: true }).fill("All of Ada");
    await page.getByRole("combobox", { name: "Pixels" }).fill("autumn");
    await page.getByRole("option", { name: "Autumn ads" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("option").first().waitFor({ state: "hidden" });
    expect(await flaws(page), "the sharing").toEqual([]);
    await save(page);
    await page.waitForURL(isAt(/bio\/\d+$/));
    const path = new URL(page.url()).pathname;
    const address = `${server.url}/b/${slug}`;
    const { body } = await visit(address);
    expect(body).toContain("--bg:#2B1055");
    expect(body).toContain("--corner:999px");
    expect(body).toContain('<meta property="og:title" content="All of Ada">');
    expect((await visit(`${address}?signpost-pixels`)).body).toContain("123456789012345");
    expect(body.indexOf("Find me")).toBeLessThan(body.indexOf("My shop"));
    const [, shop = ""] = /href="(\/b\/[^"]+)">My shop/.exec(body) ?? [];
    expect((await visit(server.url + shop)).location).toBe("https://shop.example/spring");

    // Clicks already counted stay with their block.
    await expect
      .poll(async () => {
        await page.reload();
        return page.getByRole("listitem").filter({ hasText: "My shop" }).allInnerTexts();
      })
      .toEqual([expect.stringContaining("1")]);
    await page.getByRole("heading", { name: "Visits per day" }).waitFor();
    await page.getByLabel(/^Chart: \d+ visits?$/).waitFor();
    expect(await page.locator("main").textContent()).not.toMatch(/included in the clicks/);
    expect(await flaws(page), "the page's statistics").toEqual([]);
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByRole("button", { name: /^My shop.*1 click/s }).waitFor();
    for (const block of ["Find me", "My shop", "Instagram", "https://youtu.be/dQw4w9WgXcQ"]) {
      await page.getByRole("button", { name: `Remove: ${block}` }).click();
    }
    await save(page);
    await page.waitForURL(isAt(/bio\/\d+$/));
    // On other pages the editor's undo is not offered.
    await page.getByRole("button", { name: "Undo" }).first().waitFor({ state: "detached", timeout: 5_000 });
    expect((await visit(address)).body).not.toContain("My shop");

    const stranger = await browser.newPage();
    await logIn(stranger, server, await newUser(server), `${path}/edit`);
    await stranger.getByText("Bio page not found").waitFor();
    await stranger.goto(`${server.url}/dashboard/bio/new`);
    await stranger.getByLabel("Name").fill("Another");
    await stranger.getByRole("textbox", { name: "Address", exact: true }).fill(slug);
    await save(stranger);
    await stranger.getByText("That slug is taken.").waitFor();
    await stranger.close();

    await page.goto(`${server.url}/dashboard/bio?q=ada`);
    expect(await flaws(page), "the list").toEqual([]);
    await page.getByRole("button", { name: /^More for Ada/ }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByText("stops working immediately").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Nothing found").waitFor();
    expect((await visit(address)).status).toBe(404);
  },
);
