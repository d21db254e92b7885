import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws } from "../support/look";
import { onNewPlan } from "../support/plans";
import { openList } from "../support/tabs";
import { agents, visit } from "../support/visit";
import { eventually } from "../support/wait";

test("beyond the plan's clicks of a month, a sentence shows the usage", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  await onNewPlan(server, owner.user, { clicks: 2 });
  const { id, shorturl } = await owner.create({ url: "https://example.com/" });
  for (const agent of ["windows", "mac", "iphone"] as const)
    await visit(shorturl, { headers: { "user-agent": agents[agent] } });
  await eventually(async () => expect((await owner.show(id)).data.clicks).toBe(3), 15_000);
  await logIn(page, server, owner.user, `/dashboard/links/${id}`);
  const main = page.locator("main");
  await main
    .getByText("Details of 1 click are locked. Your plan shows details of the first 2 clicks in each month")
    .waitFor();
  expect(await main.textContent()).toMatch(/Clicks3(?!\d)/);
  await (await openList(page, "Systems")).getByRole("link", { name: "macOS" }).waitFor();
  expect(await main.getByRole("link", { name: "iOS" }).count()).toBe(0);
  expect(await flaws(page), "locked").toEqual([]);
  await page.goto(`${server.url}/dashboard/settings/limits`);
  await main.getByText("3 of 2 clicks this month").waitFor();
  expect(await flaws(page), "settings").toEqual([]);
});

test("a link's statistics are live, filtered, compared and downloaded", async ({ page, errors }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const title = `A link with quite a long title, ${"which goes on ".repeat(3)}and ends`;
  const { id, shorturl } = await owner.create({ url: "https://example.com/", title });
  await onNewPlan(server, owner.user);
  const path = `/dashboard/links/${id}`;
  await logIn(page, server, owner.user, path);
  const main = page.locator("main");
  await main.getByText("No clicks yet").waitFor();

  // From here on the page updates without a reload.
  await page.locator("[data-live=true]").waitFor();
  await visit(shorturl, { headers: { "user-agent": agents.iphone, referer: "https://news.example/" } });
  await eventually(async () => expect(await main.textContent()).toMatch(/Clicks1(?!\d)/), 10_000);
  await visit(`${shorturl}?utm_source=card`);
  await visit(shorturl, { headers: { "user-agent": agents.slack } });
  await eventually(async () => expect(await main.textContent()).toMatch(/Clicks2(?!\d).*Bot traffic1(?!\d)/), 10_000);

  await (await openList(page, "Browsers")).getByRole("link", { name: "Safari" }).click();
  await page.waitForURL(/[?&]browser=Safari/);
  const systems = await openList(page, "Systems");
  await systems.getByRole("link", { name: "iOS" }).waitFor();
  expect(await systems.getByRole("link").count()).toBe(1);
  expect(await (await openList(page, "Referrers")).textContent()).toContain("news.example100%1");
  await systems.getByRole("link", { name: "iOS" }).click();
  await page.getByRole("link", { name: "Remove all" }).waitFor();
  await page.getByRole("link", { name: "Today" }).click();
  await page.getByRole("heading", { name: "Clicks per hour" }).waitFor();
  expect(await flaws(page), "narrowed down").toEqual([]);

  const [table] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV" }).click()]);
  expect(await readFile(await table.path(), "utf8")).toMatch(/"total","clicks",1,0\r\n.*"referrer","news.example",1,/s);
  // The image shows the name, the period and the filters.
  await page.evaluate(`{
    const draw = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
      document.body.dataset.drawn = (document.body.dataset.drawn ?? "") + text + "\\n";
      draw.call(this, text, ...at);
    };
  }`);
  const [picture] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "PNG" }).click(),
  ]);
  const drawn = String(await page.evaluate("document.body.dataset.drawn")).split("\n");
  const short = shorturl.replace(/^https?:\/\//, "");
  expect(drawn[0]).toMatch(/^A link with quite a long title, which goes on .*…$/);
  expect(drawn[1]).toBe(`Clicks per hour · ${short} · Browser: Safari · Operating system: iOS`);
  expect(drawn[2]).toMatch(/^[A-Z][a-z]{2} \d+, \d{4} in UTC/);
  expect(drawn).toContain(`Signpost · ${new URL(server.url).host}`);
  if (process.env.SCREENSHOTS) await picture.saveAs("tests/browser/output/chart-picture.png");
  expect(await sharp(await picture.path()).metadata()).toMatchObject({ format: "png", width: 1_200, height: 630 });

  // A chip removes its filter; bots are shown with the rule that classified them.
  await page.getByRole("list", { name: "Filtered by" }).getByRole("link", { name: "iOS" }).click();
  await page.waitForURL((location) => !location.searchParams.has("os"));
  await page.getByRole("list", { name: "Filtered by" }).getByRole("link", { name: "Safari" }).click();
  await (await openList(page, "Browsers")).getByRole("link", { name: "Chrome" }).waitFor();
  await page.getByText("View", { exact: true }).click();
  await page.getByRole("link", { name: "People and bots" }).click();
  await (await openList(page, "Bots")).getByRole("link", { name: "Slackbot" }).click();
  await page.waitForURL(/[?&]robot=agent/);
  await eventually(async () => expect(await main.textContent()).toMatch(/Clicks1(?!\d)/));
  const dates = page.getByRole("group", { name: "Dates" });
  const chosen = dates.locator("summary");
  expect(await chosen.textContent()).toBe("Today");
  await chosen.click();
  await dates.getByRole("link", { name: "This year", exact: true }).click();
  await page.waitForURL(/[?&]range=year/);
  await expect.poll(() => chosen.textContent()).toBe("This year");
  await dates.getByRole("link", { name: "Earlier period" }).click();
  const before = new Date().getUTCFullYear() - 1;
  await page.waitForURL(new RegExp(`from=${before}-01-01&to=${before}-12-31`));
  await dates.getByRole("link", { name: "Later period" }).click();
  await page.waitForURL(new RegExp(`from=${before + 1}-01-01&to=`));
  expect(await dates.getByRole("link", { name: "Later period" }).count()).toBe(0);
  await chosen.click();
  await page.getByLabel("From", { exact: true }).fill("2020-01-01");
  await page.getByLabel("to", { exact: true }).fill("2020-01-31");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByText("No clicks match these filters").waitFor();
  expect(page.url()).toMatch(/robot=agent.*from=2020-01-01&to=2020-01-31$/);

  // The file of a QR code or a bio page names what it counts.
  const { id: code } = await owner.made("/api/qr/add", { type: "text", data: "hello" });
  const file = await page.request.get(`${server.url}/dashboard/clicks/qr/${code}`);
  expect(file.headers()["content-disposition"]).toContain("scans-");
  expect(await file.text()).toMatch(/^\uFEFF"Kind","Value \(UTC\)","Scans","Scans before"\r\n"total","scans",0,0/);

  // The list is live too.
  await page.goto(`${server.url}/dashboard/links`);
  await page.locator("[data-live=true]").waitFor();
  await visit(shorturl);
  await page.getByRole("cell", { name: "3", exact: true }).waitFor();

  // Without a stream, the page says so.
  await page.route("**/dashboard/live?*", (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await page.getByText("Updates every 15 seconds").waitFor();

  // A failed download saves no file: neither the browser's error page nor the log-in page.
  await page.goto(server.url + path);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "CSV" }).click();
  await page.getByText("Can't reach the server").waitFor();
  await page.context().setOffline(false);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "CSV" }).click();
  await page.getByText("You are logged out").waitFor();
  // Chromium reports the answers as errors. An open page would ask for its stream again, and get another error.
  await page.goto("about:blank");
  errors.splice(0);
});
