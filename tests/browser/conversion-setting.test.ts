import { expect, inject } from "vitest";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPictures } from "../support/look";
import { eventually } from "../support/wait";

test("conversions are tracked for an account, except on a domain and a link that say otherwise", async ({ page }) => {
  const server = inject("server");
  const owner = await linkOwner(server);
  const domain = (await owner.made("/api/domain/add", { domain: `http://track-${process.pid}.example.com` })).id;
  const { id: link } = await owner.create();
  const settings = async () => {
    const paths = ["/api/account", `/api/domain/${domain}`, `/api/url/${link}`];
    const bodies = await Promise.all(
      paths.map(async (path) => (await owner.client.get<{ data: object; details?: object }>(path)).body),
    );
    return bodies.map(({ data, details = data }) => (details as { trackconversions: boolean | null }).trackconversions);
  };
  const look = async (path: string, name: string) => {
    expect(await flaws(page), name).toEqual([]);
    for (const locale of process.env.SCREENSHOTS ? ["en", "de"] : []) {
      await page.context().addCookies([{ name: "language", value: locale, url: server.url }]);
      await page.goto(`${server.url}${path}`);
      await keepPictures(page, `track ${name} ${locale}`);
    }
    await page.context().addCookies([{ name: "language", value: "en", url: server.url }]);
  };

  await logIn(page, server, owner.user, "/dashboard/settings");
  await page.getByRole("button", { name: "Turn on conversion tracking" }).click();
  await page.getByText("Conversion tracking turned on").waitFor();
  await page.getByRole("button", { name: "Turn off conversion tracking" }).waitFor();
  expect(await settings()).toEqual([true, null, null]);
  await look("/dashboard/settings", "account");

  await page.goto(`${server.url}/dashboard/domains/${domain}`);
  await page.getByText("On, as in the account's settings").waitFor();
  await page.goto(`${server.url}/dashboard/domains/${domain}/edit`);
  await page.getByRole("combobox", { name: "Track conversions" }).selectOption("Off");
  await page.locator("form button[type=submit]:visible").last().click();
  await page.waitForURL(/\/domains\/\d+$/);
  await eventually(async () => expect(await settings()).toEqual([true, false, null]));
  await look(`/dashboard/domains/${domain}`, "domain");
  await look(`/dashboard/domains/${domain}/edit`, "domain editor");

  await page.goto(`${server.url}/dashboard/links/${link}/edit`);
  const choice = page.getByRole("combobox", { name: "Track conversions" });
  expect(await choice.inputValue()).toBe("");
  await look(`/dashboard/links/${link}/edit`, "link editor");
  await page.goto(`${server.url}/dashboard/links/${link}/edit`);
  await choice.selectOption("Off");
  await page.locator("form button[type=submit]:visible").last().click();
  await eventually(async () => expect(await settings()).toEqual([true, false, false]));
  await page.goto(`${server.url}/dashboard/links/${link}/edit`);
  await choice.selectOption("Domain or account setting");
  await page.locator("form button[type=submit]:visible").last().click();
  await eventually(async () => expect(await settings()).toEqual([true, false, null]));
});
