import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { sql } from "../support/sql";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("server");

/** A site at the destination, whose pages load the script with the attributes in their path. */
const site = createServer((request, response) => {
  const attributes = decodeURIComponent((request.url ?? "").split("?", 1)[0]?.slice(1) ?? "");
  const body = `<!doctype html><link rel="icon" href="data:,"><script src="${server.url}/embed/conversion.js" ${attributes}></script>`;
  response.writeHead(200, { "Content-Type": "text/html" }).end(body);
});
let shop: string;
beforeAll(async () => {
  await once(site.listen(0, "127.0.0.1"), "listening");
  shop = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => void site.close().closeAllConnections());

/** A link to the shop, and where a visitor of it arrives. A browser of tests counts as a bot, which gets no ID. */
async function newVisit(): Promise<{ id: number; arrival: string }> {
  const owner = await linkOwner(server);
  const { id } = await owner.create({ url: "https://shop.example/", trackconversions: true });
  await sql(server, "UPDATE links SET destination = $2 WHERE id = $1", [id, `${shop}/`]);
  const { details } = await owner.show(id);
  const { location } = await visit(details.shorturl);
  return { id, arrival: location ?? "" };
}

const conversionsOf = (id: number) =>
  sql<{ event: string; amount: number | null; currency: string | null }>(
    server,
    "SELECT event, amount::int, currency FROM conversions WHERE link_id = $1 ORDER BY id",
    [id],
  );

declare const signpost: {
  click: string | null;
  keep(): void;
  forget(): void;
  convert(event: string, worth?: object): void;
};

describe("the script at the destination", () => {
  test("reports conversions of the click, and stores nothing in the browser", async ({ page }) => {
    const { id, arrival } = await newVisit();
    await page.goto(arrival);
    await page.evaluate(() => signpost.convert("sale", { amount: 4900, currency: "EUR" }));
    await eventually(async () =>
      expect(await conversionsOf(id)).toEqual([{ event: "sale", amount: 4900, currency: "EUR" }]),
    );
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
      0,
      0,
      "",
    ]);
    await page.goto(`${shop}/`);
    expect(await page.evaluate(() => signpost.click)).toBeNull();
  });

  test("knows the click on later pages once the site lets it keep it", async ({ page }) => {
    const { id, arrival } = await newVisit();
    await page.goto(arrival);
    await page.evaluate(() => signpost.keep());
    await page.goto(`${shop}/${encodeURIComponent('data-event="sale" data-amount="100" data-currency="jpy"')}`);
    await eventually(async () =>
      expect(await conversionsOf(id)).toEqual([{ event: "sale", amount: 100, currency: "JPY" }]),
    );
    await page.evaluate(() => signpost.forget());
    await page.goto(`${shop}/`);
    expect(await page.evaluate(() => signpost.click)).toBeNull();
  });

  test("does nothing for a visitor who asks not to be tracked", async ({ page }) => {
    const { arrival } = await newVisit();
    await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
    await page.goto(arrival);
    expect(page.url()).toContain("sp_click=");
    expect(await page.evaluate(() => signpost.click)).toBeNull();
  });
});
