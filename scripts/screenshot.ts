// `npx tsx scripts/screenshot.ts` takes docs/screenshot.png again, from a service with made-up links and clicks.
import { chromium } from "playwright";
import sharp from "sharp";
import { api } from "../tests/support/api";
import { logInByForm } from "../tests/support/log-in";
import { startServer, type TestServer } from "../tests/support/server";
import { sql } from "../tests/support/sql";
import { prepare } from "./prepare.mjs";
import { findChromium } from "./tools.mjs";

const DAY_MS = 86_400_000;
const DAYS = 30;
const DOMAIN = "https://go.example.com";

/** Each with its age in days and its clicks a day, the latest first. */
const links = [
  { custom: "map", title: "Our shops", url: "https://maps.example.net/our-shops", age: 6, daily: 34, tags: ["print"] },
  { custom: "lookbook", title: "Lookbook", url: "https://shop.example.com/lookbook?issue=winter", age: 14, daily: 62 },
  { custom: "docs-v2", title: "Getting started", url: "https://docs.example.com/v2/start", age: 21, daily: 21 },
  { custom: "get-app", title: "Get the app", url: "https://example.com/app", age: 29, daily: 170, tags: ["qr", "app"] },
  { custom: "feedback", title: "Tell us more", url: "https://forms.example.com/f/9c2a", age: 37, daily: 11 },
  { custom: "tickets", title: "Season tickets", url: "https://theatre.example.org/season", age: 44, daily: 76 },
  {
    custom: "jobs",
    title: "Open positions",
    url: "https://careers.example.com/open",
    age: 52,
    daily: 36,
    tags: ["hr"],
  },
  { custom: "talk", title: "How links travel", url: "https://conference.example.net/talks/7", age: 61, daily: 22 },
  { custom: "spring", title: "Spring collection", url: "https://shop.example.com/spring", age: 70, daily: 58 },
];

/** The same each time: a number from 0.4 to 1.6 for a day of a link. */
const swing = (link: number, day: number) => 1 + 0.6 * Math.sin(1.7 * link + 0.9 * day) * Math.cos(0.37 * day);

async function addLinks(server: TestServer): Promise<void> {
  const add = async (path: string, what: object) => {
    const { status, body } = await api(server, server.adminKey).post<{ id: number }>(path, what);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.id;
  };
  const domain = await add("/api/domain/add", { domain: DOMAIN });
  await sql(server, "UPDATE users SET default_domain_id = $1", [domain]);
  for (const [index, { age, daily, ...link }] of [...links.entries()].reverse()) {
    const id = await add("/api/url/add", { ...link, domain: DOMAIN });
    const days = Array.from({ length: Math.min(DAYS, age) }, (_, day) => ({
      day: new Date(Date.now() - day * DAY_MS).toISOString().slice(0, 10),
      clicks: Math.round(daily * swing(index, day)),
    }));
    await sql(
      server,
      `WITH added AS (
         INSERT INTO click_rollups (subject, subject_id, robot, day, clicks, "unique", values, counts)
         SELECT 'link', $1, false, day::date, clicks, clicks * 7 / 10, '{}', '{}'
         FROM jsonb_to_recordset($2::jsonb) AS one (day text, clicks bigint) RETURNING clicks, "unique"
       ), counted AS (
         UPDATE link_counts SET clicks = (SELECT sum(clicks) FROM added), unique_clicks = (SELECT sum("unique") FROM added)
         WHERE link_id = $1
       ) UPDATE links SET created_at = now() - make_interval(days => $3) WHERE id = $1`,
      [id, JSON.stringify(days), age],
    );
  }
}

await prepare({ dev: true });
const server = await startServer({ env: { DOMAIN_VERIFICATION: "off" } });
try {
  await addLinks(server);
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  await logInByForm(page, server, { email: server.adminEmail, password: server.adminPassword }, "/dashboard/links");
  await page.locator("[data-live=true]").waitFor();
  const picture = await page.screenshot();
  await browser.close();
  await sharp(picture).png({ palette: true, compressionLevel: 9 }).toFile("docs/screenshot.png");
} finally {
  await server.stop();
}
