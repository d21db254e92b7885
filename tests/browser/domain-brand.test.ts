import type { Page } from "playwright";
import sharp from "sharp";
import { expect, inject } from "vitest";
import { testWithSandbox } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture, keepPictures, preview } from "../support/look";
import { sql } from "../support/sql";
import { newUser } from "../support/users";

const logo = sharp(
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="88"><circle cx="44" cy="44" r="36" fill="#be4bdb"/><text x="96" y="60" font-size="48" font-family="sans-serif" fill="#222">Acme Shop</text></svg>`,
  ),
).png();

const save = (page: Page) => page.click("form button[type=submit]");

testWithSandbox("a domain's brand: edited before one's eyes, and met by its visitors", async ({ page, browser }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const host = `acme${process.pid}.test:${new URL(server.url).port}`;
  const [domain] = await sql<{ id: number }>(
    server,
    "INSERT INTO domains (user_id, host, scheme) VALUES ($1, $2, 'http') RETURNING id",
    [owner.user.id, host],
  );
  const path = `/dashboard/domains/${domain?.id}`;
  await logIn(page, server, owner.user, path);
  await page.getByText("Pages show the domain's name").waitFor();
  await page.getByRole("link", { name: "Edit brand" }).click();
  await preview(page).getByRole("heading", { name: "Link not found" }).waitFor();
  await preview(page).getByText(host).waitFor();

  await page.getByLabel("Name", { exact: true }).fill("Acme");
  await page.getByLabel("Accent color").fill("#FFD43B");
  await page.getByText("a darker or lighter shade is used").waitFor();
  await page.setInputFiles("input[type=file]", { name: "a.png", mimeType: "image/png", buffer: await logo.toBuffer() });
  await preview(page).getByRole("img", { name: "Acme" }).waitFor();
  // An error appears next to its field, and the preview continues with the other fields.
  const words = (name: string) => page.getByRole("group", { name });
  await words("Unknown link").getByLabel("Text").fill("Our shop is open.");
  await preview(page).getByText("Our shop is open.").waitFor();
  await save(page);
  await page.getByText("This is required.").or(page.getByText("This must not be empty.")).waitFor();
  await words("Unknown link").getByLabel("Title").fill("Nothing here");
  await preview(page).getByRole("heading", { name: "Nothing here" }).waitFor();
  await words("Expired").getByLabel("Title").fill("This offer is over");
  await preview(page).getByRole("heading", { name: "This offer is over" }).waitFor();
  await words("Password").getByLabel("Title").fill("For members");
  await preview(page).getByRole("heading", { name: "For members" }).waitFor();
  expect(await flaws(page), "the editor").toEqual([]);
  await keepPicture(page, "brand editor");
  await page.setViewportSize({ width: 1440, height: 900 });
  await keepPicture(page, "brand editor wide");
  await save(page);
  await page.waitForURL(({ pathname }) => pathname === path);
  await page.getByText("Unknown link, Expired, Password").waitFor();
  expect(await flaws(page), "the domain").toEqual([]);
  await keepPicture(page, "brand domain");

  const splash = await owner.made("/api/splash/add", { name: "A", content: { title: "One moment", button: "Go on" } });
  const made = async (body: object) => (await owner.create({ domain: host, ...body })).shorturl;
  const met: Record<string, [address: string, heading: string]> = {
    unknown: [`http://${host}/nowhere`, "Nothing here"],
    ended: [await made({ expiry: "2020-01-01 00:00:00" }), "This offer is over"],
    password: [await made({ password: "open sesame" }), "For members"],
    splash: [await made({ type: `splash-${splash.id}` }), "One moment"],
  };
  const visitor = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  const blocked: string[] = [];
  visitor.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) blocked.push(message.text());
  });
  for (const [name, [address, heading]] of Object.entries(met)) {
    await visitor.goto(address);
    await visitor.getByRole("heading", { name: heading }).waitFor();
    const picture = visitor.getByRole("img", { name: "Acme" });
    await expect.poll(() => picture.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBe(320);
    expect(await flaws(visitor), name).toEqual([]);
    await keepPictures(visitor, `brand ${name}`);
  }
  expect(blocked).toEqual([]);
  await visitor.context().close();

  // Other users get "not found".
  const stranger = await browser.newPage();
  expect((await stranger.request.post(`${server.url}/dashboard/domains/preview`)).status()).toBe(401);
  await logIn(stranger, server, await newUser(server), `${path}/brand`);
  await stranger.getByText("Domain not found").waitFor();
  await stranger.close();
});
