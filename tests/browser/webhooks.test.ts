import type { Page } from "playwright";
import { afterEach, beforeEach, expect, inject } from "vitest";
import { localeCookie } from "@/lib/contract/locales";
import { test } from "../support/chromium";
import { linkOwner } from "../support/links";
import { logIn } from "../support/log-in";
import { flaws, keepPictures } from "../support/look";
import { chooseMore } from "../support/presses";
import { type Receiver, startReceiver } from "../support/receiver";
import { sql } from "../support/sql";
import { newUser } from "../support/users";
import { eventually } from "../support/wait";

const server = inject("trustingServer");
const list = "/dashboard/settings/webhooks";
const save = (page: Page) => page.click("form button[type=submit]");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const secretOf = (page: Page) => page.getByLabel("Signing secret").inputValue();

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const arrived = (count: number) => eventually(() => expect(receiver.received).toHaveLength(count));

const pictures = (page: Page, name: string) => keepPictures(page, `webhooks ${name}`);

test("a webhook: created, tested, paused, resumed, given a new secret, changed, deleted", async ({ page, browser }) => {
  const owner = await linkOwner(server);
  await logIn(page, server, owner.user, "/dashboard/settings");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Webhooks" }).click();
  await page.getByText("No webhooks yet").waitFor();
  expect(await flaws(page), "the empty list").toEqual([]);
  await pictures(page, "empty");

  await page.getByRole("link", { name: "New webhook" }).click();
  await save(page);
  await page.getByText("This is required.").first().waitFor();
  await page.getByRole("textbox", { name: "URL", exact: true }).fill("https://user:pass@example.com/");
  await page.getByLabel("Link created").check();
  await save(page);
  await page.getByText("The address must not contain a user name or password.").waitFor();
  expect(await flaws(page), "a refused form").toEqual([]);
  await pictures(page, "refused");
  await page.getByRole("textbox", { name: "URL", exact: true }).fill(receiver.url);
  await page.getByLabel("Name").fill("Orders");
  await save(page);
  await page.getByText("You see this secret only once.").waitFor();
  expect(await flaws(page), "the new secret").toEqual([]);
  const first = await secretOf(page);
  receiver.verifyWith(first);
  await page.getByRole("link", { name: "Open webhook" }).click();

  await page.getByText("No deliveries yet.").waitFor();
  expect(await page.content()).not.toContain(first);
  const path = new URL(page.url()).pathname;
  await press(page, "Send test event");
  await arrived(1);
  const { shorturl } = await owner.create();
  await arrived(2);
  await page.reload();
  await page.getByText("Delivered").nth(1).waitFor();
  expect(await flaws(page), "the webhook's page").toEqual([]);
  await pictures(page, "page");

  await page.getByRole("link", { name: "Link created" }).click();
  await page.getByText(`"shorturl": "${shorturl}"`).waitFor();
  expect(await flaws(page), "a delivery").toEqual([]);
  await pictures(page, "delivery");
  await press(page, "Send again");
  await arrived(3);
  expect(receiver.received[2]?.id).toBe(receiver.received[1]?.id);
  await page.getByRole("link", { name: "Back to webhook" }).click();
  await page.getByLabel("From").fill("2020-01-01T00:00");
  await press(page, "Send this period again");
  await page.getByText("Sending 2 deliveries again").waitFor();
  await arrived(5);

  await chooseMore(page, "Pause");
  await page.getByText("Paused", { exact: true }).waitFor();
  await owner.create();
  await page.reload();
  expect(receiver.received).toHaveLength(5);
  await chooseMore(page, "Resume");
  await arrived(6);

  await chooseMore(page, "Replace secret");
  await page.getByRole("dialog").getByRole("button", { name: "Replace secret" }).click();
  await page.getByText("New secret").waitFor();
  const second = await secretOf(page);
  expect(second).not.toBe(first);
  await page.keyboard.press("Escape");
  await page.getByText("New secret").waitFor({ state: "detached" });
  receiver.verifyWith(second);
  await press(page, "Send test event");
  await arrived(7);

  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Name").fill("");
  await page.getByLabel("Link deleted").check();
  expect(await flaws(page), "the editor").toEqual([]);
  await save(page);
  await page.getByRole("heading", { name: receiver.url.replace("http://", "") }).waitFor();
  await page.goto(server.url + list);
  expect(await page.textContent("tbody")).toContain("Link created, Link deleted");
  expect(await flaws(page), "the list").toEqual([]);
  await pictures(page, "list");

  const stranger = await browser.newPage();
  await logIn(stranger, server, await newUser(server), path);
  await stranger.getByText("Webhook not found").waitFor();
  await stranger.close();

  await page.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("No webhooks yet").waitFor();
});

test("a webhook of one tag, campaign or link, and one whose endpoint fails", async ({ page }) => {
  const owner = await linkOwner(server);
  const { shorturl } = await owner.create({ tags: ["vip"], custom: `hook-${owner.user.id}` });
  await owner.made("/api/campaign/add", { name: "Spring" });
  await logIn(page, server, owner.user, `${list}/new`);
  await page.getByRole("textbox", { name: "URL", exact: true }).fill(receiver.url);
  await press(page, "Select all events");
  const scope = page.locator("[name=scope]");
  await scope.selectOption("Links in a campaign");
  await page.getByLabel("Campaign").selectOption("Spring");
  await scope.selectOption("Links with a tag");
  await page.getByLabel("Tag").selectOption("vip");
  await scope.selectOption("One link");
  await page.getByRole("combobox", { name: "Link", exact: true }).fill(`hook-${owner.user.id}`);
  await page.getByRole("option", { name: `hook-${owner.user.id}` }).click();
  await pictures(page, "new");
  await save(page);
  await page.getByRole("link", { name: "Open webhook" }).click();
  await page.getByText(`Link: ${shorturl.replace("http://", "")}`).waitFor();

  receiver.answer.status = 503;
  receiver.answer.body = "Down for maintenance";
  await press(page, "Send test event");
  await page.getByText("Retrying").first().waitFor();
  await page.getByRole("link", { name: "Test event" }).click();
  await page.getByText("Down for maintenance").waitFor();
  const hook = Number(page.url().split("/").at(-2));
  await sql(server, "UPDATE webhooks SET status = 'failing', name = 'Orders' WHERE id = $1", [hook]);
  await page.getByRole("link", { name: "Back to webhook" }).click();
  await page.getByText("This webhook is paused because").waitFor();
  expect(await flaws(page), "a failing webhook").toEqual([]);
  await page.context().addCookies([{ name: localeCookie, value: "de", url: server.url }]);
  await page.reload();
  await page.getByText("Dieser Webhook ist pausiert").waitFor();
  await pictures(page, "german");
});
