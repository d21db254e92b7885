import sharp from "sharp";
import { afterAll, expect, inject } from "vitest";
import { testWithSandbox } from "../support/chromium";
import { type Failure, linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPicture, keepPictures, schemes, widths } from "../support/look";
import { startServer } from "../support/server";
import { newUser } from "../support/users";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

// The settings are those of the whole instance, so other tests need another one.
const shared = inject("server");
const server = await startServer();
afterAll(() => server.stop());

const logo = await sharp(
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="88"><circle cx="44" cy="44" r="36" fill="#be4bdb"/><text x="96" y="60" font-size="48" font-family="sans-serif" fill="#888">Acme Links</text></svg>`,
  ),
)
  .png()
  .toBuffer();
const path = "/dashboard/admin/instance";

testWithSandbox("an administrator gives the service a look and turns public pages off", async ({ page, browser }) => {
  const admin = await newUser(server, { admin: true });
  const visitor = await (await browser.newContext({ reducedMotion: "reduce", colorScheme: "light" })).newPage();
  const statusOf = async (address: string) => (await fetch(server.url + address, { redirect: "manual" })).status;
  const save = async () => {
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.waitForURL((url) => url.pathname === path);
  };
  await logIn(page, server, admin, `${path}/settings`);
  await page.getByLabel("Name", { exact: true }).fill("Acme Links");
  await page.getByLabel("Accent color").fill("#FFD43B");
  await page.getByText("a darker or lighter shade is used").waitFor();
  await page.setInputFiles("input[type=file]", { name: "a.png", mimeType: "image/png", buffer: logo });
  await page.getByRole("img", { name: "Logo" }).waitFor();
  await page.getByLabel("Title").fill("Short links for Acme");
  await page.getByLabel("Text").fill("Ask <b>Bob</b> for an account.");
  expect(await flaws(page), "the settings").toEqual([]);
  await keepPictures(page, "instance-settings");
  await save();
  expect(await page.title()).toBe("Instance · Acme Links");
  await page.getByRole("link", { name: "Acme Links, dashboard" }).waitFor();

  await visitor.goto(server.url);
  await visitor.getByRole("heading", { level: 1, name: "Short links for Acme" }).waitFor();
  await visitor.getByText("Ask <b>Bob</b> for an account.").waitFor();
  expect(await visitor.title()).toBe("Acme Links: Short links for Acme");
  expect(await flaws(visitor), "the landing page").toEqual([]);
  for (const language of ["en", "de"])
    for (const width of widths)
      for (const colorScheme of schemes) {
        await visitor.setExtraHTTPHeaders({ "accept-language": language });
        await visitor.setViewportSize({ width, height: 900 });
        await visitor.emulateMedia({ colorScheme });
        for (const [name, address] of [
          ["landing", "/"],
          ["login", "/login"],
          ["missing", "/nowhere"],
        ]) {
          await visitor.goto(server.url + address);
          await keepPicture(visitor, `branded-${name}-${language}-${width}-${colorScheme}`);
        }
      }
  await visitor.setExtraHTTPHeaders({ "accept-language": "en" });
  await visitor.goto(`${server.url}/login`);
  await visitor.getByRole("link", { name: "Acme Links, start page" }).waitFor();
  expect(await flaws(visitor), "the log-in page").toEqual([]);
  await visitor.goto(`${server.url}/nowhere`);
  await visitor.getByRole("img", { name: "Acme Links" }).waitFor();

  await page.goto(`${server.url}${path}/settings`);
  await page.locator("label", { hasText: "Show the API reference to everyone" }).click();
  await page.locator("label", { hasText: "Let anyone create an account" }).click();
  await page.locator("label", { hasText: "Show the landing page" }).click();
  await page.getByLabel("Redirect to").fill(`${server.url}/docs`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("This is a link of this service.").waitFor();
  expect(await statusOf("/docs"), "nothing is saved yet").toBe(200);
  await page.getByLabel("Redirect to").fill("https://example.com/acme");
  await save();
  for (const [address, status] of [
    ["/docs", 404],
    ["/docs/links", 404],
    ["/docs/search", 404],
    ["/api/openapi.json", 401],
    ["/login", 200],
  ] as const)
    expect([address, await statusOf(address)]).toEqual([address, status]);
  const landing = await fetch(server.url, { redirect: "manual" });
  expect([landing.status, landing.headers.get("location")]).toEqual([307, "https://example.com/acme"]);
  await visitor.goto(`${server.url}/register`);
  await visitor.getByText("invit").first().waitFor();
  expect(await visitor.getByLabel("Username").count()).toBe(0);
  await visitor.goto(`${server.url}/login`);
  await visitor.getByRole("button", { name: "Log in" }).waitFor();
  expect(await visitor.getByRole("link", { name: "Create" }).count()).toBe(0);
  // People who are logged in still see the reference.
  await page.goto(`${server.url}/docs`);
  await page.getByRole("heading", { level: 1 }).waitFor();

  await page.goto(`${server.url}/dashboard/audit?whose=instance`);
  await page.getByText("Changed: Instance settings").first().waitFor();
  expect((await fetch(`${shared.url}/docs`)).status, "another instance").toBe(200);
});

testWithSandbox(
  "an administrator edits the blocklist, which disables existing links and refuses new ones",
  async ({ page }) => {
    const owner = await linkOwner(server);
    const before = await owner.create({ url: "https://www.blocked.example/" });
    await logIn(page, server, await newUser(server, { admin: true }), `${path}/settings`);
    const list = page.getByLabel("Blocked hosts and addresses");
    const save = page.getByRole("button", { name: "Save changes" });
    await list.fill("# Phishing\nblocked.example\nnot a host");
    await save.click();
    await page.getByText('Line 3 is not a host or an address: "not a host"').waitFor();
    expect(await flaws(page), "with an error").toEqual([]);
    await list.fill("# Phishing\nblocked.example");
    await save.click();
    await page.waitForURL((url) => url.pathname === path);
    await eventually(async () => expect((await visit(before.shorturl)).status).toBe(410));
    await eventually(async () => {
      const { status, body } = await owner.client.post<Failure>("/api/url/add", { url: "https://blocked.example/" });
      expect([status, body.errors?.[0]?.code]).toEqual([400, "url_blocked"]);
    });
  },
);
