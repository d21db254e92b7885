import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { test } from "../support/chromium";
import { writeFlatCities } from "../support/city-data";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPictures } from "../support/look";
import { onNewPlan } from "../support/plans";
import { startServer, type TestServer } from "../support/server";
import { openList } from "../support/tabs";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

const addresses = { munich: 1, berlin: 33, paris: 65, illinois: 97, missouri: 129, germany: 161 };

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { GEOIP_DB: writeFlatCities(), TRUSTED_PROXIES: "loopback" } });
});
afterAll(() => server?.stop());

async function clicked(shorturl: string, name: keyof typeof addresses, times: number): Promise<void> {
  const headers = { "x-forwarded-for": `185.10.100.${addresses[name]}`, "user-agent": agents.iphone };
  for (let n = 0; n < times; n++) await visit(shorturl, { headers });
}

test("statistics show region and city, can be filtered by one, and name the source of the data", async ({ page }) => {
  const owner = await linkOwner(server);
  const { id, shorturl } = await owner.create({ url: "https://example.com/" });
  await onNewPlan(server, owner.user);
  await clicked(shorturl, "munich", 4);
  await clicked(shorturl, "berlin", 2);
  for (const name of ["paris", "illinois", "missouri", "germany"] as const) await clicked(shorturl, name, 1);
  await eventually(async () => expect((await owner.show(id)).data.clicks).toBe(10), 60_000);
  await logIn(page, server, owner.user, `/dashboard/links/${id}`);
  const cities = await openList(page, "Cities");
  expect(await cities.getByRole("listitem").allTextContents()).toEqual([
    "Munich, Bavaria40%4",
    "Berlin, Germany20%2",
    "Paris, Île-de-France10%1",
    "Springfield, Illinois10%1",
    "Springfield, Missouri10%1",
    "Unknown10%1",
  ]);
  const regions = await openList(page, "Regions");
  expect(await regions.getByRole("listitem").first().textContent()).toBe("Bavaria, Germany40%4");
  const named = page.getByRole("link", { name: "IP Geolocation by DB-IP" });
  expect(await named.getAttribute("href")).toBe("https://db-ip.com");
  expect(await flaws(page), "statistics").toEqual([]);
  await keepPictures(page, "cities");

  await (await openList(page, "Cities")).getByRole("link", { name: "Springfield, Missouri" }).click();
  await page.waitForURL(/[?&]city=Springfield/);
  await page.getByRole("list", { name: "Filtered by" }).getByText("City: Springfield, Missouri").waitFor();
  await eventually(async () => expect(await page.locator("main").textContent()).toMatch(/Clicks1(?!\d)/));
  const [table] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
  expect(await readFile(await table.path(), "utf8")).toMatch(/"region","US-MO",1,.*"city","Springfield, US-MO",1,/s);
});

test("a rule by region and city is suggested from clicks, and tried", async ({ page }) => {
  const owner = await linkOwner(server);
  const { id, shorturl } = await owner.create({ url: "https://example.com/" });
  await onNewPlan(server, owner.user);
  await clicked(shorturl, "berlin", 1);
  await eventually(async () => expect((await owner.show(id)).data.clicks).toBe(1), 60_000);
  await logIn(page, server, owner.user, `/dashboard/links/${id}/edit`);
  await page.getByRole("button", { name: "Add a rule" }).click();
  const first = page.getByRole("listitem", { name: "Rule 1" });
  await first.getByRole("button", { name: "City" }).click();
  const city = page.getByRole("combobox", { name: "City of rule 1" });
  await city.click();
  await page.getByRole("option", { name: "Berlin, DE-BE" }).click();
  await city.fill("Munich, Germany");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "Destination of rule 1" }).fill("example.com/city");
  await page.getByRole("button", { name: "Add a rule" }).click();
  const second = page.getByRole("listitem", { name: "Rule 2" });
  await second.getByRole("button", { name: "Region" }).click();
  await page.getByRole("combobox", { name: "Region of rule 2" }).fill("bavar");
  await page.getByRole("option", { name: "Bavaria, Germany" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "Destination of rule 2" }).fill("example.com/region");

  const tried = page.getByRole("region", { name: "Test the rules" });
  await tried.getByRole("textbox", { name: "City" }).fill("Munich");
  await tried.getByRole("button", { name: "Test" }).click();
  await tried.getByText("Add the country or region to the city").waitFor();
  await tried.getByRole("textbox", { name: "City" }).fill("Augsburg, DE-BY");
  await tried.getByRole("button", { name: "Test" }).click();
  await tried.getByText("example.com/region").waitFor();
  await first.getByText("The city is Augsburg, DE-BY, not Berlin, DE-BE or Munich, DE.").waitFor();
  await second.getByText("The region is Bavaria.").waitFor();
  expect(await flaws(page), "rules").toEqual([]);
  await keepPictures(page, "city rules");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL((location) => location.pathname === `/dashboard/links/${id}`);
  expect((await owner.show(id)).details.rules).toEqual([
    { when: { city: ["Berlin, DE-BE", "Munich, DE"] }, to: "https://example.com/city" },
    { when: { region: ["DE-BY"] }, to: "https://example.com/region" },
  ]);
});

test("without a database of cities, there are no lists and no rules, and the page says why", async ({ page }) => {
  const plain = inject("server");
  const owner = await linkOwner(plain);
  const { id } = await owner.create({ url: "https://example.com/" });
  await logIn(page, plain, owner.user, `/dashboard/links/${id}`);
  await page
    .getByText("Regions and cities are not available. Ask your administrator to add a city database.")
    .waitFor();
  await page.getByRole("radio", { name: "Countries" }).waitFor();
  expect(await page.getByRole("radio", { name: "Cities" }).count()).toBe(0);
  await page.goto(`${plain.url}/dashboard/links/${id}/edit`);
  await page.getByRole("button", { name: "Add a rule" }).click();
  await page.getByText("Regions and cities are not available").waitFor();
  const first = page.getByRole("listitem", { name: "Rule 1" });
  expect(await first.getByRole("button", { name: "Country" }).count()).toBe(1);
  expect(await first.getByRole("button", { name: "City" }).count()).toBe(0);
  expect(await flaws(page), "rules").toEqual([]);
});
