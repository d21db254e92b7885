import type { Page } from "playwright";
import sharp from "sharp";
import { expect, inject } from "vitest";
import { testWithSandbox } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws } from "../support/look";
import { visit } from "../support/visit";

const png = () =>
  sharp({ create: { width: 1200, height: 630, channels: 3, background: "#1e3c5a" } })
    .png()
    .toBuffer();

/** Uploads files into the page's only image field, first those that are refused. */
async function upload(page: Page, label: string) {
  const send = (buffer: Buffer) =>
    page.setInputFiles("input[type=file]", { name: "picture.png", mimeType: "image/png", buffer });
  await send(Buffer.alloc(1024 * 1024 + 1));
  await page.getByText("The image is larger than 1 MiB.").waitFor();
  // The same file can be chosen again.
  expect(await page.locator("input[type=file]").inputValue()).toBe("");
  await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'));
  await page.getByText("The image must be a PNG or JPEG.").waitFor();
  await send(await png());
  await page.getByRole("img", { name: label, exact: true }).waitFor();
}

testWithSandbox("pictures are uploaded for links' previews, splash pages and bio pages", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const link = await owner.create();
  const uploads = new RegExp(`^${server.url}/uploads/[\\da-f]{32}$`);
  await logIn(page, server, owner.user, `/dashboard/links/${link.id}/edit`);
  await page.goto(`${server.url}/dashboard/links/${link.id}/edit?tab=look`);
  await upload(page, "Image");
  // The card shows the image as the service draws it.
  await page.getByRole("img", { name: "The image", exact: false }).or(page.locator("figure img")).first().waitFor();
  expect(await flaws(page), "the link's editor").toEqual([]);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(({ pathname }) => pathname.endsWith(`/links/${link.id}`));
  const { details } = await owner.show(link.id);
  expect(details.metaimage).toMatch(uploads);
  expect((await fetch(String(details.metaimage))).headers.get("content-type")).toBe("image/png");

  await page.goto(`${server.url}/dashboard/splash/new`);
  await page.getByLabel("Name").fill("To the shop");
  await page.getByLabel("Heading").fill("One moment");
  await upload(page, "Image");
  await page.getByRole("button", { name: "Create" }).click();
  await page.waitForURL(({ pathname }) => pathname.endsWith("/splash"));
  const { body } = await owner.client.get<{ data: { splash: { id: number }[] } }>("/api/splash");
  const [splash] = body.data.splash;
  const behind = await owner.create({ type: `splash-${splash?.id}` });
  expect((await visit(behind.shorturl)).body).toMatch(/<img[^>]+\/uploads\/[\da-f]{32}"/);

  const bio = await owner.made("/api/bio/add", {
    ...{ slug: `pictures-${Date.now()}`, name: "Ada" },
    blocks: [{ type: "image", url: `${server.url}/apple-icon.png` }],
  });
  await page.goto(`${server.url}/dashboard/bio/${bio.id}/edit`);
  await page.getByRole("button", { name: `${server.url}/apple-icon.png`, exact: true }).click();
  const block = page.getByRole("region", { name: "Blocks" });
  const picture = { name: "a.png", mimeType: "image/png", buffer: await png() };
  await block.locator("input[type=file]").setInputFiles(picture);
  await block.getByRole("img", { name: "Image" }).waitFor();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(({ pathname }) => pathname.endsWith(`/bio/${bio.id}`));
  const shown = await owner.client.get<{ data: { blocks: { url: string }[] } }>(`/api/bio/${bio.id}`);
  expect(shown.body.data.blocks[0]?.url).toMatch(uploads);
});
