import type { Page } from "playwright";
import sharp from "sharp";
import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture, schemes, widths } from "../support/look";

const block = (background: string, width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** A square picture, red above and blue in the lower two thirds. */
const parts = async () =>
  sharp(await block("#c81e1e", 900, 900))
    .composite([{ input: await block("#1e3cc8", 900, 600), left: 0, top: 300 }])
    .png()
    .toBuffer();

async function openCard(page: Page) {
  const server = inject("server");
  const owner = await linkOwner(server);
  const link = await owner.create();
  await logIn(page, server, owner.user, `/dashboard/links/${link.id}/edit`);
  await page.goto(`${server.url}/dashboard/links/${link.id}/edit?tab=look`);
  await page.setInputFiles("input[type=file]", { name: "a.png", mimeType: "image/png", buffer: await parts() });
  await page.getByRole("img", { name: "Image", exact: true }).waitFor();
  return { owner, link };
}

test("an uploaded image is cropped with the keyboard, for link previews", async ({ page }) => {
  const { owner, link } = await openCard(page);
  const upload = () => page.getByRole("img", { name: "Image", exact: true }).getAttribute("src");
  const before = await upload();
  await page.getByRole("button", { name: "Crop", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("img", { name: "The image to crop" }).waitFor();
  await expect.poll(() => dialog.getByRole("button", { name: "Crop image" }).isEnabled()).toBe(true);
  await dialog.getByLabel("Top to bottom").press("End");
  expect(await flaws(page), "the dialog").toEqual([]);
  await keepPicture(page, "crop");
  await dialog.getByRole("button", { name: "Crop image" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(upload).not.toBe(before);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(({ pathname }) => pathname.endsWith(`/links/${link.id}`));
  const { details } = await owner.show(link.id);
  const image = sharp(Buffer.from(await (await fetch(String(details.metaimage))).arrayBuffer()));
  const { width = 0, height = 1 } = await image.metadata();
  expect(width).toBe(900);
  expect(width / height).toBeCloseTo(1200 / 630, 1);
  // Only the blue part is left.
  const { channels } = await image.stats();
  expect(channels.slice(0, 3).map(({ mean }) => Math.round(mean))).toEqual([30, 60, 200]);
});

test("the preview looks as in WhatsApp, Slack and X, and shows what is typed", async ({ page }) => {
  await openCard(page);
  await page.fill("[name=metatitle]", "Spring sale");
  await page.fill("[name=metadescription]", "Everything for the garden.");
  const card = page.locator("figure:visible");
  await card.getByText("Spring sale").waitFor();
  await card.getByRole("img").waitFor();
  const about = card.getByText("Everything for the garden.");
  for (const [network, hasDescription] of [
    ["WhatsApp", true],
    ["Slack", true],
    ["X", false],
  ] as const) {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.locator("select:visible", { hasText: "WhatsApp" }).selectOption(network);
      await expect.poll(() => about.isVisible()).toBe(hasDescription);
      await card.scrollIntoViewIfNeeded();
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await keepPicture(page, `card ${network} ${width} ${colorScheme}`);
      }
    }
    expect(await flaws(page), network).toEqual([]);
  }
});
