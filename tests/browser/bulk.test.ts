import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright";
import { expect, inject } from "vitest";
import { filesIn } from "../support/archive";
import { test } from "../support/chromium";
import { type LinkOwner, linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture, schemes, widths } from "../support/look";
import { cutInto, printed } from "../support/pdf";
import { decode } from "../support/qr";
import { withSlowScripts } from "../support/scripted";
import { sql } from "../support/sql";

const server = inject("server");
const total = 151;

/** A user on the Pro plan with 151 links, and with campaigns and the like to add them to. */
async function ownerOfMany(): Promise<LinkOwner> {
  const owner = await linkOwner(server);
  await sql(server, "UPDATE users SET plan_id = (SELECT id FROM plans WHERE name = 'Pro') WHERE id = $1", [
    owner.user.id,
  ]);
  const links = Array.from({ length: total }, (_, n) => ({
    url: `https://example.com/${n}`,
    custom: `many-${owner.user.id}-${n}`,
  }));
  await owner.made("/api/urls/add", { links });
  await owner.made("/api/campaign/add", { name: "Spring" });
  await owner.made("/api/channel/add", { name: "Posters" });
  await owner.made("/api/tag/add", { name: "Fair" });
  await owner.made("/api/domain/add", { domain: `https://go-${owner.user.id}.example.com` });
  return owner;
}

/** The account's links, without the time of their last change. */
const stored = (owner: LinkOwner) =>
  sql(
    server,
    `SELECT to_jsonb(l) - 'updated_at' AS link, ARRAY(SELECT "B" FROM "_LinkToTag" WHERE "A" = l.id) AS tags,
       ARRAY(SELECT channel_id FROM channel_items WHERE link_id = l.id) AS channels
     FROM links l WHERE user_id = $1 ORDER BY id`,
    [owner.user.id],
  );

const bar = (page: Page) => page.getByRole("region", { name: "Selection" });

async function selectAll(page: Page, press = (what: Locator) => what.click()): Promise<void> {
  await press(page.getByRole("checkbox", { name: "Select all on this page" }));
  await press(bar(page).getByRole("button", { name: `Select all ${total}` }));
  await bar(page).getByText(`${total} selected`).waitFor();
}

test("151 links are moved to a campaign with four clicks, and back with one more", async ({ page }) => {
  const owner = await ownerOfMany();
  const before = await stored(owner);
  await logIn(page, server, owner.user, "/dashboard/links");
  let clicks = 0;
  const press = async (what: Locator) => {
    clicks++;
    await what.click();
  };
  await selectAll(page, press);
  await press(bar(page).getByRole("button", { name: "Campaign" }));
  await press(page.getByRole("menuitem", { name: "Spring" }));
  await page.getByText(`${total} links moved to Spring`).waitFor();
  expect(clicks).toBeLessThanOrEqual(4);
  const [{ moved } = { moved: 0 }] = await sql<{ moved: number }>(
    server,
    "SELECT count(*)::int AS moved FROM links WHERE user_id = $1 AND campaign_id IS NOT NULL",
    [owner.user.id],
  );
  expect(moved).toBe(total);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText(`${total} links are back to the previous settings.`).waitFor();
  expect(await stored(owner)).toEqual(before);
});

test("the bar stays in view, also on a phone, and shows the selection", async ({ page }) => {
  const owner = await ownerOfMany();
  await logIn(page, server, owner.user, "/dashboard/links");
  // The bar and its actions appear together. If it grew later, its buttons would move under the pointer.
  await withSlowScripts(page, async () => {
    await page.getByRole("checkbox", { name: "Select all on this page" }).click();
    await bar(page).waitFor();
    expect(await bar(page).getByRole("button", { name: "Campaign" }).isVisible()).toBe(true);
  });
  await bar(page).getByRole("button", { name: "Clear selection" }).click();
  await selectAll(page);
  expect(await flaws(page, ["table"]), "with all selected").toEqual([]);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const top of [0, 100_000]) {
      await page.evaluate(`window.scrollTo(0, ${top})`);
      await expect.poll(async () => bar(page).isVisible()).toBe(true);
      const box = await bar(page).boundingBox();
      expect(box?.y, `at ${width} px, scrolled to ${top}`).toBeGreaterThan(0);
      expect((box?.y ?? 0) + (box?.height ?? 0), `at ${width} px, scrolled to ${top}`).toBeLessThanOrEqual(900);
      expect(box?.height).toBeLessThan(160);
    }
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate("window.scrollTo(0, 0)");
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `tests/browser/output/bulk-${width}-${colorScheme}.png` });
    }
  }
  await page
    .getByRole("checkbox", { name: /^Select .*many-/ })
    .first()
    .uncheck();
  await bar(page).getByText("19 selected").waitFor();
  await bar(page).getByRole("button", { name: "Clear selection" }).click();
  await bar(page).waitFor({ state: "detached" });
});

test("151 links change channel and tag, are archived and deleted, each undone exactly, and exported", async ({
  page,
}) => {
  const owner = await ownerOfMany();
  const before = await stored(owner);
  await logIn(page, server, owner.user, "/dashboard/links");
  const undo = async () => {
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByText(`${total} links are back to the previous settings.`).last().waitFor();
    expect(await stored(owner)).toEqual(before);
    await page.reload();
  };
  await selectAll(page);
  await bar(page).getByRole("button", { name: "Channel" }).click();
  await page.getByRole("menuitem", { name: "Posters" }).click();
  await page.getByText(`${total} links added to Posters`).waitFor();
  // The links are still there, so they stay selected for the next change.
  await bar(page).getByText(`${total} selected`).waitFor();
  await undo();
  await selectAll(page);
  await bar(page).getByRole("button", { name: "Add tag" }).click();
  const another = page.getByRole("textbox", { name: "Find or create a tag" });
  await another.press("Enter");
  await another.fill("Not there yet");
  await page.getByRole("menuitem", { name: "Create tag “Not there yet”" }).waitFor();
  await another.press("Enter");
  await page.getByText(`Tag Not there yet added to ${total} links`).waitFor();
  await undo();
  await selectAll(page);
  await bar(page).getByRole("button", { name: "Archive" }).click();
  await page.getByText(`${total} links archived`).waitFor();
  await undo();
  await selectAll(page);
  await bar(page).getByRole("button", { name: "More" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Export as CSV" }).click(),
  ]);
  expect((await readFile(await download.path(), "utf8")).trim().split("\r\n")).toHaveLength(total + 1);
  await page.keyboard.press("Escape");
  await bar(page).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText(`${total} links deleted`).waitFor();
  expect(await stored(owner)).toEqual([]);
  await undo();
});

test("the codes of 151 selected links are downloaded as labels, and of some as pictures", async ({ page }) => {
  const owner = await ownerOfMany();
  await logIn(page, server, owner.user, "/dashboard/links");
  const dialog = page.getByRole("dialog");
  const open = async () => {
    await bar(page).getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Download QR codes" }).click();
    await dialog.getByLabel("Format").waitFor();
  };
  const downloaded = async () => {
    const waiting = page.waitForEvent("download");
    await dialog.getByRole("link", { name: "Download" }).click();
    const file = await readFile(await (await waiting).path());
    await dialog.waitFor({ state: "detached" });
    return file;
  };
  await selectAll(page);
  await open();
  await dialog.getByText(`Download ${total} QR codes`).waitFor();
  await dialog.getByLabel("Format").selectOption({ label: "Labels to print (PDF)" });
  await dialog.getByLabel("Labels per page").selectOption({ label: "24 (4 × 6)" });
  expect(await flaws(page, ["table"])).toEqual([]);
  await keepPicture(page, "download of labels");
  const [first, ...others] = await printed(await downloaded());
  expect(others).toHaveLength(6);
  const [label] = first ? await cutInto([4, 6], first) : [];
  expect(await decode(label ?? Buffer.from(""))).toMatch(new RegExp(`/many-${owner.user.id}-\\d+$`));

  await page.reload();
  await page
    .getByRole("checkbox", { name: /^Select .*many-/ })
    .first()
    .check();
  await open();
  await dialog.getByLabel("Format").selectOption({ label: "PNG images (ZIP)" });
  await dialog.getByLabel("Image size").selectOption({ label: "256 × 256 px" });
  const [picture, ...more] = (await filesIn(await downloaded())).values();
  expect(more).toEqual([]);
  expect(await decode(picture ?? Buffer.from(""))).toMatch(/\/many-/);
});

test("links move to another domain after a question that names those that stay; an undo names those that stay, too", async ({
  page,
}) => {
  const owner = await ownerOfMany();
  const { id } = owner.user;
  const host = `go-${id}.example.com`;
  await owner.create({ domain: host, custom: `many-${id}-7` });
  await logIn(page, server, owner.user, "/dashboard/links");
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await bar(page)
    .getByRole("button", { name: `Select all ${total + 1}` })
    .click();
  await bar(page).getByRole("button", { name: "Domain" }).click();
  await page.getByRole("menuitem", { name: host }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("The old addresses stop working immediately").waitFor();
  await dialog.getByRole("button", { name: "Move" }).click();
  await page.getByText(`150 links moved to ${host}`).waitFor();
  await dialog.getByText("1 link was not moved").waitFor();
  await dialog.getByText(`/many-${id}-7`).waitFor();
  await dialog.getByText("because their alias is taken on the other domain").waitFor();
  await keepPicture(page, "bulk refused");
  await page.keyboard.press("Escape");
  await owner.create({ custom: `many-${id}-3` });
  await page.getByRole("button", { name: "Undo" }).click();
  await dialog.getByText("1 link can't be changed back").waitFor();
  await dialog.getByText("149 links can be changed back. These can't:").waitFor();
  await dialog.getByText(`${host}/many-${id}-3`).waitFor();
  await dialog.getByText("Another link has its alias on its earlier domain. Change one of the two aliases").waitFor();
  expect(await flaws(page, ["table"])).toEqual([]);
  await keepPicture(page, "bulk undo refused");
  await dialog.getByRole("button", { name: "Undo for 149 links" }).click();
  await page.getByText("149 links are back to the previous settings. 1 link stays as it is.").waitFor();
});
