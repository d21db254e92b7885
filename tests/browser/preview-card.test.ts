import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture } from "../support/look";

const server = inject("trustingServer");
let site: Server;
let url: string;

beforeAll(async () => {
  const picture = await sharp({ create: { width: 1200, height: 630, channels: 3, background: "#1e3c5a" } })
    .png()
    .toBuffer();
  site = createServer(({ url: path }, response) => {
    if (path === "/card.png") return response.setHeader("Content-Type", "image/png").end(picture);
    if (path === "/gone") return response.destroy();
    const head =
      path === "/bare"
        ? ""
        : `<meta property="og:title" content="Spring &amp; summer"><meta property="og:image" content="/card.png">
           <meta property="og:description" content="Everything for the garden.">`;
    return response.setHeader("Content-Type", "text/html").end(`<!doctype html><head>${head}</head>`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => {
  site?.close();
});

test("the preview card shows the destination's metadata if the owner has set none", async ({ page }) => {
  const owner = await linkOwner(server);
  const { id } = await owner.create({ url: `${url}/shop` });
  await logIn(page, server, owner.user, `/dashboard/links/${id}/edit`);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/dashboard/links/declared?*", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${server.url}/dashboard/links/${id}/edit?tab=look`);
  const card = page.locator("figure:visible");
  // Placeholders have the size of what arrives. They say nothing about the destination.
  await card.waitFor();
  const loading = await card.boundingBox();
  for (const words of ["The destination's title", "The destination's description", "The destination's image"])
    expect([words, await card.getByText(words).count()]).toEqual([words, 0]);
  release();
  await card.getByText("Spring & summer").waitFor();
  await card.getByText("Everything for the garden.").waitFor();
  await card.getByRole("img").waitFor();
  expect((await card.boundingBox())?.height, "the height does not jump").toBe(loading?.height);
  await page.getByText("Empty fields show the destination's own details.").waitFor();
  expect(await flaws(page), "the card").toEqual([]);
  await keepPicture(page, "preview card");
  await page.fill("[name=metatitle]", "Ours");
  await card.getByText("Ours").waitFor();
  expect(await card.getByText("Spring & summer").count()).toBe(0);

  for (const [path, sentence] of [
    ["/bare", "The destination has no preview details."],
    ["/gone", "The destination's preview could not be loaded."],
  ] as const) {
    const other = await owner.create({ url: url + path });
    await page.goto(`${server.url}/dashboard/links/${other.id}/edit?tab=look`);
    await page.getByText(sentence).waitFor();
  }

  // Without a log-in, the service fetches nothing.
  const answer = await fetch(`${server.url}/dashboard/links/declared?url=${url}/shop`, { redirect: "manual" });
  expect(answer.status).toBe(401);
});
