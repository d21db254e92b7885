import sharp from "sharp";
import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPictures } from "../support/look";
import { decode } from "../support/qr";

const file = (name: string, buffer: Buffer) => ({ name, mimeType: "image/png", buffer });
const red = () =>
  sharp({ create: { width: 90, height: 90, channels: 3, background: "#c81e1e" } })
    .png()
    .toBuffer();

test("a link's QR code with a logo as SVG takes five clicks", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const { shorturl } = await owner.create({ custom: `five-${Date.now()}` });
  await logIn(page, server, owner.user, "/dashboard/links");

  let clicks = 0;
  const click = async (role: "link" | "button" | "menuitem", name: string | RegExp) => {
    clicks++;
    await page.getByRole(role, { name, exact: true }).click();
  };
  await click("button", /^More for five-/);
  await click("menuitem", "QR code");
  await page.getByText("Readable: yes").waitFor();
  const chosen = page.waitForEvent("filechooser");
  await click("button", "Upload: Logo");
  await (await chosen).setFiles(file("logo.png", await red()));
  await page.getByRole("img", { name: "Logo" }).waitFor();
  await click("button", "Save changes");
  await page.waitForURL(({ pathname }) => /links\/\d+$/.test(pathname));
  const downloading = page.waitForEvent("download");
  await click("link", "SVG");
  const svg = await sharp(await (await downloading).path())
    .png()
    .toBuffer();
  expect(clicks).toBeLessThanOrEqual(5);

  expect(await decode(svg)).toBe(shorturl);
  const { data, info } = await sharp(svg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3;
  expect([...data.subarray(middle, middle + 3)]).toEqual([0xc8, 0x1e, 0x1e]);
  // The code at the short URL is the same.
  const shown = Buffer.from(await (await fetch(`${shorturl}/qr.svg?size=1024`)).arrayBuffer());
  expect(shown.toString()).toContain("data:image/png;base64,");
});

test("a link's QR code contains its new short URL, even if the old one was just downloaded", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const { id, shorturl } = await owner.create();
  await owner.client.put(`/api/url/${id}/qr/update`, { dots: "rounded", foreground: "rgb(30,60,90)" });
  await logIn(page, server, owner.user, `/dashboard/links/${id}`);
  const downloaded = async () => {
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "PNG", exact: true }).click();
    return decode(
      await sharp(await (await downloading).path())
        .png()
        .toBuffer(),
    );
  };
  expect(await downloaded()).toBe(shorturl);

  const alias = `renamed-${Date.now()}`;
  const renamed = `${new URL(shorturl).origin}/${alias}`;
  await page.goto(`${server.url}/dashboard/links/${id}/edit`);
  await page.getByRole("textbox", { name: "Alias" }).fill(alias);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(({ pathname }) => pathname === `/dashboard/links/${id}`);
  const picture = page.getByRole("img", { name: `QR code for ${renamed}` });
  expect(await picture.getAttribute("src")).toContain(encodeURIComponent(renamed));
  expect(await downloaded()).toBe(renamed);
  await page.getByRole("link", { name: "Customize" }).click();
  await page.getByText("Readable: yes").waitFor();
  const shown = await page.getByRole("img", { name: "Preview" }).getAttribute("src");
  expect(await decode(Buffer.from(shown?.split(",")[1] ?? "", "base64"))).toBe(renamed);

  // Codes with a design of their own are listed with the account's QR codes.
  await owner.create({ title: "With the plain design" });
  await page.goto(`${server.url}/dashboard/qr-codes?type=links`);
  await page.getByText("1 QR code found").waitFor();
  expect(await flaws(page)).toEqual([]);
  await page.getByRole("link", { name: renamed.replace(/^https?:\/\//, "") }).click();
  await page.waitForURL(({ pathname }) => pathname === `/dashboard/links/${id}/design`);
  await page.goto(`${server.url}/dashboard/qr-codes?type=links&q=not-there`);
  await page.getByText("Nothing found").waitFor();
});

test("the designer has shapes, a gradient, a frame and templates, and rejects unreadable codes", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const { id, shorturl } = await owner.create();
  const other = await owner.create();
  await logIn(page, server, owner.user, `/dashboard/links/${id}/design`);
  await page.getByText("Readable: yes").waitFor();
  const source = () => page.getByRole("img", { name: "Preview" }).getAttribute("src");
  const changes = async (work: () => Promise<unknown>) => {
    const before = await source();
    await work();
    await expect.poll(source).not.toBe(before);
  };
  const choose = (group: string, name: string) =>
    page.getByRole("group", { name: group }).getByRole("radio", { name }).check({ force: true });
  await changes(() => choose("Dots", "Rounded"));
  await changes(() => choose("Corners", "Leaf"));
  await changes(() => page.getByLabel("Color", { exact: true }).fill("#1e3c5a"));
  await changes(() => page.getByLabel("Gradient").selectOption("Diagonal"));
  await page.getByLabel("Second color", { exact: true }).fill("#f5f5f5");
  await page.getByText("The second color of the gradient is too similar to the background").waitFor();
  await changes(() => page.getByLabel("Second color", { exact: true }).fill("#a0225a"));
  await changes(() => choose("Frame", "Bubble"));
  expect(await page.getByLabel("Frame text").inputValue()).toBe("Scan me");
  await page.getByLabel("Frame text").fill("扫描");
  await page.getByText("Please remove “扫”").waitFor();
  await changes(() => page.getByLabel("Frame text").fill("To the menu"));
  await page.getByText("Readable: yes").waitFor();

  // Files that cannot be uploaded.
  const upload = (name: string, bytes: Buffer) => page.setInputFiles("input[type=file]", file(name, bytes));
  await upload("large.png", Buffer.alloc(1024 * 1024 + 1));
  await page.getByText("The image is larger than 1 MiB.").waitFor();
  await upload("script.png", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'));
  await page.getByText("The image must be a PNG or JPEG.").waitFor();
  await upload("logo.png", await red());
  await page.getByRole("img", { name: "Logo" }).waitFor();
  await page.getByText("Readable: yes").waitFor();
  expect(await flaws(page), "the designer of a link's code").toEqual([]);
  await keepPictures(page, "link designer");

  await page.getByRole("button", { name: "Templates" }).click();
  await page.getByLabel("Save this design as a template").fill("Menu");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Rename Menu" }).click();
  await page.getByLabel("Rename Menu").fill("Menus");
  await page.getByLabel("Rename Menu").press("Enter");
  await page.getByRole("button", { name: "Use Menus" }).waitFor();
  expect(await flaws(page), "the templates").toEqual([]);
  await keepPictures(page, "templates");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(({ pathname }) => pathname.endsWith(`/links/${id}`));
  const designed = Buffer.from(await (await fetch(`${shorturl}/qr?size=700`)).arrayBuffer());
  expect(await decode(designed)).toBe(shorturl);
  const { width = 0, height = 0 } = await sharp(designed).metadata();
  expect(height).toBeGreaterThan(width);
  expect(await flaws(page), "the link's page").toEqual([]);
  await keepPictures(page, "link with its code");

  // The template makes another link's code look the same, and can be deleted.
  await page.goto(`${server.url}/dashboard/links/${other.id}/design`);
  await page.getByRole("button", { name: "Templates" }).click();
  await changes(() => page.getByRole("button", { name: "Use Menus" }).click());
  await page.getByText("Readable: yes").waitFor();
  expect(await page.getByLabel("Frame text").inputValue()).toBe("To the menu");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(({ pathname }) => pathname.endsWith(`/links/${other.id}`));
  const alike = Buffer.from(await (await fetch(`${other.shorturl}/qr.svg`)).arrayBuffer()).toString();
  expect(alike).toContain("linearGradient");
  await page.goto(`${server.url}/dashboard/qr-codes/new`);
  await page.getByRole("button", { name: "Templates" }).click();
  await page.getByRole("button", { name: "Delete Menus" }).click();
  await page.getByText("Codes made with it don't change").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("No templates yet").waitFor();
});

test("the form of a link shows its QR code and preview next to it while people type", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  await page.setViewportSize({ width: 1440, height: 900 });
  await logIn(page, server, owner.user, "/dashboard/links/new");
  const aside = page.getByRole("complementary", { name: "Preview of the link" });
  await aside.getByText("Choose an alias to see the QR code.").waitFor();
  const alias = `live-${owner.user.id}`;
  await page.locator("#section-destination [name=url]").fill("https://example.com/");
  await page.locator("[name=custom]").fill(alias);
  const code = aside.getByRole("img", { name: /^QR code for / });
  await code.waitFor();
  const svg = await (await page.request.get(server.url + (await code.getAttribute("src")))).body();
  expect(await decode(await sharp(svg).png().toBuffer())).toBe(`${server.url}/${alias}`);
  await page.locator("[name=metatitle]").fill("Typed title");
  await aside.getByRole("figure").getByText("Typed title").waitFor();
  // Fields end at one of two edges: that of the form, or that of its first column. The image ends with its button.
  const kinds = "[type=text], [type=url], [type=password], [type=datetime-local], :not([type])";
  const rights = await page
    .locator("#section-destination, #section-look, #section-protection")
    .locator(`input:is(${kinds}):not([name=metaimage]), select, textarea`)
    .evaluateAll((fields) =>
      fields
        .map((field) => (field.closest(".mantine-InputWrapper-root") ?? field).getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .map(({ right }) => Math.round(right)),
    );
  expect([...new Set(rights)].sort(), rights.join(" ")).toHaveLength(2);
  expect(await flaws(page)).toEqual([]);
  await keepPictures(page, "live form");
  // Without room next to the form, the preview is in its section.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => aside.count()).toBe(0);
  await page.locator("#section-look [name=metaimage]").scrollIntoViewIfNeeded();
  await page.locator("#section-look figure").getByText("Typed title").waitFor();
});
