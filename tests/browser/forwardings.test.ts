import type { Page } from "playwright";
import { afterEach, beforeEach, expect, inject } from "vitest";
import { localeCookie } from "@/lib/contract/locales";
import { goodToken, type Service, startService } from "../support/analytics-services";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPictures } from "../support/look";
import { chooseMore } from "../support/presses";
import { visit } from "../support/visit";
import { eventually } from "../support/wait";

const server = inject("trustingServer");
const list = "/dashboard/settings/forwarding";
const save = (page: Page) => page.click("form button[type=submit]");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

let service: Service;
beforeEach(async () => {
  service = await startService("segment");
});
afterEach(() => service.close());

const pictures = (page: Page, name: string) => keepPictures(page, `forwarding ${name}`);

test("a forwarding: created, tested, its token refused and replaced, changed, deleted", async ({ page }) => {
  const owner = await linkOwner(server);
  await logIn(page, server, owner.user, "/dashboard/settings");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Forwarding" }).click();
  await page.getByText("No forwarding yet").waitFor();
  expect(await flaws(page), "the empty list").toEqual([]);

  await page.getByRole("link", { name: "New forwarding" }).click();
  await page.getByLabel("Service").selectOption("url");
  await page.getByRole("textbox", { name: "Address of each request" }).fill("https://example.com/?c={city}");
  await save(page);
  await page.getByText("There is no placeholder city.").waitFor();
  expect(await flaws(page), "a refused form").toEqual([]);
  await pictures(page, "url");
  await page.getByLabel("Service").selectOption("segment");
  await page.getByLabel("Write key").fill("wrong-token-123456");
  await page.getByRole("textbox", { name: "Server" }).fill(service.url);
  await page.getByLabel("Name").fill("Shop");
  await pictures(page, "new");
  await save(page);

  await page.getByText("No deliveries yet.").waitFor();
  await press(page, "Send test event");
  await eventually(async () => {
    await page.reload();
    expect(await page.getByRole("alert").allInnerTexts()).toContainEqual(
      expect.stringContaining("does not accept the token"),
    );
  });
  expect(await flaws(page), "a refused token").toEqual([]);
  await pictures(page, "refused");
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByText("A value is stored: …3456.").waitFor();
  await page.getByLabel("Write key").fill(goodToken);
  expect(await flaws(page), "the editor").toEqual([]);
  await save(page);
  await eventually(() => expect(service.taken).toHaveLength(1));
  await visit((await owner.create()).shorturl);
  await eventually(() => expect(service.taken).toHaveLength(2));
  await page.goto(server.url + list);
  await page.getByText("Active").waitFor();
  expect(await flaws(page), "the list").toEqual([]);
  await pictures(page, "list");
  await page.getByRole("link", { name: "Shop" }).click();
  await page.getByText("Delivered").nth(1).waitFor();
  expect(await flaws(page), "the page").toEqual([]);
  await pictures(page, "page");
  await page.getByRole("link", { name: "Link clicked" }).click();
  await page.getByText("authorization: Basic {basic}").waitFor();
  expect(await page.content()).not.toContain(goodToken);
  expect(await flaws(page), "a delivery").toEqual([]);
  await pictures(page, "delivery");
  await press(page, "Send again");
  await eventually(() => expect(service.taken).toHaveLength(3));
  expect(service.taken[2].messageId).toBe(service.taken[1].messageId);

  await page.getByRole("link", { name: "Back to forwarding" }).click();
  await chooseMore(page, "Pause");
  await page.getByText("Paused", { exact: true }).waitFor();
  // The note about it covers the button.
  await page.reload();
  await chooseMore(page, "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No forwarding yet").waitFor();
});

test("the pages are in the language of the account", async ({ page }) => {
  const owner = await linkOwner(server);
  await owner.made("/api/forwarding/add", { kind: "plausible", site: "example.com", events: ["conversions"] });
  for (const [locale, title] of [
    ["de", "Übermittlungen"],
    ["es", "Reenvío de eventos"],
  ] as const) {
    await page.context().addCookies([{ name: localeCookie, value: locale, url: server.url }]);
    if (locale === "de") await logIn(page, server, owner.user, list);
    else await page.goto(server.url + list);
    await page.getByRole("heading", { name: title }).waitFor();
    expect(await flaws(page), locale).toEqual([]);
    await pictures(page, `list ${locale}`);
  }
  await page.goto(`${server.url}${list}/new`);
  await page.getByLabel("Servicio").waitFor();
  await pictures(page, "new es");
});
