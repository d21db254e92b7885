import type { Page } from "playwright";
import sharp from "sharp";
import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws } from "../support/look";
import { decode } from "../support/qr";
import { newUser } from "../support/users";
import { visit } from "../support/visit";

const save = (page: Page) => page.click("form button[type=submit]");
const isAt = (pattern: RegExp) => (url: URL) => pattern.test(url.pathname);

/** Returns the image that is shown, once the code in it could be read. */
async function drawn(page: Page) {
  await page.getByText("Readable: yes").waitFor();
  const source = await page.getByRole("img", { name: "Preview" }).getAttribute("src");
  return Buffer.from((source ?? "").split(",")[1] ?? "", "base64");
}

test("a QR code is drawn, rejected, created, downloaded, changed and deleted", async ({ page, browser }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const alias = `menu-${Date.now()}`;
  await owner.create({ custom: alias });
  await logIn(page, server, owner.user, "/dashboard/qr-codes");
  await page.getByText("No QR codes yet").waitFor();

  await page.goto(`${server.url}/dashboard/qr-codes/new?link=${encodeURIComponent(`${server.url}/${alias}`)}`);
  expect(await page.locator("[name=link]").inputValue()).toBe(`${server.url}/${alias}`);
  await drawn(page);
  // The image is part of the page, without scripts.
  expect(await (await page.request.get(page.url())).text()).toContain('src="data:image/');

  // An unreadable design is reported while it is edited, and refused.
  await page.getByLabel("Color", { exact: true }).fill("#dddddd");
  await page.getByText("These colors are too similar for the code to be scanned").waitFor();
  await page.getByText("Readable: no").waitFor();
  await page.getByText(/^Contrast 1\.\d : 1, too low/).waitFor();
  expect(await flaws(page), "a code that cannot be read").toEqual([]);
  await page.getByLabel("Color", { exact: true }).fill("purple");
  await page.getByText("This must be a color like rgb(30,60,90).").waitFor();
  await page.getByLabel("Color", { exact: true }).fill("#1e3c5a");
  await drawn(page);
  await page.locator("[name=link]").fill("nowhere");
  await save(page);
  await page.getByText("This must be a complete URL").waitFor();
  await page.locator("[name=link]").fill("https://example.com/menu");

  // On Enter, the logo's address gets its scheme, as when the field loses the focus.
  await page.locator("[name=logo]").fill("127.0.0.1/logo.png");
  await page.locator("[name=logo]").press("Enter");
  await page.getByText("The address must be public").waitFor();
  await page.locator("[name=logo]").fill("");

  // Uploads a logo, after one that is too large and one that is not an image.
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: "image/png", buffer });
  await page.setInputFiles("input[type=file]", file("large.png", Buffer.alloc(1024 * 1024 + 1)));
  await page.getByText("The image is larger than 1 MiB.").waitFor();
  await page.setInputFiles("input[type=file]", file("text.png", Buffer.from("no picture")));
  await page.getByText("The image must be a PNG or JPEG.").waitFor();
  const red = await sharp({ create: { width: 90, height: 90, channels: 3, background: "#c81e1e" } })
    .png()
    .toBuffer();
  const plain = await drawn(page);
  // The form cannot be saved while the logo is being uploaded.
  let upload = () => {};
  const uploaded = new Promise<void>((done) => {
    upload = done;
  });
  await page.route("**/qr-codes/new", (route) => uploaded.then(() => route.continue()));
  await page.setInputFiles("input[type=file]", file("logo.png", red));
  await page.locator("form button[type=submit]:disabled").waitFor();
  upload();
  await page.getByRole("img", { name: "Logo" }).waitFor();
  await expect.poll(async () => (await drawn(page)).equals(plain)).toBe(false);
  const designed = await drawn(page);
  expect(await flaws(page), "the designer").toEqual([]);
  await page.getByLabel("Name").fill("Menu");
  await save(page);
  await page.waitForURL(isAt(/qr-codes\/\d+$/));
  const path = new URL(page.url()).pathname;

  // The stored code is the one that was drawn.
  const shown = (await page.getByRole("link", { name: "PNG" }).getAttribute("href")) ?? "";
  const [picture = ""] = shown.split(".");
  const stored = Buffer.from(await (await fetch(server.url + picture)).arrayBuffer());
  expect(stored.equals(designed)).toBe(true);
  const scanned = (await decode(stored)) ?? "";
  expect(scanned).toBe(`${server.url}${picture.replace("/qr/", "/q/")}`);
  await page.getByLabel("PNG size").selectOption("256");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "PNG" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("Menu.png");
  expect((await sharp(await download.path()).metadata()).width).toBe(256);
  expect((await visit(scanned)).location).toBe("https://example.com/menu");
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByText("1 total").first().isVisible();
    })
    .toBe(true);
  expect(await flaws(page), "the code's page").toEqual([]);

  // The content changes, and printed codes redirect to the new one.
  await page.getByRole("link", { name: "Edit" }).click();
  await page.locator("[name=link]").fill("https://example.com/summer");
  expect((await drawn(page)).equals(designed)).toBe(true);
  await save(page);
  await page.waitForURL(isAt(/qr-codes\/\d+$/));
  expect((await visit(scanned)).location).toBe("https://example.com/summer");

  // A link's own code starts with the design of an existing code for that link.
  const look = { foreground: "rgb(30,60,90)", dots: "circle" };
  await owner.made("/api/qr/add", { type: "link", data: `${server.url}/${alias}`, ...look });
  await page.goto(`${server.url}/dashboard/links`);
  await page.getByRole("button", { name: `More for ${alias}` }).click();
  await page.getByRole("menuitem", { name: "QR code" }).click();
  await page.waitForURL(isAt(/links\/\d+\/design$/));
  expect(await page.getByLabel("Color", { exact: true }).inputValue()).toBe("#1e3c5a");
  await drawn(page);

  // A Wi-Fi network is part of the image, so it is drawn while its name is typed.
  await page.goto(`${server.url}/dashboard/qr-codes/new`);
  await page.getByRole("radio", { name: "Wi-Fi" }).check({ force: true });
  await page.getByText("The code appears after").waitFor();
  await page.getByLabel("Network name").fill("Café");
  await page.getByLabel("Encryption").selectOption("nopass");
  // The image of the network with a password may still be shown.
  await expect.poll(async () => decode(await drawn(page))).toBe("WIFI:T:nopass;S:Café;;");
  for (const type of ["Contact", "E-mail", "SMS"]) await page.getByRole("radio", { name: type }).check({ force: true });
  await page.getByRole("radio", { name: "Wi-Fi" }).check({ force: true });
  expect(await page.getByLabel("Network name").inputValue()).toBe("Café");
  await save(page);
  await page.getByText("Scans of Wi-Fi codes are not counted").waitFor();

  await page.goto(`${server.url}/dashboard/qr-codes?type=link&q=men`);
  await page.getByText("1 QR code found").waitFor();
  expect(await flaws(page), "the list").toEqual([]);

  // Other users get "not found".
  const stranger = await browser.newPage();
  await logIn(stranger, server, await newUser(server), path);
  await stranger.getByText("QR code not found").waitFor();
  await stranger.close();

  await page.getByRole("button", { name: "More for Menu" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByText("its image and its statistics (2 scans)").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Nothing found").waitFor();
  expect((await visit(scanned)).status).toBe(404);
});
