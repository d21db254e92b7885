// `npm run sheets` draws every page of the service and every page for visitors, of an account with two months
// of links and clicks, on contact sheets in tests/bench/output, to review them all. An argument selects
// the pages with that word in their addresses, and a second one their language: `npm run sheets webhooks de`.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright";
import sharp from "sharp";
import { provide } from "@/lib/platform/env";
import { prepare } from "../../scripts/prepare.mjs";
import { findChromium } from "../../scripts/tools.mjs";
import { uploaded } from "../support/imports";
import { logInByForm } from "../support/log-in";
import { rootKeyOf } from "../support/root-key";
import { startServer } from "../support/server";
import { startSite, visitorPlaces } from "../support/visitor-places";
import { seedLifelike } from "./lifelike";
import { pagePaths } from "./page-paths";

const folder = join(import.meta.dirname, "output");
const schemes = ["light", "dark"] as const;
/** px; longer pages are cut off */
const LONGEST = 1_500;
const SHEET = { width: 1_560, height: 1_560 };
/** the width of a picture on its sheet, by the width of the window */
const shown = { 390: 255, 1280: 510, 1440: 770, 1920: 770 };
const GAP = 8;

const [word = "", locale = "en"] = process.argv.slice(2);
await prepare({ dev: true });
const site = await startSite();
const server = await startServer({ env: { ALLOW_PRIVATE_FETCH: "1", TRUSTED_PROXIES: "loopback" } });
// This process adds the clicks, with the server's secret.
provide({ SIGNPOST_ROOT_KEY: await rootKeyOf(server) });
const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
try {
  const { hop: _goesOn, ...places } = await visitorPlaces(server, site.url);
  const shared = await seedLifelike(server);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const strangers = await browser.newContext({ locale });
  const own = await browser.newContext({ locale });
  await logInByForm(
    await own.newPage(),
    server,
    { email: server.adminEmail, password: server.adminPassword },
    "/dashboard",
  );
  const cookies = (await own.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  await uploaded(server, cookies, "url,alias,added\nhttps://example.com/imported,summer,03/04/2025");
  const paths = await pagePaths(server, own);
  await picture(
    "dashboard",
    own,
    paths.filter((path) => path.startsWith("/dashboard")),
  );
  await picture(
    "site",
    strangers,
    paths.filter((path) => !path.startsWith("/dashboard")),
  );
  await picture("visitors", strangers, [...Object.values(places).map(({ path }) => path), shared]);
} finally {
  await browser.close();
  site.stop();
  await server.stop();
}

async function picture(name: string, context: BrowserContext, all: string[]): Promise<void> {
  const paths = all.filter((path) => path.includes(word));
  const page = await context.newPage();
  const sheets = new Map<string, { pictures: Buffer[]; to: number }>();
  for (const path of paths) {
    await page.goto(server.url + path, { waitUntil: "load" });
    for (const [width, to] of Object.entries(shown))
      for (const scheme of schemes) {
        const sheet = `${name}-${width}-${scheme}`;
        const { pictures } = sheets.get(sheet) ?? { pictures: [] as Buffer[] };
        pictures.push(await pictureOf(page, { width: Number(width), to, scheme }));
        sheets.set(sheet, { pictures, to });
      }
    console.log(path);
  }
  for (const [sheet, { pictures, to }] of sheets) await keepSheets(sheet, pictures, to);
}

interface Look {
  width: number;
  to: number;
  scheme: (typeof schemes)[number];
}

async function pictureOf(page: Page, { width, to, scheme }: Look): Promise<Buffer> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height: 900 });
  // Charts are drawn again after a change of size.
  await page.waitForTimeout(150);
  const length = Number(await page.evaluate("document.documentElement.scrollHeight"));
  const clip = { x: 0, y: 0, width, height: Math.min(length, LONGEST) };
  const png = await page.screenshot({ clip, fullPage: true });
  return sharp(png).resize({ width: to }).png().toBuffer();
}

/** Puts each picture into the shortest column, on as many sheets as needed. */
async function keepSheets(name: string, pictures: Buffer[], width: number): Promise<void> {
  let number = 0;
  const columns = Math.floor((SHEET.width + GAP) / (width + GAP));
  const tops = Array<number>(columns).fill(0);
  let placed: { input: Buffer; left: number; top: number }[] = [];
  const keep = async () => {
    const sheet = sharp({ create: { ...SHEET, channels: 3, background: "#868e96" } }).composite(placed);
    await sheet.png().toFile(join(folder, `${name}-${++number}.png`));
    placed = [];
    tops.fill(0);
  };
  for (const input of pictures) {
    const { height = 0 } = await sharp(input).metadata();
    if (Math.min(...tops) + height > SHEET.height && placed.length > 0) await keep();
    const top = Math.min(...tops);
    const column = tops.indexOf(top);
    placed.push({ input, left: column * (width + GAP), top });
    tops[column] = top + height + GAP;
  }
  await keep();
}
