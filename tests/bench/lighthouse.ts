// `npm run lighthouse` runs Lighthouse on every page, on a simulated phone with a slow connection.
// `npm run lighthouse visitors` and `npm run lighthouse own` measure one half; another argument selects the pages with
// that word in their names, and prints what lowered their scores.
import lighthouse, { type Flags } from "lighthouse";
import { chromium } from "playwright";
import { prepare } from "../../scripts/prepare.mjs";
import { findChromium } from "../../scripts/tools.mjs";
import { api } from "../support/api";
import { uploaded } from "../support/imports";
import { logInByForm } from "../support/log-in";
import { freePort } from "../support/ports";
import { startServer } from "../support/server";
import { startSite, visitorPlaces } from "../support/visitor-places";
import { pagePaths } from "./page-paths";
import { keepResults, table } from "./results";

const categories = ["performance", "accessibility", "best-practices"] as const;
type Scores = Record<(typeof categories)[number], number>;

const visitors: Scores = { performance: 95, accessibility: 95, "best-practices": 95 };
const own: Scores = { performance: 95, accessibility: 100, "best-practices": 95 };
const dashboard: Scores = { ...own, performance: 85 };

interface Measured {
  name: string;
  scores: Scores;
  wanted: Scores;
  /** audits that lowered the score */
  lost: string[];
}

const [half, word = ""] = process.argv.slice(2);
await prepare({ dev: true });
const site = await startSite();
const server = await startServer({ env: { ALLOW_PRIVATE_FETCH: "1" } });
const port = await freePort();
const browser = await chromium.launchPersistentContext("", {
  executablePath: await findChromium(),
  args: ["--no-sandbox", `--remote-debugging-port=${port}`],
});
try {
  const { hop: _goesOn, ...places } = await visitorPlaces(server, site.url);
  if (half !== "own") {
    const pages = Object.entries(places).map(([name, { path }]) => ({ name, path, wanted: visitors }));
    await measure("Lighthouse, visitors' pages", pages);
  }
  if (half !== "visitors") {
    const { post } = api(server, server.adminKey);
    await post("/api/channel/add", { name: "Newsletter" });
    await post("/api/domain/add", { domain: "go.example.com" });
    const page = await browser.newPage();
    await logInByForm(page, server, { email: server.adminEmail, password: server.adminPassword }, "/dashboard/links");
    const cookies = (await browser.cookies()).map(({ name, value }) => `${name}=${value}`);
    await uploaded(server, cookies.join("; "), "url\nhttps://example.com/imported");
    const paths = await pagePaths(server, browser);
    const isDashboard = (path: string) => path.startsWith("/dashboard");
    const pages = paths.map((path) => ({ name: path, path, wanted: isDashboard(path) ? dashboard : own }));
    // Users who are logged in are redirected from the log-in page.
    await measure(
      "Lighthouse, the dashboard",
      pages.filter(({ path }) => isDashboard(path)),
    );
    await browser.clearCookies();
    await measure(
      "Lighthouse, the service's other pages",
      pages.filter(({ path }) => !isDashboard(path)),
    );
  }
} finally {
  await browser.close();
  site.stop();
  await server.stop();
}

async function measure(title: string, pages: { name: string; path: string; wanted: Scores }[]): Promise<void> {
  const measured: Measured[] = [];
  for (const { name, path, wanted } of pages.filter(({ name }) => name.includes(word))) {
    const measure = async () => ({ name, wanted, ...(await scoresOf(server.url + path)) });
    let last = await measure();
    // Other programs on the machine slow down the page.
    for (let again = 1; again <= 2 && isBelow(last); again++) last = await measure();
    measured.push(last);
    console.log(name, Object.values(last.scores).join(" "));
  }
  const rows = measured.map(({ name, scores }) => [
    name.replace(/\d+/, "[id]"),
    ...categories.map((category) => scores[category]),
  ]);
  const below = measured.filter(isBelow);
  const text = table(["", ...categories], rows);
  if (word) console.log(text);
  else keepResults(title, text);
  for (const { name, lost } of word ? measured : below) console.error(`${name}: ${lost.join(", ")}`);
  if (below.length > 0) process.exitCode = 1;
}

function isBelow({ scores, wanted }: Measured): boolean {
  return categories.some((category) => scores[category] < wanted[category]);
}

async function scoresOf(url: string): Promise<Pick<Measured, "scores" | "lost">> {
  const flags: Flags = { port, logLevel: "error", onlyCategories: [...categories], ignoreStatusCode: true };
  const result = await lighthouse(url, flags);
  if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`);
  const { lhr } = result;
  const scoreOf = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const lost = Object.values(lhr.audits).filter(
    ({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== "informative",
  );
  return {
    scores: Object.fromEntries(categories.map((category) => [category, scoreOf(category)])) as Scores,
    lost: lost.map(({ id, displayValue }) => (displayValue ? `${id} (${displayValue})` : id)),
  };
}
