import { describe, expect, inject } from "vitest";
import { test } from "../support/chromium";
import { flaws, keepPictures } from "../support/look";
import { decode } from "../support/qr";

const server = inject("server");
const { host } = new URL(server.url);

describe.each([
  { language: "en", headline: "Short links you can count on.", code: `A QR code that leads to ${host}` },
  { language: "de", headline: "Kurzlinks, auf die du zählen kannst.", code: `Ein QR-Code, der zu ${host} führt` },
])("the landing page in $language", ({ language, headline, code }) => {
  test("shows the product, at this instance's own address, in every width and color scheme", async ({ page }) => {
    await page.setExtraHTTPHeaders({ "accept-language": language });
    await page.goto(server.url);
    await page.getByRole("heading", { level: 1, name: headline }).waitFor();
    await page.getByText(`${host}/spring`).first().waitFor();
    expect(await decode(await page.getByRole("img", { name: code }).screenshot())).toBe(server.url);
    expect(await flaws(page)).toEqual([]);
    await keepPictures(page, `landing-${language}`);
  });
});

test("the landing page loads nothing from other hosts", async ({ page }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  await page.goto(server.url, { waitUntil: "networkidle" });
  expect([...hosts]).toEqual([server.url]);
});
