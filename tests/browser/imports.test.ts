import { appendFile, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { type LinkOwner, linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture } from "../support/look";
import { onNewPlan } from "../support/plans";
import { temporaryFolder } from "../support/server";
import { newUser } from "../support/users";

const server = inject("server");
const path = "/dashboard/import";

const csv = (lines: string[], name = "links.csv") => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\n")),
});

const file = (page: Page) => page.locator("[name=file]");
const send = (page: Page) => page.getByRole("button", { name: "Preview import" }).click();

async function owner() {
  const owner = await linkOwner(server);
  await onNewPlan(server, owner.user);
  return owner;
}

/** Chooses a file on the page of imports, which shows what it would create. */
async function preview(page: Page, { user }: LinkOwner, chosen: ReturnType<typeof csv>) {
  await logIn(page, server, user, path);
  await file(page).setInputFiles(chosen);
  await send(page);
}

test("a file that cannot be imported is refused with the reason", async ({ page }) => {
  await logIn(page, server, (await owner()).user, path);
  expect(await flaws(page), "the page without imports").toEqual([]);
  await send(page);
  await page.getByText("Please choose a file.").waitFor();
  await file(page).setInputFiles(csv(["name,title", "a,b"]));
  await send(page);
  await page.getByText("No column contains destinations").waitFor();
  expect(await flaws(page), "a refused file").toEqual([]);

  // A file that is changed on disk is no longer the one that was chosen. Chromium notices it by the time of the change,
  // and takes two times less than a second apart for the same one.
  const folder = await temporaryFolder();
  const mended = join(folder, "links.csv");
  await writeFile(mended, "name,title\na,b\n");
  const anHourAgo = Date.now() / 1000 - 3600;
  await utimes(mended, anHourAgo, anHourAgo);
  await file(page).setInputFiles(mended);
  // Chromium may read that time later than the page gets the file. Reading from the file waits for it.
  await file(page).evaluate((input: HTMLInputElement) => input.files?.[0]?.slice(0, 1).arrayBuffer());
  await appendFile(mended, "c,d\n");
  await send(page);
  await page.getByText("This file was changed or moved after you chose it.").waitFor();
  await rm(folder, { recursive: true });
});

test("links are imported from a file with conflicts and broken lines", async ({ page, browser }) => {
  const importer = await owner();
  const { username } = importer.user;
  await importer.create({ custom: `${username}-taken` });
  const lines = [
    "alias,url,title,clicks",
    `${username}-one,https://example.com/one,One,41`,
    `${username}-two,https://example.com/two,Two,`,
    `${username}-taken,https://example.com/other,,7`,
    `${username}-one,https://example.com/again,,`,
    ",javascript:alert(1),,",
  ];
  await preview(page, importer, csv(lines, "From elsewhere.csv"));
  await page.getByRole("heading", { name: "2 links can be created" }).waitFor();
  await page.getByText("One of your links already has this alias, with another destination.").waitFor();
  expect((await importer.list()).result).toBe(1);
  expect(await flaws(page), "the dry run").toEqual([]);
  await page.getByRole("link", { name: "1 Not a link" }).click();
  await page.getByText("Only http and https addresses are allowed.").waitFor();

  await page.getByLabel("Create with a new alias").check();
  await page.getByRole("button", { name: "Start import" }).click();
  await page.getByRole("heading", { name: "3 links created" }).waitFor();
  await page.getByRole("link", { name: "1 New alias" }).click();
  await page.getByText(`Was ${username}-taken`).waitFor();
  expect(await flaws(page), "the result").toEqual([]);
  expect((await importer.list("?order=click")).urls.map(({ clicks }) => clicks)).toEqual([41, 7, 0, 0]);
  const [left] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download 2 skipped rows" }).click(),
  ]);
  expect(await readFile(await left.path(), "utf8")).toContain("https://example.com/again");

  const stranger = await browser.newPage();
  await logIn(stranger, server, await newUser(server), new URL(page.url()).pathname);
  await stranger.getByText("Import not found").waitFor();
  await stranger.close();

  await page.goto(server.url + path);
  await page.getByRole("row", { name: "From elsewhere.csv" }).getByRole("cell", { name: "3", exact: true }).waitFor();
  expect(await flaws(page), "the page with imports").toEqual([]);
  await page.getByRole("button", { name: "More for From elsewhere.csv" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Import deleted").waitFor();
  expect((await importer.list()).result).toBe(4);
});

test("everything is exported, if the plan allows it", async ({ page, browser }) => {
  const exporter = await owner();
  for (const url of ["https://example.com/one", "https://example.com/two"]) await exporter.create({ url });
  await logIn(page, server, exporter.user, path);
  const [everything] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export everything as JSON Lines" }).click(),
  ]);
  const taken = (await readFile(await everything.path(), "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(
    taken
      .filter(({ kind }) => kind === "link")
      .map(({ longurl }) => longurl)
      .sort(),
  ).toEqual(["https://example.com/one", "https://example.com/two"]);

  const stranger = await browser.newPage();
  await logIn(stranger, server, await newUser(server), path);
  await stranger.getByText("Exports are not part of the Free plan.").waitFor();
  await stranger.close();
});

test("a file that is not understood is read again with the columns that are chosen", async ({ page }) => {
  const importer = await owner();
  const alias = `${importer.user.username}-mapped`;
  // Both columns have addresses, so which one is the destination cannot be known.
  const addresses = "https://example.com/mapped?a=1,https://example.net/mapped?a=1";
  const lines = ["Ziel,Mirror,Name here,Datum", `${addresses},${alias},03/04/2026 10:00`];
  await preview(page, importer, csv(lines, "By hand.csv"));
  await page.getByText("This row has no destination.").waitFor();
  // The first values show what the columns contain.
  await page.getByText("03/04/2026 10:00", { exact: true }).waitFor();
  expect(await flaws(page), "a file that is not understood").toEqual([]);
  await keepPicture(page, "import columns");
  await page.getByLabel("Ziel").selectOption("Destination");
  await page.getByLabel("Name here").selectOption("Alias");
  await page.getByLabel("Datum").selectOption("Created");
  await page.getByRole("button", { name: "Read the file again" }).click();
  await page.getByRole("heading", { name: "1 link can be created" }).waitFor();
  await page.getByText("They are read as UTC.").waitFor();
  await page.getByLabel("Time zone").selectOption("Europe/Berlin");
  await page.getByLabel("Dates such as 03/04/2026").selectOption("Day first: 3 April");
  await page.getByRole("button", { name: "Read the file again" }).click();
  await page.getByText("They are read as Europe/Berlin.").waitFor();
  await page.goto(server.url + path);
  await page.getByRole("row", { name: "By hand.csv" }).getByText("Preview only").waitFor();
});

test("an import overwrites the owner's links, and the next one offers the same", async ({ page }) => {
  const importer = await owner();
  const custom = `${importer.user.username}-two`;
  await importer.create({ custom });
  const overwriting = (url: string) => csv(["alias,url", `${custom},${url}`, ",https://example.com/"]);
  await preview(page, importer, overwriting("https://example.com/changed"));
  await page.getByText("You already have links with these aliases").waitFor();
  await page.getByLabel("Overwrite your link").check();
  expect(await flaws(page), "the choice").toEqual([]);
  await keepPicture(page, "import choice");
  await page.getByRole("button", { name: "Start import" }).click();
  await page.getByText("1 link overwritten").waitFor();
  expect((await importer.list()).urls.map(({ longurl }) => longurl)).toContain("https://example.com/changed");

  await page.goto(server.url + path);
  await file(page).setInputFiles(overwriting("https://example.com/again"));
  await send(page);
  await page.getByText("You already have links with these aliases").waitFor();
  expect(await page.getByLabel("Overwrite your link").isChecked()).toBe(true);
});
